import type { HookAgent } from '@shared/domain/hook-agent'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ProgramLookup } from '../policy/program-lookup'
import { isBareShellCall, supposedScriptOf } from '../shell/shell-script'
import type { ShellParser } from '../shell/parse'

/** What making a key takes. */
export interface GrantKeyParts {
  readonly parser: ShellParser
  readonly programs: ProgramLookup
}

/** Stands before a script that is no single plain command. */
const scriptMark = '(script)'

/** What identifies a command for grants: see `StoredGrant`. */
export interface GrantSubject {
  readonly command: readonly string[]
  readonly cwd: string
  readonly sandboxPolicy: SandboxPolicy
  readonly escalated: boolean
}

/** Whether a shell may make other words of it, so that what the program gets is only known when it runs. */
export const mayExpand = (word: string): boolean => /[*?[\]~{}]/.test(word)

/** A command as grants know it, and the words in it that name programs. */
interface Canonical {
  /** False for a script that cannot be parsed, which no grant may cover. */
  readonly parses: boolean
  readonly command: readonly string[]
  readonly programs: readonly string[]
}

/**
 * The canonical command (docs/spec/approvals.md): a shell round one plain command becomes that command's words; every other
 * script stays as it is, behind a marker, so that it can never equal a plain command. So does one with a character that a
 * shell may expand: its words are only known when it runs. A program that only calls itself a shell is none.
 */
async function canonicalCommand(
  command: readonly string[],
  { parser, programs }: GrantKeyParts,
): Promise<Canonical> {
  const [program = '', , script = ''] = command
  if (!isBareShellCall(command) || (await programs(program))?.system !== true)
    return { parses: true, command, programs: [program] }
  const parse = await parser.parse(script)
  const [only, ...more] = parse?.commands ?? []
  const expands = only?.some((word) => mayExpand(word.text))
  const plain = parse?.plain === true && only !== undefined && more.length === 0 && expands === false
  if (plain) return { parses: true, command: only.map((word) => word.text), programs: [only[0]?.text ?? ''] }
  const named = parse?.commands.flatMap(([first]) => (first?.literal === true ? [first.text] : []))
  return {
    parses: parse !== undefined,
    command: [scriptMark, ...command.slice(1)],
    programs: [...new Set([program, ...(named ?? [])])],
  }
}

/**
 * What grants are looked up by. `keys` must each be covered by a grant for exactly it; or a `prefix` grant with the key
 * `openKey` covers `command` as a whole, as long as `starProblem` finds nothing in what stands behind the prefix. No keys: nothing
 * covers it. Without `openKey` or `starProblem` no prefix does: scripts, patches, commands that may do harm.
 */
export interface GrantKeys {
  readonly keys: readonly string[]
  readonly command: readonly string[]
  readonly openKey?: string
  /** Whose asking it is, where that is an agent of another maker; what it does runs in no sandbox of ours. */
  readonly desk?: HookAgent
  /** Why the star behind these words does not stand for the rest of `command`; undefined when it does. */
  readonly starProblem?: (rule: readonly string[]) => Promise<string | undefined>
}

/**
 * The keys of a command; `danger` is why it may do harm (no prefix answers for that). The files that its programs are
 * belong to them: another program under the same name is another command. A script that cannot be parsed has no keys.
 */
export async function grantKey(
  subject: GrantSubject & { readonly danger: string | undefined },
  parts: GrantKeyParts,
): Promise<GrantKeys> {
  const { parses, command, programs } = await canonicalCommand(subject.command, parts)
  if (!parses) return { keys: [], command }
  const { cwd, sandboxPolicy, escalated, danger } = subject
  const places = await Promise.all(programs.map(async (word) => (await parts.programs(word))?.path ?? null))
  const keys = [JSON.stringify([command, cwd, sandboxPolicy, escalated, places])]
  const plain = command[0] !== scriptMark && supposedScriptOf(command) === undefined
  return plain && danger === undefined
    ? { keys, command, openKey: JSON.stringify(['prefix', cwd, sandboxPolicy, escalated, places]) }
    : { keys, command }
}
