import { FaultError } from '@shared/domain/fault'
import { pictureBytes, pictureName, readPicture, type Picture } from '../lib/read-picture'
import { strings } from '../lib/strings'
import { visibleString } from '../lib/visible-text'
import type { SessionActionParts } from './session-actions'

/** What a person can do with the pictures of the next message. Neither rejects; a fault is left at the session. */
export interface PictureActions {
  /** Takes in what can be taken; what is no picture, or too much, is left out and named with the reason. */
  attach(sessionId: string, files: readonly File[]): Promise<void>
  detach(sessionId: string, index: number): void
}

const mostPictures = 20
/** Bytes of all pictures of a message: a browser's message to the engine holds 2 MiB, in base64. */
const mostBytes = { desktop: 15_000_000, browser: 1_400_000 } as const
const mostNamed = 3

type LeftOut = keyof typeof strings.composer.leftOut

/** Makes them over one store. */
export function createPictureActions({
  store,
  attempt,
}: Pick<SessionActionParts, 'store' | 'attempt'>): PictureActions {
  const held = (sessionId: string): readonly Picture[] => store.getState().pictures[sessionId] ?? []
  const put = (sessionId: string, next: readonly Picture[]): void => {
    store.setState(({ pictures }) => ({ pictures: { ...pictures, [sessionId]: next } }))
  }
  const roomFor = (sessionId: string, bytes: number): LeftOut | undefined => {
    const most = mostBytes[store.getState().engine?.host ?? 'browser']
    const before = held(sessionId)
    if (before.length >= mostPictures) return 'count'
    return before.reduce((sum, each) => sum + pictureBytes(each), bytes) > most ? 'size' : undefined
  }
  /** Why it is not taken; undefined: it is. */
  const take = async (sessionId: string, file: File): Promise<LeftOut | undefined> => {
    const early = roomFor(sessionId, file.size)
    if (early !== undefined) return early
    const read = await readPicture(file)
    if (read.kind !== 'picture') return read.kind
    // Others can have come while it was read.
    const late = roomFor(sessionId, pictureBytes(read.picture))
    if (late === undefined) put(sessionId, [...held(sessionId), read.picture])
    return late
  }
  const inWords = (why: LeftOut, files: readonly File[]): string => {
    const { leftOut, names } = strings.composer
    const listed = files.slice(0, mostNamed).map((file) => visibleString(pictureName(file)))
    const said = names(listed, files.length - listed.length)
    if (why === 'count') return leftOut.count(said, mostPictures)
    if (why === 'size') return leftOut.size(said, mostBytes[store.getState().engine?.host ?? 'browser'])
    return leftOut[why](said)
  }
  return {
    async attach(sessionId, files) {
      await attempt(sessionId, async () => {
        const out = new Map<LeftOut, File[]>()
        for (const file of files) {
          const why = await take(sessionId, file)
          if (why !== undefined) out.set(why, [...(out.get(why) ?? []), file])
        }
        const message = [...out].map(([why, left]) => inWords(why, left)).join(' ')
        if (message !== '') throw new FaultError({ code: 'bad-request', message })
      })
    },
    detach(sessionId, index) {
      put(
        sessionId,
        held(sessionId).filter((_, each) => each !== index),
      )
    },
  }
}
