import type { SuggestedRule } from '@shared/domain/offered-rule'
import type { RuleEdit } from '../ports/effect-rule-edits'
import type { SuggestionNotes } from '../ports/suggestion-notes'

/** One a day: whoever has seen it has not been asked, and may leave it. */
const dayMs = 24 * 3_600_000
/** How long a rule of a suggestion holds. */
const holdsMs = 30 * dayMs

/** What it works with. */
export interface RuleSuggestionsParts {
  /** All that there are now, the most useful first. */
  readonly all: () => Promise<readonly SuggestedRule[]>
  readonly notes: SuggestionNotes
  readonly now: () => number
  readonly add: (rule: SuggestedRule['rule']) => Promise<RuleEdit>
}

/** The one rule that is spoken of today. */
export interface RuleSuggestions {
  /** Notes that it was shown. Undefined: none, or today's was answered. */
  suggestion(): Promise<SuggestedRule | undefined>
  /** Saves what was shown, for 30 days, or has it never come again. */
  answer(key: string, take: boolean): Promise<RuleEdit>
}

/**
 * At most one suggestion in 24 hours, whoever looks however often; one that was answered with a no does not come again. Where what was shown cannot be read or
 * noted there is none.
 */
export function ruleSuggestions({ all, notes, now, add }: RuleSuggestionsParts): RuleSuggestions {
  return {
    async suggestion() {
      const { shown, dismissed } = await notes.read()
      const left = (await all()).filter(({ key }) => !dismissed.includes(key))
      const isToday = shown !== undefined && now() - shown.at < dayMs
      const chosen = isToday
        ? left.find(({ key }) => key === shown.key)
        : (left.find(({ key }) => key !== shown?.key) ?? left[0])
      if (chosen && !isToday) await notes.write({ shown: { key: chosen.key, at: now() }, dismissed })
      return chosen
    },
    async answer(key, take) {
      const { shown, dismissed } = await notes.read()
      const chosen = shown?.key === key ? (await all()).find((each) => each.key === key) : undefined
      if (!chosen || !shown) return { kind: 'refused', problem: 'This suggestion is not there any more.' }
      if (take) {
        const at = new Date(now() + holdsMs).toISOString()
        return add({ ...chosen.rule, ends: { at } })
      }
      await notes.write({ shown, dismissed: [...dismissed, key] })
      return { kind: 'written', name: chosen.rule.name }
    },
  }
}
