import { basename, dirname, join, resolve } from 'node:path'
import { realpath, stat } from 'node:fs/promises'
import type { RepositoryFact } from '../../core/assessment/facts/facts-reader'
import { upwards } from '../../core/shell/paths'
import { executableSetting, harmlessSetting } from '../../core/shell/nested/git-call'
import type { Deadline } from './deadline'
import { parseGitConfig, settingOf, type GitSetting } from './parse-git-config'
import { aheadBehind, readRef, type RepositoryPlace } from './git-refs'
import { readText, type Look } from './read-text'

const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined)

/** The repository that holds a folder: `.git` in it or above it, or where a `.git` file leads. */
export async function findRepository(folder: string, look: Look): Promise<RepositoryPlace | undefined> {
  const { deadline } = look
  for (let at = folder; ; at = dirname(at)) {
    const dot = join(at, '.git')
    const kind = await deadline.race(async () => {
      const stats = await stat(dot).catch(() => undefined)
      return stats?.isDirectory() ? 'folder' : stats?.isFile() ? 'file' : 'none'
    })
    if (kind === undefined) return undefined
    if (kind === 'folder') return openFolder(at, dot, deadline)
    if (kind === 'file') return followPointer(at, dot, look)
    if (dirname(at) === at) return undefined
  }
}

async function openFolder(
  root: string,
  dot: string,
  deadline: Deadline,
): Promise<RepositoryPlace | undefined> {
  const found = await deadline.race(async () => [await real(root), await real(dot)])
  const [folder, gitDir] = found ?? []
  // A `.git` that is a link may name any folder at all.
  const own = folder !== undefined && gitDir === join(folder, '.git') ? [gitDir] : []
  return { root, gitDir: dot, commonDir: dot, own }
}

/** What a worktree's or a submodule's pointer leads to is its own only when that says so too, as git lays it out. */
async function followPointer(root: string, dot: string, look: Look): Promise<RepositoryPlace | undefined> {
  const { deadline } = look
  const folder = await deadline.race(() => real(root))
  if (folder === undefined) return undefined
  const pointer = await readText(dot, look, { within: [folder] })
  const path = pointer.kind === 'text' ? /^gitdir: (.+)$/m.exec(pointer.text)?.[1] : undefined
  if (path === undefined) return undefined
  const gitDir = resolve(root, path.trim())
  const realGitDir = await deadline.race(() => real(gitDir))
  if (realGitDir === undefined) return undefined
  const own = { within: [realGitDir] }
  const [back, common] = await Promise.all([
    readText(join(gitDir, 'gitdir'), look, own),
    readText(join(gitDir, 'commondir'), look, own),
  ])
  const commonDir = common.kind === 'text' ? resolve(gitDir, common.text.trim()) : gitDir
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

/** What a repository's own files say, less where they lie. Starts no git: what it configures to run, never runs. */
export async function readRepository(
  place: RepositoryPlace,
  look: Look,
): Promise<Omit<RepositoryFact, 'inside'>> {
  const gaps: string[] = []
  const own = { within: place.own }
  const [head, config] = await Promise.all([
    readText(join(place.gitDir, 'HEAD'), look, own),
    readText(join(place.commonDir, 'config'), look, own),
  ])
  if (head.kind === 'not-read') gaps.push(`HEAD ${head.reason}`)
  if (config.kind === 'not-read') gaps.push(`the configuration ${config.reason}`)
  const settings = config.kind === 'text' ? parseGitConfig(config.text) : []
  if (settings.some(({ key }) => /^include(if)?\./.test(key)))
    gaps.push('the configuration includes another file, which was not read')
  const branch = head.kind === 'text' ? /^ref: refs\/heads\/([^\n]{1,200})$/m.exec(head.text)?.[1] : undefined
  const upstream = branch === undefined ? undefined : await upstreamOf(place, branch, settings, look)
  if (upstream && upstream.ahead === undefined) gaps.push('how far the branch is ahead or behind')
  return {
    root: place.root,
    gitDir: place.gitDir,
    branch,
    upstream,
    remotes: settings.flatMap(({ key, value }) => {
      const [, name] = /^remote\.(.+)\.url$/.exec(key) ?? []
      return name === undefined ? [] : [{ name, url: value }]
    }),
    executables: settings
      .filter(({ key, value }) => executableSetting.test(key) && !harmlessSetting.test(value))
      .filter(({ key, value }) => !key.startsWith('alias.') || value.startsWith('!'))
      .map(({ key }) => key),
    gaps,
  }
}
