import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { ProcessInput } from '../../core/run/process-input'
import { atExit } from '../own-process/at-exit'
import { feedProcess } from './feed-process'
import { spawner, startNative, type SpawnWish, type StartedChild } from './spawn/native-spawner'
import { openTerminal, type Terminal } from './terminal'

/**
 * What a program gets besides the standard descriptors, by the number it gets it under: a descriptor of this process, or
 * `pipe`, a channel whose other end is in the child's `stdio`. `close` when it has been started.
 */
export interface PassedDescriptors {
  readonly map: ReadonlyMap<number, number | 'pipe'>
  readonly close: () => void
}

/** What to start. `file` is an absolute path or found on the PATH of `env`; `env` is the whole environment. */
export interface StartSpec {
  readonly file: string
  readonly args: readonly string[]
  readonly argv0?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Asked when everything else is open, right before the start. */
  readonly descriptors?: () => PassedDescriptors
  /** The way in; absent: standard input is empty. */
  readonly input?: ProcessInput | undefined
  /** Whoever listens to its output does so at once and keeps no chunk: each is read into again. Absent: each is the listener's own. */
  readonly reused?: boolean
  /** What an interrupt is for: the program's own group (the default), or that of the command which a launcher holds. */
  readonly holds?: 'command' | 'launcher'
}

/** How a process ended; `error` when it never began. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly error?: NodeJS.ErrnoException
}

/** A process in a group and session of its own. `ended` never rejects. */
export interface StartedProcess {
  readonly kind: 'started'
  readonly child: StartedChild
  /** Its terminal, if it has one: what it prints comes there, and not by pipes. */
  readonly terminal: Terminal | undefined
  /** What it prints, where it has no terminal. */
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly ended: Promise<ProcessEnd>
}

/**
 * The outputs are pipes, or the terminal with standard input, which is empty where nobody may write; the rest is as asked
 * and numbers in between stay closed.
 */
function stdioOf(
  input: ProcessInput | undefined,
  prints: { readonly terminal: Terminal | undefined; readonly pipes: TakenPipes | undefined },
  descriptors: PassedDescriptors['map'] = new Map(),
): SpawnWish['stdio'] {
  const { terminal, pipes } = prints
  const last = Math.max(2, ...descriptors.keys())
  return Array.from({ length: last + 1 }, (_, fd) => {
    if (fd <= 2 && terminal) return terminal.descriptor
    if (fd === 1) return pipes?.stdout.writer ?? 'pipe'
    if (fd === 2) return pipes?.stderr.writer ?? 'pipe'
    if (fd === 0 && input) return 'pipe'
    return descriptors.get(fd) ?? 'ignore'
  })
}

/** Why words cannot be a program's arguments; undefined: they can. What would reach the kernel changed is refused instead. */
export function unusableWords(words: readonly string[]): string | undefined {
  for (const word of words) {
    if (word.includes('\0')) return 'the command contains NUL, which no program can be given'
    if (!word.isWellFormed()) return 'the command contains half a character, which has no form in UTF-8'
  }
  return undefined
}

/** Why a program could not be started, in words for a person. */
export function startFailure(file: string, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return `there is no program "${file}" on the PATH`
    case 'EACCES':
      return `"${file}" may not be executed`
    case 'E2BIG':
      return 'the command line is too long for this system'
    case undefined:
    default:
      return error.message.split('\n')[0] ?? 'unknown reason'
  }
}

/** A terminal says itself how large it is; these would say how large another one was. */
function ownSize({ COLUMNS: _c, LINES: _l, ...env }: StartSpec['env']): StartSpec['env'] {
  return env
}

/** Throws, or returns a child that says `error`, where it cannot be started. */
function begin({ file, args, argv0, cwd, env, stdio }: SpawnWish): StartedChild {
  const native = spawner()
  if (!native)
    return spawn(file, args, {
      cwd,
      env,
      stdio: [...stdio],
      detached: true,
      ...(argv0 === undefined ? {} : { argv0 }),
    })
  const begun = startNative(native, { file, args, argv0, cwd, env, stdio })
  if (begun instanceof Error) throw begun
  return begun
}

type Spawned = Omit<StartedProcess, 'kind' | 'ended'>

