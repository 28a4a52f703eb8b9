import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

/** The built command line. */
export const cliEntry = join(import.meta.dirname, '../../out/main/cli.js')

/** A finished run of the command line. */
export interface Ran {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** Where and as whom to run it; `wrap` puts another program in front (script, a shell with a limit). */
export interface CliOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
  /** Leaves standard input open for `onChild` to write to; otherwise there is none. */
  readonly keepInput?: boolean
  readonly onChild?: (child: ChildProcess, soFar: () => string) => void
}

/** Runs `node out/main/cli.js` with these arguments to its end. */
export function runCli(args: readonly string[], options: CliOptions): Promise<Ran> {
  return runProgram(process.execPath, [cliEntry, ...args], options)
}

/** Runs any program to its end, as `runCli` does. */
export function runProgram(program: string, args: readonly string[], options: CliOptions): Promise<Ran> {
  const { env, keepInput = false, onChild, ...where } = options
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: [keepInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      env,
      ...where,
    })
    let out = ''
    let err = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
    onChild?.(child, () => out)
    child.on('close', (code, signal) => {
      resolve({ code, signal, out, err })
    })
  })
}

/** The JSON lines of a run with --json. */
export function jsonLines<T>(ran: Ran): T[] {
  return ran.out
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
