import { isoTime } from '@shared/domain/iso-time'
import type { YesEnds } from '@shared/domain/nearest-rule'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { upperFirst } from '@shared/messages/spoken'
import { ruleWords } from './rule-words'
import { formatLasting, formatMoment } from './time'

/** How often a standing yes was used, how much time and how many runs it has left, and whether it counts. `now` in milliseconds since 1970. */
export function usageInWords(
  { count, last, standing }: NonNullable<StoredGrant['usage']>,
  ends: YesEnds | undefined,
  now: number,
): string {
  const words = ruleWords
  const when = last === undefined ? '' : words.lastUsed(formatMoment(isoTime(last), now))
  const ms = ends?.at === undefined ? 0 : Date.parse(ends.at) - now
  const time = ms > 0 ? words.timeLeft(formatLasting(new Date(now).toISOString(), now + ms)) : ''
  const left = ends?.runs === undefined ? '' : words.left(Math.max(0, ends.runs - count))
  return `${upperFirst(words.used(count))}${when}${time}${left}; ${words.standing[standing]}.`
}
