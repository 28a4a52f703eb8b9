import type { ModelProvider } from '@shared/domain/settings'

const firstDelayMs = 200
const longestBackoffMs = 30_000
const longestRetryAfterMs = 60_000

/** How often an answer may still be tried. */
export interface RetryBudget {
  /** Milliseconds to wait before the next attempt; undefined when there is to be none. */
  next(retry: 'request' | 'stream' | 'never', retryAfterMs: number | undefined): number | undefined
}

/**
 * The budget of one answer. Requests that never became a stream count in a row; broken streams count over the whole
 * answer, and a stream that began shows that requests get through again.
 */
export function retryBudget(
  limits: Pick<ModelProvider, 'request_max_retries' | 'stream_max_retries'>,
): RetryBudget {
  let requests = 0
  let streams = 0
  return {
    next(retry, retryAfterMs) {
      switch (retry) {
        case 'never':
          return undefined
        case 'request':
          requests += 1
          return requests > limits.request_max_retries ? undefined : (retryAfterMs ?? backoff(requests))
        case 'stream':
          requests = 0
          streams += 1
          return streams > limits.stream_max_retries ? undefined : (retryAfterMs ?? backoff(streams))
      }
    },
  }
}

/** Doubles from 200 ms up to 30 s, a tenth more or less, so that clients that failed together do not return together. */
function backoff(failures: number): number {
  const plain = Math.min(firstDelayMs * 2 ** (failures - 1), longestBackoffMs)
  return Math.round(plain * (0.9 + Math.random() * 0.2))
}

/**
 * The wait that the headers `retry-after-ms` or `retry-after` (seconds or a date) ask for, at most 60 s. Undefined when
 * they ask for none that can be read. `now` is milliseconds since the epoch.
 */
export function retryAfter(error: unknown, now: number): number | undefined {
  if (typeof error !== 'object' || error === null || !('headers' in error)) return undefined
  if (!(error.headers instanceof Headers)) return undefined
  const milliseconds = error.headers.get('retry-after-ms')
  const header = error.headers.get('retry-after')
  const asked = readNumber(milliseconds) ?? seconds(readNumber(header)) ?? untilDate(header, now)
  return asked !== undefined && asked > 0 ? Math.min(asked, longestRetryAfterMs) : undefined
}

function readNumber(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

function seconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value * 1000
}

function untilDate(text: string | null, now: number): number | undefined {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : at - now
}
