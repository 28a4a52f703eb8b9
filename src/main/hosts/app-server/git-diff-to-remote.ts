import type { OutputListener, RunResult } from '../../core/ports'
import type { RunTyped } from '../../core/commands/run-typed'
import { RequestError } from './request-error'

/** A larger diff is refused, not cut: half a diff would be read as the whole. */
const maxDiff = 32 * 1024 * 1024
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

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command read-only and without network in the sandbox, with its whole output. Throws when it cannot run or says too much. */
async function runReading(
  command: readonly string[],
  cwd: string,
  { runTyped, signal }: { runTyped: RunTyped; signal: AbortSignal },
): Promise<Ran> {
  const chunks: Uint8Array[] = []
  let size = 0
  const listener: OutputListener = Object.assign(() => undefined, {
    bytes: (stream: 'stdout' | 'stderr', chunk: Uint8Array): undefined => {
      if (stream !== 'stdout') return undefined
      size += chunk.length
      if (size <= maxDiff) chunks.push(Uint8Array.from(chunk))
      return undefined
    },
  })
  const policy = { mode: 'read-only', network_access: false } as const
  const result: RunResult = await runTyped({ command, cwd, policy, timeoutMs }, signal, listener)
  if (result.kind === 'failed')
    throw new RequestError(`git could not be run in the sandbox: ${result.reason}`)
  if (result.kind !== 'exited') throw new RequestError('git did not come to an end in time')
  if (size > maxDiff)
    throw new RequestError(`the diff is larger than ${String(maxDiff)} bytes, which is the most`)
  return { code: result.exitCode, out: Buffer.concat(chunks).toString('utf8'), err: result.output.stderr }
}

/**
 * The newest commit of HEAD's history that some remote has, and everything that differs from it in the working tree,
 * untracked files included. Whatever the repository configures, no hook, filter, external diff or monitor of it runs,
 * and git itself runs read-only and without network in the sandbox. Throws RequestError when there is no such commit.
 */
export async function gitDiffToRemote(
  cwd: string,
  world: { readonly runTyped: RunTyped; readonly signal: AbortSignal },
): Promise<{ sha: string; diff: string }> {
  const read = async (config: readonly (readonly [string, string])[], ...args: string[]): Promise<Ran> =>
    runReading(withConfig(config, ['git', '--no-pager', ...args]), cwd, world)
  const listed = await read(fixed, 'config', '--list', '--name-only', '-z')
  if (listed.code !== 0) throw new RequestError(`${cwd} has no git configuration that can be read`)
  const config = [...fixed, ...switchedOff(listed.out.split('\0'))]
  const base = await read(config, 'rev-list', '--boundary', '--topo-order', 'HEAD', '--not', '--remotes')
  if (base.code !== 0) throw new RequestError(`${cwd} is in no git repository with a commit`)
  const lines = base.out.split('\n').filter((line) => line !== '')
  const edges = lines.flatMap((line) => (line.startsWith('-') ? [line.slice(1)] : []))
  if (lines.length > 0 && edges.length === 0)
    throw new RequestError('no commit of this branch is on a remote; expected a remote-tracking branch')
  const newest = await read(config, 'rev-list', '--max-count=1', ...(edges.length > 0 ? edges : ['HEAD']))
  const sha = newest.out.trim()
  if (!/^[0-9a-f]{40,64}$/.test(sha)) throw new RequestError('git named no commit')
  const form = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=all', '--binary']
  const tracked = await read(config, 'diff', ...form, sha, '--')
  if (tracked.code !== 0) throw new RequestError(`git diff failed: ${tracked.err.trim().slice(0, 500)}`)
  const added = await runReading(
    withConfig(config, [
      'sh',
      '-c',
      `git ls-files --others --exclude-standard -z | xargs -0 -n1 git --no-pager diff ${form.join(' ')} --no-index -- /dev/null`,
    ]),
    cwd,
    world,
  )
  return { sha, diff: `${tracked.out}${added.out}` }
}
