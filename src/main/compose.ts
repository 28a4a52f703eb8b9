import { homedir } from 'node:os'
import { type ConfigFile, type UndoSettings, usualTelemetryHosts } from '@shared/domain/settings'
import type { BaseOptions } from './compose-base'
import { composeJudge, type Judge } from './compose-judge'
import { chooseTools } from './core/tools/choose-tools'
import { composeAgentConnections, composeHookGateway } from './compose-hook-gateway'
import { atExit } from './adapters/own-process/at-exit'
import { guardedScript, readGit, writing } from './core/commands/read-git'
import { countsAmongItsOwn, placeOf } from './core/worktrees/repository'
import { demoProject } from './adapters/demo/demo-project'
import { imageFiles } from './adapters/image-file/image-files'
import { keysToLend } from './adapters/model-openai/keys-to-lend'
import { loadClient } from './adapters/model-openai/load-client'
import { configuredServers } from './adapters/mcp-client/configured-servers'
import { createMcpClient } from './adapters/mcp-client/session-servers'
import { SignedInServers } from './adapters/mcp-client/sign-in/signed-in'
import { createSignIns } from './adapters/mcp-client/sign-in/sign-ins'
import { createRunWatcher } from './adapters/run-watch/run-watch'
import { providerTable } from './adapters/model-openai/providers'
import { readInstructions } from './adapters/project-docs/read-instructions'
import { createProjectDocs, type FoundDocs } from './adapters/project-docs/project-docs'
import { createPatchFiles } from './adapters/patch-files/patch-files'
import { unconfinedRunner } from './adapters/process-execa/unconfined-runner'
import { findProgram } from './adapters/sandbox-linux/find-program'
import { createWholeFiles } from './adapters/facts-fs/whole-files'
import { writableRoots } from './adapters/sandbox-linux/writable-roots'
import { sandboxChecks } from './adapters/sandbox-runtime/doctor-checks'
import { readMachineFacts } from './adapters/sandbox-runtime/machine-facts'
import { createJsonlStore } from './adapters/store-jsonl/jsonl-store'
import { commandLike } from './core/commands/command-like'
import type { EngineDoor } from './adapters/engine-socket/listen-for-clients'
import { systemIds } from './adapters/system/clock'
import { createDoctor } from './adapters/system/create-doctor'
import { textDiff } from './adapters/text-diff/text-diff'
import { systemTrash } from './adapters/trash/system-trash'
import { createToolSettings } from './adapters/tool-settings/follow-tool-settings'
import { announcedBy, type Announced } from './core/notify/announced'
import { forTurns } from './core/conversation/for-turns'
import type { Lent } from './core/host-link/host-client'
import { Notices } from './core/notify/notices'
import { Engine } from './core/engine/engine'
import { ServerDirectory } from './core/engine/server-directory'
import type { CliEngine } from './hosts/cli/cli-context'
import type { Trash, Log, Clock, Ids } from './core/ports/system'
import { contextLimitsOf } from './core/conversation/context-limit'
import { protectedNames } from './core/policy/tool-settings'
import { isWithin } from './core/shell/paths'
import { applyPatchTool } from './core/tools/apply-patch'
import { createRequestRehearsals } from './core/rehearsal/create-request-rehearsals'
import { composeReviews } from './core/review/compose-reviews'
import { observeServers } from './core/telemetry/observe-servers'
import { observeTools } from './core/telemetry/observe-tools'
import { noTelemetry, type Telemetry } from './core/telemetry/telemetry'
import { execCommandTool } from './core/tools/exec-command'
import { shellTool } from './core/tools/shell'
import { agentTools } from './core/tools/agents'
import { requestUserInputTool } from './core/tools/request-user-input'
import { updatePlanTool } from './core/tools/update-plan'
import type { Tool } from './core/tools/tool'
import { viewImageTool } from './core/tools/view-image'
import { writeStdinTool } from './core/tools/write-stdin'
import { createAcpAgents, type AcpAgentsParts } from './adapters/acp-client/acp-agents'
import type { createSettingsFile, SettingsFile } from './adapters/config-toml/settings-file'
import type { AcpAgents } from './core/acp-agents/acp-agent'
import { createNotifyProgram } from './adapters/notify-program/notify-program'
import { effectRulesOf } from './compose-effect-rules'
import { createSuggestionNotes } from './adapters/home-files/suggestion-notes'
import { watchFile } from './adapters/home-files/watch-file'
import type { EngineService } from './core/engine/engine-service'
import { followRequests } from './core/engine/follow-requests'
import { followDecisions } from './core/engine/decision-counts'
import { notifyOutside } from './core/notify/notify-messages'
import { followSessions } from './core/telemetry/follow-sessions'
import { createFolders } from './adapters/folder-look/folders'
import { projectSettings, trustOf } from './adapters/config-toml/project-layer'
import { removeFolder } from './adapters/preimages/held-folder'
import { worktreeFolders } from './adapters/worktree-folders/worktree-folders'
import type { RunTyped } from './core/commands/run-typed'
import type { EngineParts } from './core/engine/engine-parts'
import type { Workspace } from './core/ports/workspace'
import type { RequestRehearsals } from './core/turn/request-rehearsals'
import { Worktrees } from './core/worktrees/worktrees'
import { createCustomPrompts } from './adapters/home-files/custom-prompts'
import { createDecisionLog } from './adapters/home-files/decision-log'
import { createKeptFiles } from './adapters/home-files/kept-files'
import { createMessageHistory } from './adapters/home-files/message-history'
import { createRecordSearch } from './adapters/store-jsonl/find-in-records'
import type { AgentConnections, HomeFiles, PastReader } from './core/ports/home-files'
import { holdsHome } from './adapters/sandbox-linux/protection/own-folders'
import { createCheckpoints } from './adapters/checkpoint-store/store-folders'
import { createPreimages } from './adapters/preimages/preimage-store'
import type { TurnCheckpoints } from './core/checkpoints/turn-checkpoints'
import { keepingRunner } from './core/checkpoints/keeping-runner'
import { rewindsOnRecord } from './core/checkpoints/shadow-store'
import type { Preimages } from './core/preimages/preimages'
import type { SessionStore } from './core/ports/session-store'
import { askElsewhere } from './core/remote-approvals/ask-elsewhere'
import { RemoteApprovals } from './core/remote-approvals/remote-approvals'
import { withRemoteApprovals } from './core/remote-approvals/with-remote-approvals'
import type { Windows } from './core/remote-approvals/windows'
import type { WindowTransport } from './core/remote-approvals/window-transport'

