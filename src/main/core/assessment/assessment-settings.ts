import type { ConfigFile, ReasoningEffort } from '@shared/domain/settings'

/** What config.toml says of the model's view. `model` absent: the session's own. `timeoutMs` is for the whole question. */
export interface AssessmentSettings {
  readonly enabled: boolean
  readonly model?: string | undefined
  readonly reasoningEffort?: ReasoningEffort | undefined
  readonly timeoutMs: number
}

/** The reference system's limit, kept (docs/spec/assessment.md): here nobody waits for it. */
const defaultTimeoutMs = 5000

type Switched = Pick<ConfigFile, 'features' | 'experimental_sandbox_command_assessment'>

/** Whether the keys switch the model's view on or off; undefined: they say nothing. The key in [features] goes before the older names. */
export function modelsViewSwitch({
  features,
  experimental_sandbox_command_assessment: oldest,
}: Switched): boolean | undefined {
  return features?.sandbox_command_assessment ?? features?.experimental_sandbox_command_assessment ?? oldest
}

/** The settings as the configuration has them at each look, so that a change counts for the next request. */
export function followedAssessment(config: () => ConfigFile): AssessmentSettings {
  return {
    get enabled() {
      return assessmentSettings(config()).enabled
    },
    get model() {
      return assessmentSettings(config()).model
    },
    get reasoningEffort() {
      return assessmentSettings(config()).reasoningEffort
    },
    get timeoutMs() {
      return assessmentSettings(config()).timeoutMs
    },
  }
}

/** Reads the settings off the configuration. On by default. */
export function assessmentSettings(config: ConfigFile): AssessmentSettings {
  const { assessment_model: model, assessment_reasoning_effort: reasoningEffort } = config
  return {
    enabled: modelsViewSwitch(config) ?? true,
    ...(model === undefined ? {} : { model }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    timeoutMs: config.assessment_timeout_ms ?? defaultTimeoutMs,
  }
}
