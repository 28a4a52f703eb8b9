import type { OutputListener, RunResult, RunSpec } from '../../../core/ports/sandbox'
import { keepInput } from './kept-input'
import type { StartResult } from './run-result'

/** A run is set up at most so often. */
const maxTries = 3

/** The launcher's line is shorter, and it ends with it. */
const mostHeld = 16_384
const mostHeldMs = 1000

/** How a launcher's own line begins: bubblewrap's, and that of what enters a prewarmed sandbox. */
const signs = ['bwrap: ', 'enter: ']

/** Whether a text may still become the one line that the launcher prints when it cannot set up a run. */
const maybeLauncher = (text: string): boolean =>
  signs.some((sign) => sign.startsWith(text)) ||
  (text.length <= mostHeld && /^(?:bwrap|enter): [^\n]*\n?$/.test(text))

/**
 * Holds back what may be the launcher's own line until it is known whose it is, and no longer than the launcher needs to end with it. Bytes that are held keep no
 * program waiting: it is one short line.
 */
function holding(onOutput: OutputListener): {
  readonly listener: OutputListener
  readonly release: () => Promise<unknown>
  readonly drop: () => void
} {
  let held: (() => Promise<void> | undefined)[] | undefined = []
  const texts = { text: '', bytes: '' }
  let timer: NodeJS.Timeout | undefined
  const release = (): Promise<unknown> => {
    clearTimeout(timer)
    const late = held ?? []
    held = undefined
    return Promise.all(late.map(async (report) => report()))
  }
  const hold = (
    kind: keyof typeof texts,
    [stream, more]: readonly [stream: string, more: string],
    report: () => Promise<void> | undefined,
  ): Promise<unknown> | undefined => {
    texts[kind] += more
    timer ??= setTimeout(() => void release(), mostHeldMs)
    held?.push(report)
    return stream !== 'stderr' || !maybeLauncher(texts[kind]) ? release() : undefined
  }
  const text: OutputListener = (stream, more) => {
    const report = (): undefined => {
      onOutput(stream, more)
    }
    if (held === undefined) report()
    else void hold('text', [stream, more], report)
  }
  const bytes: OutputListener['bytes'] = (stream, chunk) => {
    if (held === undefined) return onOutput.bytes?.(stream, chunk)
    const own = Uint8Array.from(chunk) // the chunk is its reader's, who goes on with it
    const more = Buffer.from(own).toString('latin1')
    return hold('bytes', [stream, more], () => onOutput.bytes?.(stream, own))?.then(() => undefined)
  }
  const drop = (): void => {
    clearTimeout(timer)
    held = []
  }
  return { listener: onOutput.bytes ? Object.assign(text, { bytes }) : text, release, drop }
}

const bare = (result: StartResult): RunResult =>
  result.kind === 'failed' ? { kind: 'failed', reason: result.reason } : result

/**
 * Sets a run up anew when its mounts were refused: what was to be closed may have gone between the look and the mount, as
 * files do that programs write beside others and rename. Each try looks afresh, so that it closes what is there then; nothing of the
 * command has begun in a try that failed. What the launcher said of a try is told only if that was the last. What is poured in comes to the next try from its beginning, as
 * long as all of it is kept; a terminal's is used up.
 */
export async function setUpAgain(
  run: (onOutput: OutputListener, input: RunSpec['input']) => Promise<StartResult>,
  { input }: Pick<RunSpec, 'input'>,
  onOutput: OutputListener,
): Promise<RunResult> {
  const kept = input && keepInput(input)
  if (input && !kept) return bare(await run(onOutput, input))
  for (let tries = 1; ; tries++) {
    const { listener, release, drop } = holding(onOutput)
    const result = await run(listener, kept?.input)
    const isPassing = result.kind === 'failed' && result.passing === true
    if (isPassing && tries < maxTries && kept?.isWhole() !== false) {
      drop()
      continue
    }
    await release()
    return bare(result)
  }
}