/** A working engine and where it lives. */
export interface Composed extends CliEngine {
  /** What the desktop announces while its window is not looked at (`[tui] notifications`). */
  readonly announces: Announced
  readonly settings: Judge['settings']
}

/** What starts the engine says of itself and of the machine. */
export interface ComposeOptions extends BaseOptions {
  /** What stands in place of the built-in instructions to the model; absent: nothing does. */
  readonly instructions?: string
  /** It is for a window, which asks first how the sandbox stands: that is tried out while the rest is made. */
  readonly forWindow?: true
  /** Where deleted sessions go; absent: the system's trash as it is reached from Node. */
  readonly trash?: Trash
  /** What commands of hosts ask a person with (`bin/countersign-askpass`); absent: they ask nobody in a window. */
  readonly askpass?: string
}

/** So long after a session is made what its commands are read with is loaded. */
const warmUpMs = 50

/**
 * Builds the engine from its parts. Throws an error whose message is one line for a person: a bad config.toml, a home
 * that cannot be made. Nothing has been started then.
 */
export async function composeEngine(options: ComposeOptions): Promise<Composed> {
  const { env, version, askpass } = options
  const judge = await composeJudge(options)
  const { home, config, path, warnings, keys, lentKeys, tokens, redact, log, left, settings, limits, clock } =
    judge
  const { sandbox, workspace, parser, telemetry, catalogue, models, rehearsing, defaults } = judge
  if (options.forWindow) void sandbox.status().catch(() => undefined)
  const words = await readInstructions(options.instructions, config, home)
  const demo = demoProject(left.demos)
  const ruled = effectRulesOf(judge, () => demo.rules())
  const own = [
    shellTool,
    execCommandTool,
    writeStdinTool,
    applyPatchTool,
    updatePlanTool,
    requestUserInputTool,
    viewImageTool(imageFiles, limits),
    ...agentTools,
  ]
  const mcpServers = () => settings.config().mcp_servers ?? {}
  const openServers = createMcpClient({
    ...{ servers: mcpServers, sandbox, unconfined: unconfinedRunner, workspace, clock, env, version },
    signedIn: new SignedInServers(tokens, clock),
  })
  const mcp = new ServerDirectory({
    open: telemetry === noTelemetry ? openServers : observeServers(openServers, telemetry),
    configured: () =>
      configuredServers(mcpServers(), (id, url) => tokens.read(id, url) !== undefined, redact),
    signIns: createSignIns({ servers: mcpServers, tokens, clock }),
    settings,
  })
  const tools = {
    own,
    choose: (all: readonly Tool[], model: string) => chooseTools(all, model, settings.config()),
    openMcp: mcp.open,
    ...(telemetry === noTelemetry
      ? {}
      : { observe: (all: readonly Tool[]) => observeTools(all, telemetry, clock, redact) }),
  }
  const rehearsals = createRequestRehearsals(rehearsing)
  const store = createJsonlStore({ home, version, trash: options.trash ?? systemTrash })
  const engine = new Engine({
    store,
    rules: ruled.saved,
    usage: ruled.usage,
    models: forTurns(models, { instructions: words.text, config: () => settings.config() }),
    home: composeHomeFiles(home, {
      ...{ log, clock, settings, past: pastOf(options) },
      connections: composeAgentConnections(home, env, settings),
    }),
    acpAgents: composeAcpAgents(settings, { home, sandbox, workspace, clock, env, version }),
    ...{ catalogue, mcp, tools },
    commands: {
      sandbox,
      unconfined: unconfinedRunner,
      parser,
      workspace,
      textDiff,
      patches: createPatchFiles({
        staging: left.staging,
        cleared: left.cleared,
        writableRoots,
        limits,
        protectedPaths: protectedNames,
      }),
      ...{ assessments: judge.assessments, toolSettings: createToolSettings(sandbox), clock, ids: systemIds },
      ...{ watcher: createRunWatcher(), outputLimit: () => settings.config().tool_output_token_limit },
      ...composeUndo(home, {
        sandbox: keepingRunner(sandbox, unconfinedRunner),
        workspace,
        log,
        clock,
        settings,
        store,
        cleared: left.cleared,
      }),
      rehearsals,
      effectRules: ruled.answering,
      managed: ruled.managed,
      stayed: left.stayed,
    },
    effectRules: {
      rules: ruled.effectRules,
      edits: ruled.ruleEdits,
      recorded: ruled.recorded,
      managed: ruled.managedRules,
      old: () => ruled.old.problem(),
      watch: (changed) => watchFile(ruled.effectRules.file, changed),
      suggestions: { notes: createSuggestionNotes(home), now: () => clock.now() },
    },
    ...{ demo, images: imageFiles, files: createWholeFiles(limits) },
    ...{ contextLimits: contextLimitsOf(config), defaults, settings },
    ...composeFolders(judge.runTyped, {
      docs: createProjectDocs({ home, config, log, limits }),
      settings,
      workspace,
      rehearsals,
    }),
    // The reader of commands behind the request that a first message leads to, whose answer takes longer than that.
    warmUp: async () => {
      await loadClient()
      await clock.sleep(warmUpMs)
      await parser.parse('true')
    },
    reviews: composeReviews(judge.runTyped, () => settings.config().review_model),
    markdown: async () => (await import('./adapters/markdown/markdown')).markdown,
    ...{ log, redact, telemetry, cleared: left.cleared, settlePolicy: rehearsing.settle },
    doctor: createDoctor({
      sandbox,
      models,
      localServers: () => catalogue.localServers(),
      configPath: path,
      home,
      whyNonePrepared: async () => {
        const policy = defaults.sandboxPolicy
        const tried = (cwd: string): Promise<string | undefined> | undefined =>
          sandbox.whyNonePrepared?.(commandLike({ cwd, policy, env: workspace.environment(policy, true) }))
        // An engine that is kept, or begun by a double click, runs where no session can be.
        if (!isWithin(workspace.home(), process.cwd())) return tried(process.cwd())
        const scratch = (await import('./adapters/change-set/scratch-folder')).scratchFolder()
        try {
          return await tried(scratch.path)
        } finally {
          scratch.remove()
        }
      },
      sandboxParts: async (status) =>
        sandboxChecks(
          await readMachineFacts(process.platform, (program) => findProgram(program, env.PATH), status),
        ),
    }),
  })
  void ruled.old.move()
  const guardedGit = { readGit, guardedScript, writing, placeOf, countsAmongItsOwn }
  const bringBack = async () =>
    (await import('./compose-bring-back')).composeBringBack(judge.runTyped, guardedGit)
  const windows = composeWindows({ home, version, log, ids: systemIds, clock, settings })
  composeListeners(engine, { telemetry, config, log })
  engine.subscribe(followRequests(ruled.recorded, (command) => ruled.effectRules.plain(command), log))
  return {
    ...{ engine, log, home, version, settings, left, lentKeys },
    hookGatewayOfHome: composeHookGateway(home, { engine, env, log, settings }),
    listenForClients: async (door: EngineDoor) =>
      (await import('./adapters/engine-socket/listen-for-clients')).listenForClients(home, door),
    windows,
    show: async () => {
      const lend = (wanted: readonly string[]): Promise<Lent> =>
        Promise.resolve(keysToLend(wanted, { env, config: settings.config(), keys }))
      const [{ showHosts }, shown] = await Promise.all([
        import('./compose-window-hosts'),
        windows.receive(engine),
      ])
      return showHosts(shown, {
        ...{ env, version, home, askpass, atExit, lend, bringBack, settings },
        notices: new Notices(log),
        git: { readGit, runTyped: judge.runTyped },
      })
    },
    announces: announcedBy(() => settings.config()),
    ids: systemIds,
    modelKey: { variable: providerTable({ config, env }).get(defaults.provider)?.env_key, env, keys },
    searchFiles: async (...search) =>
      (await import('./adapters/file-search/search-files')).searchFiles(...search),
    ...{ parser, warnings: [...warnings, ...words.warnings] },
    parseValue: judge.parseValue,
    ...{ runTyped: judge.runTyped, typed: judge.typedNow },
    ...{ git: guardedGit, bringBack },
  }
}

