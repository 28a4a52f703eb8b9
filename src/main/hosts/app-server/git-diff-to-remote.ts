import { diffForm, readGit } from '../../core/commands/read-git'
import type { RunTyped } from '../../core/commands/run-typed'
import { RequestError } from './request-error'

/**
 * The newest commit of HEAD's history that some remote has, and everything that differs from it in the working tree,
 * untracked files included. Nothing that the repository configures runs (see readGit). Throws RequestError when there is
 * no such commit, FaultError `bad-request` when git cannot be run.
 */
export async function gitDiffToRemote(
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
    `git ls-files --others --exclude-standard -z | xargs -0 -n1 git --no-pager diff ${form.join(' ')} --no-index -- /dev/null`,
  )
  return { sha, diff: `${tracked.out}${added.out}` }
}
