import type { RunningCommand } from './running-commands'

/** A command in the list of what runs. `endedAt`, in milliseconds: it has ended, and only keeps its place. */
export interface SteadyRow {
  readonly running: RunningCommand
  readonly endedAt: number | undefined
}

/** So long an ended command keeps its place: a second click must not fall on the button of another. */
export const staysMs = 3000

/**
 * The rows after a change of what is listed: those that were there keep their places, ended ones for a moment, and new ones come at the
 * end. The very same rows when nothing changes.
 */
export function steadyRows(
  before: readonly SteadyRow[],
  listed: readonly RunningCommand[],
  now: number,
): readonly SteadyRow[] {
  const keyOf = ({ item }: RunningCommand): string => item.key
  const current = new Map(listed.map((running) => [keyOf(running), running]))
  const kept = before.flatMap((row): readonly SteadyRow[] => {
    const running = current.get(keyOf(row.running))
    if (running !== undefined)
      return running === row.running && row.endedAt === undefined ? [row] : [{ running, endedAt: undefined }]
    if (row.endedAt === undefined) return [{ ...row, endedAt: now }]
    return now - row.endedAt < staysMs ? [row] : []
  })
  const known = new Set(before.map(({ running }) => keyOf(running)))
  const added = listed.filter((running) => !known.has(keyOf(running)))
  const after = [...kept, ...added.map((running) => ({ running, endedAt: undefined }))]
  return after.length === before.length && after.every((row, at) => row === before[at]) ? before : after
}

/** The rows without those that only keep their place. */
export const runningRows = (rows: readonly SteadyRow[]): readonly SteadyRow[] =>
  rows.some(({ endedAt }) => endedAt !== undefined)
    ? rows.filter(({ endedAt }) => endedAt === undefined)
    : rows
