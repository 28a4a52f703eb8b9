import { dirname, join, resolve } from 'node:path'
import { stat } from 'node:fs/promises'
import type { RepositoryFact } from '../../core/assessment/facts/facts-reader'
import { executableSetting, harmlessSetting } from '../../core/assessment/openings/git-openings'
import type { Deadline } from './deadline'
import { parseGitConfig, settingOf, type GitSetting } from './git-config'
import { aheadBehind, readRef } from './git-refs'
import { readText } from './read-text'

/** Where a repository's parts lie. */
export interface RepositoryPlace {
  readonly root: string
  readonly gitDir: string
  readonly commonDir: string
}

/** The repository that holds a folder: `.git` in it or above it, or where a `.git` file leads. */
export async function findRepository(
  folder: string,
  deadline: Deadline,
): Promise<RepositoryPlace | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const dot = join(at, '.git')
    const kind = await deadline.race(async () => {
      const stats = await stat(dot).catch(() => undefined)
      return stats?.isDirectory() ? 'folder' : stats?.isFile() ? 'file' : 'none'
    })
    if (kind === undefined) return undefined
    if (kind === 'folder') return { root: at, gitDir: dot, commonDir: dot }
    if (kind === 'file') return followPointer(at, dot, deadline)
    if (dirname(at) === at) return undefined
  }
}

async function followPointer(
  root: string,
  dot: string,
  deadline: Deadline,
): Promise<RepositoryPlace | undefined> {
  const pointer = await readText(dot, deadline)
  const path = pointer.kind === 'text' ? /^gitdir: (.+)$/m.exec(pointer.text)?.[1] : undefined
  if (path === undefined) return undefined
  const gitDir = resolve(root, path.trim())
  const common = await readText(join(gitDir, 'commondir'), deadline)
  const commonDir = common.kind === 'text' ? resolve(gitDir, common.text.trim()) : gitDir
  return { root, gitDir, commonDir }
}

async function upstreamOf(
  place: RepositoryPlace,
  branch: string,
  settings: readonly GitSetting[],
  deadline: Deadline,
): Promise<RepositoryFact['upstream']> {
  const remote = settingOf(settings, `branch.${branch}.remote`)
  const merge = settingOf(settings, `branch.${branch}.merge`)?.replace(/^refs\/heads\//, '')
  if (remote === undefined || merge === undefined) return undefined
  const [local, theirs] = await Promise.all([
    readRef(place.commonDir, `refs/heads/${branch}`, deadline),
    readRef(place.commonDir, `refs/remotes/${remote}/${merge}`, deadline),
  ])
  const counts =
    local === undefined || theirs === undefined
      ? { ahead: undefined, behind: undefined }
      : await aheadBehind(place.commonDir, { local, remote: theirs }, deadline)
  return { remote, branch: merge, ...counts }
}

/** What a repository's own files say. Starts no git: what it configures to run, never runs. */
export async function readRepository(place: RepositoryPlace, deadline: Deadline): Promise<RepositoryFact> {
  const gaps: string[] = []
  const [head, config] = await Promise.all([
    readText(join(place.gitDir, 'HEAD'), deadline),
    readText(join(place.commonDir, 'config'), deadline),
  ])
  if (head.kind === 'not-read') gaps.push(`HEAD ${head.reason}`)
  if (config.kind === 'not-read') gaps.push(`the configuration ${config.reason}`)
  const settings = config.kind === 'text' ? parseGitConfig(config.text) : []
  if (settings.some(({ key }) => /^include(if)?\./.test(key)))
    gaps.push('the configuration includes another file, which was not read')
  const branch = head.kind === 'text' ? /^ref: refs\/heads\/([^\n]{1,200})$/m.exec(head.text)?.[1] : undefined
  const upstream = branch === undefined ? undefined : await upstreamOf(place, branch, settings, deadline)
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
