import { isDeepStrictEqual } from 'node:util'
import { StoredGrant } from '@shared/domain/stored-grant'
import { tomlText } from '../../core/effect-rules/rule-toml'

/** A rule that was saved with an answer, as an entry of rules.toml. What all of them have is not written: they hold until they are taken out, in the sandbox. */
export const SavedRule = StoredGrant.omit({ scope: true, kind: true, usage: true }).refine(isOfItsWords, {
  path: ['key'],
  message: 'another command',
})

/** What a key of a command's words says, it says of these words and no others: a line that was changed by hand would be shown and not be what counts. */
function isOfItsWords({ key, command, cwd }: Pick<StoredGrant, 'key' | 'command' | 'cwd'>): boolean {
  let of: unknown
  try {
    of = JSON.parse(key)
  } catch {
    return true // a key of another form
  }
  if (!Array.isArray(of) || !Array.isArray(of[0])) return true
  return isDeepStrictEqual(of[0], command) && of[1] === cwd
}

/** The rule that an entry is. */
export const ruleOfEntry = (entry: Omit<StoredGrant, 'scope' | 'kind' | 'usage'>): StoredGrant => ({
  ...entry,
  scope: 'rule',
  kind: 'only-this',
})

/** In this order they are written: what a person reads, then what the program compares. */
const order = [
  ...['id', 'command', 'covers', 'desk', 'cwd', 'grants', 'ends', 'createdAt'],
  ...['suspended', 'sessionId', 'turnId', 'key', 'lastRun', 'whatWasRead', 'shown'],
] as const

/** A list longer than this has a line for each of its members. */
const mostInLine = 100

function tomlValue(value: unknown): string {
  if (typeof value === 'string') return tomlText(value)
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const pairs = Object.entries(value).filter(([, of]) => of !== undefined)
  return `{ ${pairs.map(([name, of]) => `${name} = ${tomlValue(of)}`).join(', ')} }`
}

function tomlLines(value: unknown): string {
  const line = tomlValue(value)
  return !Array.isArray(value) || line.length <= mostInLine
    ? line
    : `[\n${value.map((each) => `  ${tomlValue(each)},\n`).join('')}]`
}

/** A rule as its entry of rules.toml, with a line feed at its end. */
export function savedRuleToml(rule: StoredGrant): string {
  const given: Readonly<Record<string, unknown>> = rule
  const lines = order.flatMap((name) =>
    given[name] === undefined ? [] : [`${name} = ${tomlLines(given[name])}`],
  )
  return `[[saved]]\n${lines.join('\n')}\n`
}
