import type { ChildProcess } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import { closeSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { getSystemErrorName } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import { spawnPrograms } from './spawn-program'

/** Two ends, or an error. */
type Ends = readonly [number, number] | number

/** The module that spawn.c is; an error is its negative number. */
interface Spawner {
  start(words: Buffer, counts: Int32Array, descriptors: Int32Array, ended: (how: number) => void): number
  hold(pid: number, keep: boolean): void
  pair(): Ends
  pipe(): Ends
  readonly closes: boolean
}

/** What is used of a started program, whoever started it. */
export interface StartedChild extends Pick<
  ChildProcess,
  'pid' | 'spawnfile' | 'stdin' | 'stdout' | 'stderr' | 'exitCode' | 'signalCode' | 'ref' | 'unref'
> {
  readonly stdio: readonly (ChildProcess['stdio'][number] | undefined)[]
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown
  once(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown
}

/** What to start, as `spawn` of Node's takes it; `stdio` says of each descriptor: nothing, a channel, or one of ours. */
export interface SpawnWish {
  readonly file: string
  readonly args: readonly string[]
  readonly argv0?: string | undefined
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdio: readonly ('ignore' | 'pipe' | number)[]
}

/** A process loads a native module once, whatever runs in it. */
const loaded: { spawner?: Spawner | 'none' } = {}

/**
 * Loads the module that starts programs without copying this process's page tables. It is written to a folder that nobody else and no
 * command may write, loaded, and taken away. Where it cannot be loaded (another system, a worker thread, a folder without programs) Node
 * starts the programs.
 */
export function loadSpawner(folder: string): void {
  const { arch, platform } = process
  if (loaded.spawner !== undefined) return
  loaded.spawner = 'none'
  if (!isMainThread || platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) return
  const path = join(folder, 'spawn.node')
  try {
    writeFileSync(path, Buffer.from(spawnPrograms[arch], 'base64'), { mode: 0o500, flag: 'wx' })
    const module = { exports: {} }
    process.dlopen(module, path)
    loaded.spawner = module.exports as Spawner
  } catch (error) {
    if (!(error instanceof Error)) throw error
  } finally {
    rmSync(path, { force: true })
  }
}

/** The module, once it is loaded. */
export const spawner = (): Spawner | undefined =>
  typeof loaded.spawner === 'object' ? loaded.spawner : undefined

/** Whether programs get no descriptors of this process but those that they are given, whoever opened them. */
export const givesNoOthers = (): boolean => spawner()?.closes === true

/** Told of each program that the module started, as Node's `child_process` is of its own. */
const started = channel('countersign:program')

/** The signals' names by their numbers. */
const signalNames = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
)

/** A program that the module started. It says `exit` as a ChildProcess of Node's does. */
class NativeChild extends EventEmitter implements StartedChild {
  readonly pid: number
  readonly spawnfile: string
  readonly stdin: Socket | null
  readonly stdout: Socket | null
  readonly stderr: Socket | null
  readonly stdio: readonly (Socket | undefined)[]
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null
  readonly #spawner: Spawner

  constructor(
    spawner: Spawner,
    { pid, file }: { readonly pid: number; readonly file: string },
    channels: readonly (Socket | undefined)[],
  ) {
    super()
    this.#spawner = spawner
    this.pid = pid
    this.spawnfile = file
    this.stdio = channels
    const [stdin, stdout, stderr] = channels
    this.stdin = stdin ?? null
    this.stdout = stdout ?? null
    this.stderr = stderr ?? null
  }

  /** `how` as waitpid(2) has it. */
  ended(how: number): void {
    const signal = how & 0x7f
    if (signal === 0) this.exitCode = (how >> 8) & 0xff
    else this.signalCode = signalNames.get(signal) ?? 'SIGKILL'
    this.stdin?.destroy()
    this.emit('exit', this.exitCode, this.signalCode)
  }

  ref(): void {
    this.#spawner.hold(this.pid, true)
  }

  unref(): void {
    this.#spawner.hold(this.pid, false)
  }
}

/** The paths that a name stands for, as execvp(3) tries them. */
function pathsOf(file: string, path = '/bin:/usr/bin'): readonly string[] {
  if (file.includes('/')) return [file]
  return path.split(':').map((folder) => (folder === '' ? `./${file}` : `${folder}/${file}`))
}

const failure = (file: string, number: number): NodeJS.ErrnoException => {
  const code = getSystemErrorName(number)
  return Object.assign(new Error(`spawn ${file} ${code}`), { code, errno: number, syscall: `spawn ${file}` })
}

/**
 * Our ends of the channels by the number of the program's, and its own, which are to be closed when it has them. `error`: not all could be
 * made; 0: they were.
 */
function channelsOf(spawner: Spawner, stdio: SpawnWish['stdio']) {
  const ours: (Socket | undefined)[] = []
  const theirs: number[] = []
  let error = 0
  const given = stdio.map((wish, at) => {
    if (wish !== 'pipe') return wish === 'ignore' ? -1 : wish
    const ends = spawner.pair()
    if (typeof ends === 'number') {
      error = ends
      return -1
    }
    ours[at] = new Socket({ fd: ends[0], readable: at > 0, writable: true })
    theirs.push(ends[1])
    return ends[1]
  })
  return { ours, theirs, given, error }
}

/** Starts a program in a session of its own, as `spawn` of Node's does; what it throws or says later is returned here. */
export function startNative(spawner: Spawner, wish: SpawnWish): StartedChild | NodeJS.ErrnoException {
  const { file, args, argv0 = file, cwd, env, stdio } = wish
  const paths = pathsOf(file, env['PATH'])
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const words = [cwd, ...paths, argv0, ...args, ...variables]
  if (words.some((word) => word.includes('\0'))) return failure(file, -constants.errno.EINVAL)
  const { ours, theirs, given, error } = channelsOf(spawner, stdio)
  let child: NativeChild | undefined
  const pid =
    error === 0
      ? spawner.start(
          Buffer.from(`${words.join('\0')}\0`),
          Int32Array.of(paths.length, args.length + 1, variables.length),
          Int32Array.from(given),
          // What listens to it may throw, which is not for the module to hear.
          (how) => process.nextTick(() => child?.ended(how)),
        )
      : error
  for (const fd of theirs) closeSync(fd)
  if (pid > 0) {
    child = new NativeChild(spawner, { pid, file }, ours)
    started.publish({ process: child })
    return child
  }
  for (const each of ours) each?.destroy()
  return failure(file, pid)
}
