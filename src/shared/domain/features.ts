/**
 * How settled a feature is. `deprecated` still works and warns; `removed` is read without error, warns, and does
 * nothing.
 */
export type FeatureStage = 'stable' | 'beta' | 'experimental' | 'deprecated' | 'removed'

/** One switch of `[features]`. `legacy` are older places of it, dotted; a key in [features] goes before them. */
export interface Feature {
  readonly name: string
  readonly stage: FeatureStage
  readonly enabled: boolean
  readonly what: string
  readonly legacy: readonly string[]
}

/** Every feature there is or was. `enabled` is what it is when nothing is configured. A new one is a row here and a key in settings.ts. */
export const featureRegistry: readonly Feature[] = [
  {
    name: 'sandbox_command_assessment',
    stage: 'stable',
    enabled: true,
    what: 'asks a model about each approval, beside the checked facts and the floor',
    legacy: ['features.experimental_sandbox_command_assessment', 'experimental_sandbox_command_assessment'],
  },
]
