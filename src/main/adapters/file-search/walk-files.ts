import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { readRegularFile } from '../regular-file/read-regular-file'

/** A tree with more files than this is searched in its first ones, folder by folder. */
const maxFiles = 200_000
const maxDepth = 64
const maxIgnoreFile = 1024 * 1024

interface Rules {
  readonly folder: string
  readonly rules: Ignore
}

/** The folder's own .gitignore; undefined when it has none that can be used. */
async function rulesOf(root: string, folder: string): Promise<Rules | undefined> {
  try {
    const read = await readRegularFile(join(root, folder, '.gitignore'), {
      limit: maxIgnoreFile,
      links: 'refuse',
    })
    if (read.kind !== 'read' || !read.whole) return undefined
    return { folder, rules: ignore().add(read.bytes.toString()) }
  } catch {
    // No such file, or none that may be read: nothing is left out.
    return undefined
  }
}

function isIgnored(path: string, isFolder: boolean, all: readonly Rules[]): boolean {
  let ignored = false
  for (const { folder, rules } of all) {
    const inside = folder === '' ? path : path.slice(folder.length + 1)
    const verdict = rules.test(isFolder ? `${inside}/` : inside)
    ignored = verdict.ignored || (ignored && !verdict.unignored)
  }
  return ignored
}

/** What the folders above one, up to the root, say of it. */
async function rulesAbove(root: string, folder: string): Promise<readonly Rules[]> {
  const names = folder === '' ? [] : folder.split('/')
  const above = await Promise.all(names.map((_, at) => rulesOf(root, names.slice(0, at).join('/'))))
  return above.filter((each) => each !== undefined)
}

/**
 * The files below a folder, by path relative to it with `/`, without what .gitignore files leave out and without .git; with `from`, a folder below it, only those
 * in there. Symbolic links are not followed and not listed. Folders that cannot be read are passed over. Stops quietly when the signal is aborted.
 */
export async function walkFiles(root: string, signal: AbortSignal, from = ''): Promise<string[]> {
  const files: string[] = []
  const open: { folder: string; depth: number; rules: readonly Rules[] }[] = [
    { folder: from, depth: 0, rules: await rulesAbove(root, from) },
  ]
  for (let next = open.shift(); next && !signal.aborted && files.length < maxFiles; next = open.shift()) {
    const { folder, depth } = next
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    const has = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
    const own = has ? await rulesOf(root, folder) : undefined
    const rules = own ? [...next.rules, own] : next.rules
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const isFolder = entry.isDirectory()
      if (entry.name === '.git' || (!isFolder && !entry.isFile()) || isIgnored(path, isFolder, rules))
        continue
      if (!isFolder) files.push(path)
      else if (depth < maxDepth) open.push({ folder: path, depth: depth + 1, rules })
    }
  }
  return files.slice(0, maxFiles)
}
