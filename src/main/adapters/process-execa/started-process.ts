import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'

/** What to start. `file` is an absolute path or found on the PATH of `env`; `env` is the whole environment. */
export interface StartSpec {
  readonly file: string
  readonly args: readonly string[]
  readonly argv0?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /**
   * What the program gets besides the standard descriptors, by the number it gets it under: a descriptor of this process,
   * or `pipe`, a channel whose other end is in the child's `stdio`.
   */
  readonly descriptors?: ReadonlyMap<number, number | 'pipe'>
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
  readonly child: ChildProcess
  readonly ended: Promise<ProcessEnd>
}

/** Standard input is empty, the outputs are pipes, and the rest is as asked; numbers in between stay closed. */
function stdioOf(descriptors: ReadonlyMap<number, number | 'pipe'>): StdioOptions {
  const last = Math.max(2, ...descriptors.keys())
  return Array.from({ length: last + 1 }, (_, fd) =>
    fd === 1 || fd === 2 ? 'pipe' : (descriptors.get(fd) ?? 'ignore'),
  )
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

function spawned(spec: StartSpec): ChildProcess | NodeJS.ErrnoException {
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
 * Starts one program with no standard input and no inherited descriptors. Never throws for a command that cannot be
 * started: `failed` says why, or `ended` does, where the system only tells later.
 */
export function startProcess(
  spec: StartSpec,
): StartedProcess | { readonly kind: 'failed'; readonly reason: string } {
  if (spec.file === '') return { kind: 'failed', reason: 'there is no program to start' }
  const problem = unusableWords([spec.file, ...spec.args])
  if (problem !== undefined) return { kind: 'failed', reason: problem }
  const child = spawned(spec)
  if (child instanceof Error) return { kind: 'failed', reason: startFailure(spec.file, child) }
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => {
      resolve({ code: null, signal: null, error })
    })
    child.once('exit', (code, signal) => {
      resolve({ code, signal })
    })
  })
  return { kind: 'started', child, ended }
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
