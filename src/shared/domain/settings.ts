import { z } from 'zod'
import { ApprovalPolicy } from './approval-policy'
import { SandboxMode } from './sandbox-policy'

/** One `[model_providers.<id>]` table (semantics §9.2). `env_key` names an environment variable, never holds a key. */
export const ModelProvider = z.strictObject({
  name: z.string().min(1).optional(),
  base_url: z.url({ protocol: /^https?$/ }),
  env_key: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .optional(),
  wire_api: z.enum(['responses', 'chat']).default('chat'),
  request_max_retries: z.int().min(0).max(100).default(4),
  stream_max_retries: z.int().min(0).max(100).default(5),
})
export type ModelProvider = z.infer<typeof ModelProvider>

/** The whole of config.toml as this version reads it. Every unknown key is an error that names the known ones. */
export const ConfigFile = z.strictObject({
  model: z.string().min(1).optional(),
  model_provider: z.string().min(1).optional(),
  model_providers: z.record(z.string(), ModelProvider).default({}),
  approval_policy: ApprovalPolicy.optional(),
  sandbox_mode: SandboxMode.optional(),
  /** Paths that sandboxed commands may not read besides the built-in credential stores, and stores that they may. */
  sandbox: z
    .strictObject({
      unreadable: z.array(z.string()).default([]),
      readable: z.array(z.string()).default([]),
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
