import { randomBytes } from 'node:crypto'
import type { CommandRunner, OutputListener, RunResult, RunSpec } from '../../core/ports'
import type { ProcessInput } from '../../core/processes/process-input'
import { ownSession } from './own-session'
import { killMarked } from './process-groups'
import { runProcess } from './run-process'

/**
 * A run that can be written to may last, and what it leaves behind may have gone anywhere: a word in its environment
 * finds that again, and it is killed when the run ends.
 */
async function runWithInput(
  spec: RunSpec & { readonly input: ProcessInput },
  signal: AbortSignal,
  onOutput: OutputListener,
): Promise<RunResult> {
  const { input, cwd, timeoutMs } = spec
  const lead = input.terminal ? ownSession(true) : []
  const [file = '', ...args] = [...(lead ?? []), ...spec.command]
  if (lead === undefined)
    return { kind: 'failed', reason: 'a terminal needs setsid, which this system does not have' }
  const mark = `COUNTERSIGN_RUN=${randomBytes(12).toString('hex')}`
  const env = { ...spec.env, COUNTERSIGN_RUN: mark.slice(mark.indexOf('=') + 1) }
  const holds = input.terminal ? 'launcher' : 'command'
  try {
    return await runProcess({ file, args, cwd, env, timeoutMs, input, holds }, signal, onOutput)
  } finally {
    killMarked(mark)
  }
}

/**
 * Runs commands without a sandbox. Fails closed: a permit for the sandbox is refused here, so that no mix-up of runners
 * can widen a run.
 */
export const unconfinedRunner: CommandRunner = {
  run(spec, signal, onOutput) {
    const [file, ...args] = spec.command
    if (spec.permit.confinement !== 'none' || file === undefined)
      return Promise.resolve({ kind: 'failed', reason: 'this run is only permitted inside the sandbox' })
    if (spec.input) return runWithInput({ ...spec, input: spec.input }, signal, onOutput)
    return runProcess(
      { file, args, cwd: spec.cwd, env: spec.env, timeoutMs: spec.timeoutMs },
      signal,
      onOutput,
    )
  },
}
