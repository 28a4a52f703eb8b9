import type { ProgramEffect } from '@shared/domain/program-record'
import { findEffect } from '../../programs/find-effect'
import type { RecordTable } from '../../programs/record-table'
import type { SimpleCommand } from '../../shell/graph'
import { codeInWords } from '../../shell/nested/interpreters'
import { argsOf, asksForHelp, textAt, type Rule } from './rule'

/** What an effect of a record comes to as a rule. */
function ruleOf({ id = '', effect, level, categories }: ProgramEffect): Omit<Rule, 'match'> {
  return { id, ...(effect && { effect }), level, categories }
}

/** Any program elsewhere could call itself the same. */
const systemName = /^((\/(usr\/(local\/)?)?s?bin\/)|[a-z]:\\windows\\(system32|syswow64)\\)?[^/\\]+$/i

/** True for a program by its bare name or in a folder of the system. */
export const ofTheSystem = (command: SimpleCommand): boolean => systemName.test(textAt(command, 0))

/** Options that take no value, whatever the program. */
const plainFlag = /^--(all|dry-run|force|global|quiet|verbose|yes)$/

/**
 * Whether a call only asks for help or a version instead of having the effect. What else it may be is none: `shutdown -h` halts,
 * `userdel help` deletes the user of that name, `-v` to a cmdlet is -Verbose, and `--help` behind an option may be its value.
 */
function onlyAsks(command: SimpleCommand, { level, verbs, words, with: given }: ProgramEffect): boolean {
  if (level === 'low' || command.shell !== 'posix' || !asksForHelp(command)) return false
  const args = argsOf(command)
  const [first = ''] = args
  if (given?.includes(first) === true) return false
  const at = args.findIndex((text) => /^--(help|version)$/.test(text))
  if (at === 0) return true
  if (at < 0) return verbs !== undefined || /^-(h|V|version)$/.test(first)
  const before = args[at - 1] ?? ''
  const isValue = before.startsWith('-') && !plainFlag.test(before)
  return (verbs !== undefined || words !== undefined) && !isValue
}

/**
 * What the records say of a command, with the words that decided; undefined where they say nothing. Low is only what runs the
 * program that is meant.
 */
export function recordRule(
  command: SimpleCommand,
  table: RecordTable,
): { readonly rule: Omit<Rule, 'match'>; readonly does: string; readonly detail?: string } | undefined {
  const known = table.of(command.program, command.shell)
  const found = known && findEffect(known, command.program, argsOf(command))
  if (!found || onlyAsks(command, found.effect)) return undefined
  // Code in its own words is no code of the project's. What ts-node is set to load before that is.
  if (found.effect.id === 'project.run' && command.program !== 'ts-node' && codeInWords(command))
    return undefined
  if (found.effect.level === 'low' && !ofTheSystem(command)) return undefined
  const { does, level } = found.effect
  // Of what is harmless it does not matter which call it was.
  return { rule: ruleOf(found.effect), does, ...(level !== 'low' && { detail: found.call }) }
}
