import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import type { RunResult, OutputListener } from '../../core/ports'
import { collectOutput } from './collect-output'

/** After the program's end its pipes get this long to drain before they are closed under whoever still holds them. */
const drainMs = 250
/** The longest time a timer of Node's can measure, about 24 days. */
const maxTimerMs = 0x7fffffff

/** What to start. `file` is an absolute path or found on the PATH of `env`; `env` is the whole environment. */
export interface ProcessSpec {
  readonly file: string
  readonly args: readonly string[]
  readonly argv0?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Above 0; more than a timer can measure counts as that much. */
  readonly timeoutMs: number
  /** Descriptors of this process that the program gets besides the standard ones, by the number it gets them under. */
  readonly descriptors?: ReadonlyMap<number, number>
}

type Raw = Extract<RunResult, { output: unknown }> | Extract<RunResult, { kind: 'failed' }>

/** Kills the process group, so that what the program left behind goes too. ESRCH: it was gone already. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly error?: NodeJS.ErrnoException
}

function settled(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve({ code: null, signal: null, error })
    })
    child.once('exit', (code, signal) => {
      resolve({ code, signal })
    })
  })
}

/** Standard input is empty, the outputs are pipes, and the rest is as asked; numbers in between stay closed. */
function stdioOf(descriptors: ReadonlyMap<number, number>): StdioOptions {
  const last = Math.max(2, ...descriptors.keys())
  return Array.from({ length: last + 1 }, (_, fd) =>
    fd === 1 || fd === 2 ? 'pipe' : (descriptors.get(fd) ?? 'ignore'),
  )
}

/** Why a program cannot even be tried; undefined: it can. What would reach the kernel changed is refused instead. */
function unusable({ file, args, timeoutMs }: ProcessSpec): string | undefined {
  if (file === '') return 'there is no program to start'
  if (!(timeoutMs > 0)) return `the time limit is ${String(timeoutMs)} ms; expected more than 0`
  for (const word of [file, ...args]) {
    if (word.includes('\0')) return 'the command contains NUL, which no program can be given'
    if (!word.isWellFormed()) return 'the command contains half a character, which has no form in UTF-8'
  }
  return undefined
}

function begin(spec: ProcessSpec): ChildProcess | NodeJS.ErrnoException {
  try {
    return spawn(spec.file, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      stdio: stdioOf(spec.descriptors ?? new Map()),
      detached: true,
      ...(spec.argv0 === undefined ? {} : { argv0: spec.argv0 }),
    })
  } catch (error) {
    if (error instanceof Error) return error // E2BIG and the like are thrown, not emitted
    throw error
  }
}

/**
 * Runs one program in a process group and session of its own, with no standard input and no inherited descriptors.
 * Ends when the program ends, when the time is up or when the signal aborts; then the whole group is killed. Never
 * throws for what the program does, or for a command that cannot be started. A death by signal is exit 128+n, as shells
 * have it.
 */
export async function runProcess(
  spec: ProcessSpec,
  signal: AbortSignal,
  onOutput: OutputListener,
): Promise<Raw> {
  const started = performance.now()
  const collected = collectOutput(onOutput)
  const result = () => ({
    durationMs: performance.now() - started,
    output: collected.output(),
    evidence: [],
  })
  const problem = unusable(spec)
  if (problem !== undefined) return { kind: 'failed', reason: problem }
  if (signal.aborted) return { kind: 'cancelled', ...result() }
  const child = begin(spec)
  if (child instanceof Error) return { kind: 'failed', reason: startFailure(spec, child) }

  const finished = settled(child)
  const drained = Promise.all([
    collected.take('stdout', child.stdout),
    collected.take('stderr', child.stderr),
  ])
  const stopped: { why?: 'timed-out' | 'cancelled' } = {}
  const stop = (why: 'timed-out' | 'cancelled') => (): void => {
    stopped.why ??= why
    killGroup(child.pid)
  }
  const onAbort = stop('cancelled')
  const timer = setTimeout(stop('timed-out'), Math.min(spec.timeoutMs, maxTimerMs))
  signal.addEventListener('abort', onAbort, { once: true })
  const end = await finished
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  if (end.error) return { kind: 'failed', reason: startFailure(spec, end.error) }
  killGroup(child.pid)
  const late = setTimeout(() => {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }, drainMs)
  await drained
  clearTimeout(late)
  const exitCode = end.code ?? 128 + (end.signal === null ? 0 : constants.signals[end.signal])
  return stopped.why ? { kind: stopped.why, ...result() } : { kind: 'exited', exitCode, ...result() }
}

function startFailure(spec: ProcessSpec, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return `there is no program "${spec.file}" on the PATH`
    case 'EACCES':
      return `"${spec.file}" may not be executed`
    case 'E2BIG':
      return 'the command line is too long for this system'
    case undefined:
    default:
      return error.message.split('\n')[0] ?? 'unknown reason'
  }
}
