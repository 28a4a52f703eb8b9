import { join } from 'node:path'
import { z } from 'zod'
import { FaultError } from '@shared/domain/fault'
import type { HistoryEntry, MessageHistory } from '../../core/ports/home-files'
import { appendLine } from '../regular-file/append-line'
import { readRegularFile } from '../regular-file/read-regular-file'

/** So much of the file is read; what would stand behind that is not put by any more. */
const maxBytes = 16 * 1024 * 1024

/** As the reference system writes it. */
const Line = z.looseObject({ session_id: z.string(), ts: z.number(), text: z.string() })

/** Identifies the file; the highest bits are left out, so that it is a number in every JSON. */
const idOf = (inode: number): number => inode % 2 ** 48

/** What the history is kept with. `persistence` is asked anew each time. */
export interface MessageHistoryParts {
  readonly home: string
  readonly persistence: () => 'save-all' | 'none'
  readonly now: () => number
}

/**
 * `history.jsonl` in the home, one message a line, for its owner alone. A line that cannot be read keeps its offset and is no
 * entry; a link, a pipe or a folder in its place is never written to.
 */
export function createMessageHistory({ home, persistence, now }: MessageHistoryParts): MessageHistory {
  const file = join(home, 'history.jsonl')
  const fault = (why: string, cause?: unknown): FaultError =>
    new FaultError({ code: 'store-failed', message: `The message was not put by in ${file}: ${why}.` }, cause)

  async function lines(): Promise<{ id: number; lines: readonly string[] } | undefined> {
    try {
      const found = await readRegularFile(file, { limit: maxBytes, links: 'refuse' })
      if (found.kind !== 'read') return undefined
      const all = found.bytes.toString('utf8').split('\n')
      // What is not ended yet is another program's, in the middle of writing.
      return { id: idOf(found.stats.ino), lines: all.slice(0, -1) }
    } catch (error) {
      if (error instanceof Error && 'code' in error) return undefined
      throw error
    }
  }

  const why = {
    other: 'it is no regular file; expected one, or none',
    full: `it is full, with ${String(maxBytes)} bytes; expected it to be moved away`,
  } as const

  return {
    async log() {
      const found = await lines()
      return found ? { id: found.id, entries: found.lines.length } : { id: 0, entries: 0 }
    },
    async add(conversationId, text) {
      if (persistence() === 'none') return
      const line = { session_id: conversationId, ts: Math.floor(now() / 1000), text }
      const done = await appendLine(file, JSON.stringify(line), maxBytes).catch((error: unknown) => {
        throw fault((error as NodeJS.ErrnoException).code ?? 'it cannot be written', error)
      })
      if (done !== 'appended') throw fault(why[done])
    },
    async entry(logId, offset) {
      const found = await lines()
      const line = found?.id === logId ? found.lines[offset] : undefined
      return line === undefined ? undefined : entryOf(line)
    },
  }
}

function entryOf(line: string): HistoryEntry | undefined {
  try {
    const { session_id: conversationId, ts, text } = Line.parse(JSON.parse(line))
    return { conversationId, ts: Math.max(0, Math.floor(ts)), text }
  } catch {
    // Another program's, or torn: it is no entry.
    return undefined
  }
}
