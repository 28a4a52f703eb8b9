import { sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ConfigFile, ModelChoice, TrustLevel } from '@shared/domain/settings'
import type { SessionDefaults } from './settings-store'

/**
 * What a configuration gives a session. In a folder that is listed as untrusted commands may only read, unless the
 * configuration names a mode; `choice` is the first model there is, for a configuration that names none.
 */
export function sessionDefaults(
  config: ConfigFile,
  trust: TrustLevel | undefined,
  choice: ModelChoice | undefined,
): SessionDefaults {
  const { model_reasoning_effort: effort, model_reasoning_summary: summary } = config
  return {
    provider: config.model_provider ?? choice?.provider ?? 'demo',
    model: config.model ?? choice?.model ?? 'demo',
    approvalPolicy: config.approval_policy ?? 'on-request',
    ...(config.approval_policy === undefined && { isUnchosen: true as const }),
    sandboxPolicy: defaultPolicy(config, trust),
    ...(effort && { effort }),
    ...(summary && { summary }),
  }
}

function defaultPolicy(config: ConfigFile, trust: TrustLevel | undefined): SandboxPolicy {
  const mode = config.sandbox_mode ?? (trust === 'untrusted' ? 'read-only' : 'workspace-write')
  return mode === 'workspace-write' && config.sandbox_workspace_write
    ? { mode, ...config.sandbox_workspace_write }
    : sandboxPolicyForMode(mode)
}
