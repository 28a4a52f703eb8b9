import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { Appearance } from '@shared/domain/appearance'
import type { Language } from '@shared/domain/language'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ReasoningEffort, ReasoningSummary, ModelPrices, FileOpener } from '@shared/domain/settings'
import type { SettingEdit, SettingsReply, SettingsView } from '@shared/domain/settings-view'

/**
 * What the command line says over the configuration: `-c key=value` as often as wanted, and `--profile`. `config` is as
 * it was typed. `addedRoots` are absolute folders that commands may write to besides the configured ones, where they may write to
 * their own at all. `unknown`: keys of `config` that nobody knows are left out with one warning; absent: they stop the start.
 */
export interface ConfigFlags {
  readonly config?: readonly string[]
  readonly profile?: string
  readonly addedRoots?: readonly string[]
  readonly unknown?: 'left-out'
}

/** What a session begins with where nothing else is said. Without `effort` or `summary` the model's server decides. */
export interface SessionDefaults {
  readonly provider: string
  readonly model: string
  readonly approvalPolicy: ApprovalPolicy
  /** Nobody chose that policy: the configuration names none. */
  readonly isUnchosen?: true
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
  /** The language that was chosen when the configuration was read last; undefined: none. */
  language(): Language | undefined
  /** How windows are to look, as of the same reading. */
  appearance(): Appearance
  /** The editor that files are opened in, as of the same reading; undefined: the first there is. */
  fileOpener(): FileOpener | undefined
  /** What models cost, as the configuration said when it was read last. */
  prices(): ModelPrices
  /** Never throws for what is wrong in the configuration: the view says it. */
  read(cwd?: string): Promise<SettingsView>
  /** Makes all edits or none, on the version that was read; comments and order stay. Throws FaultError `store-failed`. */
  write(version: string, edits: readonly SettingEdit[]): Promise<SettingsReply>
}
