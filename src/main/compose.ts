import { homedir } from 'node:os'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { z } from 'zod'
import { chooseTools } from './core/tools/choose-tools'
import { composeHomeFiles } from './compose-home'
import { composeListeners } from './compose-listeners'
import { composeDesk } from './compose-desk'
import { composeFolders } from './compose-folders'
import { composeGuests } from './compose-guests'
import { composeUndo } from './compose-undo'
import { composeWindows } from './compose-windows'
import { composeSandbox, type SandboxChoice } from './compose-sandbox'
import { parseValue } from './adapters/config-toml/command-line-layer'
import { clearLeftBehind } from './clear-left-behind'
import { loadSettings } from './adapters/config-toml/load-settings'
import { loadProgramRecords } from './adapters/config-toml/program-records'
import { managedFiles } from './adapters/config-toml/managed-files'
import { resolveHome } from './adapters/config-toml/resolve-home'
import { createSettingsFile } from './adapters/config-toml/settings-file'
import { createFactsReader } from './adapters/facts-fs/facts-reader'
import { builtInDemo } from './adapters/demo/built-in-demo'
import { demoProject } from './adapters/demo/demo-project'
import { imageFiles } from './adapters/image-file/image-files'
import { readGitInfo } from './adapters/facts-fs/git-info'
import { createKeyFile } from './adapters/key-file/key-file'
import { loadClient } from './adapters/model-openai/connect'
import { configuredServers } from './adapters/mcp-client/configured-servers'
import { createMcpClient } from './adapters/mcp-client/session-servers'
import { SignedInServers } from './adapters/mcp-client/sign-in/signed-in'
import { createSignIns } from './adapters/mcp-client/sign-in/sign-ins'
import { createTokenStore } from './adapters/mcp-client/sign-in/token-store'
import { createModelCatalogue, type CatalogueInput } from './adapters/model-openai/catalogue'
import { createRunWatcher } from './adapters/run-watch/run-watch'
import { createModelProviders, providerTable } from './adapters/model-openai/providers'
import { readInstructions } from './adapters/project-docs/read-instructions'
import { createProjectDocs } from './adapters/project-docs/project-docs'
import { createPatchFiles } from './adapters/patch-files/patch-files'
import { requireOwnHome } from './adapters/own-process/own-way'
import { unconfinedRunner } from './adapters/process-execa/unconfined-runner'
import { findProgram } from './adapters/sandbox-linux/find-program'
import { lastingRootProblems, settlePolicy, withRealRoots } from './adapters/sandbox-linux/settle-policy'
import { createWholeFiles } from './adapters/facts-fs/whole-files'
import { createReadLimits } from './adapters/sandbox-linux/read-limits'
import { unreadableSettings } from './adapters/sandbox-linux/store-variables'
import { writableRoots } from './adapters/sandbox-linux/writable-roots'
import { sandboxChecks } from './adapters/sandbox-runtime/doctor-checks'
import { readMachineFacts } from './adapters/sandbox-runtime/machine-facts'
import { createShellTreeReader } from './adapters/shell-parser/shell-tree-reader'
import { createRuleStore } from './adapters/store-jsonl/rule-store'
import { createJsonlStore } from './adapters/store-jsonl/jsonl-store'
import { commandLike } from './core/commands/command-like'
import { systemClock, systemIds } from './adapters/system/clock'
import { ensureFolder } from './adapters/store-jsonl/ensure-folder'
import { createDoctor } from './adapters/system/doctor'
import { openTelemetry } from './adapters/telemetry/open-telemetry'
import { createLogFile } from './adapters/system/log-file'
import { textDiff } from './adapters/text-diff/text-diff'
import { systemTrash } from './adapters/trash/system-trash'
import { createToolSettings } from './adapters/tool-settings/follow-settings'
import { createWorkspace } from './adapters/workspace/workspace'
import { followedAssessment } from './core/assessment/assessment-settings'
import { createAssessor } from './core/assessment/assessor'
import { createRequestAssessor } from './core/assessment/request-assessor'
import { assessTyped, type AssessTyped } from './core/assessment/assess-typed'
import { announcedBy, type Announced } from './core/notify/announced'
import { runTyped, type RunTyped } from './core/commands/run-typed'
import { forTurns } from './core/conversation/for-turns'
import { Engine } from './core/engine'
import { ServerDirectory } from './core/server-directory'
import type { CliEngine } from './hosts/cli/cli-context'
import type { Trash } from './core/ports'
import type { KeySeal } from './core/key-store'
import { contextLimitsOf } from './core/conversation/context-limit'
import { protectedNames } from './core/policy/protected-names'
import { applyPatchTool } from './core/tools/apply-patch'
import { keyVariables, knownSecrets } from './core/redaction/known-secrets'
import { composeRehearsals } from './core/rehearsal/compose-rehearsals'
import { createRequestRehearsals } from './core/rehearsal/request-rehearsals'
import { composeReviews } from './core/review/compose-reviews'
import { createRedactor } from './core/redaction/redact-secrets'
import { observeModels } from './core/telemetry/observe-models'
import { observeServers } from './core/telemetry/observe-servers'
import { observeTools } from './core/telemetry/observe-tools'
import { noTelemetry } from './core/telemetry/telemetry'
import { execCommandTool } from './core/tools/exec-command'
import { sessionDefaults } from './core/settings/session-defaults'
import type { ConfigFlags } from './core/settings/settings-store'
import { createShellParser } from './core/shell/shell-parser'
import { shellTool } from './core/tools/shell'
import { agentTools } from './core/tools/agents'
import { updatePlanTool } from './core/tools/update-plan'
import type { Tool } from './core/tools/tool'
import { viewImageTool } from './core/tools/view-image'
import { writeStdinTool } from './core/tools/write-stdin'

