import { FaultError } from '@shared/domain/fault'
import { sessionsAtFirst } from '@shared/domain/session'
import type { ExportFormat, SessionListItem, SessionSummary } from '@shared/domain/session'
import type {
  EngineNotice,
  ExportedSession,
  ListQuery,
  OpenedSession,
  SessionInput,
  SessionPage,
} from '../engine-service'
import type { StoredSession } from '../session-store'
import { exportSession } from './export-session'
import { pageOfSessions } from './page-of-sessions'
import { restoreSession } from './restore'
import { Session, type SessionParts } from './session'
import { checkChange, type ChangeParts } from './session-change'

/** What they work with. `defaults` is in force where a record does not say. */
export interface SessionsParts {
  readonly session: () => SessionParts
  readonly change: () => ChangeParts
  readonly defaults: Pick<SessionSummary, 'provider' | 'model' | 'approvalPolicy' | 'sandboxPolicy'>
  readonly publish: (notice: EngineNotice) => void
}

/** All sessions of one engine: those that are open and those that are only on file. */
export class Sessions {
  readonly #parts: SessionsParts
  readonly #open = new Map<string, Session>()
  readonly #opening = new Map<string, Promise<Session>>()
  /** The open sessions that lie in the archive: they can be looked at and not gone on with. */
  readonly #archived = new Set<string>()

  constructor(parts: SessionsParts) {
    this.#parts = parts
  }

  /** Puts a new session on record and among the open ones. Throws FaultError `store-failed`, and then it does not exist. */
  async begin(summary: SessionSummary): Promise<Session> {
    const parts = this.#parts.session()
    const placed = { ...summary, rolloutPath: parts.store.pathOf(summary) }
    const session = new Session(placed, { items: [], events: [] }, parts)
    const { cwd } = summary
    await session.begin(await parts.commands.workspace.git(cwd), await parts.docs.read(cwd))
    return this.#add(session)
  }

  /** The open session; one that is only on file is opened, and only once however many ask at the same time. */
  async get(sessionId: string): Promise<Session> {
    return this.#open.get(sessionId) ?? this.#once(sessionId, () => this.#load({ sessionId }))
  }

  /**
   * The open session, for writing: its record is this process's alone from now on, and is read again when somebody else
   * has written to it. Throws FaultError `store-failed` naming who holds it, `bad-request` for an archived one.
   */
  async claim(sessionId: string): Promise<Session> {
    const session = await this.get(sessionId)
    if (session.running) return session
    this.#refuseArchived(session)
    if ((await this.#store.claim(session.summary)) === 'unchanged') return session
    return this.#once(sessionId, async () => {
      this.#open.delete(sessionId)
      return this.#load({ path: session.summary.rolloutPath ?? '' })
    })
  }

