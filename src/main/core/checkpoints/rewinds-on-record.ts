import type { SessionStore } from '../ports/session-store'
import type { ShadowParts } from './shadow-store'

/** See ShadowParts. The record is taken for the look, so that it is nobody's who may be writing it just then. */
export const rewindsOnRecord =
  (store: Pick<SessionStore, 'load' | 'claim' | 'release'>): Exclude<ShadowParts['isOnRecord'], undefined> =>
  async (sessionId, rewind) => {
    const found = await store.load({ sessionId })
    if (!found) return true
    await store.claim(found.summary)
    try {
      const now = await store.load({ path: found.summary.rolloutPath })
      return now === undefined || (now.rewinds ?? []).includes(rewind)
    } finally {
      await store.release(found.summary)
    }
  }
