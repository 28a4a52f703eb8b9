import { once } from 'node:events'
import { hold, killGroup, startProcess } from './started-process'

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
export async function runTool(file: string, args: readonly string[], limits: ToolLimits): Promise<ToolEnd> {
  const started = startProcess({ file, args, env: limits.env, cwd: '/' })
  if (started.kind === 'failed') return { code: undefined, printed: '' }
  const { child, stdout, stderr, ended } = started
  const chunks: Buffer[] = []
  let [bytes, stopped] = [0, false]
  const stop = (): void => {
    stopped = true
    killGroup(child.pid)
  }
  const late = setTimeout(stop, limits.ms)
  stderr?.resume()
  stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limits.maxBytes) stop()
    else chunks.push(chunk)
  })
  if (limits.background) {
    hold(started, 'unref')
    late.unref()
  }
  const [{ code }] = await Promise.all([
    ended,
    stdout === null || stdout.closed ? undefined : once(stdout, 'close'),
  ])
  clearTimeout(late)
  return {
    code: stopped ? undefined : (code ?? undefined),
    printed: Buffer.concat(chunks).toString('latin1'),
  }
}

/** The same as `runTool` for what no start, command or rehearsal waits for: by execa, which is loaded with the first of them. In `cwd`, where one is given. */
export async function runByExeca(
  file: string,
  args: readonly string[],
  {
    env,
    ms: timeout,
    maxBytes: maxBuffer,
    cwd = '/',
  }: Omit<ToolLimits, 'background'> & { readonly cwd?: string },
): Promise<ToolEnd> {
  const { execa } = await import('execa')
  const { exitCode, stdout } = await execa(file, args, {
    ...{ env, extendEnv: false, cwd, stdin: 'ignore', encoding: 'latin1' },
    ...{ timeout, maxBuffer, reject: false, stripFinalNewline: false },
  } as const)
  return { code: exitCode, printed: stdout }
}
