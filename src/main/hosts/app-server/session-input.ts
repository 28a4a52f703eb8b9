import { z } from 'zod'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode, sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { ConfigFile, ReasoningEffort, ReasoningSummary } from '@shared/domain/settings'
import { modelsViewSwitch } from '../../core/assessment/assessment-settings'
import type { SessionInput } from '../../core/engine/engine-service'
import type { ConversationSettings } from './protocol/conversation-requests'
import { RequestError } from './request-error'

/** The keys of config.toml that a client may set for one conversation. */
const ConversationConfig = z.object({
  profile: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  model_provider: z.string().min(1).optional(),
  approval_policy: ApprovalPolicy.optional(),
  sandbox_mode: SandboxMode.optional(),
  model_reasoning_effort: ReasoningEffort.optional(),
  model_reasoning_summary: ReasoningSummary.optional(),
  sandbox_workspace_write: z
    .object({
      writable_roots: z.array(z.string()).default([]),
      network_access: z.boolean().default(false),
      exclude_tmpdir_env_var: z.boolean().default(false),
      exclude_slash_tmp: z.boolean().default(false),
    })
    .optional(),
  features: z
    .object({
      sandbox_command_assessment: z.boolean().optional(),
      experimental_sandbox_command_assessment: z.boolean().optional(),
    })
    .optional(),
  experimental_sandbox_command_assessment: z.boolean().optional(),
})
const ownFeatures = ConversationConfig.shape.features.unwrap().shape
/** What config.toml has besides; a feature by its place in [features]. */
const serverWide = {
  ...ConfigFile.shape,
  ...Object.fromEntries(
    Object.entries(ConfigFile.shape.features.unwrap().shape).map(([key, value]) => [
      `features.${key}`,
      value,
    ]),
  ),
}

type Table = Record<string, unknown>

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const longestKey = 500

type Entry = readonly [string, unknown]

/** Dotted keys as tables: `{"a.b": 1, "a": {"c": 2}}` is `{"a": {"b": 1, "c": 2}}`; of two values of one key the later one counts. */
function asTables(entries: readonly Entry[]): Table {
  const plain = new Map<string, unknown>()
  const inner = new Map<string, Entry[]>()
  for (const [key, value] of entries) {
    // No key is so long, and taking one apart costs more than its length.
    const [first = '', ...rest] = key.length > longestKey ? [key] : key.split('.')
    const given = rest.length === 0 ? value : { [rest.join('.')]: value }
    if (isTable(given)) inner.set(first, [...(inner.get(first) ?? []), ...Object.entries(given)])
    else inner.delete(first)
    plain.set(first, given)
  }
  const tables = [...plain].map(([key, value]): Entry => {
    const within = inner.get(key)
    return [key, within ? asTables(within) : value]
  })
  return Object.fromEntries(tables)
}

function policyOf(
  mode: SandboxMode | undefined,
  workspace: z.infer<typeof ConversationConfig>['sandbox_workspace_write'],
): SandboxPolicy | undefined {
  if (workspace === undefined || (mode ?? 'workspace-write') !== 'workspace-write') return undefined
  return { ...sandboxPolicyForMode('workspace-write'), ...workspace, mode: 'workspace-write' }
}

/**
 * What a client's settings mean for the engine, and which of them are unknown here and passed over. The request's own
 * members go before its `config`. Throws RequestError for a value that a known key cannot have, and for a key of
 * config.toml that one conversation cannot have to itself, unless those are `ignored` as well.
 */
export function sessionInput(
  settings: ConversationSettings,
  serverWideKeys: 'refused' | 'ignored' = 'refused',
): {
  readonly input: Omit<SessionInput, 'demo'>
  readonly unused: readonly string[]
} {
  const tables = asTables(Object.entries(settings.config ?? {}))
  const features = isTable(tables['features']) ? Object.keys(tables['features']) : []
  const others = [
    ...Object.keys(tables).filter((key) => !Object.hasOwn(ConversationConfig.shape, key)),
    ...features.filter((key) => !Object.hasOwn(ownFeatures, key)).map((key) => `features.${key}`),
  ]
  const [shared] = others.filter((key) => Object.hasOwn(serverWide, key))
  if (shared !== undefined && serverWideKeys === 'refused')
    throw new RequestError(
      `Invalid request: config.${shared} counts for the whole server; expected it in config.toml, or as -c when the server is started`,
    )
  const read = ConversationConfig.safeParse(tables)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new RequestError(`Invalid request: config.${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
  }
  const config = read.data
  const mode = settings.sandbox ?? config.sandbox_mode
  const asks = modelsViewSwitch(config)
  const all: SessionInput = {
    cwd: settings.cwd,
    model: settings.model ?? config.model,
    provider: settings.modelProvider ?? config.model_provider,
    approvalPolicy: settings.approvalPolicy ?? config.approval_policy,
    sandboxMode: mode,
    sandboxPolicy: policyOf(mode, config.sandbox_workspace_write),
    effort: config.model_reasoning_effort,
    summary: config.model_reasoning_summary,
    profile: settings.profile ?? config.profile,
    baseInstructions: settings.baseInstructions,
    leftOutTools: leftOut(settings.includeApplyPatchTool),
    modelsView: asks === undefined ? undefined : asks ? 'on' : 'off',
  }
  const input = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return { input, unused: others.map((key) => `config.${key}`) }
}

/** Undefined: as it was. */
function leftOut(includeApplyPatchTool: boolean | undefined): string[] | undefined {
  if (includeApplyPatchTool === undefined) return undefined
  return includeApplyPatchTool ? [] : ['apply_patch']
}
