import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { KeptChanges } from '../../../core/run/kept-changes'
import { applySteps, type ApplyPlace } from './apply-changes'
import type { ChangeSet } from './change-set'

/** The paths of what is left out; of what moved also where it was, which would go otherwise. */
function leftOut(changes: readonly RehearsalChange[], paths: readonly string[]): ReadonlySet<string> {
  const left = new Set(paths)
  for (const { path, from } of changes) if (from !== undefined && left.has(path)) left.add(from)
  return left
}

/** A set of changes with the copies that it is made from. `close` removes these. */
export function keepChanges(
  { id, steps }: ChangeSet,
  changes: readonly RehearsalChange[],
  place: ApplyPlace & { readonly close: () => Promise<void> },
): KeptChanges {
  let last: Promise<unknown> = Promise.resolve()
  let state: 'kept' | 'used' | 'freed' = 'kept'
  let freed: Promise<void> | undefined
  return {
    kind: 'kept',
    id,
    apply(paths) {
      if (state !== 'kept') return Promise.resolve({ kind: 'failed', reason: 'it is not kept any more' })
      state = 'used'
      const applied = applySteps(steps, leftOut(changes, paths), place)
      last = applied
      return applied
    },
    free() {
      state = 'freed'
      return (freed ??= last.then(place.close, place.close))
    },
  }
}
