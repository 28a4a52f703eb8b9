import { isDeepStrictEqual } from 'node:util'
import type { EffectRule } from '@shared/domain/effect-rule'
import { FaultError } from '@shared/domain/fault'
import type { CompileParts } from '../../core/effect-rules/compile-rule'
import { freeRuleName, ruleToml } from '../../core/effect-rules/rule-toml'
import type { EffectRuleEdits, RuleEdit } from '../../core/ports/effect-rule-edits'
import { ConfigError } from './config-error'
import { readEffectRules } from './effect-rules'
import { readText } from './read-toml'
import { replaceFile, versionOf } from './replace-file'
import { findTomlPosition } from './toml-positions'

/** The text without the n-th rule from 0; comments right above the one behind it stay with that one. */
function without(source: string, nth: number): string {
  const lineStart = (offset: number): number => source.lastIndexOf('\n', offset - 1) + 1
  const at = (index: number): number | undefined => {
    const found = findTomlPosition(source, ['rule', index])
    return found?.path[1] === String(index) ? lineStart(found.offset) : undefined
  }
  const start = at(nth)
  if (start === undefined) return source
  let end = at(nth + 1) ?? source.length
  while (end < source.length) {
    const above = lineStart(end - 1)
    if (above <= start || !source.slice(above, end).trimStart().startsWith('#')) break
    end = above
  }
  return `${source.slice(0, start)}${source.slice(end)}`
}

/** Edits `rules.toml`. What the text would mean afterwards is read before it is written: exactly the edit, or nothing. */
export function createEffectRuleEdits(file: string, parts: () => CompileParts): EffectRuleEdits {
  let writing: Promise<unknown> = Promise.resolve()
  const read = async (source: string): Promise<readonly EffectRule[]> =>
    (await readEffectRules(file, source, parts())).map(({ rule }) => rule)

  const edit = async (
    change: (
      source: string,
      rules: readonly EffectRule[],
    ) => { readonly source: string; readonly rules: readonly EffectRule[]; readonly name: string } | string,
  ): Promise<RuleEdit> => {
    try {
      const source = (await readText(file)) ?? ''
      const edited = change(source, await read(source))
      if (typeof edited === 'string') return { kind: 'refused', problem: edited }
      if (!isDeepStrictEqual(await read(edited.source), edited.rules))
        return { kind: 'refused', problem: `${file} is written in a way that is only edited by hand.` }
      if (!(await replaceFile(file, { text: edited.source, version: versionOf(source) })))
        return { kind: 'refused', problem: `${file} was changed meanwhile; nothing was written.` }
      return { kind: 'written', name: edited.name }
    } catch (error) {
      if (error instanceof ConfigError || error instanceof FaultError)
        return { kind: 'refused', problem: error.message }
      throw error
    }
  }
  const next = (work: () => Promise<RuleEdit>): Promise<RuleEdit> => {
    const done = writing.then(work)
    writing = done.catch(() => undefined) // whoever asked for it is told
    return done
  }
  return {
    add: (...wanted) =>
      next(() =>
        edit((source, rules) => {
          const taken = new Set(rules.map(({ name }) => name))
          const added = wanted.map((rule) => {
            const name = freeRuleName(rule.name, taken)
            taken.add(name)
            return { ...rule, name }
          })
          const gap = source === '' ? '' : /\n\n$/.test(source) ? '' : source.endsWith('\n') ? '\n' : '\n\n'
          return {
            source: `${source}${gap}${added.map(ruleToml).join('\n')}`,
            rules: [...rules, ...added],
            name: added.at(-1)?.name ?? '',
          }
        }),
      ),
    remove: (name) =>
      next(() =>
        edit((source, rules) => {
          const nth = rules.findIndex((rule) => rule.name === name)
          if (nth < 0) return `There is no rule named ${JSON.stringify(name)} in ${file} any more.`
          return { source: without(source, nth), rules: rules.toSpliced(nth, 1), name }
        }),
      ),
  }
}
