import { FaultError } from '@shared/domain/fault'
import {
  sessionsAtFirst,
  type ExportFormat,
  type SessionListItem,
  type SessionSummary,
  type ChildOf,
} from '@shared/domain/session'
import type {
  EngineNotice,
  ExportedSession,
  ListQuery,
  OpenedSession,
  SessionInput,
  SessionPage,
} from '../engine/engine-service'
import { isWithin } from '../shell/paths'
import type { LoadMarkdown } from '../ports/markdown-code'
import type { RecordEnd, StoredSession } from '../ports/session-store'
import { exportRecord, exportSession } from './export-session'
import { restoreSession } from './restore-session'
import { Session } from './session'
import type { SessionParts } from './session-parts'
import { checkChange, type ChangeParts } from './session-change'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { Family, OwnAgents, Parent } from '../agents/family'
import { childLimits, type Limits } from '../agents/narrowest'
import { ParentAgents, type ChildWorld } from './parent-agents'

/** What children and parents find one another by. `open` gives the session if it is open, `get` opens it. */
interface FamilyWorld extends ChildWorld {
  get(sessionId: string): Promise<Parent>
}

/** The parents and children among the sessions of one engine. */
class SessionFamily implements Family {
  readonly #world: FamilyWorld
  readonly #agents = new WeakMap<Parent, ParentAgents>()

  constructor(world: FamilyWorld) {
    this.#world = world
  }

