import { homedir } from 'node:os'
import { z } from 'zod'
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
import { createModelCatalogue, type CatalogueInput } from './adapters/model-openai/catalogue'
import { createModelProviders, providerTable } from './adapters/model-openai/providers'
import { createProjectDocs } from './adapters/project-docs/project-docs'
import { createNotifyProgram } from './adapters/notify-program/notify-program'
import { createPatchFiles } from './adapters/patch-files/patch-files'
import { unconfinedRunner } from './adapters/process-execa/unconfined-runner'
import { createRunNetworks, gateForRun } from './adapters/network-proxy/run-network'
import { findProgram } from './adapters/sandbox-linux/find-program'
import { createLinuxSandbox, type SandboxSettings } from './adapters/sandbox-linux/linux-sandbox'
import { lastingRootProblems, settlePolicy, withRealRoots } from './adapters/sandbox-linux/settle-policy'
import { createReadLimits } from './adapters/sandbox-linux/read-limits'
import { unreadableSettings } from './adapters/sandbox-linux/store-variables'
import { unreadablePlaces } from './adapters/sandbox-linux/unreadable-places'
import { writableRoots } from './adapters/sandbox-linux/writable-roots'
import { chooseBackend } from './adapters/sandbox-runtime/choose-backend'
import { sandboxChecks } from './adapters/sandbox-runtime/doctor-checks'
import { readMachineFacts } from './adapters/sandbox-runtime/machine-facts'
import { findSrtWin } from './adapters/sandbox-runtime/find-srt-win'
import { forkNode } from './adapters/sandbox-runtime/fork-node'
import { createNoSandbox } from './adapters/sandbox-runtime/no-sandbox'
import { runtimeEnvironment } from './adapters/sandbox-runtime/runtime-environment'
import { createRuntimeSandbox } from './adapters/sandbox-runtime/runtime-sandbox'
import { createShellTreeReader } from './adapters/shell-parser/shell-tree-reader'
import { createRuleStore } from './adapters/store-jsonl/rule-store'
import { createJsonlStore } from './adapters/store-jsonl/jsonl-store'
import { systemClock, systemIds } from './adapters/system/clock'
import { ensureFolder } from './adapters/store-jsonl/ensure-folder'
import { createDoctor } from './adapters/system/doctor'
import { openTelemetry } from './adapters/telemetry/open-telemetry'
import { createLogFile } from './adapters/system/log-file'
import { textDiff } from './adapters/text-diff/text-diff'
import { systemTrash } from './adapters/trash/system-trash'
import { createToolSettings } from './adapters/tool-settings/follow-settings'
import { createWorkspace } from './adapters/workspace/workspace'
import { assessmentSettings } from './core/assessment/assessment-settings'
import { createAssessor } from './core/assessment/assessor'
import { createRequestAssessor } from './core/assessment/request-assessor'
import { assessTyped } from './core/assessment/assess-typed'
import { notifyOutside } from './core/notify/notify-messages'
import { summariseCommand } from './core/wire/summarise-command'
import { runTyped } from './core/commands/run-typed'
import { withInstructions } from './core/conversation/with-instructions'
import { Engine } from './core/engine'
import type { CliEngine } from './hosts/cli/cli-context'
import type { RunSpec, Sandbox, Trash } from './core/ports'
import type { KeySeal } from './core/key-store'
import { contextLimitsOf } from './core/conversation/context-limit'
import type { StartChild } from './core/child-program'
import { protectedNames } from './core/policy/protected-names'
import { applyPatchTool } from './core/tools/apply-patch'
import { keyVariables, knownSecrets } from './core/redaction/known-secrets'
import { createRedactor } from './core/redaction/redact-secrets'
import { followSessions } from './core/telemetry/follow-sessions'
import { observeModels } from './core/telemetry/observe-models'
import { observeTools } from './core/telemetry/observe-tools'
import { noTelemetry } from './core/telemetry/telemetry'
import { execCommandTool } from './core/tools/exec-command'
import { sessionDefaults } from './core/settings/session-defaults'
import type { ConfigFlags } from './core/settings/settings-store'
import { createShellParser } from './core/shell/shell-parser'
import { shellTool } from './core/tools/shell'
import { updatePlanTool } from './core/tools/update-plan'
import { writeStdinTool } from './core/tools/write-stdin'

/** A working engine and where it lives. */
export interface Composed extends CliEngine {
  /** Whether the desktop announces approvals while its window is not looked at (`[tui] notifications`). */
  readonly announcesApprovals: boolean
}

/** What starts the engine says of itself and of the machine. */
export interface ComposeOptions {
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  /** What the command line says over the configuration. */
  readonly flags?: ConfigFlags
  /** What stands in place of the built-in instructions to the model; absent: nothing does. */
  readonly instructions?: string
  /** Where deleted sessions go; absent: the system's trash as it is reached from Node. */
  readonly trash?: Trash
  /** How stored keys are encrypted; absent: they lie plain in a file for its owner alone. */
  readonly seal?: KeySeal
  /** The built program of one sandbox runtime, which stands beside the entry. */
  readonly runtimeProgram: string
  /** How that program is started. Default: by this Node. */
  readonly startChild?: StartChild
  /** What contains commands. Default: what the platform has. Only code can say this, nothing that a repository sets. */
  readonly backend?: ReturnType<typeof chooseBackend>
}

