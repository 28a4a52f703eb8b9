import type { SessionActionParts } from './session-actions'

/** What a person can do about the rehearsal of a request. A fault is left at its session. */
export interface RehearsalActions {
  /** Has a waiting request rehearsed; what comes of it comes as a push. */
  rehearse(requestId: string): Promise<void>
}

/** Makes them over one store. */
export function createRehearsalActions({
  bridge,
  store,
  attempt,
}: Pick<SessionActionParts, 'bridge' | 'store' | 'attempt'>): RehearsalActions {
  return {
    async rehearse(requestId) {
      const sessionId = store.getState().approvals[requestId]?.sessionId
      if (sessionId === undefined) return
      await attempt(sessionId, async () => {
        await bridge.request('approval.rehearse', { requestId })
      })
    },
  }
}
