import { FaultError } from '@shared/domain/fault'
import { freeRuleName } from '../../core/effect-rules/rule-toml'
import type { EffectRuleEdits, RuleEdit } from '../../core/ports/effect-rule-edits'
import { ConfigError } from './config-error'
import type { RulesContent, RulesFileEdit } from './edit-rules-file'

/** Edits the effect rules of `rules.toml`, by way of `edit`. */
export function createEffectRuleEdits(file: string, edit: RulesFileEdit): EffectRuleEdits {
  const done = async (
    change: (
      rules: RulesContent['rules'],
    ) => { readonly rules: RulesContent['rules']; readonly name: string } | string,
  ): Promise<RuleEdit> => {
    let became: RuleEdit = { kind: 'refused', problem: `Nothing was changed in ${file}.` }
    try {
      await edit(({ rules, saved }) => {
        const edited = change(rules)
        if (typeof edited === 'string') {
          became = { kind: 'refused', problem: edited }
          return undefined
        }
        became = { kind: 'written', name: edited.name }
        return { rules: edited.rules, saved }
      })
      return became
    } catch (error) {
      if (error instanceof ConfigError || error instanceof FaultError)
        return { kind: 'refused', problem: error.message }
      throw error
    }
  }
  return {
    add: (...wanted) =>
      done((rules) => {
        const taken = new Set(rules.map(({ name }) => name))
        const added = wanted.map((rule) => {
          const name = freeRuleName(rule.name, taken)
          taken.add(name)
          return { ...rule, name }
        })
        return { rules: [...rules, ...added], name: added.at(-1)?.name ?? '' }
      }),
    remove: (name) =>
      done((rules) => {
        const rest = rules.filter((rule) => rule.name !== name)
        return rest.length === rules.length
          ? `There is no rule named ${JSON.stringify(name)} in ${file} any more.`
          : { rules: rest, name }
      }),
  }
}
