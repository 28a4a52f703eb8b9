import { join } from 'node:path'
import { stat } from 'node:fs/promises'
import { executableSetting, harmlessSetting } from '../../core/shell/nested/git-call'
import { parseIndex } from './git-index'
import type { RepositoryPlace } from './git-refs'
import { parseGitConfig, type GitSetting } from './parse-git-config'
import { missing, readBytes, readText, type Look } from './read-text'

/** What is set in a repository's own files, and which of them could not be read to their end, with why in words. */
export interface RepositorySettings {
  readonly settings: readonly GitSetting[]
  readonly unread: readonly { readonly name: string; readonly reason: string }[]
}

/** Reads the configuration of a repository, that of its work tree included. Includes are not followed. */
export async function readSettings(
  { gitDir, commonDir, own }: RepositoryPlace,
  look: Look,
): Promise<RepositorySettings> {
  const places = [
    ['the configuration', join(commonDir, 'config')],
    ['the configuration of the worktree', join(gitDir, 'config.worktree')],
  ] as const
  const settings: GitSetting[] = []
  const unread: { name: string; reason: string }[] = []
  for (const [name, path] of places) {
    const read = await readText(path, look, { within: own })
    if (read.kind === 'not-read') {
      // git does without it.
      if (read.reason !== missing) unread.push({ name, reason: read.reason })
      continue
    }
    const config = parseGitConfig(read.text)
    settings.push(...config.settings)
    if (!config.whole) unread.push({ name, reason: 'cannot be understood to its end' })
  }
  return { settings, unread }
}

/** The names of the settings by which git starts a program of the repository's. */
export const startedBy = (settings: readonly GitSetting[]): readonly string[] =>
  settings
    .filter(({ key, value }) => executableSetting.test(key) && !harmlessSetting.test(value))
    .filter(({ key, value }) => !key.startsWith('alias.') || value.startsWith('!'))
    .map(({ key }) => key)

const maxIndex = 24 * 1024 * 1024
/** The mode of an entry of the index that is another repository's commit, as four bytes. */
const moduleMode = Buffer.from([0, 0, 0xe0, 0])
const moduleBits = 0o160000

/** Whether most entries lie in another file: an extension `link` says so, and behind its name how long it is, which is less than what is read of an index. */
function isSplit(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('link'); at >= 0; at = bytes.indexOf('link', at + 1))
    if ((bytes[at + 4] ?? 0) <= maxIndex >>> 24) return true
  return false
}

/** The paths of other repositories that the index has; undefined: they are not known. */
export async function listModules(
  { gitDir, own }: Pick<RepositoryPlace, 'gitDir' | 'own'>,
  look: Look,
): Promise<readonly string[] | undefined> {
  try {
    return await look.deadline.race(async () => {
      const path = join(gitDir, 'index')
      if (!(await stat(path).catch(() => undefined))) return []
      const bytes = await readBytes(path, maxIndex, look, { within: own })
      if (typeof bytes === 'string') return undefined
      // Few have any, and to search is much less than to read every entry.
      if (!bytes.includes(moduleMode) && !isSplit(bytes)) return []
      const index = parseIndex(bytes)
      return index && [...index].flatMap(([name, { mode }]) => (mode === moduleBits ? [name] : []))
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
