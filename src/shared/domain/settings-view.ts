import { z } from 'zod'
import { featureStages } from './features'

/**
 * Where a value in force comes from, weakest first: built in, config.toml in the home, the project's own file, the
 * profile in force, `-c` or `--profile`, managed_config.toml. The stronger one wins.
 */
export const SettingSource = z.enum(['default', 'config', 'project', 'profile', 'command-line', 'managed'])
export type SettingSource = z.infer<typeof SettingSource>

/**
 * One value in force. `key` is dotted as in TOML. `where` is `FILE:LINE` or the flag, absent for a default. A value
 * that may be a secret is shown as `[redacted]`.
 */
export const SettingRow = z.strictObject({
  key: z.string(),
  value: z.json(),
  source: SettingSource,
  where: z.string().optional(),
})
export type SettingRow = z.infer<typeof SettingRow>

/** A feature and whether it is on. */
export const FeatureRow = z.strictObject({
  name: z.string(),
  stage: z.enum(featureStages),
  enabled: z.boolean(),
  what: z.string(),
})
export type FeatureRow = z.infer<typeof FeatureRow>

/**
 * The settings as they would be read now. `file` is the config.toml that edits go to, `version` its content's mark: an
 * edit names the version it was made on. `warnings` are one line each, with file and line. `problem` says why the file
 * cannot be used; the rows are then the last ones that could.
 */
export const SettingsView = z.strictObject({
  file: z.string(),
  version: z.string(),
  rows: z.array(SettingRow),
  features: z.array(FeatureRow),
  warnings: z.array(z.string()),
  problem: z.string().optional(),
})
export type SettingsView = z.infer<typeof SettingsView>

/** One edit of config.toml: a dotted key and its new value; null takes the key out. */
export const SettingEdit = z.strictObject({ key: z.string().min(1).max(500), value: z.json() })
export type SettingEdit = z.infer<typeof SettingEdit>

/** The keys that a window may edit. Where commands may write, who is trusted and where keys go is for the file itself. */
export const WindowSetting = z.enum([
  'language',
  'window.theme',
  'window.text_size',
  'window.high_contrast',
  'window.density',
  'window.reduced_motion',
  'file_opener',
  'model',
  'model_provider',
  'model_reasoning_effort',
  'review_model',
  'approval_policy',
  'sandbox_mode',
  'rehearse',
  'desk',
  'features.sandbox_command_assessment',
  'assessment_model',
  'assessment_reasoning_effort',
  'assessment_timeout_ms',
  'tui.notifications',
  'desktop.approval_boxes',
  'desktop.sounds',
  'desktop.close',
  'desktop.open_at_login',
  'desktop.updates',
  'agent_telemetry_hosts',
  'otel.exporter',
  'otel.log_user_prompt',
])
export type WindowSetting = z.infer<typeof WindowSetting>

/**
 * What became of an edit. `conflict`: the file is no longer the version it was made on; nothing was written, and `view`
 * is what it says now. `refused`: the result would not be valid; `message` says what was expected.
 */
export const SettingsReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('written'), view: SettingsView }),
  z.strictObject({ kind: z.literal('conflict'), view: SettingsView }),
  z.strictObject({ kind: z.literal('refused'), message: z.string() }),
])
export type SettingsReply = z.infer<typeof SettingsReply>
