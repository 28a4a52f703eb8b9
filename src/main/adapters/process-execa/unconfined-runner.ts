import { randomBytes } from 'node:crypto'
import type { CommandRunner, OutputListener, RunResult, RunSpec } from '../../core/ports/sandbox'
import { atExit } from '../own-process/at-exit'
import { ownSession } from './own-session'
import { killMarked } from '../own-process/kill-marked'
import { runProcess } from './run-process'

/**
 * What a run leaves behind may have gone anywhere: a word in its environment finds that again. It is killed when a run
 * that was called off ends, or this process, and for a run that can be written to, which may last, in any case.
 */
async function runMarked(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
  const { input, cwd, timeoutMs } = spec
  const lead = input?.terminal ? ownSession(true) : []
  const [file = '', ...args] = [...(lead ?? []), ...spec.command]
  if (lead === undefined)
    return { kind: 'failed', reason: 'a terminal needs setsid, which this system does not have' }
  const mark = `COUNTERSIGN_RUN=${randomBytes(12).toString('hex')}`
  const env = { ...spec.env, COUNTERSIGN_RUN: mark.slice(mark.indexOf('=') + 1) }
  const holds = input?.terminal ? 'launcher' : 'command'
  const kill = (): void => {
    killMarked(mark)
  }
  const ends = atExit(kill)
  try {
    const result = await runProcess({ file, args, cwd, env, timeoutMs, input, holds }, signal, onOutput)
    if (input || result.kind !== 'exited') kill()
    return result
  } finally {
    ends()
  }
}

/**
 * Runs commands without a sandbox. Fails closed: a permit for the sandbox is refused here, so that no mix-up of runners
 * can widen a run.
 */
export const unconfinedRunner: CommandRunner = {
  run(spec, signal, onOutput) {
    if (spec.permit.confinement !== 'none' || spec.command.length === 0)
      return Promise.resolve({ kind: 'failed', reason: 'this run is only permitted inside the sandbox' })
    return runMarked(spec, signal, onOutput)
  },
}
