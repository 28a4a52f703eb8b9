import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { isBareShellCall } from '../policy/shell-script'
import type { ShellParser } from '../ports'

/** What identifies a command for grants: see `StoredGrant`. */
export interface GrantSubject {
  readonly command: readonly string[]
  readonly cwd: string
  readonly sandboxPolicy: SandboxPolicy
  readonly escalated: boolean
}

/**
 * The canonical command (semantics §3.5): a shell round one plain command becomes that command's words; every other
 * script stays as it is, behind a marker, so that it can never equal a plain command.
 */
async function canonicalCommand(command: readonly string[], parser: ShellParser): Promise<readonly string[]> {
  if (!isBareShellCall(command)) return command
  const parse = await parser.parse(command[2] ?? '')
  const [only, ...more] = parse?.commands ?? []
  const plain = parse?.plain === true && only !== undefined && more.length === 0
  return plain ? only.map((word) => word.text) : ['(script)', ...command.slice(1)]
}

/** The key of a grant, and the canonical command in it for showing. */
export async function grantKey(
  subject: GrantSubject,
  parser: ShellParser,
): Promise<{ keys: readonly string[]; command: readonly string[] }> {
  const command = await canonicalCommand(subject.command, parser)
  const { cwd, sandboxPolicy, escalated } = subject
  return { keys: [JSON.stringify([command, cwd, sandboxPolicy, escalated])], command }
}
