import { open, type FileHandle } from 'node:fs/promises'
import { firstCharacters } from '@shared/domain/first-characters'
import type { SessionListItem } from '@shared/domain/session'
import { untitled } from '../../core/conversation/session-title'
import { decodeLine } from './decode-line'
import { readLines } from './read-lines'
import { SessionRebuilder } from './rebuild-session'

/** What a list says of one record, without where it lies. */
export type ListEntry = Omit<SessionListItem, 'rolloutPath' | 'archived'>

/** So many lines from the start are looked at for the head and the first message. */
const headLines = 40
const headBytes = 32 * 1024
const chunkBytes = 256 * 1024
const marker = Buffer.from('"type":"countersign_summary"')

/** The last whole line of ours that says what the session is called and how it stands; undefined when there is none. */
async function lastSummary(handle: FileHandle, size: number): Promise<string | undefined> {
  let after = Buffer.alloc(0)
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - chunkBytes)
    const chunk = Buffer.allocUnsafe(end - start)
    await handle.read(chunk, 0, chunk.length, start)
    // A line may lie across the border of two chunks.
    const text = Buffer.concat([chunk, after])
    for (
      let at = text.lastIndexOf(marker);
      at !== -1;
      at = at === 0 ? -1 : text.lastIndexOf(marker, at - 1)
    ) {
      const from = text.lastIndexOf(10, at) + 1
      if (from === 0 && start > 0) break
      const to = text.indexOf(10, at)
      const line = text.toString('utf8', from, to === -1 ? text.length : to)
      if (decodeLine(line)?.kind === 'summary') return line
    }
    const firstLine = text.indexOf(10)
    // No summary is longer; of any other line the rest need not be kept, however long it is.
    after = text.subarray(0, Math.min(firstLine === -1 ? text.length : firstLine + 1, chunkBytes))
    end = start
  }
  return undefined
}

/** When the last line was written; undefined when that cannot be told. */
async function lastTimestamp(handle: FileHandle, size: number): Promise<string | undefined> {
  const length = Math.min(size, chunkBytes)
  const chunk = Buffer.allocUnsafe(length)
  await handle.read(chunk, 0, length, size - length)
  return [...chunk.toString('utf8').matchAll(/^\{"timestamp":"([^"]{1,40})"/gm)].at(-1)?.[1]
}

/** Reads what a list shows of a record from its two ends; undefined for a file that is no rollout. Throws its errors. */
export async function readListEntry(file: string): Promise<ListEntry | undefined> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const rebuilder = new SessionRebuilder()
    let seen = 0
    await readLines(
      handle,
      (line) => {
        rebuilder.add(line)
        seen += 1
        return seen < headLines && !line.subarray(0, 120).includes('"type":"user_message"')
      },
      headBytes,
    )
    const head = rebuilder.finish()
    if (!head) return undefined
    const first = head.events.find(({ event }) => event.type === 'user.message')?.event
    const preview = first?.type === 'user.message' ? firstCharacters(first.text, 200) : ''
    const line = await lastSummary(handle, size)
    const record = line === undefined ? undefined : decodeLine(line)
    if (record?.kind === 'summary') {
      const { summary } = record
      const title = summary.title === untitled ? head.summary.title : summary.title
      return { ...summary, id: head.summary.id, title, preview }
    }
    return {
      ...head.summary,
      preview,
      updatedAt: (await lastTimestamp(handle, size)) ?? head.summary.updatedAt,
    }
  } finally {
    await handle.close()
  }
}
