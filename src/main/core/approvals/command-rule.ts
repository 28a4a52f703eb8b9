import { quoteCommand } from '@shared/domain/quote-shell'
import { FaultError } from '@shared/domain/fault'
import type { ShellParser } from '../shell/parse'
import { tooBroad } from './broad-pattern'
import type { GrantKeys } from './grant-key'

/** What a rule's text stands for: exactly these words, or (`open`) every plain command that begins with them. */
export interface CommandRule {
  readonly words: readonly string[]
  readonly open: boolean
}

/** Far beyond any command that a person would edit. */
const maxLength = 10_000

const bad = (problem: string): FaultError =>
  new FaultError({ code: 'bad-request', message: `The rule cannot be saved: ${problem}.` })

/** True when the command is one that the words of an open rule stand for. */
export function beginsWith(command: readonly string[], words: readonly string[]): boolean {
  return words.length > 0 && words.length <= command.length && words.every((word, at) => word === command[at])
}

/** What a rule's text stands for, whatever it covers. Throws FaultError `bad-request` for what is no plain command. */
export async function readRuleText(text: string, parser: ShellParser): Promise<CommandRule> {
  const trimmed = text.trim()
  if (trimmed.length > maxLength) throw bad(`it is longer than ${String(maxLength)} characters`)
  const open = /\s\*$/.test(trimmed)
  const parse = await parser.parse(open ? trimmed.slice(0, -1).trimEnd() : trimmed)
  const [only, ...more] = parse?.commands ?? []
  if (parse?.plain !== true || only === undefined || more.length > 0 || !only.every((word) => word.literal))
    throw bad('expected one plain command, such as “npm test” or “npm test *”')
  return { words: only.map((word) => word.text), open }
}

/**
 * Reads a rule as a person wrote it: one plain command, with ` *` at its end for "and any further words". Throws
 * FaultError `bad-request` that says what is wrong: text that is no plain command, a rule that does not cover `asked`,
 * one that would cover nearly everything, or whose star would have to stand for words it may not (`starProblem`).
 */
export async function readCommandRule(
  text: string,
  { command: asked, starProblem }: Pick<GrantKeys, 'command' | 'starProblem'>,
  parser: ShellParser,
): Promise<CommandRule> {
  const { words, open } = await readRuleText(text, parser)
  const covers = open ? beginsWith(asked, words) : beginsWith(asked, words) && words.length === asked.length
  if (!covers) {
    const star = !open && beginsWith(asked, words) ? '; end it with “ *” to allow further words' : ''
    throw bad(
      `it does not cover the command that is asked about, ${quoteCommand(asked).slice(0, 200)}${star}`,
    )
  }
  const broad = open ? tooBroad(words) : undefined
  if (broad !== undefined) throw bad(`${broad}; write more of the command before “*”`)
  const star = open ? await starProblem?.(words) : undefined
  if (star !== undefined) throw bad(star)
  return { words, open }
}
