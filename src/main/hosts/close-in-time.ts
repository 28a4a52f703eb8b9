import type { Log } from '../core/ports/system'

/**
 * Closes an engine (denies what waits, stops what runs, flushes its records), and waits for it no longer than the limit.
 * Never rejects: an end that failed half-way would leave a program that cannot be ended. What went wrong is logged.
 */
export async function closeInTime(close: () => Promise<void>, limitMs: number, log: Log): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, limitMs, 'late')
  try {
    if ((await Promise.race([close(), tooLate])) === 'late')
      log.error(`end: the engine did not close within ${String(limitMs)} ms`)
  } catch (error) {
    log.error('end: the engine failed to close', error)
  } finally {
    clearTimeout(timer)
  }
}
