import type { Bridge } from '../lib/bridge'
import type { AppStore } from './app-state'
import { isPartLeft } from './left-of-requests'

/**
 * Tells the engine of which requests that wait parts are left out here, wherever the person looks, so that no grant and no rule answers them;
 * after each hello of all again. Returns the way to end it.
 */
export function tellLeft(store: AppStore, bridge: Pick<Bridge, 'request'>): () => void {
  let told: ReadonlySet<string> = new Set()
  const say = (requestId: string, some: boolean): void => {
    // Where the engine does not hear it, the next hello is followed by it again.
    bridge.request('approval.leaves-out', { requestId, some }).catch(() => undefined)
  }
  return store.subscribe(({ connection, approvals, leftOut }, before) => {
    if (connection.kind !== 'ready') return
    const isAnew = connection !== before.connection
    if (!isAnew && approvals === before.approvals && leftOut === before.leftOut) return
    if (isAnew) told = new Set()
    const waiting = Object.values(approvals).filter(({ state }) => state === 'pending')
    const now = new Set(waiting.filter((request) => isPartLeft(request, leftOut)).map(({ id }) => id))
    for (const id of now) if (!told.has(id)) say(id, true)
    for (const id of told) if (!now.has(id) && approvals[id] !== undefined) say(id, false)
    told = now
  })
}