/** What the windows of one home are joined with. */
interface WindowParts {
  readonly home: string
  readonly version: string
  readonly log: Log
  readonly ids: Ids
  readonly clock: Clock
  /** Of which `approvals_in_window` is looked at each time. */
  readonly settings: { config(): Pick<ConfigFile, 'approvals_in_window'> }
}

/** The windows of a home, which nothing is loaded for before one is opened or looked for. */
function composeWindows({ home, version, log, ids, clock, settings }: WindowParts): Windows {
  const wanted = (): boolean => settings.config().approvals_in_window ?? true
  const way = async (): Promise<WindowTransport> =>
    (await import('./adapters/window-socket/window-socket')).createWindowSocket(home, version)
  return {
    async receive(engine) {
      if (!wanted() || process.platform === 'win32') return engine
      const remoteApprovals = new RemoteApprovals({ ids, clock, log, home: homedir() })
      try {
        const open = await (await way()).listen((from, line) => remoteApprovals.arrive(from, line))
        return withRemoteApprovals(engine, remoteApprovals, () => {
          open.close()
        })
      } catch (error) {
        log.error('what runs of other processes ask cannot be shown in this window', error)
        return engine
      }
    },
    ask: (engine, asking) =>
      askElsewhere(engine, asking, {
        clock,
        find: async (...search) => (wanted() ? (await way()).find(...search) : []),
      }),
  }
}

