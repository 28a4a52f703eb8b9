import type {
  RestoreLook,
  RestoreWay,
  RestoreWish,
  RewindLook,
  RewindWish,
} from '@shared/domain/turn-restore'
import type { SessionActionParts } from './session-actions'

/** Taking back what turns changed. None rejects; a fault is left at the session. */
export interface RestoreActions {
  /** Asks for what a turn changed, for the item of that key; nothing is shown where it is not known. */
  lookAtTurn(sessionId: string, turnNumber: number, itemKey: string): Promise<void>
  /** Opens the question what is to be put back, of turns or of one run outside the folder; no way closes it. */
  askRestore(sessionId: string, way: RestoreWay | undefined, run?: string): void
  /** What could be put back; undefined: it cannot be told, and a fault says why. */
  lookAtRestore(sessionId: string, way: RestoreWay, run?: string): Promise<RestoreLook | undefined>
  restore(sessionId: string, wish: RestoreWish): Promise<void>
  /** Opens the question whether to go back to before a turn, whose message is `text`; without one closes it. */
  askRewind(sessionId: string, to: { readonly turnNumber: number; readonly text: string } | undefined): void
  /** What going back comes to; undefined: it cannot be told, and a fault says why. */
  lookAtRewind(sessionId: string, turnNumber: number): Promise<RewindLook | undefined>
  /** Goes back; the message comes into the field, before what is in it. */
  rewind(sessionId: string, wish: RewindWish, text: string): Promise<void>
}

/** Where what a turn changed is kept: an item's key comes once in a session, a turn's number again after a rewind. */
export const turnChangesKey = (sessionId: string, itemKey: string): string => `${sessionId} ${itemKey}`

/** Makes them over one bridge and one store. */
export function createRestoreActions({
  bridge,
  store,
  attempt,
}: Pick<SessionActionParts, 'bridge' | 'store' | 'attempt'>): RestoreActions {
  return {
    async lookAtTurn(sessionId, turnNumber, itemKey) {
      const { unifiedDiff = '' } = await bridge
        .request('turn.changes', { sessionId, turnNumber })
        .catch(() => ({ unifiedDiff: undefined }))
      store.setState(({ turnChanges }) => ({
        turnChanges: { ...turnChanges, [turnChangesKey(sessionId, itemKey)]: unifiedDiff },
      }))
    },
    askRestore(sessionId, way, run) {
      store.setState({ restoring: way && { sessionId, way, run } })
    },
    async lookAtRestore(sessionId, way, run) {
      let look: RestoreLook | undefined
      await attempt(sessionId, async () => {
        look = await bridge.request('restore.look', { sessionId, way, ...(run !== undefined && { run }) })
      })
      return look
    },
    async restore(sessionId, wish) {
      await attempt(sessionId, async () => {
        await bridge.request('restore.do', { sessionId, ...wish })
      })
    },
    askRewind(sessionId, to) {
      store.setState({ rewinding: to && { sessionId, ...to } })
    },
    async lookAtRewind(sessionId, turnNumber) {
      let look: RewindLook | undefined
      await attempt(sessionId, async () => {
        look = await bridge.request('rewind.look', { sessionId, turnNumber })
      })
      return look
    },
    async rewind(sessionId, wish, text) {
      await attempt(sessionId, async () => {
        await bridge.request('rewind.do', { sessionId, ...wish })
        store.setState(({ drafts }) => {
          const typed = drafts[sessionId] ?? ''
          return {
            drafts: { ...drafts, [sessionId]: typed === '' ? text : `${text}\n${typed}` },
            writeIn: sessionId,
          }
        })
      })
    },
  }
}