function spawned(spec: StartSpec): Spawned | NodeJS.ErrnoException {
  let terminal: Terminal | undefined
  let pipes: TakenPipes | undefined
  let passed: PassedDescriptors | undefined
  try {
    terminal = spec.input?.terminal ? openTerminal(spec.input.terminal) : undefined
    pipes = terminal ? undefined : takePipes(spec.reused === true)
    passed = spec.descriptors?.()
    const child = begin({
      ...spec,
      env: terminal ? ownSize(spec.env) : spec.env,
      stdio: stdioOf(spec.input, { terminal, pipes }, passed?.map),
    })
    const [stdout, stderr] = pipes ? [pipes.stdout.reader, pipes.stderr.reader] : [child.stdout, child.stderr]
    return { child, terminal, stdout, stderr }
  } catch (error) {
    terminal?.stream.destroy()
    for (const each of [pipes?.stdout, pipes?.stderr]) each?.reader.destroy()
    if (error instanceof Error) return error // E2BIG and the like are thrown, not emitted
    throw error
  } finally {
    passed?.close()
    if (terminal) closeSync(terminal.descriptor)
    for (const each of [pipes?.stdout, pipes?.stderr]) if (each) closeSync(each.writer)
  }
}

/** As much as Node reads at once. */
const chunkBytes = 65_536

/** The end that is read here, and the descriptor for the program that writes; close it when the program has been started. */
interface OutputPipe {
  readonly reader: Socket
  readonly writer: number
}

/** The pipes of one program. */
interface TakenPipes {
  readonly stdout: OutputPipe
  readonly stderr: OutputPipe
}

/**
 * Pipes for what a program prints, one for each output. Node would give it sockets, which cannot be opened by the name /dev/stdout, and makes no
 * pipes itself. Undefined where none can be made, and sockets must do. `reused` as in StartSpec.
 */
function takePipes(reused: boolean): TakenPipes | undefined {
  const stdout = onePipe(reused)
  const stderr = stdout && onePipe(reused)
  if (stdout && stderr) return { stdout, stderr }
  if (stdout) {
    stdout.reader.destroy()
    closeSync(stdout.writer)
  }
  return undefined
}

function onePipe(reused: boolean): OutputPipe | undefined {
  const ends = spawner()?.pipe()
  if (typeof ends !== 'object') return undefined
  const [fd, writer] = ends
  const callback = (bytes: number, buffer: Uint8Array): boolean =>
    reader.emit('data', buffer.subarray(0, bytes))
  const onread = reused ? { buffer: Buffer.allocUnsafeSlow(chunkBytes), callback } : undefined
  const reader: Socket = new Socket({ fd, readable: true, writable: false, ...(onread && { onread }) })
  return { reader, writer }
}

/**
 * Starts one program with no standard input but what it is given and no inherited descriptors. Never throws for a command that cannot be
 * started: `failed` says why, or `ended` does, where the system only tells later.
 */
export function startProcess(
  spec: StartSpec,
): StartedProcess | { readonly kind: 'failed'; readonly reason: string } {
  if (spec.file === '') return { kind: 'failed', reason: 'there is no program to start' }
  const problem = unusableWords([spec.file, ...spec.args])
  if (problem !== undefined) return { kind: 'failed', reason: problem }
  const begun = spawned(spec)
  if (begun instanceof Error) return { kind: 'failed', reason: startFailure(spec.file, begun) }
  const { child, terminal } = begun
  // However this process comes to its end, but by SIGKILL, what it started goes first.
  const ends = atExit(() => {
    killGroup(child.pid)
  })
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => {
      ends()
      resolve({ code: null, signal: null, error })
    })
    child.once('exit', (code, signal) => {
      ends()
      resolve({ code, signal })
    })
  })
  if (child.pid !== undefined) spec.input?.attach(feedProcess(child, terminal, spec.holds ?? 'command'))
  return { kind: 'started', ...begun, ended }
}

/** Has it keep this process alive, or not: the program and what it prints. */
export function hold({ child, stdout, stderr }: Spawned, what: 'ref' | 'unref'): void {
  child[what]()
  for (const stream of [stdout, stderr]) (stream as Socket | null)?.[what]()
}

/** Kills the process group, so that what the program left behind goes too. ESRCH: it was gone already. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
