import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { RecordPlace } from '../../core/ports/session-store'

const namePattern = /^rollout-(\d{4})-(\d{2})-(\d{2})T[^/\\]*\.jsonl$/

/** The folders that the engine keeps records in. */
export interface RolloutFolders {
  readonly sessions: string
  readonly archived: string
}

/** The folders of one home (docs/spec/records.md). */
export function rolloutFolders(home: string): RolloutFolders {
  return { sessions: join(home, 'sessions'), archived: join(home, 'archived_sessions') }
}

/** Where a session's record lies unless it was moved: sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl, in UTC. */
export function rolloutPath(folders: RolloutFolders, session: RecordPlace): string {
  const [date = '', time = ''] = session.createdAt.split('T')
  const stamp = `${date}T${time.slice(0, 8).replaceAll(':', '-')}`
  return join(folders.sessions, ...date.split('-'), `rollout-${stamp}-${session.id}.jsonl`)
}

/** The place of an archived record, and the place that it came from; undefined for a name that is no rollout's. */
export function archivePlaces(
  folders: RolloutFolders,
  file: string,
): { readonly archived: string; readonly active: string } | undefined {
  const name = basename(file)
  const [, year, month, day] = namePattern.exec(name) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  return { archived: join(folders.archived, name), active: join(folders.sessions, year, month, day, name) }
}

/** All rollouts in a folder and below it; none when there is no such folder. Throws the file system's other errors. */
export async function rolloutsIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder, { recursive: true })
    return names.filter((name) => namePattern.test(basename(name))).map((name) => join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