  /** See EngineService.resumeSession. */
  async resume(
    which: { readonly sessionId: string } | { readonly path: string },
    overrides: Omit<SessionInput, 'demo'>,
  ): Promise<OpenedSession> {
    const found = 'path' in which ? await this.#byPath(which.path) : await this.get(which.sessionId)
    const session = await this.claim(found.summary.id)
    if (Object.values(overrides).some((value) => value !== undefined))
      await session.configure(await checkChange(overrides, session.summary, this.#parts.change()))
    this.#parts.publish({ kind: 'session', session: session.summary })
    return { session: session.summary, events: session.events() }
  }

  /** See EngineService.forkSession. */
  async fork(sessionId: string, beforeUserMessage: number, id: string, now: string): Promise<SessionSummary> {
    const source = await this.get(sessionId)
    await source.flushed()
    const { rolloutPath: _, ...kept } = source.summary
    const title = `${kept.title.slice(0, 190)} (fork)`
    const summary = { ...kept, id, title, createdAt: now, updatedAt: now, status: 'idle' } as const
    await this.#store.fork(source.summary, beforeUserMessage, summary)
    const session = await this.#once(id, () => this.#load({ path: this.#store.pathOf(summary) }))
    this.#parts.publish({ kind: 'session', session: session.summary })
    return session.summary
  }

  /** See EngineService.renameSession. */
  async rename(sessionId: string, title: string): Promise<SessionSummary> {
    return (await this.claim(sessionId)).rename(title.trim().replace(/\s+/g, ' ').slice(0, 200))
  }

  /** See EngineService.archiveSession. */
  async archive(sessionId: string): Promise<void> {
    const { summary } = await this.#putAway(sessionId)
    await this.#store.archive(summary, true)
    this.#parts.publish({ kind: 'removed', sessionId })
  }

  /** See EngineService.unarchiveSession. */
  async unarchive(sessionId: string): Promise<SessionSummary> {
    const { summary } = await this.#putAway(sessionId)
    const path = await this.#store.archive(summary, false)
    const session = await this.#once(sessionId, () => this.#load({ path }))
    this.#parts.publish({ kind: 'session', session: session.summary })
    return session.summary
  }

  /** See EngineService.deleteSession. */
  async remove(sessionId: string): Promise<void> {
    const { summary } = await this.#putAway(sessionId)
    await this.#store.remove(summary)
    this.#parts.publish({ kind: 'removed', sessionId })
  }

  /** See EngineService.exportSession. */
  async export(sessionId: string, format: ExportFormat): Promise<ExportedSession> {
    const session = await this.get(sessionId)
    return exportSession({ session: session.summary, events: session.events() }, session.items(), format)
  }

  /** See EngineService.listSessions. */
  async list(query: ListQuery): Promise<SessionPage> {
    return pageOfSessions(await this.#all(), query)
  }

  /** What a window starts with: all that is open, and of the others the ones changed last. */
  async shown(): Promise<readonly SessionSummary[]> {
    const open = [...this.#open.values()].filter(({ summary }) => !this.#archived.has(summary.id))
    const shown = new Map(open.map(({ summary }) => [summary.id, summary]))
    for (const { preview: _p, archived: _a, ...summary } of pageOfSessions(await this.#all(), {
      limit: sessionsAtFirst,
    }).items)
      if (!shown.has(summary.id)) shown.set(summary.id, summary)
    return [...shown.values()].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  }

  /** Ends what runs and flushes every record. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.close()))
  }

  get #store() {
    return this.#parts.session().store
  }

  /** Every session, the open ones as they are now. */
  async #all(): Promise<SessionListItem[]> {
    return (await this.#store.list()).map((item) => {
      const open = this.#open.get(item.id)?.summary
      return open ? { ...item, ...open, rolloutPath: open.rolloutPath ?? item.rolloutPath } : atRest(item)
    })
  }

  async #byPath(path: string): Promise<Session> {
    const open = [...this.#open.values()].find(({ summary }) => summary.rolloutPath === path)
    return open ?? this.#once(path, () => this.#load({ path }))
  }

  #once(key: string, load: () => Promise<Session>): Promise<Session> {
    const known = this.#opening.get(key)
    if (known) return known
    const opening = load().finally(() => this.#opening.delete(key))
    this.#opening.set(key, opening)
    return opening
  }

  async #load(at: { readonly sessionId: string } | { readonly path: string }): Promise<Session> {
    const stored = await this.#store.load(at)
    if (!stored) {
      const name = 'path' in at ? at.path : at.sessionId
      throw new FaultError({ code: 'unknown-session', message: `There is no session ${name.slice(0, 100)}.` })
    }
    const open = this.#open.get(stored.summary.id)
    if (open && open.summary.rolloutPath !== stored.summary.rolloutPath)
      throw new FaultError({
        code: 'bad-request',
        message: `The same session is open from another file, ${open.summary.rolloutPath ?? 'a new one'}.`,
      })
    if (open) return open
    const restored = restoreSession(this.#inForce(stored))
    if (stored.archived) this.#archived.add(stored.summary.id)
    else this.#archived.delete(stored.summary.id)
    return this.#add(new Session(restored.summary, restored, this.#parts.session()))
  }

  /** What a record does not say comes from the configuration, and so does what a foreign file may not decide. */
  #inForce(stored: StoredSession): StoredSession {
    const { defaults } = this.#parts
    const { summary, own } = stored
    const limits = own ? {} : pick(defaults)
    const provider = summary.provider === '' ? defaults.provider : summary.provider
    const model = summary.model === '' ? defaults.model : summary.model
    return { ...stored, summary: { ...summary, provider, model, ...limits } }
  }

  #add(session: Session): Session {
    this.#open.set(session.summary.id, session)
    return session
  }

  /** Closes a session whose record is to be moved. Throws FaultError `turn-running` while it works. */
  async #putAway(sessionId: string): Promise<Session> {
    const session = await this.get(sessionId)
    if (session.running)
      throw new FaultError({
        code: 'turn-running',
        message: 'A turn is running in this session.',
        remedy: 'Stop it first.',
      })
    await this.#store.claim(session.summary)
    await session.close()
    this.#open.delete(sessionId)
    this.#archived.delete(sessionId)
    return session
  }

  #refuseArchived({ summary }: Session): void {
    if (!this.#archived.has(summary.id)) return
    throw new FaultError({
      code: 'bad-request',
      message: 'This session is archived.',
      remedy: 'Take it out of the archive to go on with it.',
    })
  }
}

/** How a session stands that is only on file: what ran when it was last written to, runs no more. */
function atRest(item: SessionListItem): SessionListItem {
  const worked = item.status === 'running' || item.status === 'needs-you'
  return worked ? { ...item, status: 'interrupted', activity: '', pendingApprovals: 0 } : item
}

function pick({ approvalPolicy, sandboxPolicy }: SessionsParts['defaults']) {
  return { approvalPolicy, sandboxPolicy }
}
