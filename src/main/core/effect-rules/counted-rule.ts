import type { EffectRule } from '@shared/domain/effect-rule'
import type { CountedYes } from '../ports/rule-usage'

/** An effect rule as its uses are counted: one that was written anew is another, and begins at none. */
export const countedRule = (rule: EffectRule): CountedYes => ({ key: JSON.stringify(rule), ends: rule.ends })
