import { z } from 'zod'
import type { BaseOptions } from './compose-base'
import { composeJudge, type Judge } from './compose-judge'
import { chooseTools } from './core/tools/choose-tools'
import { composeHomeFiles } from './compose-home'
import { composeListeners } from './compose-listeners'
import { composeHookGateway } from './compose-hook-gateway'
import { composeFolders } from './compose-folders'
import { composeAcpAgents } from './compose-acp-agents'
import { composeUndo } from './compose-undo'
import { composeWindows } from './compose-windows'
import { parseValue } from './adapters/config-toml/command-line-layer'
import { demoProject } from './adapters/demo/demo-project'
import { imageFiles } from './adapters/image-file/image-files'
import { loadClient } from './adapters/model-openai/connect'
import { configuredServers } from './adapters/mcp-client/configured-servers'
import { createMcpClient } from './adapters/mcp-client/session-servers'
import { SignedInServers } from './adapters/mcp-client/sign-in/signed-in'
import { createSignIns } from './adapters/mcp-client/sign-in/sign-ins'
import { createRunWatcher } from './adapters/run-watch/run-watch'
import { providerTable } from './adapters/model-openai/providers'
import { readInstructions } from './adapters/project-docs/read-instructions'
import { createProjectDocs } from './adapters/project-docs/project-docs'
import { createPatchFiles } from './adapters/patch-files/patch-files'
import { unconfinedRunner } from './adapters/process-execa/unconfined-runner'
import { findProgram } from './adapters/sandbox-linux/find-program'
import { createWholeFiles } from './adapters/facts-fs/whole-files'
import { writableRoots } from './adapters/sandbox-linux/writable-roots'
import { sandboxChecks } from './adapters/sandbox-runtime/doctor-checks'
import { readMachineFacts } from './adapters/sandbox-runtime/machine-facts'
import { createRuleStore } from './adapters/store-jsonl/rule-store'
import { createJsonlStore } from './adapters/store-jsonl/jsonl-store'
import { commandLike } from './core/commands/command-like'
import { systemIds } from './adapters/system/clock'
import { createDoctor } from './adapters/system/doctor'
import { textDiff } from './adapters/text-diff/text-diff'
import { systemTrash } from './adapters/trash/system-trash'
import { createToolSettings } from './adapters/tool-settings/follow-settings'
import { announcedBy, type Announced } from './core/notify/announced'
import { forTurns } from './core/conversation/for-turns'
import { Engine } from './core/engine'
import { ServerDirectory } from './core/server-directory'
import type { CliEngine } from './hosts/cli/cli-context'
import type { Trash } from './core/ports'
import { contextLimitsOf } from './core/conversation/context-limit'
import { protectedNames } from './core/policy/protected-names'
import { applyPatchTool } from './core/tools/apply-patch'
import { createRequestRehearsals } from './core/rehearsal/request-rehearsals'
import { composeReviews } from './core/review/compose-reviews'
import { observeServers } from './core/telemetry/observe-servers'
import { observeTools } from './core/telemetry/observe-tools'
import { noTelemetry } from './core/telemetry/telemetry'
import { execCommandTool } from './core/tools/exec-command'
import { shellTool } from './core/tools/shell'
import { agentTools } from './core/tools/agents'
import { requestUserInputTool } from './core/tools/request-user-input'
import { updatePlanTool } from './core/tools/update-plan'
import type { Tool } from './core/tools/tool'
import { viewImageTool } from './core/tools/view-image'
import { writeStdinTool } from './core/tools/write-stdin'

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
  /** Where deleted sessions go; absent: the system's trash as it is reached from Node. */
  readonly trash?: Trash
}

/**
 * Builds the engine from its parts. Throws an error whose message is one line for a person: a bad config.toml, a home
 * that cannot be made. Nothing has been started then.
 */
export async function composeEngine(options: ComposeOptions): Promise<Composed> {
  const { env, version } = options
  const judge = await composeJudge(options)
  const { home, config, path, warnings, keys, tokens, redact, log, left, settings, limits, clock } = judge
  const { sandbox, workspace, parser, telemetry, catalogue, models, rehearsing, defaults } = judge
  const words = await readInstructions(options.instructions, config, home)
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
      : { observe: (all: readonly Tool[]) => observeTools(all, telemetry, clock) }),
  }
  const store = createJsonlStore({ home, version, trash: options.trash ?? systemTrash })
  const engine = new Engine({
    store,
    rules: createRuleStore(home),
    models: forTurns(models, { instructions: words.text, config: () => settings.config() }),
    home: composeHomeFiles(home, { log, clock, settings }),
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
      ...composeUndo(home, { sandbox, workspace, log, clock, settings, store, cleared: left.cleared }),
      rehearsals: createRequestRehearsals(rehearsing),
    },
    ...{ demo: demoProject(left.demos), images: imageFiles, files: createWholeFiles(limits) },
    ...{ contextLimits: contextLimitsOf(config), defaults, settings },
    ...composeFolders(judge.runTyped, {
      docs: createProjectDocs({ home, config, log }),
      settings,
      workspace,
    }),
    warmUp: () => Promise.all([parser.parse('true'), loadClient()]),
    reviews: composeReviews(judge.runTyped, () => settings.config().review_model),
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
  return {
    ...{ engine, log, home, version, settings, left },
    hookGatewayOfHome: composeHookGateway(home, { engine, env, log, settings }),
    windows: composeWindows({ home, version, log, ids: systemIds, clock, settings }),
    announces: announcedBy(() => settings.config()),
    ids: systemIds,
    modelKey: { variable: providerTable(config).get(defaults.provider)?.env_key, env, keys },
    searchFiles: async (...search) =>
      (await import('./adapters/file-search/search-files')).searchFiles(...search),
    ...{ parser, warnings: [...warnings, ...words.warnings] },
    parseValue: (text) => z.json().parse(parseValue(text)),
    runTyped: judge.runTyped,
  }
}
