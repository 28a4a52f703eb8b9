import { appendFile, mkdir, readdir, readFile, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type { SessionStore, StoredSession, StoreLine } from '../../core/ports'
import { decodeLine, encodeLine } from './line'

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
    items: lines.flatMap((line) => (line.type === 'item' ? [line.item] : [])),
    events: events.map((line, at) => ({
      sessionId: summary.id,
      seq: at + 1,
      at: line.at,
      event: line.event,
    })),
  }
}

/** The sessions' records as JSONL files under `home`; created on first write, readable by their owner only. */
export function createJsonlStore(home: string, version: string): SessionStore {
  const root = join(home, 'sessions')

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
      const text = lines.map((line) => encodeLine(line, now, version)).join('')
      let before: number | undefined
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        before = await stat(file).then(
          (found) => found.size,
          () => 0, // not there yet
        )
        await appendFile(file, text, { mode: 0o600, flush: true })
      } catch (error) {
        // A half-written append would count as written after a restart: cut it off again.
        if (before !== undefined) await truncate(file, before).catch(() => undefined)
        throw storeFault(file, error)
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
