import { stat, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SessionListItem } from '@shared/domain/session'
import { parseJson } from './decode-line'
import { readListEntry } from './list-entry'
import { rolloutsIn, type RolloutFolders } from './rollout-files'

const Entry = z.object({
  size: z.number(),
  modified: z.number(),
  item: SessionListItem.omit({ rolloutPath: true, archived: true }).optional(),
})
const IndexFile = z.object({ version: z.literal(1), entries: z.record(z.string(), Entry) })
type Entry = z.infer<typeof Entry>

/** So many files are looked at side by side. */
const abreast = 32

async function inParallel<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const worker = async (): Promise<void> => {
    for (const each of rest) await work(each)
  }
  await Promise.all(Array.from({ length: abreast }, worker))
}

/**
 * The list of all sessions. What it knows of a record is kept in a file beside the records, and holds only as long as
 * the record has the size and time that it had then; the index is rebuilt from the records wherever it is missing,
 * stale or damaged, so that losing it loses nothing.
 */
export class SessionIndex {
  readonly #folders: RolloutFolders
  readonly #file: string
  #entries: Map<string, Entry> | undefined

  constructor(home: string, folders: RolloutFolders) {
    this.#folders = folders
    this.#file = join(home, 'sessions-index.json')
  }

  /** Every session on file. A record that cannot be read is left out. Throws when the folders cannot be read. */
  async list(): Promise<SessionListItem[]> {
    const known = (this.#entries ??= await this.#load())
    const [active, archived] = await Promise.all([
      rolloutsIn(this.#folders.sessions),
      rolloutsIn(this.#folders.archived),
    ])
    const fresh = new Map<string, Entry>()
    let changed = known.size !== active.length + archived.length
    await inParallel([...active, ...archived], async (path) => {
      const stats = await stat(path).catch(() => undefined) // moved or deleted since the folder was read
      if (!stats?.isFile()) return
      const [size, modified] = [stats.size, stats.mtimeMs]
      const entry = known.get(path)
      if (entry?.size === size && entry.modified === modified) {
        fresh.set(path, entry)
        return
      }
      changed = true
      const item = await readListEntry(path).catch(() => undefined) // unreadable: it is in no list
      fresh.set(path, { size, modified, ...(item === undefined ? {} : { item }) })
    })
    this.#entries = fresh
    if (changed) await this.#save(fresh)
    const isArchived = new Set(archived)
    return [...fresh].flatMap(([rolloutPath, { item }]) =>
      item === undefined ? [] : [{ ...item, rolloutPath, archived: isArchived.has(rolloutPath) }],
    )
  }

  async #load(): Promise<Map<string, Entry>> {
    const text = await readFile(this.#file, 'utf8').catch(() => '') // missing or unreadable: rebuilt
    const index = IndexFile.safeParse(parseJson(text))
    return new Map(index.success ? Object.entries(index.data.entries) : [])
  }

  /** An index that cannot be written is only slower to list next time. */
  async #save(entries: ReadonlyMap<string, Entry>): Promise<void> {
    const fresh = `${this.#file}.${String(process.pid)}`
    const text = JSON.stringify({ version: 1, entries: Object.fromEntries(entries) })
    await writeFile(fresh, text, { mode: 0o600 })
      .then(() => rename(fresh, this.#file))
      .catch(() => undefined)
  }
}
