import type { YesEnds } from '@shared/domain/nearest-rule'

/** How a person chooses when a standing yes ends, in the order in which it is offered. */
export const endKinds = ['hour', 'today', 'month', 'runs', 'branch', 'never'] as const
export type EndKind = (typeof endKinds)[number]

/** What is chosen; `runs` counts for that kind alone. */
export interface EndsChoice {
  readonly kind: EndKind
  readonly runs: number
}

/** What stands there before anything is chosen: no standing yes is for ever unless somebody says so. */
export const usualEnds: EndsChoice = { kind: 'month', runs: 50 }

const hourMs = 3_600_000

/** A moment in the time of this machine, with its offset: as a person reads it in a file. */
function withOffset(date: Date): string {
  const two = (value: number): string => String(Math.floor(Math.abs(value))).padStart(2, '0')
  const minutes = -date.getTimezoneOffset()
  const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 19)
  return `${local}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** The end that a choice made at `now` (milliseconds since the epoch) stands for; undefined: none. Without a branch that choice is for 30 days. */
export function endsOf(
  { kind, runs }: EndsChoice,
  now: number,
  branch: string | undefined,
): YesEnds | undefined {
  const at = (ms: number): YesEnds => ({ at: withOffset(new Date(ms)) })
  switch (kind) {
    case 'hour':
      return at(now + hourMs)
    case 'today':
      return at(new Date(now).setHours(23, 59, 59, 0))
    case 'runs':
      return { runs }
    case 'branch':
      return branch === undefined ? at(now + 30 * 24 * hourMs) : { branch }
    case 'month':
      return at(now + 30 * 24 * hourMs)
    case 'never':
      return undefined
  }
}
