import { isWithin } from '../shell/paths'
import { hostNamesIn } from './host-names-in-text'
import { saidOfHosts } from './said-of-hosts'
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

/** Absolute places that would change, or (`mentioned`) are only named, and hosts. */
export interface ManagedNames {
  readonly paths: readonly string[]
  readonly mentioned?: readonly string[]
  readonly hosts: readonly string[]
}

/** What is put to managed rules: whatever happens in these folders, by its command line where it has one. `names` is asked where a rule names places or hosts. */
export interface ManagedSubject {
  readonly command?: readonly string[] | undefined
  readonly folders: readonly string[]
  /** There is more to it than could be looked at. */
  readonly unread?: true | undefined
  readonly names: () => ManagedNames | Promise<ManagedNames>
}

/** What managed rules say of it; undefined: nothing. */
export type ReadManaged = (subject: ManagedSubject) => Promise<ManagedWord | undefined>

/** Asks them of the file as it is now. `real` says where an absolute path really is by now, or would come to be. */
export function managedReader(
  load: () => Promise<ManagedRules>,
  parser: Pick<ShellParser, 'read'>,
  real: (path: string) => string,
): ReadManaged {
  return async ({ command, folders, unread = false, names }) => {
    const found = await load()
    const { rules, problem } = found
    if (rules.length === 0 && problem === undefined) return undefined
    const asksNames = rules.some((rule) => rule.paths ?? rule.hosts ?? rule.where)
    const { paths, mentioned = [], hosts } = asksNames ? await names() : { paths: [], hosts: [] }
    // A place is looked up once, however many rules there are.
    const known = new Map<string, string>()
    const place = (path: string): string => {
      const found = known.get(path) ?? real(path)
      known.set(path, found)
      return found
    }
    const isIn = (path: string, named: string): boolean => isWithin(place(path), place(named))
    // What goes with the folder around it is changed as well.
    const changes = (named: string): boolean =>
      paths.some((path) => isIn(path, named) || isIn(named, path)) ||
      mentioned.some((path) => isIn(path, named))
    const read = command ? await parser.read(command) : { commands: [], documents: [], unreadable: [] }
    const { commands, unreadable } = read
    const said = rules.some((rule) => rule.hosts)
      ? [...new Set(saidOfHosts(read))].flatMap((text) => [...hostNamesIn(text)])
      : []
    return managedWord(found, {
      commands,
      isHidden: unread || unreadable.some(({ ofFile }) => ofFile !== true),
      isIn: (folder) => folders.some((each) => isIn(each, folder)) || changes(folder),
      changes,
      names: (host) => hosts.some((each) => isHost(each, host)) || said.some((each) => isHost(each, host)),
    })
  }
}

/** Whether a host, with a port or without, is one that a rule names. */
function isHost(host: string, named: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^(\[[^\]]*\]|[^:]*):\d+$/, '$1')
    .replace(/^\[|\]$|\.$/g, '')
  return named.startsWith('*.') ? name.endsWith(named.slice(1)) : name === named
}

/** What managed rules are compared with. */
interface Managed extends Pick<CommandGraph, 'commands'> {
  /** It may do more than is told here. */
  readonly isHidden: boolean
  isIn(folder: string): boolean
  changes(path: string): boolean
  names(host: string): boolean
}

/**
 * The strictest that managed rules say of something, whoever else would let it happen; undefined: nothing. A command counts wherever the line runs it, as far as its
 * words tell. What cannot be read may be any command: of that a rule asks.
 */
export function managedWord(
  { rules, problem, file }: ManagedRules,
  { commands, isHidden, ...of }: Managed,
): ManagedWord | undefined {
  if (problem !== undefined) return { says: 'ask', name: file, why: { kind: 'managed-unread', problem } }
  let asks: ManagedWord | undefined
  for (const { name, says, where, named, paths, hosts, reason } of rules) {
    if (where && !where.some((folder) => of.isIn(folder))) continue
    const hits = commands.flatMap((command) => (named ?? []).map((each) => names(command, each)))
    const isOfAll = !named && !paths && !hosts
    const isNamed =
      (paths ?? []).some((path) => of.changes(path)) || (hosts ?? []).some((host) => of.names(host))
    const isSure = isOfAll || isNamed || hits.includes('surely')
    if (!isSure && !hits.includes('perhaps') && !isHidden) continue
    const perhaps = isSure ? {} : { perhaps: true as const }
    const why = { kind: 'managed' as const, rule: name, ...perhaps, ...(reason !== undefined && { reason }) }
    if (says === 'deny' && isSure) return { says, name, why }
    asks ??= { says: 'ask', name, why }
  }
  return asks
}