/** What is kept for undo where the configuration says nothing. */
const [mostMb, mostDays] = [1024, 30]

type Checkpointing = Parameters<typeof createCheckpoints>[1]

/** What else keeping takes. `settings` are read each time they matter. */
interface UndoParts extends Omit<Checkpointing, 'budget' | 'clock' | 'isOnRecord' | 'isTooWide'> {
  readonly store: Pick<SessionStore, 'load' | 'claim' | 'release'>
  readonly clock: Clock
  readonly cleared: Promise<void>
  readonly settings: { config(): { readonly undo?: UndoSettings | undefined } }
}

/** Keeps folders at each turn, and what runs write over outside of them (decisions 127, 130). */
function composeUndo(
  home: string,
  { clock, cleared, settings, store, ...parts }: UndoParts,
): { readonly checkpoints: TurnCheckpoints; readonly preimages: Preimages } {
  const budget = () => {
    const { max_mb: mb = mostMb, max_days: days = mostDays } = settings.config().undo ?? {}
    return { bytes: mb * 1024 * 1024, ageMs: days * 86_400_000 }
  }
  const kept = { home, budget, ids: systemIds, log: parts.log, now: () => clock.now() }
  const isTooWide = (folder: string): boolean => holdsHome(folder, homedir())
  const isOnRecord = rewindsOnRecord(store)
  const checkpoints = createCheckpoints(home, { ...parts, clock, budget, isOnRecord, isTooWide })
  void cleared.then(() => checkpoints.mendLeft())
  return {
    checkpoints,
    preimages: createPreimages(kept, cleared),
  }
}

