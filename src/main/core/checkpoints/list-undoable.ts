import type { SessionSummary } from '@shared/domain/session'
import type { Undoable } from '@shared/domain/turn-restore'
import type { Preimages } from '../preimages/preimages'
import { isWithin } from '../shell/paths'
import type { TurnCheckpoints } from './turn-checkpoints'

/** What copies there are; absent: nothing is kept. */
export interface RestoreCopies {
  readonly checkpoints?: TurnCheckpoints
  readonly preimages?: Preimages
}

/** The turns of so many sessions are looked for. */
const mostSessions = 10
/** So many runs are told. */
const mostRuns = 50

const ways = ['undo', 'redo'] as const

/** See Restores. */
export async function listUndoable(
  folder: string,
  sessions: readonly SessionSummary[],
  { checkpoints, preimages }: RestoreCopies,
): Promise<readonly Undoable[]> {
  const last = sessions
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, mostSessions)
  const turns: Undoable[] = []
  for (const { id: sessionId, cwd, title, updatedAt: at } of last)
    for (const way of ways) {
      const look = await checkpoints?.look({ sessionId, cwd }, way)
      if (look?.kind !== 'ready' || look.turnNumber === undefined) continue
      const files = look.files.length + look.since.length + look.more
      turns.push({
        id: `${sessionId}:${String(look.turnNumber)}`,
        kind: 'turn',
        way,
        sessionId,
        title,
        at,
        files,
      })
    }
  const runs = (await listed(preimages)).filter((run) => isWithin(run.folder, folder)).slice(0, mostRuns)
  const reported = runs.map(({ id, undone, session, title, at, files }): Undoable => ({
    ...{ id, kind: 'run', way: undone ? 'redo' : 'undo', sessionId: session, title, files },
    at: new Date(at).toISOString(),
  }))
  return [...turns, ...reported].toSorted((one, other) => other.at.localeCompare(one.at))
}

const listed = async (preimages: Preimages | undefined) => (await preimages?.list()) ?? []
