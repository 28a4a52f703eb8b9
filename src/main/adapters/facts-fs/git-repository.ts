import { basename, dirname, join, resolve } from 'node:path'
import { realpath, stat } from 'node:fs/promises'
import type { RepositoryFact } from '../../core/assessment/facts/facts-reader'
import { upwards } from '../../core/shell/paths'
import { settingOf, type GitSetting } from './parse-git-config'
import { listModules, readSettings, startedBy } from './git-starts'
import { aheadBehind, readRef, type RepositoryPlace } from './git-refs'
import { missing, readText, type Look } from './read-text'

const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined)

/** The repository that holds a folder: `.git` in it or above it, or where a `.git` file leads. */
export async function findRepository(folder: string, look: Look): Promise<RepositoryPlace | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await repositoryAt(at, look)
    if (found || dirname(at) === at) return found
  }
}

/** The one whose `.git` lies in the folder itself. */
async function repositoryAt(folder: string, look: Look): Promise<RepositoryPlace | undefined> {
  const dot = join(folder, '.git')
  const kind = await look.deadline.race(async () => {
    const stats = await stat(dot).catch(() => undefined)
    return stats?.isDirectory() ? 'folder' : stats?.isFile() ? 'file' : 'none'
  })
  if (kind === undefined) return notKnown(folder, dot)
  if (kind === 'none') return undefined
  return kind === 'folder' ? openFolder(folder, dot, look) : followPointer(folder, dot, look)
}

/** Something is there of which nothing can be read. */
const notKnown = (root: string, dot: string): RepositoryPlace => ({
  root,
  gitDir: dot,
  commonDir: dot,
  own: [],
})

/** Where a git folder's `commondir` says that its configuration is, as git reads it; one that cannot be read leads to no repository. */
async function commonOf(gitDir: string, own: readonly string[], look: Look): Promise<string> {
  const common = await readText(join(gitDir, 'commondir'), look, { within: own })
  if (common.kind === 'text') return resolve(gitDir, common.text.replace(/[\r\n]+$/, ''))
  return common.reason === missing ? gitDir : join(gitDir, 'commondir')
}

async function openFolder(root: string, dot: string, look: Look): Promise<RepositoryPlace> {
  const found = await look.deadline.race(async () => [await real(root), await real(dot)])
  const [folder, gitDir] = found ?? []
  // A `.git` that is a link may name any folder at all.
  const own = folder !== undefined && gitDir === join(folder, '.git') ? [gitDir] : []
  return { root, gitDir: dot, commonDir: await commonOf(dot, own, look), own }
}

/** What a worktree's or a submodule's pointer leads to is its own only when that says so too, as git lays it out. */
async function followPointer(root: string, dot: string, look: Look): Promise<RepositoryPlace | undefined> {
  const { deadline } = look
  const folder = await deadline.race(() => real(root))
  if (folder === undefined) return notKnown(root, dot)
  const pointer = await readText(dot, look, { within: [folder] })
  // As git reads it (setup.c, read_gitfile): all behind the colon but line ends.
  const path = pointer.kind === 'text' ? /^gitdir: ([^]*?)[\r\n]*$/.exec(pointer.text)?.[1] : undefined
  const gitDir = path === undefined ? undefined : resolve(root, path.split('\0', 1)[0] ?? '')
  const realGitDir = gitDir && (await deadline.race(() => real(gitDir)))
  if (gitDir === undefined || realGitDir === undefined) return notKnown(root, dot)
  const own = { within: [realGitDir] }
  const [back, commonDir] = await Promise.all([
    readText(join(gitDir, 'gitdir'), look, own),
    commonOf(gitDir, [realGitDir], look),
  ])
  const place = { root, gitDir, commonDir }
  const named = back.kind === 'text' ? resolve(gitDir, back.text.trim()) : undefined
  if (named !== undefined && basename(named) === '.git' && (await real(dirname(named))) === folder) {
    const realCommon = await deadline.race(() => real(commonDir))
    return { ...place, own: realCommon === undefined ? [realGitDir] : [realGitDir, realCommon] }
  }
  const isModule = upwards(folder).some((above) => realGitDir.startsWith(join(above, '.git', 'modules', '/')))
  return { ...place, own: isModule ? [realGitDir] : [] }
}

