import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ReasoningEffort, ReasoningSummary } from '@shared/domain/settings'
import type { SettingEdit, SettingsReply, SettingsView } from '@shared/domain/settings-view'

/**
 * What the command line says over the configuration: `-c key=value` as often as wanted, and `--profile`. `config` is as
 * it was typed.
 */
export interface ConfigFlags {
  readonly config?: readonly string[]
  readonly profile?: string
}

/** What a session begins with where nothing else is said. Without `effort` or `summary` the model's server decides. */
export interface SessionDefaults {
  readonly provider: string
  readonly model: string
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
  readonly effort?: ReasoningEffort
  readonly summary?: ReasoningSummary
}

/**
 * The configuration as it is on file now. Nothing of it is kept between calls, so that an edit by hand counts for the
 * next session.
 */
export interface SettingsStore {
  /**
   * The defaults for a session in `cwd`, or in no folder yet; `profile` goes before the one in force. Throws FaultError
   * `bad-request` for a bad configuration, and for a profile that is not there.
   */
  defaults(cwd?: string, profile?: string): Promise<SessionDefaults>
  /** Never throws for what is wrong in the configuration: the view says it. */
  read(cwd?: string): Promise<SettingsView>
  /** Makes all edits or none, on the version that was read; comments and order stay. Throws FaultError `store-failed`. */
  write(version: string, edits: readonly SettingEdit[]): Promise<SettingsReply>
}