  agentsOf(parent: Parent): OwnAgents {
    const agents = new ParentAgents(parent, this.#world)
    this.#agents.set(parent, agents)
    return agents
  }

  titleOf(sessionId: string): string {
    return this.#world.open(sessionId)?.summary.title ?? ''
  }

  async limitsOf(child: ChildOf): Promise<Limits> {
    try {
      return childLimits((await this.#world.get(child.parentId)).limits(), child)
    } catch (error) {
      if (!(error instanceof FaultError) || error.fault.code !== 'unknown-session') throw error
      throw new FaultError(
        {
          code: 'bad-request',
          message: 'The session that this agent worked for is gone, so it takes no more work.',
          remedy: 'Read it, or begin a session of your own.',
        },
        error,
      )
    }
  }

  heard(child: SessionSummary, event: AgentEvent): void {
    const parent = this.#world.open(child.child?.parentId ?? '')
    if (parent) this.#agents.get(parent)?.heard(child.id, event)
  }
}

/** What they work with. `defaults` is in force where a record does not say. */
export interface SessionsParts {
  readonly session: () => Omit<SessionParts, 'family'>
  readonly change: () => ChangeParts
  readonly defaults: InForceDefaults
  readonly publish: (notice: EngineNotice) => void
  readonly now: () => string
  /** Blanks secrets in what is exported to be read; absent: nothing is known to be one. */
  readonly redact?: ((text: string) => string) | undefined
  /** Absent: what models wrote stands in a page as its source, and in Markdown with more escaped than is needed. */
  readonly markdown?: LoadMarkdown | undefined
  /** A session was deleted, its record with it. */
  readonly removed?: (summary: SessionSummary) => void
}

/** So long the first picture of a session has the processor to itself, before the whole of it is read unasked. */
const readsWholeAfterMs = 1000

/** All sessions of one engine: those that are open and those that are only on file. */
export class Sessions {
  readonly #parts: SessionsParts
  readonly #open = new Map<string, Session>()
  readonly #opening = new Map<string, Promise<Session>>()
  readonly #claiming = new Map<string, Promise<Session>>()
  /** The open sessions that lie in the archive: they can be looked at and not gone on with. */
  readonly #archived = new Set<string>()

  readonly #family: SessionFamily
  readonly #over = new AbortController()
  /** Of the sessions of which the end was told and the whole is not read yet. */
  readonly #ends = new Map<string, SessionSummary>()

  constructor(parts: SessionsParts) {
    this.#parts = parts
    this.#family = new SessionFamily({
      get ids() {
        return parts.session().commands.ids
      },
      now: parts.now,
      get: (sessionId) => this.get(sessionId),
      claim: (sessionId) => this.claim(sessionId),
      open: (sessionId) => this.#open.get(sessionId),
      begin: async (summary) => {
        const session = await this.begin(summary)
        parts.publish({ kind: 'session', session: session.summary })
        return session
      },
      putDown: (sessionId) => this.#putDown(sessionId),
    })
  }

  /** Puts a new session on record and among the open ones. Throws FaultError `store-failed`, and then it does not exist. */
  async begin(summary: SessionSummary): Promise<Session> {
    const parts = this.#sessionParts()
    const placed = { ...summary, rolloutPath: parts.store.pathOf(summary) }
    const session = new Session(placed, { items: [], events: [] }, parts)
    const { cwd } = summary
    await session.begin(await parts.commands.workspace.git(cwd), await parts.docs.read(cwd))
    return this.#add(session)
  }

  /** The open session; undefined: it is not open, and nothing is loaded for who asks. */
  opened(sessionId: string): Session | undefined {
    return this.#open.get(sessionId)
  }

  /** The open session; one that is only on file is opened, and only once however many ask at the same time. */
  async get(sessionId: string): Promise<Session> {
    return this.#open.get(sessionId) ?? once(this.#opening, sessionId, () => this.#load({ sessionId }))
  }

  /**
   * The end of a session that is only on file, which is opened a moment later or for the first that asks for more; undefined where the open session is what
   * tells.
   */
  async end(sessionId: string, enough: RecordEnd): Promise<OpenedSession | undefined> {
    if (this.#open.has(sessionId) || this.#opening.has(sessionId)) return undefined
    const stored = await this.#store.loadEnd(sessionId, enough)
    // Opened meanwhile, and perhaps gone on with.
    if (!stored || this.#open.has(sessionId) || this.#opening.has(sessionId)) return undefined
    void this.#getLater(sessionId)
    const { summary, events } = restoreSession(inForce(stored, this.#parts.defaults))
    this.#ends.set(sessionId, summary)
    return { session: summary, events, userMessagesBefore: stored.userMessagesBefore }
  }

  /** How a session stands, where that is known without reading the whole of it. */
  async summaryOf(sessionId: string): Promise<SessionSummary> {
    return this.#ends.get(sessionId) ?? (await this.get(sessionId)).summary
  }

  async #getLater(sessionId: string): Promise<void> {
    try {
      await this.#parts.session().commands.clock.sleep(readsWholeAfterMs, this.#over.signal)
      await this.get(sessionId)
    } catch {
      // It is over before, or what cannot be read whoever asks for more is told.
    }
  }

  /**
   * The open session, for writing: its record is this process's alone from now on, and is read again when somebody else
   * has written to it, for all who claim it at the same time. Throws FaultError `store-failed` naming who holds it, `bad-request` for an archived one.
   */
  claim(sessionId: string): Promise<Session> {
    return once(this.#claiming, sessionId, () => this.#claim(sessionId))
  }

  async #claim(sessionId: string): Promise<Session> {
    const session = await this.get(sessionId)
    if (session.running) return session
    this.#refuseArchived(session)
    if ((await this.#store.claim(session.summary)) === 'unchanged') return session
    return once(this.#opening, sessionId, async () => {
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
    const { rolloutPath: _, child: __, agent, ...kept } = source.summary
    const title = `${kept.title.slice(0, 190)} (fork)`
    const begun = {
      ...kept,
      id,
      title,
      forked: true,
      createdAt: now,
      updatedAt: now,
      status: 'idle',
    } as const
    // An ACP agent's own conversation is not copied: it begins a new one.
    const summary = agent ? { ...begun, agent: { kind: agent.kind, id: agent.id } } : begun
    await this.#store.fork(source.summary, beforeUserMessage, summary)
    const session = await once(this.#opening, id, () => this.#load({ path: this.#store.pathOf(summary) }))
    // Only what it holds says how it stands, which lists that do not read that are to say too.
    return session.rename(title)
  }

  /** See EngineService.renameSession. */
  async rename(sessionId: string, title: string): Promise<SessionSummary> {
    return (await this.claim(sessionId)).rename(title.trim().replace(/\s+/g, ' ').slice(0, 200))
  }

  /** See EngineService.archiveSession. `first` is done when nothing of it runs any more; where it throws, nothing is archived. */
  async archive(sessionId: string, first?: () => Promise<void>): Promise<void> {
    const moved = await this.#putAwayWithChildren(sessionId)
    await first?.()
    for (const { summary } of moved) {
      await this.#store.archive(summary, true)
      this.#parts.publish({ kind: 'removed', sessionId: summary.id })
    }
  }

  /** See EngineService.unarchiveSession. */
  async unarchive(sessionId: string): Promise<SessionSummary> {
    const moved = await this.#putAwayWithChildren(sessionId)
    const paths = await Promise.all(moved.map(({ summary }) => this.#store.archive(summary, false)))
    const path = paths.at(-1) ?? ''
    const session = await once(this.#opening, sessionId, () => this.#load({ path }))
    this.#parts.publish({ kind: 'session', session: session.summary })
    return session.summary
  }

  /** See EngineService.deleteSession. `first` is as for `archive`. */
  async remove(sessionId: string, first?: () => Promise<void>): Promise<void> {
    const moved = await this.#putAwayWithChildren(sessionId)
    await first?.()
    for (const { summary } of moved) {
      await this.#store.remove(summary)
      this.#parts.removed?.(summary)
      this.#parts.publish({ kind: 'removed', sessionId: summary.id })
    }
  }

  /** See EngineService.unloadSession. */
  async unload(sessionId: string): Promise<void> {
    const session = this.#open.get(sessionId)
    await this.#putDown(sessionId)
    if (session) await this.#store.release(session.summary)
  }

  /** See EngineService.exportSession. */
  async export(sessionId: string, format: ExportFormat): Promise<ExportedSession> {
    const session = await this.get(sessionId)
    if (format === 'rollout') {
      await session.flushed()
      return exportRecord(await this.#store.read(session.summary))
    }
    const opened = { session: session.summary, events: session.events() }
    const { redact, markdown } = this.#parts
    const read = format === 'json' ? undefined : await markdown?.()
    return exportSession(opened, session.items(), format, {
      ...(redact && { redact }),
      ...(read && { proseHtml: read.proseHtml, markdownCode: read.code }),
    })
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

  /** Every session that works in a folder or below it, children among them and archived ones not. */
  async within(folder: string): Promise<readonly SessionSummary[]> {
    const open = [...this.#open.values()].filter(({ summary }) => !this.#archived.has(summary.id))
    const known = new Map<string, SessionSummary>(open.map(({ summary }) => [summary.id, summary]))
    for (const item of await this.#all()) if (!item.archived) known.set(item.id, item)
    return [...known.values()].filter(({ cwd }) => isWithin(cwd, folder))
  }

  /** Takes back what a person allowed for the processes of its servers and agents, in every session. */
  takeBack(): void {
    for (const session of this.#open.values()) session.takeBack()
  }

  /** Ends what runs and flushes every record. */
  async close(): Promise<void> {
    this.#over.abort()
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
    return open ?? once(this.#opening, path, () => this.#load({ path }))
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
    const restored = restoreSession(inForce(stored, this.#parts.defaults))
    if (stored.archived) this.#archived.add(stored.summary.id)
    else this.#archived.delete(stored.summary.id)
    return this.#add(new Session(restored.summary, restored, this.#sessionParts()))
  }

  #sessionParts(): SessionParts {
    return { ...this.#parts.session(), family: this.#family }
  }

  /** Closes a session that stays where it is; nothing happens to one that is not open. */
  async #putDown(sessionId: string): Promise<void> {
    const session = this.#open.get(sessionId)
    await session?.close()
    if (this.#open.get(sessionId) === session) this.#open.delete(sessionId)
  }

  #add(session: Session): Session {
    this.#open.set(session.summary.id, session)
    this.#ends.delete(session.summary.id)
    return session
  }

  /** The sessions that move with one, itself the last of them. Throws FaultError `turn-running` while one works. */
  async #putAwayWithChildren(sessionId: string): Promise<Session[]> {
    const children = (await this.#store.list()).filter(({ child }) => child?.parentId === sessionId)
    const all = [...children.map(({ id }) => id), sessionId]
    for (const id of all) refuseRunning(this.#open.get(id))
    return Promise.all(all.map((id) => this.#putAway(id)))
  }

  /** Closes a session whose record is to be moved. Throws FaultError `turn-running` while it works. */
  async #putAway(sessionId: string): Promise<Session> {
    const session = await this.get(sessionId)
    refuseRunning(session)
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

/** Has work done once for all who ask for it while it is under way. */
function once(
  under: Map<string, Promise<Session>>,
  key: string,
  work: () => Promise<Session>,
): Promise<Session> {
  const known = under.get(key)
  if (known) return known
  const done = work().finally(() => under.delete(key))
  under.set(key, done)
  return done
}

const defaultLimit = 50
const maxLimit = 200

/** A session's place in the order: by its last change, and by its id where two changed at the same time. */
const placeOf = (item: SessionListItem): string => `${item.updatedAt} ${item.id}`

/**
 * One page of all sessions, the one changed last first. The cursor is a place in the order, so that it stays good when
 * sessions come and go. Throws FaultError `bad-request` for a limit that is out of bounds.
 */
function pageOfSessions(all: readonly SessionListItem[], query: ListQuery): SessionPage {
  const { cursor, limit = defaultLimit, archived = false, search = '', childrenOf } = query
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new FaultError({
      code: 'bad-request',
      message: `limit is ${String(limit)}; expected a whole number from 1 to ${String(maxLimit)}.`,
    })
  const wanted = search.trim().toLowerCase()
  const fits = (item: SessionListItem): boolean =>
    item.archived === archived &&
    item.child?.parentId === childrenOf &&
    (cursor === undefined || placeOf(item) < cursor) &&
    (wanted === '' ||
      [item.title, item.preview, item.cwd].some((text) => text.toLowerCase().includes(wanted)))
  const found = all.filter(fits).sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, ...(last && found.length > limit ? { nextCursor: placeOf(last) } : {}) }
}

/** What the configuration says where a record does not. */
type InForceDefaults = Pick<SessionSummary, 'provider' | 'model' | 'approvalPolicy' | 'sandboxPolicy'>

/** What a record does not say comes from the configuration, and so does what a foreign file may not decide. */
export function inForce<Stored extends StoredSession>(stored: Stored, defaults: InForceDefaults): Stored {
  const { own } = stored
  // A foreign file is nobody's child: it would ask in another session's name, and use its grants.
  // Nor did it make a worktree, which would be removed by its word, or choose who works here.
  const { child, worktree, agent, ...summary } = stored.summary
  const { approvalPolicy, sandboxPolicy } = defaults
  const limits = own ? {} : { approvalPolicy, sandboxPolicy }
  const provider = summary.provider === '' ? defaults.provider : summary.provider
  const model = summary.model === '' ? defaults.model : summary.model
  const kept = own ? { ...(child && { child }), ...(worktree && { worktree }), ...(agent && { agent }) } : {}
  return { ...stored, summary: { ...summary, provider, model, ...limits, ...kept } }
}

/** How a session stands that is only on file: what ran when it was last written to, runs no more. */
function atRest(item: SessionListItem): SessionListItem {
  const worked = item.status === 'running' || item.status === 'needs-you'
  return worked ? { ...item, status: 'interrupted', activity: '', pendingApprovals: 0 } : item
}

function refuseRunning(session: Session | undefined): void {
  if (session?.running !== true) return
  const whose = session.summary.child ? `the agent ${session.summary.title} of this session` : 'this session'
  throw new FaultError({
    code: 'turn-running',
    message: `A turn is running in ${whose}.`,
    remedy: 'Stop it first.',
  })
}
