import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { closeSync } from 'node:fs'
import { constants } from 'node:os'
import type { RunResult, OutputListener } from '../../core/ports'
import type { ProcessInput } from '../../core/processes/process-input'
import { collectOutput } from './collect-output'
import { feedProcess } from './feed-process'
import { openTerminal, type Terminal } from './terminal'

/** After the program's end its pipes get this long to drain before they are closed under whoever still holds them. */
const drainMs = 250
/** The longest time a timer of Node's can measure, about 24 days. */
const maxTimerMs = 0x7fffffff

/** Descriptors of this process, by the number that a program gets each under; `close` when it has been started. */
export interface PassedDescriptors {
  readonly map: ReadonlyMap<number, number>
  close(): void
}

/** What to start. `file` is an absolute path or found on the PATH of `env`; `env` is the whole environment. */
export interface ProcessSpec {
  readonly file: string
  readonly args: readonly string[]
  readonly argv0?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Above 0; more than a timer can measure counts as that much. */
  readonly timeoutMs: number
  /** What the program gets besides the standard descriptors; asked when everything else is open, right before the start. */
  readonly descriptors?: () => PassedDescriptors
  /** The way in; absent: standard input is empty. */
  readonly input?: ProcessInput | undefined
  /** What an interrupt is for: the program's own group (the default), or that of the command which a launcher holds. */
  readonly holds?: 'command' | 'launcher'
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

/**
 * The outputs are pipes, or the terminal with standard input, which is empty where nobody may write; the rest is as asked
 * and numbers in between stay closed.
 */
function stdioOf(
  input: ProcessInput | undefined,
  terminal: Terminal | undefined,
  descriptors: PassedDescriptors['map'] = new Map(),
): StdioOptions {
  const last = Math.max(2, ...descriptors.keys())
  return Array.from({ length: last + 1 }, (_, fd) => {
    if (fd <= 2 && terminal) return terminal.descriptor
    if (fd === 1 || fd === 2 || (fd === 0 && input)) return 'pipe'
    return descriptors.get(fd) ?? 'ignore'
  })
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

/** A program that was started, and its terminal if it has one. */
interface Begun {
  readonly child: ChildProcess
  readonly terminal: Terminal | undefined
}

function begin(spec: ProcessSpec): Begun | NodeJS.ErrnoException {
  let terminal: Terminal | undefined
  let passed: PassedDescriptors | undefined
  try {
    terminal = spec.input?.terminal ? openTerminal(spec.input.terminal) : undefined
    passed = spec.descriptors?.()
    const child = spawn(spec.file, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      stdio: stdioOf(spec.input, terminal, passed?.map),
      detached: true,
      ...(spec.argv0 === undefined ? {} : { argv0: spec.argv0 }),
    })
    return { child, terminal }
  } catch (error) {
    terminal?.stream.destroy()
    if (error instanceof Error) return error // E2BIG and the like are thrown, not emitted
    throw error
  } finally {
    passed?.close()
    if (terminal) closeSync(terminal.descriptor)
  }
}

/**
 * Runs one program in a process group and session of its own, with no standard input unless it is given one, and
 * no inherited descriptors.
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
  const begun = begin(spec)
  if (begun instanceof Error) return { kind: 'failed', reason: startFailure(spec, begun) }
  const { child, terminal } = begun

  const finished = settled(child)
  const drained = Promise.all([
    collected.take('stdout', terminal?.stream ?? child.stdout),
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
  if (child.pid !== undefined) spec.input?.attach(feedProcess(child, terminal, spec.holds ?? 'command'))
  const end = await finished
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  if (end.error) {
    terminal?.stream.destroy()
    return { kind: 'failed', reason: startFailure(spec, end.error) }
  }
  killGroup(child.pid)
  child.stdin?.destroy()
  const late = setTimeout(() => {
    terminal?.stream.destroy()
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
