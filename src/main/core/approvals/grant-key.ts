import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { isBareShellCall, shellScriptOf } from '../policy/shell-script'
import type { ShellParser } from '../ports'

/** Stands before a script that is no single plain command. */
const scriptMark = '(script)'

/** What identifies a command for grants: see `StoredGrant`. */
export interface GrantSubject {
  readonly command: readonly string[]
  readonly cwd: string
  readonly sandboxPolicy: SandboxPolicy
  readonly escalated: boolean
}

/**
 * The canonical command (docs/spec/approvals.md): a shell round one plain command becomes that command's words; every other
 * script stays as it is, behind a marker, so that it can never equal a plain command. So does one with a character that a
 * shell may expand: its words are only known when it runs.
 */
async function canonicalCommand(command: readonly string[], parser: ShellParser): Promise<readonly string[]> {
  if (!isBareShellCall(command)) return command
  const parse = await parser.parse(command[2] ?? '')
  const [only, ...more] = parse?.commands ?? []
  const expands = only?.some((word) => /[*?[\]~{}]/.test(word.text))
  const plain = parse?.plain === true && only !== undefined && more.length === 0 && expands === false
  return plain ? only.map((word) => word.text) : [scriptMark, ...command.slice(1)]
}

/**
 * What grants are looked up by. `keys` must each be covered by a grant for exactly it; or a `prefix` grant with the key
 * `openKey` covers `command` as a whole. Without `openKey` no prefix does: scripts, patches, commands that may do harm.
 */
export interface GrantKeys {
  readonly keys: readonly string[]
  readonly command: readonly string[]
  readonly openKey?: string
}

/** The keys of a command; `danger` is why it is on the dangerous list (no prefix answers for that). */
export async function grantKey(
  subject: GrantSubject & { readonly danger: string | undefined },
  parser: ShellParser,
): Promise<GrantKeys> {
  const command = await canonicalCommand(subject.command, parser)
  const { cwd, sandboxPolicy, escalated, danger } = subject
  const keys = [JSON.stringify([command, cwd, sandboxPolicy, escalated])]
  const plain = command[0] !== scriptMark && shellScriptOf(command) === undefined
  return plain && danger === undefined
    ? { keys, command, openKey: JSON.stringify(['prefix', cwd, sandboxPolicy, escalated]) }
    : { keys, command }
}
