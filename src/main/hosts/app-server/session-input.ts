import { z } from 'zod'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode, sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { ConfigFile, ReasoningEffort, ReasoningSummary } from '@shared/domain/settings'
import type { SessionInput } from '../../core/engine-service'
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
})

/** Dotted keys as tables: `{"a.b": 1}` is `{"a": {"b": 1}}`. */
function asTables(dotted: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const tables: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [key, value] of Object.entries(dotted)) {
    const [first = '', ...rest] = key.split('.')
    if (rest.length === 0) tables[first] = value
    else {
      const inner = tables[first]
      const known = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
      tables[first] = { ...known, ...asTables({ [rest.join('.')]: value }) }
    }
  }
  return tables
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
 * config.toml that one conversation cannot have to itself.
 */
export function sessionInput(settings: ConversationSettings): {
  readonly input: Omit<SessionInput, 'demo'>
  readonly unused: readonly string[]
} {
  const tables = asTables(settings.config ?? {})
  const others = Object.keys(tables).filter((key) => !Object.hasOwn(ConversationConfig.shape, key))
  const [shared] = others.filter((key) => Object.hasOwn(ConfigFile.shape, key))
  if (shared !== undefined)
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
  }
  const input = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return { input, unused: others.map((key) => `config.${key}`) }
}

/** Undefined: as it was. */
function leftOut(includeApplyPatchTool: boolean | undefined): string[] | undefined {
  if (includeApplyPatchTool === undefined) return undefined
  return includeApplyPatchTool ? [] : ['apply_patch']
}
