import type { Evidence } from '@shared/domain/evidence'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import type { RunSpec } from '../ports/sandbox'

/** What a sandbox whose network leads nowhere must add for a run that goes through a filtering proxy. */
export interface NetworkBridge {
  /** Where it listens in the run's network, which is none of the command's ports. */
  readonly place: { readonly address: string; readonly port: number }
  /** Arguments for bwrap, after every other mount: the proxy's socket. */
  readonly binds: readonly string[]
  /** Variables that make ordinary tools use the proxy; they replace the ones of the same name. */
  readonly env: Readonly<Record<string, string>>
  /**
   * Puts the relay in front of the command. It must stand before whatever forbids AF_UNIX to the command (the observer), for the relay needs it: the command given here is the one with that helper in front.
   */
  wrap(command: readonly string[]): readonly string[]
}

/** The network of one run: what to add to its sandbox, and what to take back when it is over. */
export interface RunNetwork {
  readonly bridge: NetworkBridge
  /** The connections that were refused so far. */
  evidence(): readonly Evidence[]
  /** What was allowed and could not be reached, each as a clause that names it and why. */
  unreached(): readonly string[]
  /** Ends every connection and withdraws every open question. Always call it. */
  close(): Promise<void>
}

/** What a run's network is made from. */
export type NetworkSpec = Pick<RunSpec, 'permit' | 'policy' | 'askHost' | 'watchHosts' | 'lasting'>

/**
 * Opens the filtered network of one run. Rejects when it cannot be had (no socat, no socket); the run then has no
 * network at all, and says so (fails closed).
 */
export type OpenRunNetwork = (spec: NetworkSpec) => Promise<RunNetwork>

/**
 * Whether a run goes through a filtering proxy at all: a host is granted, a person can be asked for one, or what is refused
 * is to be named. Everything else has no network, or the open one of its policy.
 */
export function wantsFilteredNetwork(spec: NetworkSpec): boolean {
  const { policy } = spec
  if (opensNetwork(policy)) return false
  return spec.watchHosts === true || mayReachHosts(spec)
}

/** Whether any host at all could be reached by a run through its proxy. */
export function mayReachHosts({ permit, askHost }: NetworkSpec): boolean {
  return askHost !== undefined || permit.grants.some((grant) => grant.kind === 'host')
}
