import { execFile, execFileSync } from 'node:child_process'
import type { Socket } from 'node:net'

/** How a tool is run: with this environment and no more, in the root folder. What it prints beyond `maxBytes` ends it. */
export interface ToolLimits {
  readonly env: Readonly<Record<string, string>>
  readonly ms: number
  readonly maxBytes: number
  /** It keeps no process alive. */
  readonly background: boolean
}

/** How a tool ended: its exit code, undefined where it was ended or never began; and each byte it printed as one character. */
export interface ToolEnd {
  readonly code: number | undefined
  readonly printed: string
}

/**
 * Runs a tool of the system that a first command or rehearsal waits for, without loading anything for it (decision 005). `file` is an
 * absolute path. Never rejects.
 */
export function runTool(file: string, args: readonly string[], limits: ToolLimits): Promise<ToolEnd> {
  const { env, ms: timeout, maxBytes: maxBuffer, background } = limits
  const options = { encoding: 'latin1', env, cwd: '/', maxBuffer, timeout } as const
  return new Promise((resolve) => {
    const child = execFile(file, args, options, (error, printed) => {
      const code = error === null ? 0 : error.killed === true ? undefined : error.code
      resolve({ code: typeof code === 'number' ? code : undefined, printed })
    })
    if (!background) return
    child.unref()
    for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref()
  })
}

/** The same, for what cannot wait; throws when it did not end with 0. */
export function runToolNow(file: string, args: readonly string[]): void {
  execFileSync(file, args, { env: {}, cwd: '/', stdio: 'ignore' })
}

/** The same as `runTool` for what no start, command or rehearsal waits for: by execa, which is loaded with the first of them. */
export async function runByExeca(
  file: string,
  args: readonly string[],
  { env, ms: timeout, maxBytes: maxBuffer }: Omit<ToolLimits, 'background'>,
): Promise<ToolEnd> {
  const { execa } = await import('execa')
  const { exitCode, stdout } = await execa(file, args, {
    ...{ env, extendEnv: false, cwd: '/', stdin: 'ignore', encoding: 'latin1' },
    ...{ timeout, maxBuffer, reject: false, stripFinalNewline: false },
  } as const)
  return { code: exitCode, printed: stdout }
}
