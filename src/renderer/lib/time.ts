import { once } from '@shared/messages/counting'
import { strings } from './strings'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// Each row of the rail has one, and is drawn again each second: made anew for each, two hundred take 50 ms. The page speaks one language.
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(strings.locale, options))
const weekday = dateFormat({ weekday: 'short' })
const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' })

/** How long ago, short enough for a list: "38 s", "2 min", "3 h", a weekday within a week, then a date. */
export function formatAge(iso: string, now: number): string {
  const then = Date.parse(iso)
  const ms = Math.max(0, now - then)
  if (Number.isNaN(ms)) return ''
  if (ms < minute) return `${String(Math.floor(ms / second))} s`
  if (ms < hour) return `${String(Math.floor(ms / minute))} min`
  if (ms < day) return `${String(Math.floor(ms / hour))} h`
  return (ms < 7 * day ? weekday() : dayAndMonth()).format(then)
}

/** How long ago as a part of a sentence: "3 min ago" within a day, else the day, "on Mon"; '' for text that is no time. */
export function formatAgo(iso: string, now: number): string {
  const age = formatAge(iso, now)
  if (age === '') return ''
  return now - Date.parse(iso) < day ? strings.app.ago(age) : strings.app.onDay(age)
}

/** How long something lasts so far: "38 s", "2 min", "3 h", then whole days, "12 d"; '' for text that is no time. */
export function formatLasting(since: string, now: number): string {
  const ms = now - Date.parse(since)
  return ms < day ? formatAge(since, now) : Number.isNaN(ms) ? '' : `${String(Math.floor(ms / day))} d`
}

// Every card of a record has one; one that is made for each number takes fifty times as long.
const withTenth = once(
  () => new Intl.NumberFormat(strings.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const tenths = (n: number): string => withTenth().format(n)

/** A length of time in words: "40 ms", "0.1 s", "12 s", "2 min 5 s". */
export function formatDuration(ms: number): string {
  if (ms < second / 10) return `${String(Math.round(ms))} ms`
  if (ms < 10 * second) return `${tenths(ms / second)} s`
  if (ms < minute) return `${String(Math.round(ms / second))} s`
  const rest = Math.round((ms % minute) / second)
  return `${String(Math.floor(ms / minute))} min${rest === 0 ? '' : ` ${String(rest)} s`}`
}

/** The time of day as "14:03" in the person's own zone; '' for text that is no time. */
export function formatTimeOfDay(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleTimeString(strings.locale, { hour: '2-digit', minute: '2-digit' })
}

/** When something was, to the minute: the time of day, with the day before it where that was not today; '' for text that is no time. */
export function formatMinute(iso: string, now: number): string {
  const [moment, time] = [formatMoment(iso, now), formatTimeOfDay(iso)]
  return moment === time ? time : `${moment}, ${time}`
}

/** When something was, for a table: the time of day when it was today, else the day and month; '' for text that is no time. */
export function formatMoment(iso: string, now: number): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  if (date.toDateString() === new Date(now).toDateString()) return formatTimeOfDay(iso)
  return dayAndMonth().format(date)
}
