import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { Permit } from '../policy/permit'
import type { OutputListener, RunResult } from '../ports'
import type { ProcessInput } from '../run/process-input'
import { createHostAsker } from '../asking/ask-host'
import { besideTheWork, type IsBeside } from './beside-the-work'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import { guardGit } from './guarded-git'

/**
 * What an attempt's result means. Only a failing exit together with evidence from the kernel or from the run's own
 * proxy is a denial; a command that
 * succeeds in spite of a refused attempt has simply run, and words in the output prove nothing. What `isBeside` the work
 * makes no denial of a failure; it stays with the outcome.
 */
export function judge(
  result: RunResult,
  timeoutMs: number,
  isBeside: IsBeside = () => false,
): CommandOutcome {
  switch (result.kind) {
    case 'exited': {
      const { exitCode, durationMs, output } = result
      const evidence = result.evidence.filter((each) => each.source !== 'guess')
      if (exitCode !== 0 && !evidence.every(isBeside))
        return { kind: 'denied', exitCode, durationMs, output, evidence }
      // Some clients take the proxy's 403 for an answer and succeed: no denial, but nobody may take it for the host's word.
      const refused = evidence.filter((each) => each.source === 'proxy')
      const beside = exitCode === 0 ? [] : evidence.filter(isBeside)
      return {
        kind: 'exited',
        exitCode,
        durationMs,
        output,
        ...(refused.length === 0 ? {} : { refused }),
        ...(beside.length === 0 ? {} : { beside }),
      }
    }
    case 'timed-out':
      return { kind: 'timed-out', timeoutMs, durationMs: result.durationMs, output: result.output }
    case 'cancelled':
      return { kind: 'cancelled', durationMs: result.durationMs, output: result.output }
    case 'failed':
      return { kind: 'failed', reason: result.reason }
  }
}

/**
 * The turn of one attempt, which counts from 1. With `input` the run can be written to; `onOutput` gets its output
 * instead of the transcript.
 */
export interface AttemptTurn extends TurnContext {
  readonly attempt: number
  readonly input?: ProcessInput
  readonly onOutput?: OutputListener
}

/** Runs a command once under its permit, with its events. The permit decides between sandbox and none. */
export async function runAttempt(
  call: CommandCall,
  permit: Permit,
  turn: AttemptTurn,
  parts: CommandParts,
): Promise<CommandOutcome> {
  const { callId, command, cwd, timeoutMs } = call
  const sandboxed = permit.confinement === 'sandbox'
  turn.emit({
    type: 'command.started',
    callId,
    attempt: turn.attempt,
    command: [...command],
    cwd,
    confinement: sandboxed ? parts.sandbox.confinement : 'none',
    grants: [...permit.grants],
  })
  const runner = sandboxed ? parts.sandbox : parts.unconfined
  const given = parts.workspace.environment(turn.sandboxPolicy, sandboxed)
  const env = call.guardsGit === true ? guardGit(given) : given
  const mayConnect = sandboxed && call.mayConnect !== false
  const askHost = mayConnect
    ? await createHostAsker(call, turn, parts, () => {
        turn.stop()
      })
    : undefined
  const spec = {
    ...(askHost ? { askHost } : mayConnect ? { watchHosts: true as const } : {}),
    ...(turn.input ? { input: turn.input } : {}),
    permit,
    command,
    cwd,
    env,
    policy: turn.sandboxPolicy,
    timeoutMs,
    workspace: turn.cwd,
    inTurn: turn.input === undefined,
    ...(sandboxed && call.foreseen ? { foreseen: call.foreseen } : {}),
    ...(sandboxed && call.packs ? { packs: true } : {}),
  }
  const show: OutputListener = (stream, text) => {
    turn.emit({ type: 'command.output', callId, stream, text })
  }
  const result = await runner.run(spec, turn.signal, turn.onOutput ?? show)
  const outcome = judge(result, timeoutMs, besideTheWork(parts.workspace.home(), env))
  turn.emit({ type: 'command.finished', callId, outcome })
  return outcome
}