/** What other agents keep, by the configuration as it is then. What that takes is loaded when it is asked for. */
function pastOf({ env, flags }: BaseOptions): PastReader {
  const made = async () => (await import('./compose-replay')).composeReplay({ env, ...(flags && { flags }) })
  return {
    replay: oneAtATime(async (since) => {
      const { replay } = await made()
      return replay({ paths: [], since }, new AbortController().signal)
    }),
    importRules: async (write) => (await made()).importRules({ paths: [], write }),
  }
}

/** Who asks while it is under way gets the same. */
function oneAtATime(replay: PastReader['replay']): PastReader['replay'] {
  let running: ReturnType<PastReader['replay']> | undefined
  return (since) =>
    (running ??= replay(since).finally(() => {
      running = undefined
    }))
}

/** What lies in the home beside configuration. */
function composeHomeFiles(
  home: string,
  {
    log,
    clock,
    settings,
    past,
    connections,
  }: {
    readonly log: Log
    readonly clock: Clock
    readonly settings: { config(): Pick<ConfigFile, 'history'> }
    readonly past: PastReader
    readonly connections: AgentConnections
  },
): HomeFiles {
  return {
    prompts: createCustomPrompts(home, log),
    history: createMessageHistory({
      home,
      persistence: () => settings.config().history?.persistence ?? 'save-all',
      now: () => clock.now(),
    }),
    records: createRecordSearch(home),
    kept: createKeptFiles(home),
    decisions: createDecisionLog(home),
    past,
    connections,
  }
}

/** What is known and made of folders before a session begins in one. */
function composeFolders(
  runTyped: RunTyped,
  {
    docs,
    settings,
    workspace,
    rehearsals,
  }: {
    readonly docs: FoundDocs
    readonly settings: SettingsFile
    readonly workspace: Workspace
    readonly rehearsals: RequestRehearsals
  },
): Pick<EngineParts, 'docs' | 'folders' | 'worktrees'> {
  const worktrees = new Worktrees(
    runTyped,
    worktreeFolders(process.platform === 'linux' ? removeFolder : undefined),
  )
  const folders = createFolders({
    ...{ workspace, settings },
    trusted: async (cwd) => trustOf((await settings.fresh()).projects, cwd),
    projectSettings,
    documents: async (cwd) => (await docs.documents(cwd)).map(({ path, bytes }) => ({ path, bytes })),
    repository: (cwd) => worktrees.look(cwd),
    canRehearse: async () => (await rehearsals.whyNot()) === undefined,
  })
  return { docs, folders, worktrees }
}

/** What listens to an engine for as long as it lives: what is counted, what telemetry and another program are told. */
function composeListeners(
  engine: EngineService,
  {
    telemetry,
    config,
    log,
  }: { readonly telemetry: Telemetry; readonly config: ConfigFile; readonly log: Log },
): void {
  engine.subscribe(followDecisions(engine.home.decisions, log))
  if (telemetry !== noTelemetry) engine.subscribe(followSessions(telemetry, config.profile))
  if (config.notify) notifyOutside(engine, createNotifyProgram(config.notify, log))
}

/** The agents of other makers, as config.toml names them now. */
const composeAcpAgents = (
  settings: Pick<ReturnType<typeof createSettingsFile>, 'config'>,
  parts: Omit<AcpAgentsParts, 'configured' | 'telemetryHosts' | 'unconfined'>,
): AcpAgents =>
  createAcpAgents({
    ...parts,
    configured: () => settings.config().agents ?? {},
    telemetryHosts: () => settings.config().agent_telemetry_hosts ?? usualTelemetryHosts,
    unconfined: unconfinedRunner,
  })
