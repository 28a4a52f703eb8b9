import type { ShellParser } from '../shell/parse'
import type { StopWhy } from '@shared/domain/approval'
import type { ManagedRule } from '@shared/domain/managed-rule'
import type { CommandGraph, SimpleCommand, Word } from '../shell/graph'

/** The words of one of a rule's commands; `open`: any further words may follow. */
interface NamedCommand {
  readonly words: readonly string[]
  readonly open: boolean
}

/** A managed rule with its commands read. */
export interface ReadManagedRule extends ManagedRule {
  readonly named?: readonly NamedCommand[]
}

/** What stands in the managed file of rules. `problem`: it cannot be gone by, in one line with the place; then every command is a person's to answer. */
export interface ManagedRules {
  readonly file: string
  readonly rules: readonly ReadManagedRule[]
  readonly problem?: string
}

/** What a managed rule says of something. `name` is the rule's. */
export interface ManagedWord {
  readonly says: ManagedRule['says']
  readonly name: string
  readonly why: Extract<StopWhy, { kind: 'managed' | 'managed-unread' }>
}

/** Whether these are among the words, in this order. */
function inOrder(wanted: readonly string[], words: readonly Word[]): boolean {
  let at = 0
  for (const { text } of words) if (text === wanted[at]) at += 1
  return at === wanted.length
}

/** Whether a command is the named one: surely, perhaps (a word of it is not known), or not. Between the words others may stand, as options do before a subcommand. */
function names(
  { program, words }: SimpleCommand,
  { words: [first = '', ...rest], open }: NamedCommand,
): 'surely' | 'perhaps' | 'no' {
  const ofFirst = first.slice(first.lastIndexOf('/') + 1)
  if (program !== '' && program !== ofFirst) return 'no'
  const own = words.slice(1)
  if (program === '' || own.some(({ known, glob }) => !known || glob)) {
    const before = own.findIndex(({ known, glob }) => !known || glob)
    const told = before < 0 ? own : own.slice(0, before)
    return open && program !== '' && inOrder(rest, told) ? 'surely' : 'perhaps'
  }
  if (!open && own.length !== rest.length) return 'no'
  return inOrder(rest, own) ? 'surely' : 'no'
}

/** What managed rules say of a command that runs in these folders; undefined: nothing. */
export type ReadManaged = (
  command: readonly string[],
  folders: readonly string[],
) => Promise<ManagedWord | undefined>

/** Asks them of the file as it is now. `isIn` tells whether a folder lies in one that a rule names, wherever that is by now. */
export function managedReader(
  load: () => Promise<ManagedRules>,
  parser: Pick<ShellParser, 'read'>,
  isIn: (folder: string, named: string) => boolean,
): ReadManaged {
  return async (command, folders) => {
    const found = await load()
    if (found.rules.length === 0 && found.problem === undefined) return undefined
    return managedWord(found, await parser.read(command), (named) =>
      folders.some((folder) => isIn(folder, named)),
    )
  }
}

/**
 * The strictest that managed rules say of a command, whoever else would let it run; undefined: nothing. A command counts wherever the line runs it, as far as its
 * words tell. What cannot be read may be any command: of that a rule asks.
 */
export function managedWord(
  { rules, problem, file }: ManagedRules,
  { commands, unreadable }: Pick<CommandGraph, 'commands' | 'unreadable'>,
  isIn: (folder: string) => boolean,
): ManagedWord | undefined {
  if (problem !== undefined) return { says: 'ask', name: file, why: { kind: 'managed-unread', problem } }
  let asks: ManagedWord | undefined
  for (const { name, says, where, named, reason } of rules) {
    if (where && !where.some(isIn)) continue
    const hits: readonly ReturnType<typeof names>[] = named
      ? commands.flatMap((command) => named.map((each) => names(command, each)))
      : ['surely']
    const isSure = hits.includes('surely')
    const isHidden = unreadable.some(({ ofFile }) => ofFile !== true)
    if (!isSure && !hits.includes('perhaps') && !isHidden) continue
    const perhaps = isSure ? {} : { perhaps: true as const }
    const why = { kind: 'managed' as const, rule: name, ...perhaps, ...(reason !== undefined && { reason }) }
    if (says === 'deny' && isSure) return { says, name, why }
    asks ??= { says: 'ask', name, why }
  }
  return asks
}