async function upstreamOf(
  place: RepositoryPlace,
  branch: string,
  settings: readonly GitSetting[],
  look: Look,
): Promise<RepositoryFact['upstream']> {
  const remote = settingOf(settings, `branch.${branch}.remote`)
  const merge = settingOf(settings, `branch.${branch}.merge`)?.replace(/^refs\/heads\//, '')
  if (remote === undefined || merge === undefined) return undefined
  const [local, theirs] = await Promise.all([
    readRef(place, `refs/heads/${branch}`, look),
    readRef(place, `refs/remotes/${remote}/${merge}`, look),
  ])
  const counts =
    local === undefined || theirs === undefined
      ? { ahead: undefined, behind: undefined }
      : await aheadBehind(place, { local, remote: theirs }, look)
  return { remote, branch: merge, ...counts }
}

/** Whether git takes the folder for a repository; one that it does not it passes over, and uses what lies around it. */
async function isRepository({ commonDir }: RepositoryPlace, head: string, look: Look): Promise<boolean> {
  const folders = await look.deadline.race(() =>
    Promise.all(['objects', 'refs'].map((name) => stat(join(commonDir, name)).catch(() => undefined))),
  )
  return (
    /^ref:\s*refs\/|^([0-9a-f]{40}|[0-9a-f]{64})\s*$/.test(head) &&
    folders?.every((each) => each?.isDirectory() === true) === true
  )
}

/** So many other repositories in a repository are looked at. */
const mostModules = 20

/**
 * What git would start in the repositories that the index has: it goes into each to tell whether something is changed there. Those in these count as
 * not read.
 */
async function modulesStart(
  place: RepositoryPlace,
  look: Look,
): Promise<Pick<RepositoryFact, 'executables' | 'unread'>> {
  const names = await listModules(place, look)
  if (!names) return { executables: [], unread: ['index'] }
  const found = await Promise.all(
    names.slice(0, mostModules).map(async (name) => {
      const own = await repositoryAt(join(place.root, name), look)
      if (!own) return { executables: [], unread: [] }
      const [{ settings, unread }, inner] = await Promise.all([
        readSettings(own, look),
        listModules(own, look),
      ])
      const isRead = unread.length === 0 && inner?.length === 0
      return { executables: startedBy(settings), unread: isRead ? [] : [name] }
    }),
  )
  return {
    executables: found.flatMap(({ executables }) => executables),
    unread: [...found.flatMap(({ unread }) => unread), ...names.slice(mostModules)],
  }
}

/** What a repository's own files say, less where they lie. Starts no git: what it configures to run, never runs. */
export async function readRepository(
  place: RepositoryPlace,
  look: Look,
): Promise<Omit<RepositoryFact, 'inside'>> {
  const gaps: string[] = []
  const own = { within: place.own }
  const [head, { settings, unread }] = await Promise.all([
    readText(join(place.gitDir, 'HEAD'), look, own),
    readSettings(place, look),
  ])
  if (head.kind === 'not-read') gaps.push(`HEAD ${head.reason}`)
  gaps.push(...unread.map(({ name, reason }) => `${name} ${reason}`))
  if (settings.some(({ key }) => /^include(if)?\./.test(key)))
    gaps.push('the configuration includes another file, which was not read')
  const branch = head.kind === 'text' ? /^ref: refs\/heads\/([^\n]{1,200})$/m.exec(head.text)?.[1] : undefined
  const upstream = branch === undefined ? undefined : await upstreamOf(place, branch, settings, look)
  if (upstream && upstream.ahead === undefined) gaps.push('how far the branch is ahead or behind')
  const taken = head.kind === 'text' && (await isRepository(place, head.text, look))
  const modules = await modulesStart(place, look)
  return {
    root: place.root,
    gitDir: place.gitDir,
    branch,
    upstream,
    remotes: settings.flatMap(({ key, value }) => {
      const [, name] = /^remote\.(.+)\.url$/.exec(key) ?? []
      return name === undefined ? [] : [{ name, url: value }]
    }),
    executables: [...startedBy(settings), ...modules.executables],
    unread: [...(taken ? [] : ['HEAD']), ...unread.map(({ name }) => name), ...modules.unread],
    gaps,
  }
}
