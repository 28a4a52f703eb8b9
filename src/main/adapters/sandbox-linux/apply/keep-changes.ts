import type { LeftOut } from '@shared/domain/only-hunks'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { AppliedChanges, KeptChanges } from '../../../core/run/kept-changes'
import type { ShowingRules } from '../../../core/rehearsal/rehearser'
import { takeHunks } from '../../../core/text/take-hunks'
import { coarseMs } from '../repositories/after-run'
import { holdInstructions } from '../repositories/rebase-instructions'
import { bytesOf, type BytePath } from '../byte-path'
import { applySteps, type ApplyPlace } from './apply-changes'
import type { ChangeSet, Step } from './change-set'
import { isUnder } from '../writable-roots'
import { createGitFolderAround } from './guarded-paths'
import type { Merge } from './merge-parts'

/** The paths of what is left out; of what moved, by itself or into a folder that is left out, also where it was, which would go otherwise. */
function leftOut(changes: readonly RehearsalChange[], paths: readonly string[]): ReadonlySet<string> {
  const left = new Set(paths)
  for (const { path, from } of changes)
    if (from !== undefined && paths.some((each) => isUnder(path, each))) left.add(from)
  return left
}

/** Puts the steps in place and looks at the git folders among them, as after a run. */
async function applyAndLook(
  steps: readonly Step[],
  leaveOut: ReadonlySet<string>,
  place: ApplyPlace,
): Promise<AppliedChanges> {
  const since = Date.now() - coarseMs
  // Looked for before a folder may be closed by what is put in place, which makes no repository.
  const folders = new Set<BytePath>()
  try {
    const around = createGitFolderAround()
    for (const each of steps.flatMap(({ path }) => around(path)?.folder ?? [])) folders.add(bytesOf(each))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { kind: 'failed', reason: error.message }
  }
  const done = await applySteps(steps, leaveOut, place)
  if (done.kind !== 'applied') return done
  const held = await holdInstructions(folders, { since }).catch((error: unknown) => [
    `${[...folders].join(', ')} (could not be looked at: ${String(error)})`,
  ])
  return { kind: 'applied', ...(held.length > 0 && { held }) }
}

/** What becomes of each file of which only some hunks are taken: always from the two texts of which they were shown. */
const mergesOf = (
  { onlyHunks = [] }: LeftOut,
  hunks: ShowingRules['hunks'] | undefined,
): ReadonlyMap<string, Merge> =>
  new Map(
    onlyHunks.map(({ path, hunks: only }) => [
      path,
      (before, after) => hunks && takeHunks({ before, after, hunks: hunks(before, after) }, only),
    ]),
  )

/** A set of changes with the copies that it is made from. `close` removes these; `hunks` is what they were shown with. */
export function keepChanges(
  { id, steps }: ChangeSet,
  changes: readonly RehearsalChange[],
  place: ApplyPlace & {
    readonly close: () => Promise<void>
    readonly hunks?: ShowingRules['hunks'] | undefined
  },
): KeptChanges {
  let last: Promise<unknown> = Promise.resolve()
  let state: 'kept' | 'used' | 'freed' = 'kept'
  let freed: Promise<void> | undefined
  return {
    kind: 'kept',
    id,
    apply(left) {
      if (state !== 'kept') return Promise.resolve({ kind: 'failed', reason: 'it is not kept any more' })
      state = 'used'
      const merges = mergesOf(left, place.hunks)
      const { journals } = place
      const applied = applyAndLook(steps, leftOut(changes, left.leaveOut ?? []), { journals, merges })
      last = applied
      return applied
    },
    free() {
      state = 'freed'
      return (freed ??= last.then(place.close, place.close))
    },
  }
}
