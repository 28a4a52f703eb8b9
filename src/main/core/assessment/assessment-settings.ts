import type { ConfigFile, ReasoningEffort } from '@shared/domain/settings'

/** What config.toml says of the model's view. `model` absent: the session's own. `timeoutMs` is for the whole question. */
export interface AssessmentSettings {
  readonly enabled: boolean
  readonly model?: string
  readonly reasoningEffort?: ReasoningEffort
  readonly timeoutMs: number
}

/** The reference system's limit, kept (docs/spec/assessment.md): here nobody waits for it. */
const defaultTimeoutMs = 5000

/** Reads the settings off the configuration. On by default; the key in [features] goes before the older names for it. */
export function assessmentSettings(config: ConfigFile): AssessmentSettings {
  const { features, assessment_model: model, assessment_reasoning_effort: reasoningEffort } = config
  return {
    enabled:
      features?.sandbox_command_assessment ??
      features?.experimental_sandbox_command_assessment ??
      config.experimental_sandbox_command_assessment ??
      true,
    ...(model === undefined ? {} : { model }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    timeoutMs: config.assessment_timeout_ms ?? defaultTimeoutMs,
  }
}