/** A working engine and where it lives. */
export interface Composed extends CliEngine {
  /** What the desktop announces while its window is not looked at (`[tui] notifications`). */
  readonly announces: Announced
  readonly settings: ReturnType<typeof createSettingsFile>
}

/** What starts the engine says of itself and of the machine. */
export interface ComposeOptions extends SandboxChoice {
  readonly version: string
  /** What the command line says over the configuration. */
  readonly flags?: ConfigFlags
  /** What stands in place of the built-in instructions to the model; absent: nothing does. */
  readonly instructions?: string
  /** Where deleted sessions go; absent: the system's trash as it is reached from Node. */
  readonly trash?: Trash
  /** How stored keys are encrypted; absent: they lie plain in a file for its owner alone. */
  readonly seal?: KeySeal
}

/**
 * Builds the engine from its parts. Throws an error whose message is one line for a person: a bad config.toml, a home
 * that cannot be made. Nothing has been started then.
 */
export async function composeEngine(options: ComposeOptions): Promise<Composed> {
  const { env, version } = options
  const home = resolveHome(env, process.platform)
  requireOwnHome(home)
  const place = { home, env, managed: managedFiles(home, env, process.platform), flags: options.flags ?? {} }
  const loaded = await loadSettings(place)
  const { config, path, warnings } = loaded
  await ensureFolder(home).catch((error: unknown) => {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new Error(
      `${home} cannot be made (${reason}); expected a folder that may be written to, or COUNTERSIGN_HOME set to one.`,
      { cause: error },
    )
  })
  const [rootProblem] = lastingRootProblems(
    sessionDefaults(config, undefined, undefined).sandboxPolicy,
    env.HOME ?? homedir(),
  )
  if (rootProblem !== undefined) throw new Error(`${path}: sandbox_workspace_write: ${rootProblem}`)
  const keys = await createKeyFile(home, options.seal)
  const tokens = createTokenStore(keys)
  const redact = createRedactor(knownSecrets(config, env), () => tokens.secrets())
  const log = createLogFile(home, redact)
  const left = clearLeftBehind(home, env, log)
  const [clock, words] = [systemClock, await readInstructions(options.instructions, config, home)]
  const telemetry = await openTelemetry(config.otel, { version, env, redact })
  const closed = unreadableSettings(config.sandbox, env, home)
  const within = { ...closed, limits: config.sandbox?.limits, after: left.cleared }
  const sandbox = composeSandbox(options, within)
  const settings = createSettingsFile(place, loaded, () => models.choices()[0])
  const tellsOutside = (): boolean => settings.config().assessment_outside_files ?? false
  const limits = createReadLimits(closed, tellsOutside)
  const viewSettings = followedAssessment(() => settings.config())
  const modelParts: CatalogueInput = {
    get config() {
      return settings.config()
    },
    ...{ settings, env, keys, clock },
    builtIn: { demo: builtInDemo(clock) },
  }
  const catalogue = createModelCatalogue(modelParts)
  const providers = createModelProviders(modelParts)
  const models = telemetry === noTelemetry ? providers : observeModels(providers, telemetry, clock)
  const trees = createShellTreeReader()
  const parser = createShellParser(trees)
  const workspace = createWorkspace(env, (cwd) => readGitInfo(cwd, limits), {
    unreadable: [...(config.sandbox?.unreadable_variables ?? []), ...keyVariables(config)],
    readable: config.sandbox?.readable_variables ?? [],
    shell: config.shell_environment_policy,
  })
  const reader = createFactsReader(limits)
  const rehearsing = {
    ...{ sandbox, workspace, parser, clock, limits, reader, textDiff, redact },
    mode: () => settings.config().rehearse,
    bounds: () => settings.config().rehearsal,
    settle: (policy: SandboxPolicy, folder: string) => settlePolicy(policy, folder, closed),
  }
  const assessments = createRequestAssessor({
    assessor: createAssessor({ models, clock, ids: systemIds, settings: viewSettings }),
    look: {
      ...{ reader, trees, workspace, home: workspace.home() },
      own: await loadProgramRecords(home, trees),
      ...(env.USER === undefined ? {} : { user: env.USER }),
      ...(env.TMPDIR === undefined ? {} : { tmpdir: env.TMPDIR }),
    },
    clock,
    platform: process.platform,
    tellsOutside,
  })
  const configured = sessionDefaults(config, undefined, models.choices()[0])
  const defaults = { ...configured, sandboxPolicy: withRealRoots(configured.sandboxPolicy) }
  const own = [
    shellTool,
    execCommandTool,
    writeStdinTool,
    applyPatchTool,
    updatePlanTool,
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
      : { observe: (all: readonly Tool[]) => observeTools(all, telemetry, clock) }),
  }
  const typedRunner: RunTyped = (typed, signal, onOutput) =>
    runTyped(
      { ...typed, policy: settlePolicy(typed.policy, typed.cwd, closed) },
      { sandbox, unconfined: unconfinedRunner, workspace, parser },
      signal,
      onOutput,
    )
  const store = createJsonlStore({ home, version, trash: options.trash ?? systemTrash })
  const engine = new Engine({
    store,
    rules: createRuleStore(home),
    models: forTurns(models, { instructions: words.text, config: () => settings.config() }),
    home: composeHomeFiles(home, { log, clock, settings }),
    guests: composeGuests(settings, { home, sandbox, workspace, clock, env, version }),
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
      ...{ assessments, toolSettings: createToolSettings(sandbox), clock, ids: systemIds },
      ...{ watcher: createRunWatcher(), outputLimit: () => settings.config().tool_output_token_limit },
      ...composeUndo(home, { sandbox, workspace, log, clock, settings, store, cleared: left.cleared }),
      rehearsals: createRequestRehearsals(rehearsing),
    },
    ...{ demo: demoProject(left.demos), images: imageFiles, files: createWholeFiles(limits) },
    ...{ contextLimits: contextLimitsOf(config), defaults, settings },
    ...composeFolders(typedRunner, { docs: createProjectDocs({ home, config, log }), settings, workspace }),
    warmUp: () => Promise.all([parser.parse('true'), loadClient()]),
    reviews: composeReviews(typedRunner, () => settings.config().review_model),
    ...{ log, telemetry, cleared: left.cleared, settlePolicy: rehearsing.settle },
    doctor: createDoctor({
      sandbox,
      models,
      localServers: () => catalogue.localServers(),
      configPath: path,
      home,
      whyNonePrepared: async () => {
        const [policy, cwd] = [defaults.sandboxPolicy, process.cwd()]
        return sandbox.whyNonePrepared?.(
          commandLike({ cwd, policy, env: workspace.environment(policy, true) }),
        )
      },
      sandboxParts: async (status) =>
        sandboxChecks(
          await readMachineFacts(process.platform, (program) => findProgram(program, env.PATH), status),
        ),
    }),
  })
  composeListeners(engine, { telemetry, config, log })
  // The demo's model only has views of its own scenes.
  const provider = defaults.provider === 'demo' ? undefined : defaults.provider
  const judge = { ...defaults, assessments, ids: systemIds, provider }
  const assessed: AssessTyped = (question, signal) => assessTyped(question, judge, signal)
  return {
    ...{ engine, log, home, version, settings },
    deskOfHome: composeDesk(home, { engine, env, log, settings }),
    windows: composeWindows({ home, version, log, ids: systemIds, clock, settings }),
    announces: announcedBy(() => settings.config()),
    ids: systemIds,
    modelKey: { variable: providerTable(config).get(defaults.provider)?.env_key, env, keys },
    searchFiles: async (...search) =>
      (await import('./adapters/file-search/search-files')).searchFiles(...search),
    ...{ parser, warnings: [...warnings, ...words.warnings] },
    parseValue: (text) => z.json().parse(parseValue(text)),
    runTyped: typedRunner,
    assessTyped: assessed,
    rehearseTyped: composeRehearsals({
      ...{ ...rehearsing, defaults },
      assess: (argv, cwd, signal) => assessed({ argv, cwd, model: false }, signal),
    }),
  }
}
