import { z } from 'zod'
import { Appearance } from './appearance'
import { ApprovalPolicy } from './approval-policy'
import { AcpAgentId, AcpAgentSettings } from './acp-agent-settings'
import { Language } from './language'
import { McpServer, McpServerId } from './mcp-server'
import { SandboxMode } from './sandbox-policy'
import { Hosts } from './host-settings'

/** `[undo]`: how much is kept for undo (docs/spec/configuration.md). */
export const UndoSettings = z.strictObject({
  max_mb: z.int().min(1).optional(),
  max_days: z.int().min(1).optional(),
})
export type UndoSettings = z.infer<typeof UndoSettings>

const EnvironmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
const VariablePattern = z.string().regex(/^[^=\0]+$/)
const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
const HeaderValue = z.string().regex(/^[\x20-\x7e]*$/)

/**
 * One `[model_providers.<id>]` table (docs/spec/configuration.md). `env_key` names an environment variable, never holds a key, and
 * `env_key_instructions` says how to come by one; `experimental_bearer_token` is a key itself, for where there is no other. `env_http_headers` names variables too, and a header whose variable is unset or empty is left out.
 * `stream_idle_timeout_ms` is how long a begun answer may be silent before it counts as broken: local servers send
 * nothing while they read a long prompt.
 */
export const ModelProvider = z.strictObject({
  name: z.string().min(1).optional(),
  base_url: z.url({ protocol: /^https?$/ }),
  env_key: EnvironmentName.optional(),
  env_key_instructions: z.string().max(1000).optional(),
  experimental_bearer_token: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  wire_api: z.enum(['responses', 'chat']).default('chat'),
  request_max_retries: z.int().min(0).max(100).default(4),
  stream_max_retries: z.int().min(0).max(100).default(5),
  stream_idle_timeout_ms: z.int().min(1).max(3_600_000).default(300_000),
  query_params: z.record(z.string().min(1), z.string()).optional(),
  http_headers: z.record(HeaderName, HeaderValue).optional(),
  env_http_headers: z.record(HeaderName, EnvironmentName).optional(),
})
export type ModelProvider = z.infer<typeof ModelProvider>

/** How long a model may think before it answers, in the wire's words; not every model knows every one. */
export const ReasoningEffort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
export type ReasoningEffort = z.infer<typeof ReasoningEffort>

/** How much of a model's reasoning is asked for in words; `none` asks for nothing. Chat servers know no such thing. */
export const ReasoningSummary = z.enum(['auto', 'concise', 'detailed', 'none'])
export type ReasoningSummary = z.infer<typeof ReasoningSummary>

/** `sandbox_command_assessment` goes before the reference system's `experimental_` name for it. */
const FeatureSwitches = z.strictObject({
  sandbox_command_assessment: z.boolean().optional(),
  sub_agents: z.boolean().optional(),
  experimental_sandbox_command_assessment: z.boolean().optional(),
  streamable_shell: z.boolean().optional(),
  unified_exec: z.boolean().optional(),
  view_image_tool: z.boolean().optional(),
  web_search_request: z.boolean().optional(),
  web_search: z.boolean().optional(),
  apply_patch_freeform: z.boolean().optional(),
  ghost_commit: z.boolean().optional(),
  rmcp_client: z.boolean().optional(),
  default_mode_request_user_input: z.boolean().optional(),
})

/** How much a model is asked to say, in the wire's words; models that know no such thing ignore it or refuse it. */
export const ModelVerbosity = z.enum(['low', 'medium', 'high'])
export type ModelVerbosity = z.infer<typeof ModelVerbosity>

/**
 * Which variables commands get, inside the sandbox and outside. `inherit`: all of the person's, only the few that programs need
 * to start, or none; never what is known as a secret. What `exclude` names is left out, `set` is put in, and of all that only
 * what `include_only` names stays, where it names any. A `*` stands for any letters, in any case.
 */
export const ShellEnvironmentPolicy = z.strictObject({
  inherit: z.enum(['all', 'core', 'none']).default('all'),
  exclude: z.array(VariablePattern).default([]),
  set: z.record(EnvironmentName, z.string().regex(/^[^\0]*$/)).default({}),
  include_only: z.array(VariablePattern).default([]),
})
export type ShellEnvironmentPolicy = z.infer<typeof ShellEnvironmentPolicy>

