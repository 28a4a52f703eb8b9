import { StringDecoder } from 'node:string_decoder'
import type { ChildProcess } from 'node:child_process'
import { execa } from 'execa'
import type { OutputListener, RunResult } from '../../core/ports'
import { BoundedText } from './bounded-text'

/** Live text goes on until this many characters; the result keeps head and tail all the same. */
const maxLiveText = 1024 * 1024
/** After the program's end its pipes get this long to drain before they are closed under whoever still holds them. */
const drainMs = 250

/** What to start. `file` is an absolute path or found on the PATH of `env`; `env` is the whole environment. */
export interface ProcessSpec {
  readonly file: string
  readonly args: readonly string[]
  readonly argv0?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
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

function settled(
  child: ChildProcess,
): Promise<{ code: number | null; signal: NodeJS.Signals | null; error?: Error }> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve({ code: null, signal: null, error })
    })
    child.once('exit', (code, signal) => {
      resolve({ code, signal })
    })
  })
}

const signalNumbers: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGXCPU: 24,
  SIGXFSZ: 25,
  SIGSYS: 31,
}

/**
 * Runs one program in a process group and session of its own, with no standard input and no inherited descriptors.
 * Ends when the program ends, when the time is up or when the signal aborts; then the whole group is killed. Never
 * throws for what the program does. A death by signal is exit 128+n, as shells have it.
 */
export async function runProcess(
  spec: ProcessSpec,
  signal: AbortSignal,
  onOutput: OutputListener,
): Promise<Raw> {
  const started = performance.now()
  const stdout = new BoundedText()
  const stderr = new BoundedText()
  const both = new BoundedText()
  const result = () => ({
    durationMs: performance.now() - started,
    output: {
      stdout: stdout.text(),
      stderr: stderr.text(),
      aggregated: both.text(),
      omittedBytes: both.omittedBytes,
    },
    evidence: [],
  })
  if (signal.aborted) return { kind: 'cancelled', ...result() }

  const child = execa(spec.file, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    extendEnv: false,
    stdin: 'ignore',
    buffer: false,
    reject: false,
    detached: true,
    cleanup: false,
    ...(spec.argv0 === undefined ? {} : { argv0: spec.argv0 }),
  })
  const finished = settled(child.nodeChildProcess)
  let live = 0
  const listen = (name: 'stdout' | 'stderr', kept: BoundedText): Promise<void> => {
    const stream = child[name]
    const decoder = new StringDecoder('utf8')
    const send = (text: string): void => {
      if (text === '' || live >= maxLiveText) return
      live += text.length
      onOutput(name, text)
    }
    stream.on('data', (chunk: Buffer) => {
      kept.push(chunk)
      both.push(chunk)
      if (live < maxLiveText) send(decoder.write(chunk))
    })
    return new Promise((resolve) => {
      stream.once('close', () => {
        send(decoder.end())
        resolve()
      })
      stream.on('error', () => {
        stream.destroy() // reading failed: what came so far stands, and the close above follows
      })
    })
  }
  const drained = Promise.all([listen('stdout', stdout), listen('stderr', stderr)])
  void child.catch(() => undefined) // spawn failures arrive through 'error' below; execa's own promise repeats them

  const stopped: { why?: 'timed-out' | 'cancelled' } = {}
  const stop = (why: 'timed-out' | 'cancelled') => (): void => {
    stopped.why ??= why
    killGroup(child.pid)
  }
  const onAbort = stop('cancelled')
  const timer = setTimeout(stop('timed-out'), Math.min(spec.timeoutMs, 0x7fffffff))
  signal.addEventListener('abort', onAbort, { once: true })
  const end = await finished
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  if (end.error) return { kind: 'failed', reason: startFailure(spec, end.error) }
  killGroup(child.pid)
  const late = setTimeout(() => {
    child.stdout.destroy()
    child.stderr.destroy()
  }, drainMs)
  await drained
  clearTimeout(late)
  const exitCode = end.code ?? 128 + (signalNumbers[end.signal ?? ''] ?? 0)
  return stopped.why ? { kind: stopped.why, ...result() } : { kind: 'exited', exitCode, ...result() }
}

function startFailure(spec: ProcessSpec, error: NodeJS.ErrnoException): string {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException
  switch (cause.code ?? error.code) {
    case 'ENOENT':
      return `there is no program "${spec.file}" on the PATH`
    case 'EACCES':
      return `"${spec.file}" may not be executed`
    case 'E2BIG':
      return 'the command line is too long for this system'
    case undefined:
    default:
      return cause.message.split('\n')[0] ?? 'unknown reason'
  }
}
