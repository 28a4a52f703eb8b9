import { FaultError } from '@shared/domain/fault'
import type { RunResult, OutputListener } from '../ports/sandbox'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { RunTyped } from './run-typed'

/** More output of git is refused, not cut: half a diff or list would be read as the whole. In bytes. */
export const maxOutput = 32 * 1024 * 1024
const timeoutMs = 30_000

/** What holds for every run, whatever the repository's configuration says: nothing in it may start a program. */
const fixed: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.untrackedCache', 'false'],
  ['diff.external', ''],
  ['diff.ignoreSubmodules', 'all'],
  ['protocol.allow', 'never'],
  ['safe.directory', '*'],
]
const environment = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: '',
  LC_ALL: 'C',
}

/** How a diff is written, whatever the repository's configuration says. */
export const diffForm: readonly string[] = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=all',
]

/**
 * What shows each file whose name it reads, a NUL behind each, as if it were new; `options` are words without a quote. A file that is called `-` git takes
 * for its input, which is empty.
 */
export const showNewFiles = (options: readonly string[]): string => {
  const diff = `git --no-pager ${options.join(' ')} --no-index -- /dev/null`
  const dash = `${diff} ./- | sed "1,5s|\\([ab]\\)/\\./-|\\1/-|g"`
  return `xargs -0 -r -n1 sh -c 'if [ "$1" != - ]; then exec ${diff} "$1"; fi; ${dash}' sh`
}

/** Configured names that start a program when a file is compared, each with what switches it off. */
function switchedOff(names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const last = name.slice(name.lastIndexOf('.') + 1)
    const starts =
      (name.startsWith('filter.') && ['clean', 'smudge', 'process'].includes(last)) ||
      (name.startsWith('diff.') && ['textconv', 'command'].includes(last))
    if (starts) return [[name, '']]
    return name.startsWith('filter.') && last === 'required' ? [[name, 'false']] : []
  })
}

/** A command with git's configuration in its environment, which goes before the repository's own. */
function withConfig(
  config: readonly (readonly [string, string])[],
  command: readonly string[],
): readonly string[] {
  const pairs = config.flatMap(([key, value], at) => [
    `GIT_CONFIG_KEY_${String(at)}=${key}`,
    `GIT_CONFIG_VALUE_${String(at)}=${value}`,
  ])
  const all = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return ['env', ...all, `GIT_CONFIG_COUNT=${String(config.length)}`, ...pairs, ...command]
}

/** A script of `sh` in which every use of git is held to what holds for all: nothing that is configured anywhere starts a program. */
export const guardedScript = (text: string, args: readonly string[]): readonly string[] =>
  withConfig(fixed, ['sh', '-c', text, 'sh', ...args])

/** How a use of git ended. `out` is its whole output. */
export interface GitRan {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Guarded uses of git in one repository. None throws because git refuses: that is its exit code. FaultError
 * `bad-request`: it cannot run, takes too long or says too much.
 */
export interface GitReader {
  /** `git` with these arguments. What comes from outside stands behind `--end-of-options` or `--`. */
  readonly git: (...args: readonly string[]) => Promise<GitRan>
  /** A script of `sh` whose uses of git are held to the same; nothing from outside stands in it. */
  readonly script: (text: string) => Promise<GitRan>
}

const fault = (message: string): FaultError => new FaultError({ code: 'bad-request', message })

/** Where guarded git runs, and what it may write to: nothing, unless `writes` names folders besides the one that it runs in. */
export interface GitWorld {
  readonly runTyped: RunTyped
  readonly signal: AbortSignal
  readonly writes?: readonly string[]
  /** The repository, where git does not run in it. */
  readonly on?: string
}

const readOnly = { mode: 'read-only', network_access: false } as const

/** Writes in the folder that git runs in and in those named, and nowhere else. */
export const writing = (roots: readonly string[]): SandboxPolicy => ({
  mode: 'workspace-write',
  writable_roots: [...roots],
  network_access: false,
  exclude_tmpdir_env_var: true,
  exclude_slash_tmp: true,
})

/** Runs a command without network in the sandbox, with its whole output. */
async function runReading(
  command: readonly string[],
  cwd: string,
  { runTyped, signal, writes }: GitWorld,
): Promise<GitRan> {
  const output = wholeOutput(maxOutput)
  const policy = writes === undefined ? readOnly : writing(writes)
  const result: RunResult = await runTyped(
    { command, cwd, policy, timeoutMs, offline: true },
    signal,
    output.listener,
  )
  if (result.kind === 'failed') throw fault(`git could not be run in the sandbox: ${result.reason}`)
  if (result.kind !== 'exited') throw fault('git did not come to an end in time')
  const bytes = output.bytes()
  if (bytes === undefined)
    throw fault(`git says more than ${String(maxOutput)} bytes (a diff?), which is the most`)
  return { code: result.exitCode, out: new TextDecoder().decode(bytes), err: result.output.stderr }
}

/** Collects all of a program's standard output. Undefined where there was more than the bound: half of it would be read as the whole. */
export function wholeOutput(maxBytes: number): {
  readonly listener: OutputListener
  readonly bytes: () => Buffer | undefined
} {
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    listener: Object.assign(() => undefined, {
      bytes: (stream: 'stdout' | 'stderr', chunk: Uint8Array): undefined => {
        if (stream !== 'stdout') return
        size += chunk.length
        if (size <= maxBytes) chunks.push(Uint8Array.from(chunk))
      },
    }),
    bytes: () => (size > maxBytes ? undefined : Buffer.concat(chunks)),
  }
}

/**
 * A reader of the repository that `cwd` is in. Whatever it configures, no hook, filter, external diff or monitor of it runs,
 * and git itself runs without network in the sandbox, where it writes nothing but what `writes` says. Throws FaultError `bad-request` where git has no
 * configuration to read.
 */
export async function readGit(cwd: string, world: GitWorld): Promise<GitReader> {
  const at = world.on === undefined ? [] : ['-C', world.on]
  const run = (config: readonly (readonly [string, string])[], ...args: readonly string[]) =>
    runReading(withConfig(config, ['git', ...at, '--no-pager', ...args]), cwd, world)
  const listed = await run(fixed, 'config', '--list', '--name-only', '-z')
  if (listed.code !== 0) throw fault(`${cwd} has no git configuration that can be read`)
  const config = [...fixed, ...switchedOff(listed.out.split('\0'))]
  return {
    git: (...args) => run(config, ...args),
    script: (text) => runReading(withConfig(config, ['sh', '-c', text]), cwd, world),
  }
}
