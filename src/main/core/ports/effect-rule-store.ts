import type { EffectRule } from '@shared/domain/effect-rule'
import type { OutsideRule } from '@shared/domain/nearest-rule'
import type { CompiledRule } from '../effect-rules/answer'
import type { PlainCommands } from '../effect-rules/command-pattern'
import type { GoneFilesReader } from './gone-files'

/** The effect rules in the file of rules. `problem`: it is wrong, in one line with the place, and no rule of it counts. */
export interface EffectRules {
  readonly rules: readonly CompiledRule[]
  readonly problem?: string
}

/** The file of rules, which a person may edit at any time. */
export interface EffectRuleStore {
  readonly file: string
  /** As it is now. Rejects only for what is none of the file's doing. */
  load(): Promise<EffectRules>
}

/** `in-force`, or why a rule does not count. */
export type RuleStanding = 'in-force' | Extract<OutsideRule, { kind: 'ended' }>['because']

/** What answering by effect rules takes of the world. Places are real. */
export interface EffectRuleParts extends Pick<EffectRuleStore, 'load'> {
  readonly home: string
  /** What the program is made of, and where it keeps things. */
  readonly engine: readonly string[]
  readonly gone: GoneFilesReader
  plain(command: readonly string[]): Promise<PlainCommands>
  /** Whether a folder lies in one that a rule names, wherever that is by now. */
  isIn(folder: string, named: string): boolean
  /** Whether each of these rules still answers, in one word; what cannot be counted does not. Counts nothing. */
  readonly standing: (rules: readonly EffectRule[], folder: string) => Promise<readonly RuleStanding[]>
  /** Counts a use of a rule, before anything is done under it; false: it has ended, and answers nothing. */
  readonly use: (rule: EffectRule, folder: string) => Promise<boolean>
}
