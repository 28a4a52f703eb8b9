import { createHash } from 'node:crypto'
import type { FactsReader, FactsReading, PathFact } from '../../src/main/core/assessment/facts/facts-reader'

/** What stands at a path of the fake file system: a text, a link, a folder, or some fact of its own. */
export type FakeEntry = string | { readonly link: string } | { readonly folder: true } | Partial<PathFact>

const isLink = (entry: FakeEntry | undefined): entry is { link: string } =>
  typeof entry === 'object' && 'link' in entry

/** A file system in memory, for rules and facts alone. Nothing is counted below folders but what is listed here. */
export function fakeFactsReader(files: Readonly<Record<string, FakeEntry>>): FactsReader {
  const follow = (path: string, steps = 0): string => {
    const hit = Object.entries(files).find(
      ([name, entry]) => isLink(entry) && (path === name || path.startsWith(`${name}/`)),
    )
    if (!hit || steps > 5) return path
    const [name, entry] = hit
    return isLink(entry) ? follow(entry.link + path.slice(name.length), steps + 1) : path
  }
  const below = (folder: string): string[] =>
    Object.keys(files).filter((path) => path.startsWith(`${folder}/`))

  const fact = (path: string): PathFact => {
    const entry = files[path]
    const realPath = follow(path)
    const real = files[realPath]
    const inside = below(realPath)
    const isFolder = inside.length > 0 || (typeof real === 'object' && 'folder' in real)
    const kind = isLink(entry) ? 'symlink' : isFolder ? 'directory' : real === undefined ? 'missing' : 'file'
    const base: PathFact = {
      path,
      kind,
      realKind: isFolder ? 'directory' : real === undefined ? 'missing' : 'file',
      realPath,
      files: isFolder ? inside.length : 1,
      bytes: typeof real === 'string' ? real.length : inside.length * 10,
      counted: true,
      newestMs: 0,
      mode: undefined,
      git: undefined,
      reason: undefined,
    }
    if (isLink(entry)) return { ...base, files: 1, bytes: 0 }
    return typeof real === 'object' && !('folder' in real) && !('link' in real) ? { ...base, ...real } : base
  }

  const digests = new Map<string, string>()
  const reading: FactsReading = {
    path: (path) => Promise.resolve(fact(path)),
    text: (path) => {
      const entry = files[follow(path)]
      const text = typeof entry === 'string' ? entry : undefined
      digests.set(
        path,
        text === undefined ? 'missing' : `sha256:${createHash('sha256').update(text).digest('hex')}`,
      )
      return Promise.resolve(
        typeof entry === 'string'
          ? { kind: 'text', text: entry }
          : { kind: 'not-read', reason: 'does not exist' },
      )
    },
    list: (path) => {
      const names = new Set(
        below(follow(path)).map((each) => each.slice(follow(path).length + 1).split('/')[0] ?? ''),
      )
      return Promise.resolve(names.size === 0 ? undefined : { names: [...names], complete: true })
    },
    repository: () => Promise.resolve(undefined),
    withheld: () => false,
    withholdNames: () => undefined,
    read: () => [...digests].map(([path, digest]) => ({ path, digest })),
    shown: () => [],
    standing: (paths) => Promise.resolve(paths.map(() => 'as it was')),
    bind: async (path) => void (await reading.text(path, 'judge')),
    lead: (path, as) => {
      if (!digests.has(path))
        digests.set(path, `${as}:${createHash('sha256').update(follow(path)).digest('hex')}`)
      return Promise.resolve()
    },
    complete: () => true,
  }
  return { open: () => reading }
}
