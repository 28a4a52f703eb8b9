import type { LeftOut } from '@shared/domain/only-hunks'
import type { AppliedRehearsal } from '@shared/domain/request-rehearsal'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { applyRefusalText } from '@shared/messages/refusal-text'
import { countsOf } from '../run/counts-of'
import { isWithin } from '../shell/paths'
import { heldBackNote, type AppliedChanges } from '../run/kept-changes'
import type { TakenRehearsal } from '../turn/request-rehearsals'
import type { Applied, Refusal } from './action'
import type { Changes } from './changes-since'

/** What came of it; `changed`: these are not what they were when it was rehearsed, and nothing was done. */
type ApplyOutcome =
  | ({ readonly kind: 'applied' } & Applied)
  | { readonly kind: 'changed'; readonly changes: Changes }
  | ({ readonly kind: 'refused' } & Refusal)

/** Does it with copies of what lies at these paths, so that it can be taken back. */
type Keeping = (paths: readonly string[], work: () => Promise<AppliedChanges>) => Promise<AppliedChanges>

const takenOf = (
  changes: readonly RehearsalChange[],
  leaveOut: readonly string[],
): readonly RehearsalChange[] => changes.filter(({ path }) => !leaveOut.some((left) => isWithin(path, left)))

const isOfGit = ({ path }: RehearsalChange): boolean => /\/\.git(\/|$)/.test(path)

function putOf(
  changes: readonly RehearsalChange[],
  { leaveOut = [], onlyHunks = [] }: LeftOut,
): AppliedRehearsal {
  const taken = takenOf(changes, leaveOut)
  const own = taken.filter((change) => !isOfGit(change))
  return {
    counts: countsOf(own),
    leftOut: [...leaveOut],
    ...(onlyHunks.length > 0 && { onlyHunks: [...onlyHunks] }),
    ...(own.length < taken.length && { git: true }),
  }
}

/** The same, with the note at the end of its output. */
function withHeld(result: TakenRehearsal['result'], held: readonly string[]): TakenRehearsal['result'] {
  const note = heldBackNote(held)
  const { stderr, aggregated } = result.output
  const output = { ...result.output, stderr: stderr + note, aggregated: aggregated + note }
  return { ...result, output, notes: `${result.notes ?? ''}${note}` }
}

/** Every path that becomes another thing; what lies in a folder of them goes with it. */
function writtenBy(changes: readonly RehearsalChange[], leaveOut: readonly string[]): readonly string[] {
  const taken = takenOf(changes, leaveOut)
  const made = new Set(
    taken.flatMap(({ kind, type, path }) => (kind === 'created' && type === 'folder' ? [path] : [])),
  )
  const inMade = (path: string): boolean => made.has(path.slice(0, path.lastIndexOf('/')))
  return taken.flatMap(({ path, from }) => [
    ...(inMade(path) ? [] : [path]),
    ...(from === undefined ? [] : [from]),
  ])
}

/**
 * Puts in place what a person said yes to, less what they left out; the copies are freed behind it. All of it or nothing: what has changed since is
 * said, and whatever else is in the way is a no with the reason.
 */
export async function applyRehearsal(
  left: LeftOut,
  taken: TakenRehearsal | undefined,
  keep: Keeping,
): Promise<ApplyOutcome> {
  const no = (reason: string, unrestored: readonly string[] = []): ApplyOutcome => {
    const text = applyRefusalText(reason, unrestored)
    return { kind: 'refused', how: 'changed', reason: text, text, ends: false }
  }
  if (!taken) return no('the copies are not there any more')
  try {
    const done = await keep(writtenBy(taken.changes, left.leaveOut ?? []), () => taken.apply(left))
    switch (done.kind) {
      case 'applied':
        return {
          kind: 'applied',
          result: done.held ? withHeld(taken.result, done.held) : taken.result,
          put: putOf(taken.changes, left),
        }
      case 'changed':
        return { kind: 'changed', changes: { paths: done.paths, then: [] } }
      case 'failed':
        return no(done.reason, done.left)
    }
  } finally {
    void taken.free() // nobody who waits for what was put in place waits for this
  }
}
