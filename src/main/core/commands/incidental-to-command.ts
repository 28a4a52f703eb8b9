import type { Evidence } from '@shared/domain/evidence'
import { isListedSafe } from '../policy/classify'
import type { ShellParser } from '../shell/parse'
import { incidentalWrites, type IsIncidental } from './incidental-writes'

/** git's lock on its index, which it takes to note what it looked at, and goes on without. */
const isIndexLock = ({ kind, source, target, operation = '' }: Evidence): boolean =>
  kind === 'write' && source === 'kernel' && operation.endsWith('_excl') && target.endsWith('/index.lock')

/** Where a command ran, and what reads it. */
interface IncidentalIn {
  readonly home: string
  /** What the command names by whole paths. */
  readonly named: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly parser: Pick<ShellParser, 'parse'>
}

/**
 * What is incidental to one command: what tools note for themselves (incidental-writes.ts), and git's index lock where it only
 * reads, by the known-safe list. Whose the programs are does not matter: it only says what a failure was not for.
 */
export async function incidentalTo(
  command: readonly string[],
  evidence: readonly Evidence[],
  { home, env, parser, named }: IncidentalIn,
): Promise<IsIncidental> {
  const writes = incidentalWrites(home, env, named)
  if (!evidence.some(isIndexLock)) return writes
  const any = (word: string): Promise<{ path: string; system: boolean }> =>
    Promise.resolve({ path: word, system: true })
  const reads = await isListedSafe(command, parser, any)
  return reads ? (each) => writes(each) || isIndexLock(each) : writes
}
