import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { rehearsalBounds, type ConfiguredBounds } from './rehearsal-bounds'
import { rehearseTyped, type RehearsalParts, type RehearseTyped } from './rehearse-typed'

/** Rehearsals with the session's default policy and the configured bounds, for what a question leaves open. */
export function composeRehearsals(
  parts: RehearsalParts & {
    readonly defaults: { readonly sandboxPolicy: SandboxPolicy }
    readonly bounds: () => ConfiguredBounds | undefined
  },
): RehearseTyped {
  return ({ command, cwd, policy, timeoutMs }, signal) => {
    const bounds = rehearsalBounds(parts.bounds())
    return rehearseTyped(
      {
        ...{ command, cwd },
        policy: policy ?? parts.defaults.sandboxPolicy,
        bounds: { ...bounds, timeoutMs: timeoutMs ?? bounds.timeoutMs },
      },
      parts,
      signal,
    )
  }
}
