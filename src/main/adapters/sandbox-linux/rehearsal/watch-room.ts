import { Turns } from '../../own-process/turns'
import { inFolder, bytesOf, type BytePath } from '../byte-path'
import { lookAtPath, namesIn } from './listed-tree'
import { freeBytes } from './staging'

/** What of its bounds a rehearsal has met; `room`: the disk fills faster than what can be seen explains. */
export type RoomLimit = 'bytes' | 'entries' | 'room'

interface Room {
  readonly uppers: readonly string[]
  readonly maxBytes: number
  readonly maxEntries: number
}

/** The shortest time between two looks; each look is followed by a pause of five times its own length. */
const everyMs = 100

/** Looks through the uppers once. What cannot be listed is left to the free room of the disk. */
async function look({ uppers, maxBytes, maxEntries }: Room): Promise<RoomLimit | undefined> {
  const turns = new Turns()
  let [bytes, entries] = [0, 0]
  const folders: BytePath[] = uppers.map(bytesOf)
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of namesIn(folder)) {
      await turns.give()
      const path = inFolder(folder, name)
      const found = lookAtPath(path)
      if (!found) continue
      entries += 1
      bytes += found.blocks * 512
      if (found.isDirectory()) folders.push(path)
      if (entries > maxEntries) return 'entries'
      if (bytes > maxBytes) return 'bytes'
    }
  }
  return undefined
}

/**
 * Looks after what a running command takes, and calls `met` once when it is too much. Files that have no name any more are seen
 * by the free room alone. Returns what ends the watch.
 */
export function watchRoom(room: Room, reached: (what: RoomLimit) => void): () => void {
  const [first = '/'] = room.uppers
  const free = freeBytes(first)
  let over = false
  let timer: NodeJS.Timeout | undefined
  const again = (ms: number): void => {
    if (over) return
    timer = setTimeout(() => void once(), ms)
    timer.unref()
  }
  const once = async (): Promise<void> => {
    const began = performance.now()
    let found: RoomLimit | undefined
    try {
      // What can be seen explains more than what is free, which others fill as well.
      found = (await look(room)) ?? (freeBytes(first) < free - 2 * room.maxBytes ? 'room' : undefined)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      found = 'room' // it cannot be looked after any more
    }
    if (over) return
    if (found === undefined) {
      again(Math.max(everyMs, 5 * (performance.now() - began)))
      return
    }
    over = true
    reached(found)
  }
  again(everyMs)
  return () => {
    over = true
    clearTimeout(timer)
  }
}
