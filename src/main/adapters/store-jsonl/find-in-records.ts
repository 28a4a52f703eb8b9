import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { patternOf } from '@shared/domain/text-pattern'
import type { SessionListItem } from '@shared/domain/session'
import { findInEvents } from '../../core/conversation/find-in-events'
import type { RecordSearch, RecordsFound } from '../../core/ports/home-files'
import { loadRollout } from './load-rollout'
import { rolloutFolders } from './rollout-files'
import { SessionIndex } from './session-index'

/** Where one page ends, and how many places of one record are told. */
const most = { sessions: 20, places: 3, milliseconds: 5000 }
const chunkBytes = 1024 * 1024

/** A session's place in the order: by its last change, and by its id where two changed at the same time. */
const placeOf = (item: SessionListItem): string => `${item.updatedAt} ${item.id}`

/** The search through the records of a home. A record is only rebuilt where its bytes hold the text. */
export function createRecordSearch(home: string, limits = most): RecordSearch {
  const index = new SessionIndex(home, rolloutFolders(home))
  return {
    async find(text, cursor, signal) {
      const items = (await index.list())
        .filter((item) => !item.archived && (cursor === undefined || placeOf(item) < cursor))
        .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
      const until = performance.now() + limits.milliseconds
      const sessions: RecordsFound['sessions'][number][] = []
      let before: string | undefined = cursor
      for (const item of items) {
        // At least one is looked through, so that every page comes further.
        const late = before !== cursor && performance.now() > until
        if (late || signal.aborted || sessions.length >= limits.sessions)
          return { sessions, ...(before === undefined ? {} : { cursor: before }) }
        const found = await findIn(item, text, signal, limits.places).catch(() => undefined) // unreadable: passed over
        if (found !== undefined) sessions.push(found)
        before = placeOf(item)
      }
      return { sessions }
    },
  }
}

async function findIn(
  { id, title, updatedAt, rolloutPath }: SessionListItem,
  text: string,
  signal: AbortSignal,
  places: number,
): Promise<RecordsFound['sessions'][number] | undefined> {
  if (!(await holds(rolloutPath, text, signal))) return undefined
  const { events } = await loadRollout(rolloutPath)
  const { found, more } = findInEvents(
    events.map((each) => ({ sessionId: id, ...each })),
    text,
    places,
  )
  return found.length === 0 ? undefined : { sessionId: id, title, updatedAt, found: [...found], more }
}

/**
 * Whether the text is in the file as JSON writes it, in whatever case; what is found here may still be nothing that is shown. It is read piece by
 * piece and not line by line: one line can be a whole picture, and the engine does other things meanwhile.
 */
async function holds(path: string, text: string, signal: AbortSignal): Promise<boolean> {
  const written = JSON.stringify(text).slice(1, -1)
  const pattern = patternOf(written)
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const decoder = new TextDecoder()
    let rest = ''
    for (let position = 0; !signal.aborted;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
      if (bytesRead === 0) return false
      position += bytesRead
      const seen = rest + decoder.decode(chunk.subarray(0, bytesRead), { stream: true })
      if (pattern.test(seen)) return true
      // What began in this piece may end in the next. Another case of a letter is at most as long again.
      rest = seen.slice(-2 * written.length)
    }
    return false
  } finally {
    await handle.close()
  }
}
