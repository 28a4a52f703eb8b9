import type { StopReason } from '@shared/domain/approval'
import type { ReadFile } from '@shared/domain/what-was-read'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { GivenOn } from '../approvals/given-on'
import { samePlace } from '../approvals/same-place'

/** What is not any more as it was: these paths, of what was read then. */
export interface Changes {
  readonly paths: readonly string[]
  readonly then: readonly ReadFile[]
}

/** Nothing changed, or there was nothing. */
export const noChanges: Changes = { paths: [], then: [] }

/** The paths that are not any more what a yes was given on; [] when all still are. What cannot be looked at counts as changed. */
export async function changesSince(
  { grants, whatWasRead }: GivenOn,
  turn: Pick<TurnContext, 'cwd' | 'sandboxPolicy'>,
  parts: Pick<CommandParts, 'assessments' | 'sandbox'>,
): Promise<readonly string[]> {
  const texts = await parts.assessments.changed(whatWasRead, turn)
  const moved = grants.flatMap((grant) => {
    if ((grant.kind !== 'write' && grant.kind !== 'read') || grant.was === undefined) return []
    const now = parts.sandbox.identify?.(grant)
    return samePlace(grant, now !== undefined && 'was' in now ? now.was : undefined) ? [] : [grant.path]
  })
  return [...new Set([...texts, ...moved])]
}

/** A reason for asking, with what changed since a yes was given, if anything did. */
export function withChanged(stop: StopReason, { paths }: Changes): StopReason {
  return paths.length === 0 ? stop : { ...stop, changed: [...paths] }
}
