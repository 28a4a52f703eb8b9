import { FaultError } from '@shared/domain/fault'
import { readPicture, type Picture } from '../lib/read-picture'
import type { SessionActionParts } from './session-actions'

/** What a person can do with the pictures of the next message. Neither rejects; a fault is left at the session. */
export interface PictureActions {
  /** Takes pictures in; what is none, or too much, is told and left out. */
  attach(sessionId: string, files: readonly File[]): Promise<void>
  detach(sessionId: string, index: number): void
}

const mostPictures = 20
/** Bytes of all pictures of a message: a browser's message to the engine holds 2 MiB, in base64. */
const mostBytes = { desktop: 15_000_000, browser: 1_400_000 } as const

/** Makes them over one store. */
export function createPictureActions({
  store,
  attempt,
}: Pick<SessionActionParts, 'store' | 'attempt'>): PictureActions {
  const put = (sessionId: string, change: (before: readonly Picture[]) => readonly Picture[]): void => {
    store.setState(({ pictures }) => ({
      pictures: { ...pictures, [sessionId]: change(pictures[sessionId] ?? []) },
    }))
  }
  return {
    async attach(sessionId, files) {
      await attempt(sessionId, async () => {
        for (const file of files) {
          const { engine, pictures } = store.getState()
          const held = pictures[sessionId] ?? []
          const used = held.reduce((sum, { url }) => sum + Math.ceil((url.length * 3) / 4), 0)
          if (held.length >= mostPictures) {
            const message = `A message takes at most ${String(mostPictures)} pictures.`
            throw new FaultError({ code: 'bad-request', message })
          }
          const room = Math.max(0, mostBytes[engine?.host ?? 'browser'] - used)
          const picture = await readPicture(file, room)
          put(sessionId, (before) => [...before, picture])
        }
      })
    },
    detach(sessionId, index) {
      put(sessionId, (before) => before.filter((_, each) => each !== index))
    },
  }
}
