import type { Clock } from '../../ports'

/** How a piece of work ended that had a limit: by itself, by the clock, or because nobody wants it any more. */
export type WithinLimit<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'cancelled' }

/**
 * Runs `work` for at most `limitMs` milliseconds. It comes back at the limit or at the abort even when the work does not
 * listen to the signal it is given. Throws what the work throws before that.
 */
export async function withinLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { limitMs, clock, signal }: { limitMs: number; clock: Clock; signal: AbortSignal },
): Promise<WithinLimit<T>> {
  const stop = new AbortController()
  const cancelled = new Promise<WithinLimit<T>>((resolve) => {
    if (signal.aborted) resolve({ kind: 'cancelled' })
    signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), {
      once: true,
      signal: stop.signal,
    })
  })
  const timedOut = async (): Promise<WithinLimit<T>> => {
    await clock.sleep(limitMs, stop.signal)
    return { kind: 'timed-out' }
  }
  const done = async (): Promise<WithinLimit<T>> => ({
    kind: 'done',
    value: await work(AbortSignal.any([signal, stop.signal])),
  })
  try {
    // Whoever loses is heard by the race all the same, so that its late rejection is nobody's fault.
    return await Promise.race([cancelled, done(), timedOut()])
  } finally {
    stop.abort()
  }
}
