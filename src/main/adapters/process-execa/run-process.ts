import { constants } from 'node:os'
import type { RunResult, OutputListener } from '../../core/ports/sandbox'
import { collectOutput } from './collect-output'
import { killGroup, startFailure, startProcess, type StartedProcess, type StartSpec } from './started-process'

/** After the program's end its pipes get this long to drain before they are closed under whoever still holds them. */
const drainMs = 250
/** The longest time a timer of Node's can measure, about 24 days. */
const maxTimerMs = 0x7fffffff

/** What to run, and for how long. */
export interface ProcessSpec extends StartSpec {
  /** Above 0; more than a timer can measure counts as that much. */
  readonly timeoutMs: number
  /** What of its time does not count; absent: all counts. */
  readonly waiting?: { readonly ms: number } | undefined
  /** Told when the program has been started. */
  readonly onStart?: (started: StartedProcess) => void
}

type Raw = Extract<RunResult, { output: unknown }> | Extract<RunResult, { kind: 'failed' }>

/** Why a time limit is none; undefined: it is one. */
export function unusableLimit(timeoutMs: number): string | undefined {
  return timeoutMs > 0 ? undefined : `the time limit is ${String(timeoutMs)} ms; expected more than 0`
}

/**
 * Follows a process to its end: when the program ends, when the time is up or when the signal aborts; then the whole group
 * is killed. The time counts from now, and what the process printed before is part of its output. A death by signal is
 * exit 128+n, as shells have it.
 */
export async function followProcess(
  { child, ended, terminal, stdout, stderr }: StartedProcess,
  limit: Pick<ProcessSpec, 'timeoutMs' | 'waiting'> & { readonly signal: AbortSignal },
  onOutput: OutputListener,
): Promise<Raw> {
  const started = performance.now()
  const collected = collectOutput(onOutput)
  const drained = Promise.all([
    collected.take('stdout', terminal?.stream ?? stdout),
    collected.take('stderr', stderr),
  ])
  const stopped: { why?: 'timed-out' | 'cancelled' } = {}
  const stop = (why: 'timed-out' | 'cancelled') => (): void => {
    stopped.why ??= why
    killGroup(child.pid)
  }
  const onAbort = stop('cancelled')
  const timeUp = stop('timed-out')
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number): void => {
    timer = setTimeout(
      () => {
        const left = limit.timeoutMs + (limit.waiting?.ms ?? 0) - (performance.now() - started)
        if (left >= 1 && limit.waiting !== undefined) wait(left)
        else timeUp()
      },
      Math.min(ms, maxTimerMs),
    )
  }
  wait(limit.timeoutMs)
  if (limit.signal.aborted) onAbort()
  else limit.signal.addEventListener('abort', onAbort, { once: true })
  const end = await ended
  clearTimeout(timer)
  limit.signal.removeEventListener('abort', onAbort)
  if (end.error) {
    for (const each of [terminal?.stream, stdout, stderr]) each?.destroy()
    return { kind: 'failed', reason: startFailure(child.spawnfile, end.error) }
  }
  killGroup(child.pid)
  child.stdin?.destroy()
  const late = setInterval(() => {
    // What is in the pipes belongs to whoever still takes it; a run that was called off has nobody.
    if (collected.waits() && stopped.why !== 'cancelled' && !limit.signal.aborted) return
    terminal?.stream.destroy()
    stdout?.destroy()
    stderr?.destroy()
  }, drainMs)
  await drained
  clearInterval(late)
  const exitCode = end.code ?? 128 + (end.signal === null ? 0 : constants.signals[end.signal])
  const result = { durationMs: performance.now() - started, output: collected.output(), evidence: [] }
  return stopped.why ? { kind: stopped.why, ...result } : { kind: 'exited', exitCode, ...result }
}

/**
 * Runs one program in a process group and session of its own, with no standard input but what it is given and no
 * inherited descriptors, and follows it to its end. Never throws for what the program does, or for a command that cannot be started.
 */
export async function runProcess(
  spec: ProcessSpec,
  signal: AbortSignal,
  onOutput: OutputListener,
): Promise<Raw> {
  const problem = unusableLimit(spec.timeoutMs)
  if (problem !== undefined) return { kind: 'failed', reason: problem }
  if (signal.aborted)
    return { kind: 'cancelled', durationMs: 0, output: collectOutput(onOutput).output(), evidence: [] }
  const started = startProcess({ ...spec, reused: true })
  if (started.kind === 'failed') return started
  spec.onStart?.(started)
  return followProcess(started, { ...spec, signal }, onOutput)
}
