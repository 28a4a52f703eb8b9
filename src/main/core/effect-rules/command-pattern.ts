import { beginsWith } from '../approvals/rule-text'
import { mayExpand } from '../approvals/grant-key'
import type { ShellParser } from '../shell/parse'
import { isBareShellCall } from '../shell/shell-script'

/** The words of a plain command; `open`: any further words may follow. */
export interface CommandPattern {
  readonly words: readonly string[]
  readonly open: boolean
}

/** What a rule may be about: each of these commands in turn, as they are written. Undefined: more happens than plain commands say. */
export type PlainCommands = readonly (readonly string[])[] | undefined

/**
 * The plain commands of a command line: its own words, or those of the script that a shell is given. Words that a shell may expand make it
 * none, and so does whatever is no plain command (a redirection, a loop, a substitution).
 */
export async function plainCommands(command: readonly string[], parser: ShellParser): Promise<PlainCommands> {
  if (!isBareShellCall(command)) return command.length === 0 ? undefined : [command]
  const parse = await parser.parse(command[2] ?? '')
  if (parse?.plain !== true || parse.commands.length === 0) return undefined
  const words = parse.commands.map((each) => each.map((word) => word.text))
  return words.some((each) => each.length === 0 || each.some(mayExpand)) ? undefined : words
}

/** Whether each of the commands is one that a pattern stands for. Nothing fits what is not plain. */
export function fitsCommands(patterns: readonly CommandPattern[], commands: PlainCommands): boolean {
  const fits = (words: readonly string[]): boolean =>
    patterns.some(
      (pattern) =>
        beginsWith(words, pattern.words) && (pattern.open || words.length === pattern.words.length),
    )
  return commands !== undefined && commands.length > 0 && commands.every(fits)
}
