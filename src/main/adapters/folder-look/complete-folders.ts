import { opendir, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { hiddenCharacter } from '@shared/domain/hidden-characters'

const mostFolders = 20
/** Of a folder with more entries than this the first ones are looked at. */
const mostEntries = 5000

/**
 * The folders that begin with what is typed of an absolute path, by name in order. Those that begin with a dot only where that is typed.
 * A path with a character that is not seen is left out. Nothing is found where the folder cannot be read.
 */
export async function completeFolders(typed: string): Promise<readonly string[]> {
  if (!isAbsolute(typed) || typed.includes('\0')) return []
  const whole = typed.endsWith('/')
  const folder = whole ? typed : dirname(typed)
  const begin = whole ? '' : basename(typed).toLowerCase()
  const found: string[] = []
  let seen = 0
  try {
    for await (const entry of await opendir(folder)) {
      if ((seen += 1) > mostEntries) break
      const { name } = entry
      if (!name.toLowerCase().startsWith(begin) || (name.startsWith('.') && !begin.startsWith('.'))) continue
      if (hiddenCharacter.test(name)) continue
      const path = join(folder, name)
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path)))) found.push(path)
    }
  } catch {
    return [] // no folder, or none that may be read
  }
  return found.sort((a, b) => a.localeCompare(b)).slice(0, mostFolders)
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false, // it leads nowhere
  )
