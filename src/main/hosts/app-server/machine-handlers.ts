import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { EngineService } from '../../core/engine/engine-service'
import type { SearchFiles } from '../../core/ports/read-files'
import type { RunTyped } from '../../core/commands/run-typed'
import { diffForm, readGit, showNewFiles } from '../../core/commands/read-git'
import { Lanes } from './lanes'
import type { RequestHandlers } from './protocol/client-requests'
import type { machineRequests } from './protocol/machine-requests'
import { policyWithin } from './policy-within'
import { RequestError } from './request-error'

/** What the machine requests work with. `stop` is aborted when the client is gone. */
export interface MachineWorld {
  readonly engine: EngineService
  readonly runTyped: RunTyped
  readonly searchFiles: SearchFiles
  readonly stop: AbortSignal
}

/** Time limit of a command for which the client names none (docs/spec/tools.md). */
export const defaultTimeoutMs = 10_000
/** As shells say it of a command that was stopped. */
export const timedOut = 124
/** So many commands run at once; the others wait. */
export const lanesCount = 4

/**
 * Answers what looks at or runs something on the machine. Nothing here asks a person, and a command's policy is no wider than the
 * configured one or one of `followed`: those of the conversations that the client follows.
 */
export function machineHandlers(
  world: () => Promise<MachineWorld>,
  followed: () => Promise<readonly SandboxPolicy[]> = () => Promise.resolve([]),
): Pick<RequestHandlers, keyof typeof machineRequests> {
  const lanes = new Lanes(lanesCount)
  const searches = new Map<string, AbortController>()
  return {
    gitDiffToRemote: async ({ cwd }) => {
      const { runTyped, stop } = await world()
      return lanes.run(() => gitDiffToRemote(cwd, { runTyped, signal: stop }))
    },

    execOneOffCommand: async ({ command, timeoutMs, cwd, sandboxPolicy }) => {
      const { engine, runTyped, stop } = await world()
      const policy = policyWithin(sandboxPolicy, {
        ...{ method: 'execOneOffCommand', configured: (await engine.state()).defaults.sandboxPolicy },
        others: sandboxPolicy === undefined ? [] : await followed(),
      })
      const typed = {
        command,
        cwd: cwd ?? process.cwd(),
        policy,
        timeoutMs: timeoutMs ?? defaultTimeoutMs,
      }
      const result = await lanes.run(() => runTyped(typed, stop, () => undefined))
      if (result.kind === 'failed') throw new RequestError(`the command was not run: ${result.reason}`)
      const { stdout, stderr } = result.output
      return { exitCode: result.kind === 'exited' ? result.exitCode : timedOut, stdout, stderr }
    },

    fuzzyFileSearch: async ({ query, roots, cancellationToken: token }) => {
      const cancel = new AbortController()
      if (token !== undefined) {
        // A newer search under the same name ends the older one, which then finds nothing.
        searches.get(token)?.abort()
        searches.set(token, cancel)
      }
      try {
        const { searchFiles, stop } = await world()
        const signal = AbortSignal.any([cancel.signal, stop])
        const files = await lanes.run(() => searchFiles(query, roots, signal))
        return {
          files: files.map(({ root, path, name, score, indices }) => ({
            root,
            path,
            file_name: name,
            score,
            indices: [...indices],
          })),
        }
      } finally {
        if (token !== undefined && searches.get(token) === cancel) searches.delete(token)
      }
    },
  }
}

/**
 * The newest commit of HEAD's history that some remote has, and everything that differs from it in the working tree,
 * untracked files included. Nothing that the repository configures runs (see readGit). Throws RequestError when there is
 * no such commit, FaultError `bad-request` when git cannot be run.
 */
async function gitDiffToRemote(
  cwd: string,
  world: { readonly runTyped: RunTyped; readonly signal: AbortSignal },
): Promise<{ sha: string; diff: string }> {
  const { git, script } = await readGit(cwd, world)
  const base = await git('rev-list', '--boundary', '--topo-order', 'HEAD', '--not', '--remotes')
  if (base.code !== 0) throw new RequestError(`${cwd} is in no git repository with a commit`)
  const lines = base.out.split('\n').filter((line) => line !== '')
  const edges = lines.flatMap((line) => (line.startsWith('-') ? [line.slice(1)] : []))
  if (lines.length > 0 && edges.length === 0)
    throw new RequestError('no commit of this branch is on a remote; expected a remote-tracking branch')
  const newest = await git('rev-list', '--max-count=1', ...(edges.length > 0 ? edges : ['HEAD']))
  const sha = newest.out.trim()
  if (!/^[0-9a-f]{40,64}$/.test(sha)) throw new RequestError('git named no commit')
  const form = [...diffForm, '--binary']
  const tracked = await git('diff', ...form, sha, '--')
  if (tracked.code !== 0) throw new RequestError(`git diff failed: ${tracked.err.trim().slice(0, 500)}`)
  const added = await script(
    `git ls-files --others --exclude-standard -z | ${showNewFiles(['diff', ...form])}`,
  )
  return { sha, diff: `${tracked.out}${added.out}` }
}
