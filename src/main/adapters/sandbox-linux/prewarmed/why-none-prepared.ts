import type { RunSpec } from '../../../core/ports/sandbox'
import { runProcess } from '../../process-execa/run-process'
import { prewarmSandbox, type PrewarmParts } from './prewarmed-sandbox'

/** A trial that takes longer than this has failed. */
const trialMs = 5_000

/**
 * Why no sandbox is held for commands like this one, as a clause in plain words; undefined: one is. Tried out: one is made, entered and
 * let go of before this resolves.
 */
export async function whyNonePrepared(spec: RunSpec, parts: PrewarmParts): Promise<string | undefined> {
  const { machinery } = parts
  if (machinery.enter === undefined)
    return 'the helper is missing that starts commands and reports what they attempt'
  const made = await prewarmSandbox(spec, parts)
  if ('why' in made) return made.why
  const { launch, release } = made.enter(spec.cwd)
  try {
    const result = await runProcess(
      {
        file: launch.file,
        args: [...launch.before, '/bin/true'],
        cwd: '/',
        env: { PATH: '/usr/bin:/bin' },
        timeoutMs: trialMs,
        descriptors: () => machinery.descriptors(launch.descriptors),
      },
      new AbortController().signal,
      () => undefined,
    )
    if (result.kind === 'exited' && result.exitCode === 0) return undefined
    const said = result.kind === 'failed' ? result.reason : result.output.stderr.trim().split('\n')[0]
    return `it could be made, and not be entered: ${said ?? ''}`
  } finally {
    release()
    made.discard()
  }
}
