import type { CommandRunner } from '../../core/ports'
import { runProcess } from './run-process'

/**
 * Runs commands without a sandbox. Fails closed: a permit for the sandbox is refused here, so that no mix-up of runners
 * can widen a run.
 */
export const unconfinedRunner: CommandRunner = {
  run(spec, signal, onOutput) {
    const [file, ...args] = spec.command
    if (spec.permit.confinement !== 'none' || file === undefined)
      return Promise.resolve({ kind: 'failed', reason: 'this run is only permitted inside the sandbox' })
    return runProcess(
      { file, args, cwd: spec.cwd, env: spec.env, timeoutMs: spec.timeoutMs },
      signal,
      onOutput,
    )
  },
}
