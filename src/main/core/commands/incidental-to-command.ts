import type { Evidence } from '@shared/domain/evidence'
import { isListedSafe } from '../policy/classify'
import { readGitCall } from '../shell/nested/git-call'
import type { ShellParser } from '../shell/parse'
import { incidentalWrites, type IsIncidental } from './incidental-writes'

/** git's lock on its index, which it takes to note what it looked at, and goes on without. */
const isIndexLock = ({ kind, source, target, operation = '' }: Evidence): boolean =>
  kind === 'write' && source === 'kernel' && operation.endsWith('_excl') && target.endsWith('/index.lock')

/** git takes the folders around a file away that it removed, as far as they are empty; that of a repository never is. */
const isRepositoryLeft = ({ kind, source, target, operation = '' }: Evidence): boolean =>
  kind === 'write' && source === 'kernel' && operation.startsWith('rmdir') && target.endsWith('/.git')

/** A repository's configuration, put in its place anew. */
const isConfiguration = ({ kind, source, target, operation = '' }: Evidence): boolean =>
  kind === 'write' && source === 'kernel' && /^rename/.test(operation) && target.endsWith('/.git/config')

const deletes = /^(?:-[A-Za-z]*[dD][A-Za-z]*|--delete)$/

/** Whether git deletes a branch in it: then it writes the configuration without what it noted of that, also where it noted nothing. */
async function deletesBranches(
  command: readonly string[],
  { home, parser }: Pick<IncidentalIn, 'home' | 'parser'>,
): Promise<boolean> {
  const { commands } = await parser.read(command, home)
  return commands.some(({ program, words }) => {
    const { subcommand, rest } = readGitCall(words.slice(1))
    return program === 'git' && subcommand === 'branch' && rest.some(({ text }) => deletes.test(text))
  })
}

/** Where a command ran, what reads it, and whether it succeeded. */
interface IncidentalIn {
  readonly home: string
  /** What the command names by whole paths. */
  readonly named: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly parser: Pick<ShellParser, 'parse' | 'read'>
  readonly succeeded: boolean
}

/**
 * What is incidental to one command: what tools note for themselves (incidental-writes.ts), that git leaves a repository's folder where it is, and its index lock where it only
 * reads, by the known-safe list; of one that succeeded also that a deleted branch stays named in the configuration. Whose the programs are does not matter: it only says what a failure was not for.
 */
export async function incidentalTo(
  command: readonly string[],
  evidence: readonly Evidence[],
  place: IncidentalIn,
): Promise<IsIncidental> {
  const { home, env, parser, named, succeeded } = place
  const besides = [incidentalWrites(home, env, named), isRepositoryLeft]
  const any = (word: string): Promise<{ path: string; system: boolean }> =>
    Promise.resolve({ path: word, system: true })
  if (evidence.some(isIndexLock) && (await isListedSafe(command, parser, any))) besides.push(isIndexLock)
  if (succeeded && evidence.some(isConfiguration) && (await deletesBranches(command, place)))
    besides.push(isConfiguration)
  return (each) => besides.some((isBeside) => isBeside(each))
}
