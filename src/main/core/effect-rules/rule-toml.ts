import type { EffectRule } from '@shared/domain/effect-rule'
import { firstCharacters } from '@shared/domain/first-characters'

/** A text as TOML has it between double quotes. JSON escapes all that TOML wants escaped but DEL. */
export const tomlText = (text: string): string => JSON.stringify(text).replaceAll('\u007F', '\\u007F')

/** A list longer than this has a line for each of its texts. */
const mostInLine = 100

/** A list in one line, as a table in one line needs it. */
const inLine = (texts: readonly string[]): string => `[${texts.map(tomlText).join(', ')}]`

function list(texts: readonly string[]): string {
  const line = inLine(texts)
  return line.length <= mostInLine ? line : `[\n${texts.map((text) => `  ${tomlText(text)},\n`).join('')}]`
}

/** So long a name may be. */
const mostName = 60

/** The name, or the first with a number behind it that none of these has. */
export function freeRuleName(wanted: string, taken: ReadonlySet<string>): string {
  for (let nth = 1; ; nth += 1) {
    const end = nth === 1 ? '' : ` ${String(nth)}`
    const name = `${firstCharacters(wanted, mostName - end.length).trim()}${end}`
    if (!taken.has(name)) return name
  }
}

/** A rule as its entry of rules.toml, with a line feed at its end; what says nothing is left out. */
export function ruleToml(rule: EffectRule): string {
  const { where, commands, writes, deletes, hosts, ends, match, no_match } = rule
  const end =
    ends &&
    [
      ...(ends.at === undefined ? [] : [`at = ${tomlText(ends.at)}`]),
      ...(ends.runs === undefined ? [] : [`runs = ${String(ends.runs)}`]),
      ...(ends.branch === undefined ? [] : [`branch = ${tomlText(ends.branch)}`]),
    ].join(', ')
  const lines = [
    '[[rule]]',
    `name = ${tomlText(rule.name)}`,
    ...(where ? [`where = ${list(where)}`] : []),
    ...(commands ? [`commands = ${list(commands)}`] : []),
    `writes = ${list(writes)}`,
    ...(deletes
      ? [
          `deletes = { below = ${inLine(deletes.below)}, files = ${String(deletes.files)}, unsaved = ${String(deletes.unsaved)} }`,
        ]
      : []),
    ...(hosts.length > 0 ? [`hosts = ${list(hosts)}`] : []),
    `level = ${tomlText(rule.level)}`,
    ...(end ? [`ends = { ${end} }`] : []),
    ...(match.length > 0 ? [`match = ${list(match)}`] : []),
    ...(no_match.length > 0 ? [`no_match = ${list(no_match)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
