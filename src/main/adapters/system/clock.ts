import { setTimeout as delay } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { Clock, Ids } from '../../core/ports/system'

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, { signal })
    } catch (error) {
      // Node wraps the reason; the port promises the reason itself.
      throw signal?.aborted === true ? signal.reason : error
    }
  },
}

/** UUID version 7. */
export const systemIds: Ids = { next: () => v7() }
