import { FaultError } from '@shared/domain/fault'
import type { RepositoryLook } from '@shared/domain/worktree'
import type { GitReader } from '../commands/read-git'
import { nameOf, parentOf, resolveAll } from '../shell/paths'

const mostBranches = 200
const mostNamed = 12

/** Where a repository lies: its folder, its git folder, and the way from its folder down to the one that was asked about. */
export interface RepositoryPlace {
  readonly root: string
  readonly common: string
  readonly below: string
}

const refuse = (message: string): FaultError => new FaultError({ code: 'bad-request', message })

/** Finds the repository; undefined where git finds none with files, or where its paths cannot be told line by line. */
export async function placeOf({ git }: GitReader): Promise<RepositoryPlace | undefined> {
  const { code, out } = await git(
    ...['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir', '--show-prefix'],
  )
  const [root = '', common = '', below = '', ...more] = out.split('\n')
  const clear = code === 0 && root.startsWith('/') && common.startsWith('/') && more.join('') === ''
  return clear ? { root, common, below: below.replace(/\/$/, '') } : undefined
}

/**
 * Whether the git folder counts the folder among its own: what a folder says of itself is not believed, for it can name any git folder of
 * this machine. A repository's git folder lies in it, lists its worktrees, and names the one folder of a submodule.
 */
export async function countsAmongItsOwn(
  { git }: GitReader,
  { root, common }: RepositoryPlace,
): Promise<boolean> {
  if (common === `${root}/.git`) return true
  const listed = await git('worktree', 'list', '--porcelain', '-z')
  if (listed.code === 0 && listed.out.split('\0').includes(`worktree ${root}`)) return true
  const named = await git('config', '--file', `${common}/config`, '--get', 'core.worktree')
  return named.code === 0 && resolveAll(named.out.replace(/\n$/, ''), [common]).includes(root)
}

/** The folder beside a repository that its worktrees lie in. */
export const worktreesBeside = (root: string): string =>
  `${parentOf(root)}/${nameOf(root)}.worktrees`.replace('//', '/')

/** The branch in a line of its own, empty where there is none, and the latest branches behind it: a use of git costs a sandbox. */
const branches = `git symbolic-ref --quiet --short HEAD || echo
git for-each-ref --count=${String(mostBranches)} --sort=-committerdate --format='%(refname:lstrip=2)' refs/heads`

/** What a person is told of a repository before they choose where a session works. */
export async function lookAtRepository(
  reader: GitReader,
  { root }: RepositoryPlace,
): Promise<RepositoryLook> {
  const [refs, changed, ignored] = await Promise.all([
    reader.script(branches),
    changedFiles(reader),
    ignoredEntries(reader),
  ])
  const [branch = '', ...others] = refs.out.split('\n')
  return {
    root,
    ...(branch !== '' && { branch }),
    branches: others.filter((name) => name !== ''),
    changed: changed.length,
    ignored: ignored.slice(0, mostNamed),
    moreIgnored: Math.max(0, ignored.length - mostNamed),
    place: worktreesBeside(root),
  }
}

/** Every path that is not committed, untracked ones too. Throws FaultError `bad-request` where git cannot tell. */
export async function changedFiles({ git }: GitReader): Promise<readonly string[]> {
  const { code, out, err } = await git('status', '--porcelain', '-z', '--untracked-files=all', '--no-renames')
  if (code !== 0) throw refuse(`git cannot tell what is not committed: ${err.trim().slice(0, 200)}`)
  return entries(out).map((line) => line.slice(3))
}

/**
 * What else of a worktree would go with it though `git status` shows nothing: files that git was told to overlook, submodules, whose commits
 * lie in the worktree's own folder, and a commit that no branch, tag or remote has. `holds` says whether something is there.
 */
export async function overlooked(
  { git }: GitReader,
  root: string,
  holds: (path: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const [flagged, submodules, onBranch] = await Promise.all([
    listed(git, ['-v'], /^[a-zS] /),
    listed(git, ['--stage'], /^160000 /),
    git('symbolic-ref', '--quiet', 'HEAD'),
  ])
  const there = async (path: string, name: string): Promise<string[]> =>
    (await holds(`${root}/${path}`)) ? [name] : []
  const found = await Promise.all([
    ...flagged.map((line) => there(line.slice(2), line.slice(2))),
    ...submodules.map((line) => {
      const path = line.slice(line.indexOf('\t') + 1)
      return there(`${path}/.git`, path)
    }),
  ])
  return [...found.flat(), ...(onBranch.code === 0 ? [] : await loneCommit(git))]
}

/** The entries of the index that begin so. Throws FaultError `bad-request` where git cannot tell. */
async function listed(
  git: GitReader['git'],
  how: readonly string[],
  begins: RegExp,
): Promise<readonly string[]> {
  const { code, out, err } = await git('ls-files', ...how, '-z')
  if (code !== 0) throw refuse(`git cannot tell what is in the worktree: ${err.trim().slice(0, 200)}`)
  return entries(out).filter((entry) => begins.test(entry))
}

async function loneCommit(git: GitReader['git']): Promise<readonly string[]> {
  const head = await git('rev-parse', '--verify', '--quiet', '--short=12', 'HEAD')
  const held = await git(
    ...['for-each-ref', '--contains=HEAD', '--count=1', '--format=%(refname)'],
    ...['refs/heads', 'refs/tags', 'refs/remotes'],
  )
  return held.code === 0 && held.out.trim() !== '' ? [] : [`HEAD (${head.out.trim()})`]
}

/** What git ignores, whole folders as one. */
export async function ignoredEntries({ git }: GitReader): Promise<readonly string[]> {
  const { code, out } = await git(
    ...['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z', '--', ':/'],
  )
  return code === 0 ? entries(out) : []
}

const entries = (text: string): string[] => text.split('\0').filter((entry) => entry !== '')

/** The commit that a branch, or else what is checked out, stands at. Throws FaultError `bad-request` saying what was expected. */
export async function baseOf(
  { git }: GitReader,
  branch: string | undefined,
): Promise<{ readonly name: string; readonly commit: string }> {
  const revision = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
  const { code, out } = await git(
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  )
  const commit = out.trim().split('\n').at(-1) ?? ''
  if (code === 0 && /^[0-9a-f]{40,64}$/.test(commit)) return { name: branch ?? 'HEAD', commit }
  throw refuse(
    branch === undefined
      ? 'The repository has no commit yet; expected one, so that a worktree can begin from it.'
      : `There is no branch ${JSON.stringify(branch.slice(0, 100))} here; expected a local one.`,
  )
}
