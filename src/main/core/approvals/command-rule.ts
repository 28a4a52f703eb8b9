import { quoteCommand } from '@shared/domain/quote-shell'
import type { ShellParser } from '../shell/parse'
import { tooBroad } from './broad-pattern'
import type { GrantKeys } from './grant-key'
import { bad, beginsWith, readRuleText, type CommandRule } from './rule-text'

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
