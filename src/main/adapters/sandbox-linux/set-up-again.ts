import type { OutputListener, RunResult, RunSpec } from '../../core/ports'
import type { StartResult } from './run-result'

/** A run is set up at most so often. */
const maxTries = 3

/** The launcher's line is shorter, and it ends with it. */
const mostHeld = 16_384
const mostHeldMs = 1000

/** Whether a text may still become the one line that the launcher prints when it cannot set up a run. */
const maybeLauncher = (text: string): boolean => {
  const sign = 'bwrap: '
  if (text.length < sign.length) return sign.startsWith(text)
  return text.length <= mostHeld && /^bwrap: [^\n]*\n?$/.test(text)
}

/** Holds back what may be the launcher's own line until it is known whose it is, and no longer than the launcher needs to end with it. */
function holding(onOutput: OutputListener): {
  readonly listener: OutputListener
  readonly release: () => void
  readonly drop: () => void
} {
  let held: (() => void)[] | undefined = []
  let text = ''
  let timer: NodeJS.Timeout | undefined
  const release = (): void => {
    clearTimeout(timer)
    const late = held ?? []
    held = undefined
    for (const tell of late) tell()
  }
  const listener: OutputListener = (stream, more) => {
    if (held === undefined) {
      onOutput(stream, more)
      return
    }
    text += more
    timer ??= setTimeout(release, mostHeldMs)
    held.push(() => {
      onOutput(stream, more)
    })
    if (stream !== 'stderr' || !maybeLauncher(text)) release()
  }
  const drop = (): void => {
    clearTimeout(timer)
    held = []
  }
  return { listener, release, drop }
}

const bare = (result: StartResult): RunResult =>
  result.kind === 'failed' ? { kind: 'failed', reason: result.reason } : result

/**
 * Sets a run up anew when its mounts were refused: what was to be closed may have gone between the look and the mount, as
 * files do that programs write beside others and rename. Each try looks afresh, so that it closes what is there then; nothing of the
 * command has begun in a try that failed. What the launcher said of a try is told only if that was the last.
 */
export async function setUpAgain(
  run: (onOutput: OutputListener) => Promise<StartResult>,
  { input }: Pick<RunSpec, 'input'>,
  onOutput: OutputListener,
): Promise<RunResult> {
  if (input || onOutput.bytes) return bare(await run(onOutput)) // its streams are somebody's own, and used up
  for (let tries = 1; ; tries++) {
    const { listener, release, drop } = holding(onOutput)
    const result = await run(listener)
    if (result.kind === 'failed' && result.passing === true && tries < maxTries) {
      drop()
      continue
    }
    release()
    return bare(result)
  }
}
