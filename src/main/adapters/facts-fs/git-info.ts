import { join } from 'node:path'
import { withoutSecrets } from '@shared/domain/remote-address'
import type { GitInfo } from '../../core/ports/workspace'
import type { ReadLimits } from '../../core/ports/read-files'
import { Deadline } from './deadline'
import { parseGitConfig, settingOf } from './parse-git-config'
import { readRef } from './git-refs'
import { findRepository } from './git-repository'
import { readText, type Look } from './read-text'

const budget = { ms: 500, entries: 1000 }

/**
 * Commit, branch and origin of a folder's repository, as its own files say. Starts no git, so that nothing runs that the
 * repository configures. Undefined where there is no repository; what cannot be read in half a second, or may not be, is absent.
 */
export async function readGitInfo(cwd: string, limits: ReadLimits): Promise<GitInfo | undefined> {
  const look: Look = { deadline: new Deadline(budget), judge: limits.judge([cwd]) }
  const place = await findRepository(cwd, look)
  if (!place) return undefined
  const own = { within: place.own }
  const [head, config] = await Promise.all([
    readText(join(place.gitDir, 'HEAD'), look, own),
    readText(join(place.commonDir, 'config'), look, own),
  ])
  const text = head.kind === 'text' ? head.text.trim() : ''
  const branch = /^ref: refs\/heads\/(.{1,200})$/.exec(text)?.[1]
  const commit =
    branch === undefined
      ? /^[0-9a-f]{40}$/.exec(text)?.[0]
      : await readRef(place, `refs/heads/${branch}`, look)
  const settings = config.kind === 'text' ? parseGitConfig(config.text).settings : []
  const origin = settingOf(settings, 'remote.origin.url')
  const repositoryUrl = origin === undefined || origin.length > 2000 ? undefined : withoutSecrets(origin)
  return {
    ...(commit === undefined ? {} : { commit }),
    ...(branch === undefined ? {} : { branch }),
    ...(repositoryUrl === undefined ? {} : { repositoryUrl }),
  }
}
