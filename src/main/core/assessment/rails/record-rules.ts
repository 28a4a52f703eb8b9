import type { ProgramEffect } from '@shared/domain/program-record'
import { findEffect, type RecordTable } from '../../programs/find-effect'
import type { SimpleCommand } from '../../shell/graph'
import { argsOf, asksForHelp, type Rule } from './rule'

/** What an effect of a record comes to as a rule; `{}` is the call. */
function ruleOf({ id = '', level, categories, does }: ProgramEffect): Omit<Rule, 'match'> {
  return { id, level, categories, reason: level === 'low' ? `It ${does}.` : `It ${does} ({}).` }
}

/** What the records say of a command, with the words that decided; undefined where they say nothing. */
export function recordRule(
  command: SimpleCommand,
  table: RecordTable,
): { readonly rule: Omit<Rule, 'match'>; readonly detail: string } | undefined {
  const known = table.of(command.program)
  const found = known && !asksForHelp(command) && findEffect(known, command.program, argsOf(command))
  return found ? { rule: ruleOf(found.effect), detail: found.call } : undefined
}
