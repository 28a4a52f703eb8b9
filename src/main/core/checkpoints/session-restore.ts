import type { AgentEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type {
  Restored,
  RestoreLook,
  RestoreWay,
  RestoreWish,
  RewindLook,
  RewindWish,
  Undoable,
} from '@shared/domain/turn-restore'
import type { PreimageLook, Preimages } from '../preimages/preimages'
import type { Restores, UndoableIn } from './restores'
import type { Ids } from '../ports/system'
import type { Workspace } from '../ports/workspace'
import { isWithin } from '../shell/paths'
import { lookRewind, rewind, type RewindParts, type RewindSession } from './session-rewind'
import { leftByBefore } from './left-by-before'
import { mostNamed, type TurnCheckpoints } from './turn-checkpoints'

/** What is asked of the sessions. */
export interface RestoreSessions {
  /** The session, for writing. Throws FaultError `store-failed` and `bad-request`. */
  claim(sessionId: string): Promise<RestoreSession>
  get(sessionId: string): Promise<RestoreSession>
  /** How it stands, where that is known without reading the whole of it. */
  summaryOf(sessionId: string): Promise<SessionSummary>
  /** Every session that works in this folder or below it, archived ones left out. */
  within(folder: string): Promise<readonly SessionSummary[]>
}

interface RestoreSession extends RewindSession {
  emit(event: AgentEvent): void
}

const refuse = (message: string): FaultError => new FaultError({ code: 'bad-request', message })
const nothingKept = 'Nothing is kept for undo here.'

/** What a person can have put back of a session's turns, and of its runs outside the folder (decisions 127, 130). */
export class SessionRestore implements Restores {
  readonly #sessions: RestoreSessions
  readonly #checkpoints: TurnCheckpoints | undefined
  readonly #preimages: Preimages | undefined

  readonly #ids: Ids
  readonly #workspace: Pick<Workspace, 'resolveFolder'>
  /** What is being put back now, by session: who asks meanwhile is answered when it is done. */
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(
    sessions: RestoreSessions,
    { checkpoints, preimages, ids, workspace }: RestoreCopies & RestoreWorld,
  ) {
    this.#ids = ids
    this.#workspace = workspace
    this.#sessions = sessions
    this.#checkpoints = checkpoints
    this.#preimages = preimages
  }

  /** See Restores. */
  async look(sessionId: string, way: RestoreWay, run?: string): Promise<RestoreLook> {
    await this.#underWay.get(sessionId)
    const { summary } = await this.#sessions.get(sessionId)
    const busy = await this.#busy(summary.cwd)
    if (busy) return { kind: 'unavailable', why: busy }
    if (run !== undefined) return this.#lookAtRun(sessionId, way, run)
    if (!this.#checkpoints) return { kind: 'unavailable', why: nothingKept }
    const look = await this.#checkpoints.look(placeOf(summary), way)
    const outside = await this.#preimages?.leftBefore(summary.cwd)
    const left = [...(await this.#checkpoints.leftBefore(summary.cwd)), ...(outside ?? [])]
    return left.length > 0 ? { kind: 'unavailable', why: leftByBefore(left) } : look
  }

  /** See Restores. */
  restore(sessionId: string, wish: RestoreWish): Promise<Restored> {
    return this.#inTurn(sessionId, () => this.#restore(sessionId, wish))
  }

  async #restore(sessionId: string, wish: RestoreWish): Promise<Restored> {
    const session = await this.#sessions.claim(sessionId)
    const { summary } = session
    const busy = await this.#busy(summary.cwd)
    if (busy) throw new FaultError({ code: 'turn-running', message: busy })
    const { way, turnNumber, run } = wish
    if (run !== undefined) return this.#restoreRun(session, { way, run, sinceToo: wish.sinceToo })
    if (!this.#checkpoints) throw refuse(nothingKept)
    const restored = await this.#checkpoints.restore(placeOf(summary), wish)
    if (isNothing(restored)) return restored
    const reported = { ...restored, left: [...restored.left] }
    session.emit({
      type: 'files.restored',
      way,
      ...(turnNumber === undefined ? {} : { turnNumber }),
      ...reported,
    })
    return restored
  }

  /** See Restores. */
  async changes(sessionId: string, turnNumber?: number): Promise<string | undefined> {
    const place = placeOf(await this.#sessions.summaryOf(sessionId))
    // What cannot be told is not known: nothing waits for it.
    const known =
      turnNumber === undefined
        ? this.#checkpoints?.changesOfAll(place)
        : this.#checkpoints?.changes(place, turnNumber)
    return known?.catch(() => undefined)
  }

  /** See Restores. */
  async lookRewind(sessionId: string, turnNumber: number): Promise<RewindLook> {
    await this.#underWay.get(sessionId)
    const session = await this.#sessions.get(sessionId)
    const look = await lookRewind(session, turnNumber, this.#rewinding())
    const left = (await this.#checkpoints?.leftBefore(session.summary.cwd)) ?? []
    return left.length > 0 ? { kind: 'unavailable', why: leftByBefore(left) } : look
  }

  /** See Restores. */
  async rewind(sessionId: string, wish: RewindWish): Promise<void> {
    await this.#inTurn(sessionId, async () =>
      rewind(await this.#sessions.claim(sessionId), wish, this.#rewinding()),
    )
  }

  /** One after the other, since finding what is put back and putting it back are two steps. */
  #inTurn<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#underWay.get(sessionId) ?? Promise.resolve()).then(work)
    const over = done
      .catch(() => undefined) // told to whoever asked for it
      .finally(() => {
        if (this.#underWay.get(sessionId) === over) this.#underWay.delete(sessionId)
      })
    this.#underWay.set(sessionId, over)
    return done
  }

  #rewinding(): RewindParts {
    return { checkpoints: this.#checkpoints, ids: this.#ids, busy: (folder) => this.#busy(folder) }
  }

  async #leftBefore(folder: string, sessions: readonly SessionSummary[]): Promise<readonly string[]> {
    const folders = new Set(sessions.map(({ cwd }) => cwd))
    const reported = await Promise.all(
      [...folders].map(async (each) => {
        const left = await this.#checkpoints?.leftBefore(each)
        return (left ?? []).map((path) => `${each}/${path}`)
      }),
    )
    return [...reported.flat(), ...((await this.#preimages?.leftBefore(folder)) ?? [])]
  }

  /** See Restores. */
  async list(named: string): Promise<UndoableIn> {
    const folder = await this.#workspace.resolveFolder(named)
    const sessions = await this.#sessions.within(folder)
    const copies = {
      ...(this.#checkpoints && { checkpoints: this.#checkpoints }),
      ...(this.#preimages && { preimages: this.#preimages }),
    }
    const { found, trouble } = await listUndoable(folder, sessions, copies)
    const there = await Promise.all(trouble.map(({ cwd, why }) => this.#ifThere(cwd, why)))
    const reported = [...new Set(there.flat())]
    const left = await this.#leftBefore(folder, sessions)
    return { found, left, ...(reported.length > 0 && { trouble: reported }) }
  }

  /** Of a folder that is gone nothing is missing. */
  #ifThere(folder: string, why: string): Promise<readonly string[]> {
    return this.#workspace.resolveFolder(folder).then(
      () => [why],
      () => [],
    )
  }

  /** Forgets what is kept of a session that was deleted. Never throws. */
  async forget({ id: sessionId, cwd }: Pick<SessionSummary, 'id' | 'cwd'>): Promise<void> {
    await Promise.all([this.#checkpoints?.forget({ sessionId, cwd }), this.#preimages?.forget(sessionId)])
  }

  async #lookAtRun(sessionId: string, way: RestoreWay, run: string): Promise<RestoreLook> {
    try {
      const found = await this.#find(sessionId, way, run)
      const [files, since] = [found.files.slice(0, mostNamed), found.since.slice(0, mostNamed)]
      return {
        ...{ kind: 'ready', way, run: { id: run, title: found.run.title }, files, since },
        more: found.files.length - files.length + (found.since.length - since.length),
        tooLarge: found.run.not.map(({ path }) => path).slice(0, mostNamed),
      }
    } catch (error) {
      if (error instanceof FaultError) return { kind: 'unavailable', why: error.message }
      throw error
    }
  }

  async #restoreRun(
    session: RestoreSession,
    { way, run, sinceToo }: { readonly way: RestoreWay; readonly run: string; readonly sinceToo: boolean },
  ): Promise<Restored> {
    const found = await this.#find(session.summary.id, way, run)
    const also = sinceToo ? found.since.map(({ path }) => path) : []
    const restored = await this.#preimages?.restore(run, { way, also })
    if (!restored) throw refuse(nothingKept)
    if (isNothing(restored)) return restored
    const { item: callId, title } = found.run
    session.emit({
      ...{ type: 'files.restored', way, run: { id: run, callId, title: title.slice(0, 120) } },
      ...{ files: restored.files, left: [...restored.left] },
    })
    return restored
  }

  async #find(sessionId: string, way: RestoreWay, run: string): Promise<PreimageLook> {
    const found = await this.#preimages?.look(run, way)
    if (found?.run.session !== sessionId) throw refuse('Nothing is kept of this run (any more).')
    return found
  }

  async #busy(folder: string): Promise<string | undefined> {
    const at = (await this.#sessions.within(folder)).find(
      ({ status }) => status === 'running' || status === 'needs-you',
    )
    return at && `A turn runs in this folder (${at.title}); expected one that has ended.`
  }
}

/** What else it takes of the engine. */
interface RestoreWorld {
  readonly ids: Ids
  readonly workspace: Pick<Workspace, 'resolveFolder'>
}

/** What copies there are; absent: nothing is kept. */
interface RestoreCopies {
  readonly checkpoints?: TurnCheckpoints
  readonly preimages?: Preimages
}

/** The turns of so many sessions are looked for. */
const mostSessions = 10
/** So many runs are told. */
const mostRuns = 50

const ways = ['undo', 'redo'] as const

/** Why nothing can be told of a folder. */
interface Trouble {
  readonly cwd: string
  readonly why: string
}

/** See Restores. */
async function listUndoable(
  folder: string,
  sessions: readonly SessionSummary[],
  { checkpoints, preimages }: RestoreCopies,
): Promise<{ readonly found: readonly Undoable[]; readonly trouble: readonly Trouble[] }> {
  const last = sessions
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, mostSessions)
  const turns: Undoable[] = []
  const trouble: Trouble[] = []
  for (const { id: sessionId, cwd, title, updatedAt: at } of last)
    for (const way of ways) {
      const look = await checkpoints?.look({ sessionId, cwd }, way)
      if (look?.kind === 'unavailable') trouble.push({ cwd, why: look.why })
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
  const found = [...turns, ...reported].toSorted((one, other) => other.at.localeCompare(one.at))
  return { found, trouble }
}

const listed = async (preimages: Preimages | undefined) => (await preimages?.list()) ?? []

/** Nothing was put back, and it can still be. */
const isNothing = ({ files, left }: Restored): boolean => files === 0 && left.length > 0
const placeOf = ({ id, cwd }: SessionSummary) => ({ sessionId: id, cwd })