/** The sandbox of this platform. */
function composeSandbox(options: ComposeOptions, closed: SandboxSettings): Sandbox {
  const { env, runtimeProgram, startChild = forkNode, backend = chooseBackend(process.platform) } = options
  const find = (program: string): string | undefined => findProgram(program, env.PATH)
  switch (backend) {
    case 'none':
      return createNoSandbox(process.platform)
    case 'sandbox-linux':
      return createLinuxSandbox(env.PATH, {
        ...closed,
        runtimeDir: env.XDG_RUNTIME_DIR,
        openNetwork: createRunNetworks({
          socat: () => find('socat'),
          clock: systemClock,
          runtimeFolder: env.XDG_RUNTIME_DIR,
        }),
      })
    case 'sandbox-runtime': {
      const roots = (spec: RunSpec) => writableRoots(spec.policy, spec.workspace, spec.env.TMPDIR)
      const [bwrap, socat, ripgrep] = [find('bwrap'), find('socat'), find('rg')]
      const srtWin = process.platform === 'win32' ? findSrtWin() : undefined
      return createRuntimeSandbox({
        platform: process.platform,
        program: runtimeProgram,
        startChild,
        home: closed.home,
        gateFor: (spec) => gateForRun(spec, systemClock),
        writableRoots: roots,
        env: runtimeEnvironment(env, process.platform),
        deniedReads: (spec) => {
          const granted = spec.permit.grants.flatMap((grant) => ('path' in grant ? [grant.path] : []))
          const used = [...roots(spec), spec.workspace, ...(spec.staging === undefined ? [] : [spec.staging])]
          return unreadablePlaces(closed, granted, used).map(({ path }) => path)
        },
        ...(bwrap !== undefined && socat !== undefined && ripgrep !== undefined
          ? { tools: { bwrap, socat, ripgrep } }
          : {}),
        ...(srtWin === undefined ? {} : { srtWin }),
      })
    }
  }
}

/**
 * Builds the engine from its parts. Throws an error whose message is one line for a person: a bad config.toml, a home
 * that cannot be made. Nothing has been started then.
 */
export async function composeEngine(options: ComposeOptions): Promise<Composed> {
  const { env, version } = options
  const home = resolveHome(env, process.platform)
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
  const redact = createRedactor(knownSecrets(config, env))
  const log = createLogFile(home, redact)
  const left = clearLeftBehind(home, env.XDG_RUNTIME_DIR, log)
  const clock = systemClock
  const telemetry = await openTelemetry(config.otel, { version, env, redact })
  const closed = unreadableSettings(config.sandbox, env, home)
  const sandbox = composeSandbox(options, { ...closed, limits: config.sandbox?.limits })
  const tellsOutside = config.assessment_outside_files ?? false
  const limits = createReadLimits(closed, tellsOutside)
  const keys = await createKeyFile(home, options.seal)
  const settings = createSettingsFile(place, loaded, () => models.choices()[0])
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
  })
  const assessments = createRequestAssessor({
    assessor: createAssessor({ models, clock, ids: systemIds, settings: assessmentSettings(config) }),
    look: {
      reader: createFactsReader(limits),
      trees,
      home: workspace.home(),
      own: await loadProgramRecords(home, parser),
      ...(env.USER === undefined ? {} : { user: env.USER }),
      ...(env.TMPDIR === undefined ? {} : { tmpdir: env.TMPDIR }),
    },
    clock,
    platform: process.platform,
    tellsOutside,
  })
  const configured = sessionDefaults(config, undefined, models.choices()[0])
  const defaults = { ...configured, sandboxPolicy: withRealRoots(configured.sandboxPolicy) }
  const tools = [shellTool, execCommandTool, writeStdinTool, applyPatchTool, updatePlanTool]
  const engine = new Engine({
    store: createJsonlStore({ home, version, trash: options.trash ?? systemTrash }),
    rules: createRuleStore(home),
    models: withInstructions(models, options.instructions),
    catalogue,
    tools: telemetry === noTelemetry ? tools : observeTools(tools, telemetry, clock),
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
      ...{ assessments, toolSettings: createToolSettings(sandbox) },
      ...{ clock, ids: systemIds },
    },
    demo: demoProject(left.demos),
    images: imageFiles,
    contextLimits: contextLimitsOf(config),
    docs: createProjectDocs({ home, config, log }),
    ...{ log, telemetry, cleared: left.cleared, warmUp: () => parser.parse('true') },
    settlePolicy: (policy, folder) => settlePolicy(policy, folder, closed),
    doctor: createDoctor({
      sandbox,
      models,
      localServers: () => catalogue.localServers(),
      configPath: path,
      home,
      sandboxParts: async (status) =>
        sandboxChecks(
          await readMachineFacts(process.platform, (program) => findProgram(program, env.PATH), status),
        ),
    }),
    defaults,
    settings,
  })
  if (telemetry !== noTelemetry) engine.subscribe(followSessions(telemetry, config.profile))
  if (config.notify) notifyOutside(engine, createNotifyProgram(config.notify, log))
  const told = config.tui?.notifications ?? true
  return {
    engine,
    log,
    home,
    version,
    announcesApprovals: Array.isArray(told) ? told.includes('approval-requested') : told,
    ids: systemIds,
    modelKey: { variable: providerTable(config).get(defaults.provider)?.env_key, env, keys },
    searchFiles: async (...search) =>
      (await import('./adapters/file-search/search-files')).searchFiles(...search),
    summarise: (command) => summariseCommand(command, parser),
    warnings,
    parseValue: (text) => z.json().parse(parseValue(text)),
    runTyped: async (typed, signal, onOutput) =>
      runTyped(
        { ...typed, policy: settlePolicy(typed.policy, typed.cwd, closed) },
        { sandbox, unconfined: unconfinedRunner, workspace, parser },
        signal,
        onOutput,
      ),
    assessTyped: (question, signal) =>
      assessTyped(
        question,
        {
          ...defaults,
          assessments,
          ids: systemIds,
          // The demo's model only has views of its own scenes.
          provider: defaults.provider === 'demo' ? undefined : defaults.provider,
        },
        signal,
      ),
  }
}
