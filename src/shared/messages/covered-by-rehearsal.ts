import type { Effect } from '../domain/effect'
import type { ShownRehearsal } from '../domain/request-rehearsal'

/** Whether a rehearsal showed just what the command's words had said, so that these need not be said again. False where it is not certain. */
export function isCoveredByRehearsal(
  { act, others = 0 }: Effect,
  { changes, counts, limits }: ShownRehearsal,
): boolean {
  if (act.kind !== 'files' || others > 0 || act.filtered || limits.length > 0) return false
  if (act.verb === 'delete') {
    const files = act.state === 'one' ? 1 : act.state === 'tree' && act.exact ? act.files : undefined
    return files !== undefined && counts.files === files && counts.bytes === act.bytes
  }
  const made = new Set(
    changes.flatMap(({ kind, path }) => (kind === 'created' || kind === 'changed' ? [path] : [])),
  )
  return (
    (act.verb === 'write' || act.verb === 'create' || act.verb === 'overwrite' || act.verb === 'change') &&
    (act.state === 'one' || act.state === 'missing') &&
    act.moreNames === undefined &&
    act.names.length > 0 &&
    act.names.every(({ path }) => path !== undefined && made.has(path))
  )
}
