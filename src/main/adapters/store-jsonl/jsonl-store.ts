import { open, readdir, readFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type { ResponseItem } from '@shared/domain/response-item'
import { compactedHistory } from '../../core/conversation/compacted-history'
import { isEnvironmentContext } from '../../core/conversation/environment-context'
import type { SessionStore, StoredSession, StoreLine } from '../../core/ports'
import { ensureFolder } from './ensure-folder'
import { decodeLine, encodeLine } from './line'
import { lockRecord, type RecordLock } from './record-lock'

/** Where one session's rollout lies: sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl (semantics §7.1, in UTC). */
function fileOf(home: string, session: { readonly id: string; readonly createdAt: string }): string {
  const [date = '', time = ''] = session.createdAt.split('T')
  const stamp = `${date}T${time.slice(0, 8).replaceAll(':', '-')}`
  return join(home, 'sessions', ...date.split('-'), `rollout-${stamp}-${session.id}.jsonl`)
}

function storeFault(file: string, error: unknown): FaultError {
  const code = (error as NodeJS.ErrnoException).code
  const why =
    code === 'ENOSPC'
      ? 'the disk is full'
      : code === 'EROFS' || code === 'EACCES' || code === 'EPERM'
        ? 'the folder may not be written to'
        : `it cannot be written (${code ?? 'unknown reason'})`
  return new FaultError(
    {
      code: 'store-failed',
      message: `The session record ${file} was not written: ${why}.`,
      remedy:
        'Make room or set COUNTERSIGN_HOME to a writable folder; what is on screen is kept and written then.',
    },
    error,
  )
}

/** The model's history: the items since the last compaction, behind what that one left. */
function historyOf(lines: readonly StoreLine[]): ResponseItem[] {
  let items: ResponseItem[] = []
  for (const line of lines) {
    if (line.type === 'item') items.push(line.item)
    if (line.type === 'compacted')
      items = line.items
        ? [...line.items]
        : compactedHistory(items, line.summary, items.findLast(isEnvironmentContext))
  }
  return items
}

/** Rebuilds a session from its file; undefined when the file holds none of ours. */
function rebuild(text: string): StoredSession | undefined {
  const lines = text.split('\n').flatMap((each): StoreLine[] => {
    const line = each === '' ? undefined : decodeLine(each)
    return line ? [line] : []
  })
  const summary = lines.findLast((line) => line.type === 'meta')?.summary
  if (!summary) return undefined
  const events = lines.flatMap((line) => (line.type === 'event' ? [line] : []))
  return {
    summary,
    items: historyOf(lines),
    events: events.map((line, at) => ({
      sessionId: summary.id,
      seq: at + 1,
      at: line.at,
      event: line.event,
    })),
  }
}

interface OpenFile {
  readonly handle: FileHandle
  readonly lock: RecordLock
  size: number
}

async function openFile(file: string): Promise<OpenFile> {
  await ensureFolder(dirname(file))
  const lock = lockRecord(file)
  try {
    const handle = await open(file, 'a', 0o600)
    return { handle, lock, size: (await handle.stat()).size }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** What a person was asked and said is synced to the disk; the rest survives a killed process without that. */
function mustSurvivePowerLoss(line: StoreLine): boolean {
  return (
    line.type === 'meta' ||
    (line.type === 'event' &&
      (line.event.type === 'approval.requested' || line.event.type === 'approval.resolved'))
  )
}

/** The sessions' records as JSONL files under `home`; created on first write, readable by their owner only. */
export function createJsonlStore(home: string, version: string): SessionStore {
  const root = join(home, 'sessions')
  const handles = new Map<string, Promise<OpenFile>>()

  /** The file, held open from its first append until `close`. */
  function opened(file: string): Promise<OpenFile> {
    const known = handles.get(file)
    if (known) return known
    const opening = openFile(file).catch((error: unknown) => {
      handles.delete(file)
      throw error instanceof FaultError ? error : storeFault(file, error)
    })
    handles.set(file, opening)
    return opening
  }

  async function files(): Promise<readonly string[]> {
    try {
      const names = await readdir(root, { recursive: true })
      return names.filter((name) => /rollout-[^/\\]*\.jsonl$/.test(name)).map((name) => join(root, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw storeFault(root, error)
    }
  }

  async function read(file: string): Promise<StoredSession | undefined> {
    return rebuild(await readFile(file, 'utf8'))
  }

  return {
    async append(session, lines) {
      const file = fileOf(home, session)
      const now = new Date().toISOString()
      const bytes = Buffer.from(lines.map((line) => encodeLine(line, now, version)).join(''))
      const open = await opened(file)
      try {
        await open.handle.appendFile(bytes)
        if (lines.some(mustSurvivePowerLoss)) await open.handle.datasync()
        open.size += bytes.length
      } catch (error) {
        // A half-written append would count as written after a restart: cut it off again.
        await open.handle.truncate(open.size).catch(() => undefined)
        throw storeFault(file, error)
      }
    },
    async close() {
      const open = [...handles.values()]
      handles.clear()
      for (const each of open) {
        const { handle, lock } = await each
        await handle.close()
        lock.release()
      }
    },
    async list() {
      const found = await Promise.all((await files()).map(read))
      return found.flatMap((each): SessionSummary[] => (each ? [each.summary] : []))
    },
    async load(sessionId) {
      const file = (await files()).find((name) => name.endsWith(`-${sessionId}.jsonl`))
      return file === undefined ? undefined : read(file)
    },
  }
}
