import { join } from 'node:path'
import { z } from 'zod'
import { EffectRule } from '@shared/domain/effect-rule'
import { YesEnds } from '@shared/domain/nearest-rule'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { CompiledRule } from '../../core/effect-rules/answer'
import { compileRule, type CompileParts, type RuleProblem } from '../../core/effect-rules/compile-rule'
import type { EffectRuleStore } from '../../core/ports/effect-rule-store'
import { ConfigError } from './config-error'
import { didYouMean, oneOf } from './explain-issue'
import { parseToml, readOwnText } from './read-toml'
import { ruleOfEntry, SavedRule } from './saved-rule-toml'
import { findTomlPosition } from './toml-positions'

const RuleFile = z.strictObject({
  rule: z.array(EffectRule).max(10_000).default([]),
  saved: z.array(SavedRule).max(10_000).default([]),
})

const paths = 'a list of files or folders such as ["dist/**"]'
const expected: Readonly<Record<string, string>> = {
  rule: 'tables that begin with [[rule]]',
  saved: 'tables that begin with [[saved]]',
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
  if (path.length === 0) return ['rule', 'saved']
  if (path[0] === 'saved') return Object.keys(SavedRule.shape)
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
  if (path[0] === 'saved' && path.length > 1)
    return {
      path,
      what: `${name} ${issue.code === 'custom' ? `is that of ${issue.message}` : what}`,
      expected: 'an entry as it was saved: take it out, or allow it again where it is asked',
    }
  return { path, what: `${name} ${what}`, expected: expected[name] ?? 'a rule' }
}

/** What stands in the file: rules of effects, and those that were saved with an answer. */
export interface RulesRead {
  readonly rules: readonly CompiledRule[]
  readonly saved: readonly StoredGrant[]
}

/** All rules of a file's text. Throws ConfigError with line and what was expected for the first thing that is wrong. */
export async function readRulesFile(file: string, text: string, parts: CompileParts): Promise<RulesRead> {
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
  const ids = new Set<string>()
  for (const [index, { id }] of read.data.saved.entries()) {
    if (ids.has(id))
      throw fail({
        path: ['saved', index, 'id'],
        what: `there are two saved rules with the id ${JSON.stringify(id)}`,
        expected: 'one of them',
      })
    ids.add(id)
  }
  return { rules, saved: read.data.saved.map(ruleOfEntry) }
}

/** The file of rules, and what stands in it. */
export interface RulesFile extends EffectRuleStore {
  /** The rules that were saved with an answer, as they are now. Throws ConfigError. */
  saved(): Promise<readonly StoredGrant[]>
}

/**
 * The rules of `rules.toml` in the home. A file that is wrong, or cannot be read, has no rule at all, and says why: nothing of it is
 * used, and whatever it would have answered is asked.
 */
export function createRulesFile(home: string, parts: () => CompileParts): RulesFile {
  const file = join(home, 'rules.toml')
  let known: { readonly text: string; readonly found: Promise<RulesRead> } | undefined
  const look = async (): Promise<RulesRead> => {
    const text = readOwnText(file)
    if (text === undefined) return { rules: [], saved: [] }
    // Each decision looks, and seldom is it another text than before.
    if (known?.text !== text) known = { text, found: readRulesFile(file, text, parts()) }
    return known.found
  }
  return {
    file,
    saved: async () => (await look()).saved,
    async load() {
      try {
        return { rules: (await look()).rules }
      } catch (error) {
        if (error instanceof ConfigError) return { rules: [], problem: error.message }
        throw error
      }
    },
  }
}
