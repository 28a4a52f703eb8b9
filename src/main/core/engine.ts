import type { DecidedBy, DecideReply, Decision } from '@shared/domain/approval'
import type { DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import { FaultError } from '@shared/domain/fault'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ExportFormat, SessionSummary } from '@shared/domain/session'
import type { SettingEdit, SettingsReply, SettingsView } from '@shared/domain/settings-view'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { TurnOverrides } from '@shared/domain/turn-overrides'
import type { UserInput } from '@shared/domain/user-input'
import { GrantBook } from './approvals/grant-book'
import { ApprovalQueue } from './approvals/queue'
import type { CommandParts } from './turn/turn-context'
import type { ContextLimits } from './conversation/context-limit'
import { readUserInput, type ImageFiles } from './conversation/read-user-input'
import type { ProjectDocs } from './conversation/project-docs'
import { changed, checkChange, refuseDemoModel, type ChangeParts } from './conversation/session-change'
import type { SessionParts } from './conversation/session'
import { newSummary } from './conversation/new-summary'
import { demoSettings } from './conversation/demo-settings'
import { Sessions } from './conversation/sessions'
import { demoTitle, untitled } from './conversation/session-title'
import type {
  EngineNotice,
  EngineService,
  EngineState,
  ExportedSession,
  ListQuery,
  OpenedSession,
  RuleCheck,
  SessionInput,
  SessionPage,
} from './engine-service'
import type { ModelCatalogue } from './model-catalogue'
import { Notices } from './notices'
import type { DemoProject, Log, ModelProviders, RuleStore } from './ports'
import type { SessionStore } from './session-store'
import type { SessionDefaults, SettingsStore } from './settings/settings-store'
import type { Telemetry } from './telemetry/telemetry'
import { startingSettings } from './settings/starting-settings'
import type { Tool } from './tools/tool'

/** What the engine is built from, and what a session gets when nothing else is said. */
export interface EngineParts {
  readonly store: SessionStore
  readonly rules: RuleStore
  readonly models: ModelProviders
  readonly catalogue: ModelCatalogue
  readonly tools: readonly Tool[]
  readonly commands: Omit<CommandParts, 'approvals' | 'grants'>
  readonly demo: DemoProject
  readonly docs: ProjectDocs
  readonly images: ImageFiles
  readonly contextLimits: ContextLimits
  readonly log: Log
  readonly telemetry: Telemetry // closed with the engine, after everything that it is told of
  readonly warmUp?: () => Promise<unknown> // loads what a first command needs; what fails, fails again there
  readonly cleared?: Promise<void> // what killed engines left is being cleared away; closing waits for it
  /** A policy as a session in this folder keeps it. Throws FaultError `bad-request` for an unfit root or folder. */
  readonly settlePolicy: (policy: SandboxPolicy, folder: string) => SandboxPolicy
  readonly doctor: () => Promise<readonly DoctorCheck[]>
  /** The configuration's defaults as they were at the start; the ones of now come from `settings`. */
  readonly defaults: SessionDefaults
  readonly settings: SettingsStore
}

