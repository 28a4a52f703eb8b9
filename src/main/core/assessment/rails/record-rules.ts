import type { ProgramEffect } from '@shared/domain/program-record'
import { findEffect, type RecordTable } from '../../programs/find-effect'
import type { SimpleCommand } from '../../shell/graph'
import { argsOf, asksForHelp, textAt, type Rule } from './rule'

/** What an effect of a record comes to as a rule; `{}` is the call. */
function ruleOf({ id = '', level, categories, does }: ProgramEffect): Omit<Rule, 'match'> {
  return { id, level, categories, reason: level === 'low' ? `It ${does}.` : `It ${does} ({}).` }
}

/** Whether what looks like a call for help is none: `shutdown -h` halts, and `userdel help` deletes the user of that name. */
function meansMore(command: SimpleCommand, { verbs, words, with: given }: ProgramEffect): boolean {
  const [first = ''] = argsOf(command)
  return given?.includes(first) === true || (!first.startsWith('-') && !verbs && !words && !given)
}

/** A name without a folder, or in one of the system's: any other program could call itself the same. */
const ofTheSystem = /^((\/(usr\/(local\/)?)?s?bin\/)|[a-z]:\\windows\\(system32|syswow64)\\)?[^/\\]+$/i

/**
 * What the records say of a command, with the words that decided; undefined where they say nothing. Only a POSIX call can be
 * one that asks for help: `-h` and `-v` are other things to cmdlets. Low is only what runs the program that is meant.
 */
export function recordRule(
  command: SimpleCommand,
  table: RecordTable,
): { readonly rule: Omit<Rule, 'match'>; readonly detail: string } | undefined {
  const { program, shell } = command
  const known = table.of(program, shell)
  const found = known && findEffect(known, program, argsOf(command))
  if (!found || (shell === 'posix' && asksForHelp(command) && !meansMore(command, found.effect)))
    return undefined
  if (found.effect.level === 'low' && !ofTheSystem.test(textAt(command, 0))) return undefined
  return { rule: ruleOf(found.effect), detail: found.call }
}
