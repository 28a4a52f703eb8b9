import type { EffectRule } from '@shared/domain/effect-rule'
import { readRuleText } from '../approvals/rule-text'
import { formatHostPort, parseHostPort } from '../network/host-rules'
import { FaultError } from '@shared/domain/fault'
import { fromHome } from '@shared/domain/named-path'
import type { ShellParser } from '../shell/parse'
import type { CompiledRule } from './answer'
import { fitsCommands, plainCommands, type CommandPattern } from './command-pattern'
import { readPathPattern, type PathPattern } from './path-pattern'
import { whyRefused } from './refused-pattern'

/** What is wrong with a rule, and where in it. `what` and `expected` are clauses. */
export interface RuleProblem {
  readonly path: readonly PropertyKey[]
  readonly what: string
  readonly expected: string
}

/** What a rule is read with: both real, and `engine` as `whyRefused` takes it. */
export interface CompileParts {
  readonly parser: ShellParser
  readonly home: string
  readonly engine: readonly string[]
}

/** A rule that can be used, or all that is wrong with it. */
export async function compileRule(
  rule: EffectRule,
  parts: CompileParts,
): Promise<{ readonly compiled: CompiledRule } | { readonly problems: readonly RuleProblem[] }> {
  const problems: RuleProblem[] = []
  const readPaths = (texts: readonly string[], at: readonly PropertyKey[]): readonly PathPattern[] =>
    texts.flatMap((text, index) => {
      const pattern = readPathPattern(text)
      const problem = 'problem' in pattern ? pattern.problem : whyRefused(pattern, parts)
      if (problem === undefined && !('problem' in pattern)) return [pattern]
      problems.push({
        path: [...at, index],
        what: `${JSON.stringify(text.slice(0, 80))} cannot be in a rule: ${problem ?? ''}`,
        expected: 'files or folders such as "dist/**" or "~/.cache/shop/**"',
      })
      return []
    })
  const writes = readPaths(rule.writes, ['writes'])
  const deletes = readPaths(rule.deletes?.below ?? [], ['deletes', 'below'])
  const commands = await readCommands(rule.commands, parts.parser, problems)
  for (const [index, host] of rule.hosts.entries()) {
    const read = parseHostPort(host)
    if (!read || formatHostPort(read.host.host, read.port) !== host)
      problems.push({
        path: ['hosts', index],
        what: `${JSON.stringify(host.slice(0, 80))} is no host with its port`,
        expected: 'such as "packages.example:443"',
      })
  }
  const where = rule.where?.flatMap((folder, index) => {
    const path = fromHome(folder, parts.home)
    if (path.startsWith('/')) return [path]
    problems.push({
      path: ['where', index],
      what: `${JSON.stringify(folder.slice(0, 80))} is no whole path`,
      expected: 'a folder such as "~/src/shop"',
    })
    return []
  })
  const examples = [
    ...rule.match.map((text, index) => ({ list: 'match', text, index, wanted: true }) as const),
    ...rule.no_match.map((text, index) => ({ list: 'no_match', text, index, wanted: false }) as const),
  ]
  for (const { list, text, index, wanted } of examples) {
    const plain = await plainCommands(['bash', '-c', text], parts.parser)
    const fits = commands === undefined ? true : fitsCommands(commands, plain)
    if (fits !== wanted)
      problems.push({
        path: [list, index],
        what: `${JSON.stringify(text.slice(0, 80))} is ${fits ? 'one' : 'none'} of the rule’s commands`,
        expected: wanted ? 'a command that the rule is for' : 'a command that the rule is not for',
      })
  }
  if (problems.length > 0) return { problems }
  return { compiled: { rule, ...(where && { where }), ...(commands && { commands }), writes, deletes } }
}

async function readCommands(
  texts: readonly string[] | undefined,
  parser: ShellParser,
  problems: RuleProblem[],
): Promise<readonly CommandPattern[] | undefined> {
  if (!texts) return undefined
  const read: CommandPattern[] = []
  for (const [index, text] of texts.entries())
    try {
      read.push(await readRuleText(text, parser))
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      problems.push({
        path: ['commands', index],
        what: `${JSON.stringify(text.slice(0, 80))} cannot be used`,
        expected: 'one plain command, such as "npm test" or "npm run *"',
      })
    }
  return read
}
