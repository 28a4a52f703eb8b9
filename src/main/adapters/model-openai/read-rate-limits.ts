import type { ProviderLimits, RateLimitWindow } from '@shared/domain/agent-event'

const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }
/** Nothing is told that lies further off: a year, in seconds. */
const furthest = 366 * 86_400

/** A number as a header has it: plain, not negative; undefined for everything else. */
function numberIn(headers: Headers, name: string): number | undefined {
  const text = headers.get(name)?.trim() ?? ''
  return /^\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined
}

/** "6m0s", "1.5s", "20ms" or plain seconds, in seconds. */
function secondsIn(headers: Headers, name: string): number | undefined {
  const text = headers.get(name)?.trim() ?? ''
  if (text === '' || text.length > 40) return undefined
  const plain = numberIn(headers, name)
  if (plain !== undefined) return plain
  if (!/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0),
    0,
  )
}

const resetIn = (seconds: number | undefined, now: number): Pick<RateLimitWindow, 'resetsAt'> =>
  seconds === undefined || seconds > furthest ? {} : { resetsAt: Math.ceil(now / 1000 + seconds) }

/** `x-codex-primary-used-percent` and its like: the share itself, the window, and the reset as a time or a wait. */
function stated(headers: Headers, which: string, now: number): RateLimitWindow | undefined {
  const prefix = `x-codex-${which}`
  const used = numberIn(headers, `${prefix}-used-percent`)
  if (used === undefined) return undefined
  const window = Math.round(numberIn(headers, `${prefix}-window-minutes`) ?? 0)
  const at = numberIn(headers, `${prefix}-reset-at`) ?? numberIn(headers, `${prefix}-resets-at`)
  const wait = numberIn(headers, `${prefix}-reset-after-seconds`)
  return {
    usedPercent: Math.min(100, used),
    ...(window > 0 && window <= furthest / 60 ? { windowMinutes: window } : {}),
    ...resetIn(at === undefined ? wait : Math.max(0, at - now / 1000), now),
  }
}

/** `x-ratelimit-limit-requests` and its like: what is left of what there is. */
function counted(headers: Headers, what: string, now: number): RateLimitWindow | undefined {
  const limit = numberIn(headers, `x-ratelimit-limit-${what}`)
  const left = numberIn(headers, `x-ratelimit-remaining-${what}`)
  if (limit === undefined || limit === 0 || left === undefined) return undefined
  const used = 100 * (1 - Math.min(left, limit) / limit)
  return {
    usedPercent: Math.round(used * 100) / 100,
    ...resetIn(secondsIn(headers, `x-ratelimit-reset-${what}`), now),
  }
}

/**
 * A provider's limits as the headers of an answer tell them: `x-codex-*`, or else `x-ratelimit-*`, whose requests are the
 * primary and whose tokens the secondary limit. Undefined where they tell none; what cannot be read counts as not told. `now` is
 * in milliseconds since the epoch.
 */
export function readRateLimits(headers: Headers, now: number): ProviderLimits | undefined {
  const primary = stated(headers, 'primary', now) ?? counted(headers, 'requests', now)
  const secondary = stated(headers, 'secondary', now) ?? counted(headers, 'tokens', now)
  if (!primary && !secondary) return undefined
  return { ...(primary && { primary }), ...(secondary && { secondary }) }
}

/** The headers of an answer that the library turned into an error, where it had any. */
export function headersOf(error: unknown): Headers | undefined {
  return error instanceof Error && 'headers' in error && error.headers instanceof Headers
    ? error.headers
    : undefined
}
