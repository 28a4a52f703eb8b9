import { opensNetwork, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { isWider } from '../../core/agents/narrowest'
import { RequestError } from './request-error'

/** What a policy for a command of the client's own is measured by; `method` is the request that names it. */
export interface PolicyBounds {
  readonly method: string
  readonly configured: SandboxPolicy
  /** Those of the threads that the client follows. */
  readonly others: readonly SandboxPolicy[]
}

/**
 * The policy that is asked for, else the configured one. Throws RequestError where it is wider, in its mode or by the network, than every
 * one that a person or a thread of the client set.
 */
export function policyWithin(
  wish: SandboxPolicy | undefined,
  { method, configured, others }: PolicyBounds,
): SandboxPolicy {
  if (wish === undefined) return configured
  const covers = (bound: SandboxPolicy): boolean =>
    !isWider(wish.mode, bound.mode) && (opensNetwork(bound) || !opensNetwork(wish))
  if ([configured, ...others].some(covers)) return wish
  throw new RequestError(
    `${method}: sandboxPolicy is wider than that of config.toml and of each thread followed here; expected one that allows no more`,
  )
}
