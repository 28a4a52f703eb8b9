import { join } from 'node:path'
import { z } from 'zod'
import { EffectRule } from '@shared/domain/effect-rule'
import { YesEnds } from '@shared/domain/nearest-rule'
import type { CompiledRule } from '../../core/effect-rules/answer'
import { compileRule, type CompileParts, type RuleProblem } from '../../core/effect-rules/compile-rule'
import type { EffectRules, EffectRuleStore } from '../../core/ports/effect-rule-store'
import { ConfigError } from './config-error'
import { didYouMean, oneOf } from './explain-issue'
import { parseToml, readText } from './read-toml'
import { findTomlPosition } from './toml-positions'

const RuleFile = z.strictObject({ rule: z.array(EffectRule).max(10_000).default([]) })

const paths = 'a list of files or folders such as ["dist/**"]'
const expected: Readonly<Record<string, string>> = {
  rule: 'tables that begin with [[rule]]',
  name: 'a name of at most 60 printable characters',
  where: 'a list of folders such as ["~/src/shop"]',
  commands: 'a list of commands such as ["npm run *"]',
  writes: paths,
  deletes: '{ below = ["dist/**"], files = 200, unsaved = 0 }',
  below: paths,
  files: 'how many files at most',
  unsaved: 'how many files at most that are neither in git nor made by the session',
  hosts: 'a list of hosts such as ["packages.example:443"]',
  level: oneOf(EffectRule.shape.level.unwrap().options),
  ends: '{ at = "2026-12-01T18:00:00+01:00", runs = 50, branch = "feature/x" } with one of them or more',
  at: 'a moment with its offset such as "2026-12-01T18:00:00+01:00"',
  runs: 'how many runs, at least 1',
  branch: 'the name of a branch',
  match: 'a list of commands that the rule is for',
  no_match: 'a list of commands that the rule is not for',
}

const keysAt = (path: readonly PropertyKey[]): readonly string[] => {
  if (path.length === 0) return ['rule']
  if (path.includes('deletes')) return ['below', 'files', 'unsaved']
  return Object.keys((path.includes('ends') ? YesEnds : EffectRule).shape)
}

function explain(issue: z.core.$ZodIssue): RuleProblem {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const known = keysAt(path)
    return {
      path: [...path, key],
      what: `unknown key "${key}"${didYouMean(key, known)}`,
      expected: oneOf(known),
    }
  }
  const name = path.findLast((part) => typeof part === 'string') ?? 'rule'
  const what = issue.input === undefined ? 'is missing' : 'is not valid'
  return { path, what: `${name} ${what}`, expected: expected[name] ?? 'a rule' }
}

/** All rules of a file's text. Throws ConfigError with line and what was expected for the first thing that is wrong. */
export async function readEffectRules(
  file: string,
  text: string,
  parts: CompileParts,
): Promise<readonly CompiledRule[]> {
  const fail = ({ path, ...rest }: RuleProblem): ConfigError => {
    const { line, column } = findTomlPosition(text, path) ?? {}
    return new ConfigError({ file, line, column, ...rest })
  }
  const read = RuleFile.safeParse(parseToml(file, text), { reportInput: true })
  const issues = read.error?.issues ?? []
  // A name that is not known is the cause where another one is missing.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!read.success) throw fail(issue ? explain(issue) : { path: [], what: 'not valid', expected: 'rules' })
  const rules: CompiledRule[] = []
  const names = new Set<string>()
  for (const [index, rule] of read.data.rule.entries()) {
    if (names.has(rule.name))
      throw fail({
        path: ['rule', index, 'name'],
        what: `there are two rules named ${JSON.stringify(rule.name)}`,
        expected: 'a name of its own for each',
      })
    names.add(rule.name)
    const done = await compileRule(rule, parts)
    if ('compiled' in done) rules.push(done.compiled)
    else {
      const [first] = done.problems
      if (first) throw fail({ ...first, path: ['rule', index, ...first.path] })
    }
  }
  return rules
}

/**
 * The effect rules of `rules.toml` in the home. A file that is wrong, or cannot be read, has no rule at all, and says why: nothing of it is
 * used, and whatever it would have answered is asked.
 */
export function createEffectRuleStore(home: string, parts: () => CompileParts): EffectRuleStore {
  const file = join(home, 'rules.toml')
  let known: { readonly text: string; readonly found: Promise<EffectRules> } | undefined
  const read = async (text: string): Promise<EffectRules> => {
    try {
      return { rules: await readEffectRules(file, text, parts()) }
    } catch (error) {
      if (error instanceof ConfigError) return { rules: [], problem: error.message }
      throw error
    }
  }
  return {
    file,
    async load() {
      let text: string | undefined
      try {
        text = await readText(file)
      } catch (error) {
        if (error instanceof ConfigError) return { rules: [], problem: error.message }
        throw error
      }
      if (text === undefined) return { rules: [] }
      // Each decision looks, and seldom is it another text than before.
      if (known?.text !== text) known = { text, found: read(text) }
      return known.found
    },
  }
}
