import type { DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import { explainCommand } from '../execution/explain-command'
import type { Explanation } from '@shared/domain/explanation'
import { FaultError } from '@shared/domain/fault'
import type { McpServerStatus } from '@shared/domain/mcp-server'
import type { ReviewTarget } from '@shared/domain/review'
import type { SessionSummary, TurnOverrides } from '@shared/domain/session'
import type { UserInput } from '@shared/domain/user-input'
import { GrantBook } from '../approvals/grant-book'
import { RefusedCommands } from '../approvals/refused-commands'
import { ApprovalQueue } from '../approvals/approval-queue'
import { SessionRestore } from '../checkpoints/session-restore'
import { QuestionQueue } from '../approvals/question-queue'
import { readUserInput } from '../conversation/read-user-input'
import { workerOf } from '../conversation/session-acp-agent'
import { changed, checkChange, type ChangeParts } from '../conversation/session-change'
import type { SessionParts } from '../conversation/session-parts'
import { newSummary } from '../conversation/new-summary'
import { demoSettings } from '../conversation/demo-settings'
import type { RecordEnd } from '../ports/session-store'
import { Sessions } from '../conversation/sessions'
import { startingPlace } from '../conversation/starting-place'
import { terminalsOf } from '../conversation/terminals'
import { demoTitle, untitled } from '../conversation/session-title'
import type {
  EngineService,
  AskedToExplain,
  EngineState,
  OpenedSession,
  SessionInput,
} from './engine-service'
import type { EngineParts } from './engine-parts'
import { HookGateway } from '../hook-gateway/hook-gateway'
import type { Folders } from '../ports/workspace'
import type { HomeFiles } from '../ports/home-files'
import { noRules, rulesOfRequests } from '../effect-rules/rules-of-requests'
import { narrowRule } from '../approvals/narrow-rule'
import type { ModelCatalogue } from '../ports/models'
import { Notices } from '../notify/notices'
import { noServers, type ServerDirectory } from './server-directory'
import type { SessionDefaults } from '../settings/settings-store'
import { startingSettings } from '../settings/starting-settings'
import { worktreeRemoval, worktreeState } from '../worktrees/of-session'
import { withWorktree } from '../worktrees/worktrees'

/** All sessions of one process, and the one queue of approvals over them. */
export class Engine implements EngineService {
  readonly catalogue: ModelCatalogue
  readonly home: HomeFiles
  readonly folders: Folders
  readonly files: EngineService['files']
  readonly hookGateway: HookGateway
  readonly restores: EngineService['restores']
  readonly terminals: EngineService['terminals']
  readonly effectRules: EngineService['effectRules']
  readonly pendingApproval: EngineService['pendingApproval']
  readonly decide: EngineService['decide']
  readonly askAboutRefused: EngineService['askAboutRefused'] = (id, callId) => {
    this.#refused.askAgain(id, callId)
  }
  readonly checkRule: EngineService['checkRule']
  readonly viewAgain: EngineService['viewAgain']
  readonly leavesOut: EngineService['leavesOut']
  readonly rehearse: EngineService['rehearse']
  readonly subscribe: EngineService['subscribe']
  readonly listAcpAgents: EngineService['listAcpAgents']
  readonly readSettings: EngineService['readSettings']
  readonly writeSettings: EngineService['writeSettings']
  readonly worktreeState: EngineService['worktreeState']
  readonly interruptTurn: EngineService['interruptTurn']
  readonly steerTurn: EngineService['steerTurn']
  readonly listGrants: EngineService['listGrants']
  readonly revokeGrant: EngineService['revokeGrant']
  readonly narrowGrant: EngineService['narrowGrant']
  readonly listSessions: EngineService['listSessions']
  readonly renameSession: EngineService['renameSession']
  readonly unarchiveSession: EngineService['unarchiveSession']
  readonly unloadSession: EngineService['unloadSession']
  readonly exportSession: EngineService['exportSession']
  readonly questions: QuestionQueue = new QuestionQueue()
  readonly mcp: ServerDirectory
  readonly #parts: EngineParts
  readonly #approvals: ApprovalQueue
  readonly #refused = new RefusedCommands(() => Date.parse(this.#now()))
  readonly #grants: GrantBook
  readonly #unwatch: (() => void) | undefined
  readonly #sessions: Sessions
  readonly #notices: Notices
  #closed = false

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.catalogue = parts.catalogue
    this.home = parts.home
    this.folders = parts.folders
    this.files = parts.files
    this.listAcpAgents = async () => (await parts.acpAgents?.list()) ?? []
    this.mcp = parts.mcp ?? noServers(parts.settings)
    this.#notices = new Notices(parts.log)
    this.subscribe = this.#notices.subscribe.bind(this.#notices)
    this.mcp.subscribe(() => {
      this.#notices.publish({ kind: 'servers' })
    })
    const approvals = new ApprovalQueue(() => this.#now())
    // What waits is asked about and answered where it waits.
    this.pendingApproval = approvals.get.bind(approvals)
    this.decide = approvals.decide.bind(approvals)
    this.checkRule = approvals.checkRule.bind(approvals)
    this.viewAgain = approvals.viewAgain.bind(approvals)
    this.leavesOut = approvals.leavesOut.bind(approvals)
    this.rehearse = approvals.rehearse.bind(approvals)
    this.#approvals = approvals
    const { effectRules, commands, usage } = parts
    this.effectRules = effectRules
      ? rulesOfRequests({
          ...effectRules,
          ...{ approvals, usage, parser: commands.parser },
          branch: (folder) => commands.workspace.branch(folder),
        })
      : noRules
    const grants = new GrantBook(parts.rules, () => void this.#publishGrants(), usage)
    // What holds for a turn or a session is shown also where the rules cannot be read.
    this.listGrants = async () => {
      try {
        return await grants.list()
      } catch (error) {
        await this.#publishGrants()
        throw error
      }
    }
    this.revokeGrant = grants.revoke.bind(grants)
    this.narrowGrant = (id, to) => grants.narrow(id, (rule) => narrowRule(rule, to, parts.commands))
    this.#grants = grants
    this.readSettings = parts.settings.read.bind(parts.settings)
    this.writeSettings = parts.settings.write.bind(parts.settings)
    this.#sessions = new Sessions({
      session: () => this.#sessionParts(),
      change: () => this.#changeParts(),
      ...{ defaults: parts.defaults, publish: this.#notices.publish },
      now: () => this.#now(),
      ...{ redact: parts.redact, markdown: parts.markdown },
      removed: (summary) => void restores.forget(summary),
    })
    const sessions = this.#sessions
    this.#unwatch = usage?.onSuspendAll(() => {
      sessions.takeBack()
      void this.#publishGrants()
    })
    this.hookGateway = new HookGateway(sessions, parts, () => this.#now())
    this.worktreeState = (id) => worktreeState(id, sessions, parts.worktrees)
    this.interruptTurn = async (id, turnId) => (await sessions.get(id)).interrupt(turnId)
    this.steerTurn = async (id, ...given) => (await sessions.get(id)).steering.give(parts.images, ...given)
    const restores = new SessionRestore(sessions, parts.commands)
    this.restores = restores
    this.terminals = terminalsOf(sessions, () => {
      this.#refuseWhenClosed()
    })
    this.listSessions = sessions.list.bind(sessions)
    this.renameSession = sessions.rename.bind(sessions)
    this.unarchiveSession = sessions.unarchive.bind(sessions)
    this.unloadSession = sessions.unload.bind(sessions)
    this.exportSession = sessions.export.bind(sessions)
  }

  async state(): Promise<EngineState> {
    const [sandbox, sessions] = await Promise.all([
      this.#parts.commands.sandbox.status(),
      this.#sessions.shown(),
    ])
    const { models, settings } = this.#parts
    // What is wrong in the file is told by readSettings; a window can be drawn all the same.
    const defaults = await settings.defaults().catch(() => this.#parts.defaults)
    return {
      ...{ sandbox, models: models.choices(), defaults, sessions },
      ...{ language: settings.language(), appearance: settings.appearance() },
      ...{ fileOpener: settings.fileOpener(), prices: settings.prices() },
      ...{ approvals: this.#approvals.pending(), questions: this.questions.pending() },
    }
  }

  async suspendRules(key: string, suspended: boolean): Promise<void> {
    const { usage } = this.#parts
    if (!usage) throw new FaultError({ code: 'store-failed', message: 'Uses of rules are not counted here.' })
    await usage[suspended ? 'suspend' : 'resume'](key)
    if (suspended && key === 'all') this.#sessions.takeBack()
    await this.#publishGrants()
    if (!suspended) await this.#approvals.reconsider()
  }

  async allSuspended(): Promise<boolean> {
    return (await this.#parts.usage?.allSuspended()) ?? false
  }

  async explain({ command, cwd, ...policies }: AskedToExplain, signal: AbortSignal): Promise<Explanation> {
    const { commands, settings, settlePolicy } = this.#parts
    const folder = await commands.workspace.resolveFolder(cwd)
    const configured = await settings.defaults(folder)
    const id = commands.ids.next()
    const call = {
      ...{ callId: id, command, cwd: folder, timeoutMs: Infinity },
      ...{ escalated: false, justification: undefined },
    }
    const turn = {
      ...{ sessionId: id, sessionTitle: '', turnId: id, turnNumber: 1, cwd: folder, signal },
      ...{ provider: configured.provider, model: configured.model },
      approvalPolicy: policies.approvalPolicy ?? configured.approvalPolicy,
      sandboxPolicy: settlePolicy(policies.sandboxPolicy ?? configured.sandboxPolicy, folder),
      ...{ stop: () => undefined, emit: () => undefined },
      // As in a turn, whose beginning is kept.
      ...(commands.checkpoints && {
        kept: Promise.resolve(true),
        // What git leaves out is asked about before it is asked of the checkpoint.
        keptAt: (paths: readonly string[]) => Promise.resolve(paths),
      }),
      recordApproval: () => Promise.resolve(),
      recordQuestion: () => Promise.resolve(),
    }
    const own = { approvals: this.#approvals, questions: this.questions, grants: this.#grants }
    try {
      return await explainCommand(call, turn, { ...commands, ...own })
    } finally {
      commands.assessments.forget(id)
    }
  }

  async createSession(input: SessionInput): Promise<SessionSummary> {
    this.#refuseWhenClosed()
    const { commands, demo, settings: configured, worktrees, settlePolicy } = this.#parts
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
            settlePolicy(policy, folder),
          )
    const worker = await workerOf(input, settings, this.#parts)
    const { workspace, ids, sandbox } = commands
    const { worktree, ...place } = await startingPlace(input, folder, { workspace, worktrees, demo })
    try {
      const title = input.demo === true ? demoTitle(await this.#sessions.shown(), input.title) : untitled
      const { baseInstructions, leftOutTools } = input
      const own = { baseInstructions, leftOutTools, worktree, ...worker }
      const sandboxPolicy = settlePolicy(withWorktree(settings.sandboxPolicy, worktree), place.cwd)
      const begun = newSummary(
        { id: ids.next(), title, ...place },
        { ...settings, sandboxPolicy },
        this.#now(),
      )
      const { summary } = await this.#sessions.begin(changed(begun, own))
      this.#notices.publish({ kind: 'session', session: summary })
      sandbox.prefetch?.(place.cwd, sandboxPolicy)
      void this.#parts.warmUp?.().catch(() => undefined)
      return summary
    } catch (error) {
      await place.undo().catch(() => undefined) // what went wrong first is told
      throw error
    }
  }

  async openSession(sessionId: string, enough?: RecordEnd): Promise<OpenedSession> {
    const end = enough && (await this.#sessions.end(sessionId, enough))
    if (end) return end
    const session = await this.#sessions.get(sessionId)
    return { session: session.summary, events: session.events() }
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

  async archiveSession(sessionId: string, removeWorktree = false): Promise<void> {
    return this.#sessions.archive(sessionId, removeWorktree ? await this.#removal(sessionId) : undefined)
  }

  async deleteSession(sessionId: string, removeWorktree = false): Promise<void> {
    return this.#sessions.remove(sessionId, removeWorktree ? await this.#removal(sessionId) : undefined)
  }

  readonly #removal = (sessionId: string) => worktreeRemoval(sessionId, this.#sessions, this.#parts.worktrees)

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

  async runAgain(sessionId: string, callId: string): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    return (await this.#sessions.claim(sessionId)).runAgain(callId)
  }

  async compactSession(sessionId: string): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    return (await this.#sessions.claim(sessionId)).compact()
  }

  async startReview(sessionId: string, target: ReviewTarget): Promise<{ turnId: string }> {
    this.#refuseWhenClosed()
    const session = await this.#sessions.claim(sessionId)
    return session.review(await this.#parts.reviews(target, session.summary.cwd))
  }

  async stopCommand(sessionId: string, callId: string): Promise<boolean> {
    return (await this.#sessions.get(sessionId)).processes.runs.stop(callId)
  }

  async openPort(sessionId: string, callId: string, port: number): Promise<{ readonly url: string }> {
    return (await this.#sessions.get(sessionId)).processes.ports.forward(callId, port)
  }

  async mcpServers(sessionId: string): Promise<readonly McpServerStatus[]> {
    const { tools, summary } = await this.#sessions.get(sessionId)
    return tools.servers(summary, this.#parts.commands.clock)
  }

  async doctor(): Promise<{ sandbox: SandboxStatus; checks: readonly DoctorCheck[] }> {
    const sandbox = await this.#parts.commands.sandbox.recheck()
    this.#notices.publish({ kind: 'sandbox', sandbox })
    return { sandbox, checks: await this.#parts.doctor() }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.mcp.close()
    this.effectRules.close()
    this.#unwatch?.()
    await this.#sessions.close()
    const { sandbox, checkpoints } = this.#parts.commands
    await Promise.all([sandbox.rest?.(), checkpoints?.close()])
    await sandbox.close?.()
    await this.#parts.store.close()
    await Promise.all([this.#parts.telemetry.close(), this.#parts.cleared])
  }

  #sessionParts(): Omit<SessionParts, 'family'> {
    const { store, models, tools, commands, contextLimits, docs, acpAgents } = this.#parts
    return {
      ...{ contextLimits, docs, store, models, tools, acpAgents },
      commands: {
        ...commands,
        approvals: this.#approvals,
        questions: this.questions,
        grants: this.#grants,
        refused: this.#refused,
      },
      publish: this.#notices.publish,
    }
  }

  async #publishGrants(): Promise<void> {
    this.#notices.publish({ kind: 'grants', grants: await this.#grants.readable() })
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
