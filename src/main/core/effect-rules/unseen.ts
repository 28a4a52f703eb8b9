import type { ShownRehearsal } from '@shared/domain/request-rehearsal'

/** What keeps a run from being told by its rehearsal; undefined: it is all there. What it wanted to connect to is told by itself. */
export function unseenIn({
  status,
  applies,
  limits,
  attempts,
}: Pick<ShownRehearsal, 'status' | 'applies' | 'limits' | 'attempts'>): string | undefined {
  // Only what ran for all of its own time can be put in place, or has nothing to be.
  const isWhole = applies?.kind === 'possible' || applies?.because === 'nothing'
  if (status !== 'done' && !(status === 'timed-out' && isWhole))
    return status === 'timed-out' ? 'time' : 'ended'
  const limit = limits.find(({ kind }) => kind !== 'network' && kind !== 'time')
  if (limit) return limit.kind
  if (attempts.some(({ kind }) => kind === 'socket')) return 'socket'
  if (applies === undefined) return 'unavailable'
  // More than is shown is kept all the same: a rule looks at all of it.
  if (applies.kind === 'possible' || applies.because === 'many' || applies.because === 'nothing')
    return undefined
  return applies.because === 'attempts' ? undefined : applies.because
}

/** The hosts that it wanted, `host:port`. */
export const hostsTried = ({ attempts }: Pick<ShownRehearsal, 'attempts'>): readonly string[] =>
  attempts.flatMap(({ kind, target }) => (kind === 'network' ? [target] : []))

/** Whether all that it changed is listed. */
export const isListedWhole = ({ counts, changes }: ShownRehearsal): boolean =>
  counts.created + counts.changed + counts.deleted + counts.moved + counts.mode === changes.length
