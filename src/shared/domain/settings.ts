import { z } from 'zod'
import { ApprovalPolicy } from './approval-policy'
import { SandboxMode } from './sandbox-policy'
import { TelemetrySettings } from './telemetry-settings'

const EnvironmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
const VariablePattern = z.string().regex(/^[^=\0]+$/)
const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
const HeaderValue = z.string().regex(/^[\x20-\x7e]*$/)

/**
 * One `[model_providers.<id>]` table (docs/spec/configuration.md). `env_key` names an environment variable, never holds a key;
 * `env_http_headers` names variables too, and a header whose variable is unset or empty is left out.
 * `stream_idle_timeout_ms` is how long a begun answer may be silent before it counts as broken: local servers send
 * nothing while they read a long prompt.
 */
export const ModelProvider = z.strictObject({
  name: z.string().min(1).optional(),
  base_url: z.url({ protocol: /^https?$/ }),
  env_key: EnvironmentName.optional(),
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
  experimental_sandbox_command_assessment: z.boolean().optional(),
})

/** What a `[profiles.<name>]` table may set: the choices of one way to work. Each goes before the same key at the top. */
export const ConfigProfile = z.strictObject({
  model: z.string().min(1).optional(),
  model_provider: z.string().min(1).optional(),
  model_reasoning_effort: ReasoningEffort.optional(),
  model_reasoning_summary: ReasoningSummary.optional(),
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

/** The whole of config.toml as this version reads it. Every unknown key is an error that names the known ones. */
export const ConfigFile = z.strictObject({
  ...ConfigProfile.shape,
  model_providers: z.record(z.string(), ModelProvider).default({}),
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
  /** In tokens: what the model can hold; absent: the known window of the model, else 128,000. */
  model_context_window: z.int().min(1_000).optional(),
  /** In tokens: a conversation beyond it is compacted; absent: nine tenths of the window. */
  model_auto_compact_token_limit: z.int().min(1_000).optional(),
  /** In bytes, for all AGENTS.md of a project together; 0 reads none; absent: 32 KiB. */
  project_doc_max_bytes: z.int().min(0).optional(),
  /** Names looked for where a folder has no AGENTS.md; plain names, no paths. */
  project_doc_fallback_filenames: z.array(z.string().regex(/^(?!\.{1,2}$)[^/\\\0]+$/)).optional(),
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
