import { FaultError } from '@shared/domain/fault'
import type { ShellParser } from '../shell/parse'

/** What a rule's text stands for: exactly these words, or (`open`) every plain command that begins with them. */
export interface CommandRule {
  readonly words: readonly string[]
  readonly open: boolean
}

/** Far beyond any command that a person would edit. */
const maxLength = 10_000

/** A rule that cannot be kept, and why. */
export const bad = (problem: string): FaultError =>
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