/** What a `[profiles.<name>]` table may set: the choices of one way to work. Each goes before the same key at the top. */
export const ConfigProfile = z.strictObject({
  model: z.string().min(1).optional(),
  model_provider: z.string().min(1).optional(),
  model_reasoning_effort: ReasoningEffort.optional(),
  model_reasoning_summary: ReasoningSummary.optional(),
  model_verbosity: ModelVerbosity.optional(),
  approval_policy: ApprovalPolicy.optional(),
  sandbox_mode: SandboxMode.optional(),
  features: FeatureSwitches.optional(),
  experimental_sandbox_command_assessment: z.boolean().optional(),
  /** A model of the session's own provider; absent: the session's model. */
  assessment_model: z.string().min(1).optional(),
  assessment_reasoning_effort: ReasoningEffort.optional(),
  assessment_timeout_ms: z.int().min(100).max(60_000).optional(),
  /**
   * Whether texts that lie beyond the session's folders (and in no place that commands may not read) are shown, kept and
   * sent to the model like those inside, and facts about what lies there sent. Absent: they are not.
   */
  assessment_outside_files: z.boolean().optional(),
})
export type ConfigProfile = z.infer<typeof ConfigProfile>

/** Whether a folder's own settings are read, and what its sessions may do when nothing else says so. */
export const TrustLevel = z.enum(['trusted', 'untrusted'])
export type TrustLevel = z.infer<typeof TrustLevel>

/** What the desktop may notify about while its window is not looked at. */
export const NotificationKind = z.enum(['agent-turn-complete', 'approval-requested'])
export type NotificationKind = z.infer<typeof NotificationKind>

/** When what waits for a person is rehearsed: by itself where that is safe, only when the person asks for it, or never. */
export const RehearseMode = z.enum(['ask', 'auto', 'off'])
export type RehearseMode = z.infer<typeof RehearseMode>

/**
 * `[desktop]` of config.toml: what only the desktop application does. Each is read anew when it matters, so that a change counts at
 * once.
 * - `close`: what closing the last window does; absent: asks, and what was answered is written here
 * - `approval_boxes`: when a request is shown in the system's own message box; absent: while no window is visible
 * - `sounds`: whether notifications make any; absent: none
 * - `open_at_login`: whether it starts with the session, without a window; absent: it does not
 * - `updates`: whether the address that the package was made with is looked at for newer versions; absent: it is not
 */
export const DesktopSettings = z.strictObject({
  close: z.enum(['tray', 'quit']).optional(),
  approval_boxes: z.enum(['hidden', 'always', 'never']).optional(),
  sounds: z.boolean().optional(),
  open_at_login: z.boolean().optional(),
  updates: z.boolean().optional(),
})
export type DesktopSettings = z.infer<typeof DesktopSettings>

const perMillion = z.number().nonnegative()

/** What a model costs, in units of a currency for a million tokens. Without `cached_input` cached tokens cost what others do. */
const ModelPrice = z.strictObject({
  input: perMillion,
  cached_input: perMillion.optional(),
  output: perMillion,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
})
type ModelPrice = z.infer<typeof ModelPrice>

/** By provider and model, as `openai/gpt-5`. */
export const ModelPrices = z.record(z.string().regex(/^[^/]+\/.+$/), ModelPrice)
export type ModelPrices = z.infer<typeof ModelPrices>

/**
 * `[otel]` (docs/spec/configuration.md). Off unless an exporter is named. `environment` is an attribute of every record. Prompts are
 * recorded by their length only unless `log_user_prompt` is on. `endpoint` is the full address, `/v1/logs` included.
 */
export const TelemetrySettings = z.strictObject({
  environment: z.string().min(1).max(100).default('dev'),
  log_user_prompt: z.boolean().default(false),
  exporter: z
    .union([
      z.literal('none'),
      z.strictObject({
        'otlp-http': z.strictObject({
          endpoint: z.url({ protocol: /^https?$/ }),
          headers: z.record(z.string(), z.string()).default({}),
        }),
      }),
      z.strictObject({ file: z.strictObject({ path: z.string().min(1) }) }),
    ])
    .default('none'),
})
export type TelemetrySettings = z.infer<typeof TelemetrySettings>

/** A host that an agent of another maker reports to, at any port; `*.` and a name stands for every name below it. */
const TelemetryHost = z
  .string()
  .regex(
    /^(\*\.)?[A-Za-z0-9][A-Za-z0-9-]{0,62}(\.[A-Za-z0-9-]{1,63}){1,10}$/,
    'a host such as "telemetry.example.org", or "*.example.org" for all below it',
  )