/** All sessions of one process, and the one queue of approvals over them. */
export class Engine implements EngineService {
  readonly catalogue: ModelCatalogue
  readonly #parts: EngineParts
  readonly #approvals: ApprovalQueue
  readonly #grants: GrantBook
  readonly #sessions: Sessions
  readonly #notices: Notices
  #closed = false

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.catalogue = parts.catalogue
    this.#notices = new Notices(parts.log)
    this.#approvals = new ApprovalQueue(() => this.#now())
    this.#grants = new GrantBook(parts.rules, () => void this.#publishGrants())
    this.#sessions = new Sessions({
      session: () => this.#sessionParts(),
      change: () => this.#changeParts(),
      defaults: parts.defaults,
      publish: this.#notices.publish,
    })
  }

  async state(): Promise<EngineState> {
    const [sandbox, sessions] = await Promise.all([
      this.#parts.commands.sandbox.status(),
      this.#sessions.shown(),
    ])
    const { models, settings } = this.#parts
    // What is wrong in the file is told by readSettings; a window can be drawn all the same.
    const defaults = await settings.defaults().catch(() => this.#parts.defaults)
    return { sandbox, models: models.choices(), defaults, sessions, approvals: this.#approvals.pending() }
  }

  async createSession(input: SessionInput): Promise<SessionSummary> {
    this.#refuseWhenClosed()
    const { commands, demo, settings: configured } = this.#parts
    if (input.demo !== true && input.cwd === undefined)
      throw new FaultError({
        code: 'bad-request',
        message: 'A session needs a folder; expected cwd, an absolute path.',
      })
    const folder = input.demo === true ? undefined : await commands.workspace.resolveFolder(input.cwd ?? '')
    const settings: SessionDefaults =
      folder === undefined
        ? demoSettings
        : startingSettings(input, await configured.defaults(folder, input.profile), (policy) =>
            this.#parts.settlePolicy(policy, folder),
          )
    if (folder !== undefined) refuseDemoModel(settings.provider)
    this.#parts.models.open(settings.provider)
    const cwd = folder ?? (await demo.create()).cwd
    const place = {
      id: commands.ids.next(),
      title: input.demo === true ? demoTitle(await this.#sessions.shown()) : untitled,
      ...{ cwd, written: folder && input.cwd },
      branch: await commands.workspace.branch(cwd),
    }
    const { baseInstructions, leftOutTools } = input
    const summary = changed(newSummary(place, settings, this.#now()), { baseInstructions, leftOutTools })
    const session = await this.#sessions.begin(summary)
    this.#notices.publish({ kind: 'session', session: session.summary })
    commands.sandbox.foresee?.(cwd, settings.sandboxPolicy)
    void this.#parts.warmUp?.().catch(() => undefined)
    return session.summary
  }

  readSettings(cwd?: string): Promise<SettingsView> {
    return this.#parts.settings.read(cwd)
  }

  writeSettings(version: string, edits: readonly SettingEdit[]): Promise<SettingsReply> {
    return this.#parts.settings.write(version, edits)
  }

  async openSession(sessionId: string): Promise<OpenedSession> {
    const session = await this.#sessions.get(sessionId)
    return { session: session.summary, events: session.events() }
  }

  listSessions(query: ListQuery): Promise<SessionPage> {
    return this.#sessions.list(query)
  }

  resumeSession(
    which: { readonly sessionId: string } | { readonly path: string },
    overrides: Omit<SessionInput, 'demo'> = {},
  ): Promise<OpenedSession> {
    this.#refuseWhenClosed()
    return this.#sessions.resume(which, overrides)
  }

  forkSession(sessionId: string, beforeUserMessage: number): Promise<SessionSummary> {
    this.#refuseWhenClosed()
    return this.#sessions.fork(sessionId, beforeUserMessage, this.#parts.commands.ids.next(), this.#now())
  }

  renameSession(sessionId: string, title: string): Promise<SessionSummary> {
    return this.#sessions.rename(sessionId, title)
  }

  archiveSession(sessionId: string): Promise<void> {
    return this.#sessions.archive(sessionId)
  }

  unarchiveSession(sessionId: string): Promise<SessionSummary> {
    return this.#sessions.unarchive(sessionId)
  }

  deleteSession(sessionId: string): Promise<void> {
    return this.#sessions.remove(sessionId)
  }

  exportSession(sessionId: string, format: ExportFormat): Promise<ExportedSession> {
    return this.#sessions.export(sessionId, format)
  }

  async configureSession(sessionId: string, change: Omit<SessionInput, 'demo'>): Promise<SessionSummary> {
    const session = await this.#sessions.claim(sessionId)
    return session.configure(await checkChange(change, session.summary, this.#changeParts()))
  }

  async startTurn(
    sessionId: string,
    input: string | readonly UserInput[],
    overrides: TurnOverrides = {},
  ): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    const session = await this.#sessions.claim(sessionId)
    const message = await readUserInput(input, this.#parts.images)
    const { outputSchema, ...settings } = overrides
    const change = await checkChange(settings, session.summary, this.#changeParts())
    return session.start(message, { ...(Object.keys(change).length > 0 && { change }), outputSchema })
  }

  async retryTurn(sessionId: string): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    return (await this.#sessions.claim(sessionId)).retry()
  }

  async compactSession(sessionId: string): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    return (await this.#sessions.claim(sessionId)).compact()
  }

  async interruptTurn(sessionId: string): Promise<void> {
    await (await this.#sessions.get(sessionId)).interrupt()
  }

  async stopProcess(sessionId: string, processId: number): Promise<boolean> {
    return (await this.#sessions.get(sessionId)).stopProcess(processId)
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
    this.#notices.publish({ kind: 'sandbox', sandbox })
    return { sandbox, checks: await this.#parts.doctor() }
  }

  subscribe(listener: (notice: EngineNotice) => void): () => void {
    return this.#notices.subscribe(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#sessions.close()
    await this.#parts.commands.sandbox.rest?.()
    this.#parts.commands.sandbox.close?.()
    await this.#parts.store.close()
    await Promise.all([this.#parts.telemetry.close(), this.#parts.cleared])
  }

  #sessionParts(): SessionParts {
    const { store, models, tools, commands, contextLimits, docs } = this.#parts
    return {
      contextLimits,
      docs,
      store,
      models,
      tools,
      commands: { ...commands, approvals: this.#approvals, grants: this.#grants },
      publish: this.#notices.publish,
    }
  }

  async #publishGrants(): Promise<void> {
    try {
      this.#notices.publish({ kind: 'grants', grants: await this.#grants.list() })
    } catch (error) {
      this.#parts.log.error('the grants cannot be listed', error)
    }
  }

  #changeParts(): ChangeParts {
    const { commands, models, defaults, settlePolicy } = this.#parts
    const { workspace } = commands
    return { workspace, models, settlePolicy, defaultPolicy: defaults.sandboxPolicy }
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new FaultError({ code: 'bad-request', message: 'The engine is closing.' })
  }

  #now(): string {
    return new Date(this.#parts.commands.clock.now()).toISOString()
  }
}
