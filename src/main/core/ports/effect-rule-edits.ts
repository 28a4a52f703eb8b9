import type { EffectRule } from '@shared/domain/effect-rule'

/** What became of an edit of the file; `problem` is a sentence, and nothing was changed then. */
export type RuleEdit =
  | { readonly kind: 'written'; readonly name: string }
  | { readonly kind: 'refused'; readonly problem: string }

/** Edits the effect rules in the file of rules, as text: comments, order and layout of all else stay. A file that has an error is not written to. */
export interface EffectRuleEdits {
  /**
   * Puts rules at the end, all or none, each under its name or, where there is one of that name, the name with the next number; told is
   * that of the last.
   */
  add(...rules: readonly [EffectRule, ...EffectRule[]]): Promise<RuleEdit>
  /** Takes the rule of this name out. */
  remove(name: string): Promise<RuleEdit>
}
