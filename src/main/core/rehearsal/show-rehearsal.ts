import type { GitStanding } from '@shared/domain/facts'
import type { Rehearsal, RehearsalChange } from '@shared/domain/rehearsal'
import type { RehearsalApplies, RehearsedChange, ShownRehearsal } from '@shared/domain/request-rehearsal'
import { cutStart } from '../text/cut-text'
import { countsOf } from '../run/counts-of'
import type { FoundRehearsal } from './rehearser'

/** So many changes and limits of a rehearsal are shown, of so many changes the content, and so many bytes of what it printed. */
export const mostShown = { changes: 2_000, contents: 500, limits: 20, output: 8_000 } as const

function appliesOf(found: FoundRehearsal): RehearsalApplies | undefined {
  const kept = found.kind === 'ran' ? found.kept : undefined
  if (!kept) return undefined
  // Nobody says yes to what is not shown.
  if (kept.kind === 'kept' && found.kind === 'ran' && found.changes.length > mostShown.changes)
    return { kind: 'run', because: 'many' }
  return kept.kind === 'kept'
    ? { kind: 'possible', id: kept.id }
    : { kind: 'run', because: kept.because, ...(kept.path !== undefined && { path: kept.path }) }
}

/** How much there is to see first: what goes, what is other than it was, what is new. */
const order = { deleted: 0, changed: 1, moved: 2, mode: 3, created: 4 } as const

/**
 * A rehearsal as it is shown: bounded, the gravest kinds first. `git` tells how git stands to what is deleted; `redact` takes known
 * secrets out of texts.
 */
export function showRehearsal(
  rehearsal: Rehearsal,
  found: FoundRehearsal,
  {
    git,
    redact,
  }: {
    readonly git: ReadonlyMap<RehearsalChange, GitStanding>
    readonly redact: (text: string) => string
  },
): ShownRehearsal {
  const applies = appliesOf(found)
  const contents = found.kind === 'ran' ? found.contents : undefined
  const printed = found.kind === 'ran' ? found.result.output.aggregated : ''
  const { changes, limits } = rehearsal
  const shown = changes
    .toSorted((one, other) => order[one.kind] - order[other.kind])
    .slice(0, mostShown.changes)
    .map((change): RehearsedChange => {
      const { diff, ...content } = contents?.get(change) ?? { content: 'none' as const }
      const standing = git.get(change)
      return {
        ...change,
        ...content,
        ...(diff !== undefined && { diff: redact(diff) }),
        ...(standing && { git: standing }),
      }
    })
  return {
    ...rehearsal,
    counts: countsOf(changes),
    changes: shown,
    limits: limits.slice(0, mostShown.limits),
    moreLimits: Math.max(0, limits.length - mostShown.limits),
    // Blanked before it is cut: half a key is in no form that is known.
    output: cutStart(redact(printed), mostShown.output),
    ...(applies && { applies }),
  }
}
