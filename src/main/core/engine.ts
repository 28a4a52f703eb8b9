import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { DecidedBy, DecideReply, Decision } from '@shared/domain/approval'
import type { DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import { FaultError } from '@shared/domain/fault'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { TurnOverrides } from '@shared/domain/turn-overrides'
import type { UserInput } from '@shared/domain/user-input'
import { GrantBook } from './approvals/grant-book'
import { ApprovalQueue } from './approvals/queue'
import type { CommandParts } from './commands/command-call'
import type { ContextLimits } from './conversation/context-limit'
import { readUserInput, type ImageFiles } from './conversation/read-user-input'
import type { ProjectDocs } from './conversation/project-docs'
import { restoreSession } from './conversation/restore'
import {
  checkChange,
  demoProvider,
  policyFor,
  refuseDemoModel,
  type ChangeParts,
} from './conversation/session-change'
import { Session, type SessionParts } from './conversation/session'
import type { EngineNotice, EngineService, EngineState, RuleCheck, SessionInput } from './engine-service'
import type { DemoProject, Log, ModelProviders, RuleStore, SessionStore } from './ports'
import type { Tool } from './tools/tool'

/** What the engine is built from, and what a session gets when nothing else is said. */
export interface EngineParts {
  readonly store: SessionStore
  readonly rules: RuleStore
  readonly models: ModelProviders
  readonly tools: readonly Tool[]
  readonly commands: Omit<CommandParts, 'approvals' | 'grants'>
  readonly demo: DemoProject
  readonly docs: ProjectDocs
  readonly images: ImageFiles
  readonly contextLimits: ContextLimits
  readonly log: Log
  readonly doctor: () => Promise<readonly DoctorCheck[]>
  readonly defaults: {
    readonly provider: string
    readonly model: string
    readonly approvalPolicy: ApprovalPolicy
    readonly sandboxPolicy: SandboxPolicy
  }
}

/** The demo asks on failure and may not write to the system's temporary folders, since its own project lies there. */
const demoSettings = {
  provider: demoProvider,
  model: 'demo',
  approvalPolicy: 'on-failure',
  sandboxPolicy: {
    mode: 'workspace-write',
    writable_roots: [],
    network_access: false,
    exclude_tmpdir_env_var: true,
    exclude_slash_tmp: true,
  },
} as const satisfies Partial<SessionSummary>

/** All sessions of one process, and the one queue of approvals over them. */
export class Engine implements EngineService {
  readonly #parts: EngineParts
  readonly #approvals: ApprovalQueue
  readonly #grants: GrantBook
  readonly #sessions = new Map<string, Session>()
  readonly #opening = new Map<string, Promise<Session>>()
  readonly #listeners = new Set<(notice: EngineNotice) => void>()
  #closed = false

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#approvals = new ApprovalQueue(() => this.#now())
    this.#grants = new GrantBook(parts.rules, () => void this.#publishGrants())
  }

  async state(): Promise<EngineState> {
    const [sandbox, stored] = await Promise.all([
      this.#parts.commands.sandbox.status(),
      this.#parts.store.list(),
    ])
    const open = [...this.#sessions.values()].map((session) => session.summary)
    const rest = stored.filter((each) => !this.#sessions.has(each.id))
    const sessions = [...open, ...rest].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    const { defaults, models } = this.#parts
    return { sandbox, models: models.choices(), defaults, sessions, approvals: this.#approvals.pending() }
  }

  async createSession(input: SessionInput): Promise<SessionSummary> {
    this.#refuseWhenClosed()
    const { commands, defaults, demo } = this.#parts
    const now = this.#now()
    const {
      provider = defaults.provider,
      model = defaults.model,
      approvalPolicy = defaults.approvalPolicy,
    } = input
    const sandboxPolicy = policyFor(input, defaults.sandboxPolicy, defaults.sandboxPolicy)
    const settings = input.demo === true ? demoSettings : { provider, model, approvalPolicy, sandboxPolicy }
    if (input.demo !== true && input.cwd === undefined)
      throw new FaultError({
        code: 'bad-request',
        message: 'A session needs a folder; expected cwd, an absolute path.',
      })
    const folder = input.demo === true ? undefined : await commands.workspace.resolveFolder(input.cwd ?? '')
    if (folder !== undefined) refuseDemoModel(settings.provider)
    this.#parts.models.open(settings.provider)
    const cwd = folder ?? (await demo.create()).cwd
    const branch = await commands.workspace.branch(cwd)
    const summary: SessionSummary = {
      id: commands.ids.next(),
      title: input.demo === true ? 'Demo session' : 'New session',
      cwd,
      provider: settings.provider,
      model: settings.model,
      approvalPolicy: settings.approvalPolicy,
      sandboxPolicy: settings.sandboxPolicy,
      status: 'idle',
      activity: '',
      pendingApprovals: 0,
      createdAt: now,
      updatedAt: now,
      ...(branch === undefined ? {} : { branch }),
      ...(input.effort ? { reasoningEffort: input.effort } : {}),
      ...(input.summary ? { reasoningSummary: input.summary } : {}),
    }
    const session = new Session(summary, { items: [], events: [] }, this.#sessionParts())
    await session.begin(await this.#parts.docs.read(cwd))
    this.#sessions.set(summary.id, session)
    this.#publish({ kind: 'session', session: session.summary })
    return session.summary
  }

  async openSession(sessionId: string): ReturnType<EngineService['openSession']> {
    const session = await this.#session(sessionId)
    return { session: session.summary, events: session.events() }
  }

  async configureSession(sessionId: string, change: Omit<SessionInput, 'demo'>): Promise<SessionSummary> {
    const session = await this.#session(sessionId)
    return session.configure(await checkChange(change, session.summary, this.#changeParts()))
  }

  async startTurn(
    sessionId: string,
    input: string | readonly UserInput[],
    overrides: TurnOverrides = {},
  ): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    const session = await this.#session(sessionId)
    const message = await readUserInput(input, this.#parts.images)
    const { outputSchema, ...settings } = overrides
    if (Object.keys(settings).length === 0) return session.start(message, { outputSchema })
    const change = await checkChange(settings, session.summary, this.#changeParts())
    return session.start(message, { change, outputSchema })
  }

  async retryTurn(sessionId: string): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    return (await this.#session(sessionId)).retry()
  }

  async compactSession(sessionId: string): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    return (await this.#session(sessionId)).compact()
  }

  async interruptTurn(sessionId: string): Promise<void> {
    await (await this.#session(sessionId)).interrupt()
  }

  decide(requestId: string, decision: Decision, by: DecidedBy): Promise<DecideReply> {
    return this.#approvals.decide(requestId, decision, by)
  }

  async checkRule(requestId: string, rule: string): Promise<RuleCheck> {
    try {
      await this.#approvals.checkRule(requestId, rule)
      return { kind: 'valid' }
    } catch (error) {
      if (error instanceof FaultError && error.fault.code === 'bad-request')
        return { kind: 'invalid', problem: error.message }
      throw error
    }
  }

  viewAgain(requestId: string): Promise<boolean> {
    return Promise.resolve(this.#approvals.viewAgain(requestId))
  }

  listGrants(): Promise<readonly StoredGrant[]> {
    return this.#grants.list()
  }

  revokeGrant(grantId: string): Promise<boolean> {
    return this.#grants.revoke(grantId)
  }

  async doctor(): Promise<{ sandbox: SandboxStatus; checks: readonly DoctorCheck[] }> {
    const sandbox = await this.#parts.commands.sandbox.recheck()
    this.#publish({ kind: 'sandbox', sandbox })
    return { sandbox, checks: await this.#parts.doctor() }
  }

  subscribe(listener: (notice: EngineNotice) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#sessions.values()].map((session) => session.close()))
    await this.#parts.store.close()
  }

  /** The live session; one that is only on file is opened, and only once however many ask at the same time. */
  async #session(sessionId: string): Promise<Session> {
    const live = this.#sessions.get(sessionId)
    if (live) return live
    const opening = this.#opening.get(sessionId) ?? this.#load(sessionId)
    this.#opening.set(sessionId, opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(sessionId)
    }
  }

  async #load(sessionId: string): Promise<Session> {
    const stored = await this.#parts.store.load(sessionId)
    if (!stored)
      throw new FaultError({
        code: 'unknown-session',
        message: `There is no session ${sessionId.slice(0, 100)}.`,
      })
    const restored = restoreSession(stored)
    const session = new Session(restored.summary, restored, this.#sessionParts())
    this.#sessions.set(sessionId, session)
    return session
  }

  #sessionParts(): SessionParts {
    const { store, models, tools, commands, contextLimits } = this.#parts
    return {
      contextLimits,
      store,
      models,
      tools,
      commands: { ...commands, approvals: this.#approvals, grants: this.#grants },
      publishEvent: (event) => {
        this.#publish({ kind: 'event', event })
      },
      publishSession: (session) => {
        this.#publish({ kind: 'session', session })
      },
      publishApproval: (request) => {
        this.#publish({ kind: 'approval', request })
      },
    }
  }

  async #publishGrants(): Promise<void> {
    try {
      this.#publish({ kind: 'grants', grants: await this.#grants.list() })
    } catch (error) {
      this.#parts.log.error('the grants cannot be listed', error)
    }
  }

  #changeParts(): ChangeParts {
    const { commands, models, defaults } = this.#parts
    return { workspace: commands.workspace, models, defaultPolicy: defaults.sandboxPolicy }
  }

  #publish(notice: EngineNotice): void {
    for (const listener of this.#listeners) {
      try {
        listener(notice)
      } catch (error) {
        this.#parts.log.error('a listener of the engine failed', error)
      }
    }
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new FaultError({ code: 'bad-request', message: 'The engine is closing.' })
  }

  #now(): string {
    return new Date(this.#parts.commands.clock.now()).toISOString()
  }
}
