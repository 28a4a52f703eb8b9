import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { allow } from '../policy/permit'
import type { OutputListener, RunResult } from '../ports'
import type { CommandParts } from './command-call'

/** A command that a person typed, with the policy it is to run under. `cwd` is absolute and real. */
export interface TypedCommand {
  readonly command: readonly string[]
  readonly cwd: string
  readonly policy: SandboxPolicy
  readonly timeoutMs: number
}

/**
 * Runs one command as typed, under exactly the policy given: nobody is asked, nothing is widened, and without a working
 * sandbox a contained run is `failed` (fails closed).
 */
export function runTyped(
  typed: TypedCommand,
  parts: Pick<CommandParts, 'sandbox' | 'unconfined' | 'workspace'>,
  signal: AbortSignal,
  onOutput: OutputListener,
): Promise<RunResult> {
  const { command, cwd, policy, timeoutMs } = typed
  const open = policy.mode === 'danger-full-access'
  const permit = allow(open ? 'policy-full-access' : 'policy-sandboxed')
  const env = parts.workspace.environment(policy, !open)
  const runner = open ? parts.unconfined : parts.sandbox
  return runner.run({ permit, command, cwd, workspace: cwd, env, policy, timeoutMs }, signal, onOutput)
}
