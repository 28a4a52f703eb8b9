import { FaultError } from '@shared/domain/fault'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { allow } from '../policy/permit'
import type { OutputListener, RunResult } from '../ports/sandbox'
import type { ProcessInput } from '../run/process-input'
import { lineMayConnect } from '../policy/may-connect'
import type { CommandParts } from '../turn/turn-context'

/**
 * A command that a person typed, with the policy it is to run under. `cwd` is absolute, as it was written: links in it
 * are followed once, now. `input` gives it standard input or a terminal; absent: its input is empty. `offline`: a command of the program's own that
 * connects to nothing; there is no proxy to name what it wants, which costs a server, a relay and a shell each time.
 */
export interface TypedCommand {
  readonly command: readonly string[]
  readonly cwd: string
  readonly policy: SandboxPolicy
  readonly timeoutMs: number
  readonly input?: ProcessInput
  readonly offline?: true
}

/** Runs one typed command; compose gives it. */
export type RunTyped = (
  typed: TypedCommand,
  signal: AbortSignal,
  onOutput: OutputListener,
) => Promise<RunResult>

/**
 * Runs one command as typed, under exactly the policy given: nobody is asked, nothing is widened, and without a working
 * sandbox a contained run is `failed` (fails closed), as it is without a folder to run in. The command works in the real
 * folder. The hosts that it tries to reach are named as evidence, where something can tell them.
 */
export async function runTyped(
  typed: TypedCommand,
  parts: Pick<CommandParts, 'sandbox' | 'unconfined' | 'workspace' | 'parser'>,
  signal: AbortSignal,
  onOutput: OutputListener,
): Promise<RunResult> {
  const { command, policy, timeoutMs, input, offline = false } = typed
  const open = policy.mode === 'danger-full-access'
  const permit = allow(open ? 'policy-full-access' : 'policy-sandboxed')
  let cwd: string
  try {
    cwd = await parts.workspace.resolveFolder(typed.cwd)
  } catch (error) {
    if (error instanceof FaultError) return { kind: 'failed', reason: error.message }
    throw error
  }
  const env = parts.workspace.environment(policy, !open)
  const runner = open ? parts.unconfined : parts.sandbox
  const watch = !open && !offline && (await lineMayConnect(command, parts.parser))
  const spec = {
    ...{ permit, command, cwd, workspace: cwd, env, policy, timeoutMs },
    ...(input ? { input } : {}),
    ...(watch ? ({ watchHosts: true } as const) : {}),
  }
  return runner.run(spec, signal, onOutput)
}