/** Where agents report to their makers, and to services that count for them; none of these answers anything that an agent works with. */
export const usualTelemetryHosts: readonly string[] = [
  'play.googleapis.com',
  'statsig.anthropic.com',
  'ab.chatgpt.com',
  '*.rum.aliyuncs.com',
  'telemetry.individual.githubcopilot.com',
  'telemetry.business.githubcopilot.com',
  'telemetry.enterprise.githubcopilot.com',
  '*.statsig.com',
  'statsigapi.net',
  '*.sentry.io',
  '*.posthog.com',
  '*.segment.io',
  '*.segment.com',
  '*.amplitude.com',
  '*.mixpanel.com',
  'http-intake.logs.datadoghq.com',
  'browser-intake-datadoghq.com',
]

/** The editors that files can be opened in, by the scheme of their addresses; `none`: files are opened nowhere. */
export const FileOpener = z.enum(['vscode', 'vscode-insiders', 'windsurf', 'cursor', 'none'])
export type FileOpener = z.infer<typeof FileOpener>

/**
 * The only addresses of another scheme than http that are opened outside of the window: a file in one of those editors, of this machine or of one
 * that the editor reaches by ssh itself.
 */
export const EditorUrl = z
  .string()
  .max(20_000)
  .regex(
    /^(?:vscode|vscode-insiders|windsurf|cursor):\/\/(?:file|vscode-remote\/ssh-remote\+(?:\w[\w.-]*@)?[A-Za-z0-9][\w.-]*)\/[\w.!~*'()%/-]+(?::[1-9]\d{0,8})?$/,
  )

/** The address of a file, and a line of it from 1, in an editor. The path is absolute; `C:\\x` counts as well. */
export function editorUrl(opener: Exclude<FileOpener, 'none'>, path: string, line?: number): string {
  const slashed = /^[A-Za-z]:[\\/]/.test(path) ? `/${path.replaceAll('\\', '/')}` : path
  return `${opener}://file${inAddress(slashed)}${line === undefined ? '' : `:${String(line)}`}`
}

/**
 * The same for a file of a machine that the editor reaches by ssh: its remote link. Without a line an editor would take it for a folder
 * (https://github.com/microsoft/vscode-remote-release/issues/5331).
 */
export const remoteEditorUrl = (
  opener: Exclude<FileOpener, 'none'>,
  {
    destination,
    path,
    line = 1,
  }: { readonly destination: string; readonly path: string; readonly line?: number | undefined },
): string => `${opener}://vscode-remote/ssh-remote+${destination}${inAddress(path)}:${String(line)}`

const inAddress = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The whole of config.toml as this version reads it. Every unknown key is an error that names the known ones. */
export const ConfigFile = z.strictObject({
  ...ConfigProfile.shape,
  model_providers: z.record(z.string(), ModelProvider).default({}),
  /** Where the built-in provider `openai` is reached in place of its own address. */
  openai_base_url: z.url({ protocol: /^https?$/ }).optional(),
  /** The editor that files are opened in from a window; absent: `vscode`. */
  file_opener: FileOpener.optional(),
  /** The language of windows, notifications and dialogs; absent: the system's or the browser's. */
  language: Language.optional(),
  /** How windows look; what is absent is as the system has it. */
  window: Appearance.optional(),
  /** Servers whose tools the agent gets; each session starts its own. */
  mcp_servers: z.record(McpServerId, McpServer).optional(),
  /** Agents of other makers that a session can be begun with; what is said here goes before what is known of them. */
  agents: z.record(AcpAgentId, AcpAgentSettings).optional(),
  /** Other machines and containers whose engines `--host` names (docs/hosts.md). */
  hosts: Hosts.optional(),
  /** Hosts that they report to, refused without a question; absent: the usual ones, empty: each is asked about. */
  agent_telemetry_hosts: z.array(TelemetryHost).max(200).optional(),
  /**
   * Paths that sandboxed commands may not read besides the built-in credential stores, and stores that they may. The same of
   * environment variables, for every command: names, a `*` for any letters.
   */
  sandbox: z
    .strictObject({
      unreadable: z.array(z.string()).default([]),
      readable: z.array(z.string()).default([]),
      unreadable_variables: z.array(VariablePattern).default([]),
      readable_variables: z.array(VariablePattern).default([]),
      /** What a command, and the commands of a session together, may have of the machine; 0: no limit, absent: as it sees fit. */
      limits: z
        .strictObject({
          processes: z.int().min(0).optional(),
          memory_mb: z.int().min(0).optional(),
          open_files: z.int().min(0).optional(),
          file_size_mb: z.int().min(0).optional(),
        })
        .optional(),
    })
    .optional(),
  /**
   * Whether what a run without a window asks is answered in the open windows of the same home, and a window lets such runs in; absent: it is.
   */
  approvals_in_window: z.boolean().optional(),
  /** When commands that wait for a person are rehearsed; absent: `auto`. */
  rehearse: RehearseMode.optional(),
  /** Whether an engine with a window decides on agents of other makers, by their hooks (`countersign desk`); absent: it does not. */
  desk: z.boolean().optional(),
  /** What one rehearsal may take; absent: 10 s, 1,000 MB and 100,000 entries. */
  rehearsal: z
    .strictObject({
      timeout_ms: z.int().min(1).optional(),
      max_mb: z.int().min(1).optional(),
      max_entries: z.int().min(1).optional(),
    })
    .optional(),
  /** How much is kept for undo, of folders and of what lies outside them each, and how long; absent: 1,024 MB and 30 days. */
  undo: UndoSettings.optional(),
  sandbox_workspace_write: z
    .strictObject({
      writable_roots: z.array(z.string()).default([]),
      network_access: z.boolean().default(false),
      exclude_tmpdir_env_var: z.boolean().default(false),
      exclude_slash_tmp: z.boolean().default(false),
    })
    .optional(),
  /** The profile in force; `--profile` goes before it. */
  profile: z.string().min(1).optional(),
  profiles: z.record(z.string(), ConfigProfile).optional(),
  /** By absolute path; a folder has the trust of the nearest one above it that is listed. */
  projects: z.record(z.string(), z.strictObject({ trust_level: TrustLevel })).optional(),
  /** The name is the reference system's; here it is about the desktop's notifications. */
  tui: z
    .strictObject({ notifications: z.union([z.boolean(), z.array(NotificationKind)]).optional() })
    .optional(),
  desktop: DesktopSettings.optional(),
  /** In tokens: what the model can hold; absent: the known window of the model, else 128,000. */
  model_context_window: z.int().min(1_000).optional(),
  /** In tokens: a conversation beyond it is compacted; absent: nine tenths of the window. */
  model_auto_compact_token_limit: z.int().min(1_000).optional(),
  /** What models cost, for the window to say; a model that is not named has no price. */
  model_prices: ModelPrices.optional(),
  /** The model of reviews, of the session's own provider; absent: the session's model. */
  review_model: z.string().min(1).optional(),
  /** What the person asks of every agent, before what AGENTS.md of the home says. */
  instructions: z.string().max(100_000).optional(),
  /** What every turn's model is told behind the built-in instructions. */
  developer_instructions: z.string().max(100_000).optional(),
  /** A file with what stands in place of the built-in instructions; from the home where it is no absolute path. */
  experimental_instructions_file: z.string().min(1).optional(),
  /** What a model is asked for when a conversation is compacted; absent: a hand-over in our words. */
  compact_prompt: z.string().min(1).max(100_000).optional(),
  /** In tokens: what of a call's output a model gets; absent: 10 KiB and 256 lines, 10,000 of exec_command. */
  tool_output_token_limit: z.int().min(1).max(1_000_000).optional(),
  /** Whether exec_command may start login shells; absent: it may. */
  allow_login_shell: z.boolean().optional(),
  /** Whether summaries of a model's reasoning are kept from people and programs; absent: they are told. */
  hide_agent_reasoning: z.boolean().optional(),
  /** Whether the model's own reasoning is told; absent: as the summaries are. */
  show_raw_agent_reasoning: z.boolean().optional(),
  /** In tokens, of one answer; absent: the server's own limit. */
  model_max_output_tokens: z.int().min(1).optional(),
  shell_environment_policy: ShellEnvironmentPolicy.optional(),
  /** In bytes, for all AGENTS.md of a project together; 0 reads none; absent: 32 KiB. */
  project_doc_max_bytes: z.int().min(0).optional(),
  /** Names looked for where a folder has no AGENTS.md; plain names, no paths. */
  project_doc_fallback_filenames: z.array(z.string().regex(/^(?!\.{1,2}$)[^/\\\0]+$/)).optional(),
  /** Whether messages that a client puts by are kept in the home; absent: they are. */
  history: z.strictObject({ persistence: z.enum(['save-all', 'none']).optional() }).optional(),
  otel: TelemetrySettings.optional(),
  /** A program and its arguments; it gets one more, a message as JSON, when a turn has ended and when a request waits. */
  notify: z.tuple([z.string().min(1)], z.string()).optional(),
})
export type ConfigFile = z.infer<typeof ConfigFile>

/** One entry of the model picker: a provider and one of its models. `demo` marks the built-in scripted one. */
export const ModelChoice = z.strictObject({
  provider: z.string(),
  providerName: z.string(),
  model: z.string(),
  demo: z.boolean(),
})
export type ModelChoice = z.infer<typeof ModelChoice>
