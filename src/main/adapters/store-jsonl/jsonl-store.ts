import { lstat, realpath, rename, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { Trash } from '../../core/ports/system'
import type { RecordPlace, SessionStore, StoredSession, StoreLine } from '../../core/ports/session-store'
import { readRegularFile } from '../regular-file/read-regular-file'
import { encodeLine } from './encode-line'
import { ensureFolder } from './ensure-folder'
import { forkLines } from './fork-lines'
import { loadEnd } from './load-end'
import { loadRollout } from './load-rollout'
import { OpenRecords, storeFault } from './open-records'
import type { Rebuilt } from './rebuild-session'
import { archivePlaces, rolloutFolders, rolloutPath, rolloutsIn } from './rollout-files'
import { SessionIndex } from './session-index'

/** What a person was asked, said and took back is synced to the disk; the rest survives a killed process without that. */
function mustSurvivePowerLoss(line: StoreLine): boolean {
  return (
    line.type === 'event' &&
    ['approval.requested', 'approval.resolved', 'question.resolved', 'session.rewound'].includes(
      line.event.type,
    )
  )
}

/** What the store needs: the engine's folder, this program's version, and where deleted records go. */
export interface JsonlStoreOptions {
  readonly home: string
  readonly version: string
  readonly trash: Trash
}

/** The sessions' records as JSONL files under `home`; created on first write, readable by their owner only. */
export function createJsonlStore({ home, version, trash }: JsonlStoreOptions): SessionStore {
  const folders = rolloutFolders(home)
  const records = new OpenRecords()
  const index = new SessionIndex(home, folders)

  const fileOf = (session: RecordPlace): string => session.rolloutPath ?? rolloutPath(folders, session)
  const isBelow = (file: string, folder: string): boolean => resolve(file).startsWith(resolve(folder) + sep)

  /**
   * Whether a record is the engine's own: a plain file below its folders, through no link and under one name. What a link there leads to
   * can be written by others, as can a file that has another name elsewhere.
   */
  async function isOwn(file: string): Promise<boolean> {
    if (!isBelow(file, folders.archived) && !isBelow(file, folders.sessions)) return false
    const [real, realHome, { nlink }] = await Promise.all([realpath(file), realpath(home), lstat(file)])
    return real === join(realHome, relative(resolve(home), resolve(file))) && nlink === 1
  }

  async function find(sessionId: string): Promise<string | undefined> {
    const ends = `-${sessionId}.jsonl`
    const named = [...(await rolloutsIn(folders.sessions)), ...(await rolloutsIn(folders.archived))]
    const file = named.find((name) => name.endsWith(ends))
    if (file !== undefined) return file
    return (await index.list()).find((item) => item.id === sessionId)?.rolloutPath
  }

  async function load(file: string): Promise<StoredSession> {
    const rebuilt = await loadRollout(file)
    records.saw(file, rebuilt.size)
    return stored(file, rebuilt)
  }

  async function stored(file: string, rebuilt: Rebuilt): Promise<StoredSession> {
    const { summary, items, events, usage, starts, rewinds } = rebuilt
    return {
      summary: { ...summary, rolloutPath: file },
      ...{ items, starts, rewinds },
      events: events.map(({ seq, at, event }) => ({ sessionId: summary.id, seq, at, event })),
      ...(usage === undefined ? {} : { usage }),
      archived: isBelow(file, folders.archived),
      own: await isOwn(file),
    }
  }

  /** Takes the record before something is done to the whole file, so that nobody writes to it meanwhile. */
  async function alone<T>(session: RecordPlace, act: (file: string) => Promise<T>): Promise<T> {
    const file = fileOf(session)
    await records.claim(file)
    try {
      return await act(file)
    } catch (error) {
      throw storeFault(file, error)
    } finally {
      await records.release(file)
    }
  }

  return {
    pathOf: (session) => rolloutPath(folders, session),
    async append(session, lines) {
      const now = new Date().toISOString()
      await records.append(
        fileOf(session),
        (first) =>
          Buffer.from(
            lines.map((line, at) => encodeLine(line, { now, version, first: first && at === 0 })).join(''),
          ),
        lines.some(mustSurvivePowerLoss),
      )
    },
    claim: async (session) => ((await records.claim(fileOf(session))) ? 'changed' : 'unchanged'),
    release: (session) => records.release(fileOf(session)),
    async read(session) {
      const file = fileOf(session)
      const bytes = await readWhole(file)
      const written = await records.written(file)
      return { fileName: basename(file), base64: bytes.subarray(0, written).toString('base64') }
    },
    close: () => records.releaseAll(),
    async list() {
      try {
        return await index.list()
      } catch (error) {
        throw storeFault(folders.sessions, error)
      }
    },
    async load(at) {
      const file = 'path' in at ? at.path : await find(at.sessionId)
      return file === undefined ? undefined : load(file)
    },
    async loadEnd(sessionId, enough) {
      const file = await find(sessionId)
      const end = file === undefined ? undefined : await loadEnd(file, enough)
      if (file === undefined || !end) return undefined
      return { ...(await stored(file, end)), userMessagesBefore: end.userMessagesBefore }
    },
    async fork(from, beforeUserMessage, to) {
      const kept = await forkLines(fileOf(from), beforeUserMessage)
      const head = { now: new Date().toISOString(), version, first: true }
      const lines = Buffer.concat([
        Buffer.from(encodeLine({ type: 'meta', summary: to }, head)),
        kept ?? Buffer.alloc(0),
      ])
      await records.append(fileOf(to), () => lines, true)
    },
    archive: (session, archived) =>
      alone(session, async (file) => {
        const places = archivePlaces(folders, file)
        if (!places || !(isBelow(file, folders.sessions) || isBelow(file, folders.archived)))
          throw new FaultError({
            code: 'bad-request',
            message: `${file} is not in the engine's own folders; only sessions in there can be archived.`,
          })
        const target = archived ? places.archived : places.active
        if (target === file) return file
        await ensureFolder(dirname(target))
        if (await stat(target).catch(() => undefined))
          throw new FaultError({ code: 'store-failed', message: `${target} is there already.` })
        await rename(file, target)
        return target
      }),
    remove: (session) =>
      alone(session, async (file) => {
        try {
          await trash.put(file)
        } catch (error) {
          throw new FaultError(
            {
              code: 'store-failed',
              message: `The session was not deleted: ${file} could not be moved to the trash.`,
              remedy: 'Delete the file yourself if you want to be rid of it.',
            },
            error,
          )
        }
      }),
  }
}

/** In base64, and as a message to a window, still a text that a process can hold. */
const mostBytes = 200_000_000

/** All bytes of a record. Throws FaultError `store-failed` for what is no regular file, cannot be read or is too large. */
async function readWhole(file: string): Promise<Buffer> {
  const unread = (why: string, cause?: unknown): FaultError =>
    new FaultError({ code: 'store-failed', message: `The record ${file} was not exported: ${why}.` }, cause)
  const read = await readRegularFile(file, { limit: mostBytes, links: 'follow' }).catch((error: unknown) => {
    throw unread(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`, error)
  })
  if (read.kind !== 'read') throw unread('it is not a regular file')
  if (!read.whole) throw unread('it is larger than 200 MB; copy the file itself')
  return read.bytes
}
