import type { ApprovalRequest } from '@shared/domain/approval'
import type { Bridge } from '../lib/bridge'
import type { AppState, AppStore } from './app-state'
import { leftOfRehearsal } from './left-of-requests'

/** Of a patch, or of the rehearsal that is shown, a file or a hunk. */
function isLeftOf({ id, rehearsal }: ApprovalRequest, leftOut: AppState['leftOut']): boolean {
  const applies = rehearsal?.state === 'found' ? rehearsal.found.applies : undefined
  const names = [id, ...(applies?.kind === 'possible' ? [leftOfRehearsal(id, applies.id)] : [])]
  return names.some((name) => {
    const { files = [], hunks = {} } = leftOut[name] ?? {}
    return files.length + Object.keys(hunks).length > 0
  })
}

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
    const now = new Set(waiting.filter((request) => isLeftOf(request, leftOut)).map(({ id }) => id))
    for (const id of now) if (!told.has(id)) say(id, true)
    for (const id of told) if (!now.has(id) && approvals[id] !== undefined) say(id, false)
    told = now
  })
}
