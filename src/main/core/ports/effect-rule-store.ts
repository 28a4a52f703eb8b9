import type { CompiledRule } from '../effect-rules/answer'

/** What stands in the file of effect rules. `problem`: it is wrong, in one line with the place, and no rule of it counts. */
export interface EffectRules {
  readonly rules: readonly CompiledRule[]
  readonly problem?: string
}

/** The file of effect rules, which a person may edit at any time. */
export interface EffectRuleStore {
  readonly file: string
  /** As it is now. Rejects only for what is none of the file's doing. */
  load(): Promise<EffectRules>
}
