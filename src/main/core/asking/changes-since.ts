import type { Grant } from '@shared/domain/grant'
import type { ReadFile } from '@shared/domain/what-was-read'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { samePlace } from '../approvals/same-place'

/** What a yes was given on: the texts that were read for it, and the paths that it grants. */
export interface GivenOn {
  readonly kind: 'only-this' | 'outside'
  readonly grants: readonly Grant[]
  readonly whatWasRead: readonly ReadFile[]
}

/**
 * The paths that are not any more what a yes was given on; [] when all still are. Texts count for a yes without the sandbox,
 * which lets whatever stands in them do everything; granted paths always. What cannot be looked at counts as changed.
 */
export async function changesSince(
  { kind, grants, whatWasRead }: GivenOn,
  turn: Pick<TurnContext, 'cwd' | 'sandboxPolicy'>,
  parts: Pick<CommandParts, 'assessments' | 'sandbox'>,
): Promise<readonly string[]> {
  const texts = kind === 'outside' ? await parts.assessments.changed(whatWasRead, turn) : []
  const moved = grants.flatMap((grant) => {
    if ((grant.kind !== 'write' && grant.kind !== 'read') || grant.was === undefined) return []
    const now = parts.sandbox.identify?.(grant)
    return samePlace(grant, now !== undefined && 'was' in now ? now.was : undefined) ? [] : [grant.path]
  })
  return [...new Set([...texts, ...moved])]
}

/** A reason for asking, with what changed since a yes was given, if anything did. */
export function withChanges(text: string, paths: readonly string[]): string {
  return paths.length === 0 ? text : `${text} ${changesText(paths)}`
}

/** What changed, as a sentence. */
export function changesText(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ')
  const more = paths.length > 3 ? ` and ${String(paths.length - 3)} more` : ''
  return `Changed since it was allowed: ${shown}${more}.`
}
