import type { ProgramEffect } from '@shared/domain/program-record'
import { findEffect, type RecordTable } from '../../programs/find-effect'
import type { SimpleCommand } from '../../shell/graph'
import { argsOf, asksForHelp, type Rule } from './rule'

/** What an effect of a record comes to as a rule; `{}` is the call. */
function ruleOf({ id = '', level, categories, does }: ProgramEffect): Omit<Rule, 'match'> {
  return { id, level, categories, reason: level === 'low' ? `It ${does}.` : `It ${does} ({}).` }
}

/** Whether what looks like a call for help is none: `shutdown -h` halts, and `userdel help` deletes the user of that name. */
function meansMore(command: SimpleCommand, { verbs, words, with: given }: ProgramEffect): boolean {
  const [first = ''] = argsOf(command)
  return given?.includes(first) === true || (!first.startsWith('-') && !verbs && !words && !given)
}

/** What the records say of a command, with the words that decided; undefined where they say nothing. */
export function recordRule(
  command: SimpleCommand,
  table: RecordTable,
): { readonly rule: Omit<Rule, 'match'>; readonly detail: string } | undefined {
  const known = table.of(command.program)
  const found = known && findEffect(known, command.program, argsOf(command))
  if (!found || (asksForHelp(command) && !meansMore(command, found.effect))) return undefined
  return { rule: ruleOf(found.effect), detail: found.call }
}
