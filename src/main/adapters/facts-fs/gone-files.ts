import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Stats } from 'node:fs'
import type { GitCounts } from '../../core/assessment/facts/facts-reader'
import type { GoneFiles, GoneFilesReader } from '../../core/ports/gone-files'
import type { ReadLimits } from '../../core/ports/read-files'
import { Deadline } from './deadline'
import { findRepository } from './git-repository'
import { GitState } from './git-state'
import { walkBelow } from './walk-below'

/** How long and how much is looked at for one rehearsal; what is beyond it is not known, and covered by no rule. */
const budget = { ms: 2000, entries: 50_000 } as const
/** So many of a session's own files are known; those after them are nobody's. */
const mostMade = 100_000

/** Of so many sessions, those that made something last. */
const mostSessions = 20

interface Standing {
  readonly path: string
  readonly stats: Stats
}

/** What a file is, by what only the system sets: a write, a new mode or another file in its place makes it another. */
const identity = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  [dev, ino, size, mtimeMs, ctimeMs].join(' ')

/** Counts what a rehearsal deleted while it still lies there, with git's own files as they are read elsewhere. */
export function createGoneFiles(limits: ReadLimits): GoneFilesReader {
  const made = { new: createKnown(), over: createKnown(), added: createKnown() }
  /** Whether somebody touched it since then. What a session put in place meanwhile, this one or another, is no person's. */
  const isTouched = (each: Standing, since: number): boolean =>
    each.stats.ctimeMs >= since && !Object.values(made).some((known) => known.isAnyones(each))
  return {
    async count(changes, { session, roots, since = Number.POSITIVE_INFINITY }) {
      const look = { deadline: new Deadline(budget), judge: limits.judge(roots) }
      const states = new Map<string, Promise<GitState | undefined>>()
      const once = (key: string, make: () => Promise<GitState | undefined>) => {
        const known = states.get(key) ?? make()
        states.set(key, known)
        return known
      }
      const stateFor = (folder: string): Promise<GitState | undefined> =>
        once(folder, async () => {
          const place = await findRepository(folder, look)
          return place && once(`${place.gitDir}\0`, () => GitState.open(place, look))
        })
      const filesOf = async (path: string): Promise<readonly Standing[] | undefined> => {
        const stats = await lstat(path).catch(() => undefined)
        if (!stats) return undefined
        if (!stats.isDirectory()) return [{ path, stats }]
        const below = await walkBelow(path, look.deadline)
        // A repository goes with all that it alone knew.
        const holds = below.paths.some((each) => each.path.slice(path.length).split('/').includes('.git'))
        return below.complete && !holds ? below.paths : undefined
      }
      const count = async (path: string): Promise<GoneFiles | undefined> => {
        const files = await filesOf(path)
        if (!files) return undefined
        const others = files.filter((each) => !made.new.has(session, each))
        if (others.length === 0) return { files: files.length, unsaved: 0, ignored: 0 }
        const added = others.filter((each) => made.added.has(session, each)).length
        const own = added > 0 ? { added } : {}
        const late = new Set(others.filter((each) => isTouched(each, since)))
        const early = others.filter((each) => !late.has(each))
        const state = await stateFor(dirname(path))
        if (!state) return { files: files.length, unsaved: others.length, ignored: late.size, ...own }
        const [before, after] = [await state.countHeld(early), await state.countHeld([...late])]
        if (!before.complete || !after.complete) return undefined
        const lost = before.ignored + unsavedOf(after)
        const unsaved = unsavedOf(before) + unsavedOf(after)
        return { files: files.length, unsaved, ignored: lost, ...own }
      }
      const found = new Map<object, GoneFiles>()
      for (const change of changes) {
        const goes =
          change.kind === 'moved' ? change.from : change.kind === 'created' ? undefined : change.path
        const gone = goes === undefined ? undefined : await count(goes)
        if (gone) found.set(change, gone)
      }
      return (change) => found.get(change)
    },
    async touchedSince(changes, since) {
      const deadline = new Deadline(budget)
      for (const { kind, path, from } of changes) {
        const goes = kind === 'deleted' ? path : from
        const replaced = kind === 'created' ? [] : [path]
        for (const each of new Set([...replaced, ...(goes === undefined ? [] : [goes])])) {
          const stats = await lstat(each).catch(() => undefined)
          if (!stats) continue
          if (stats.ctimeMs >= since) return each
          if (!stats.isDirectory() || each !== goes) continue
          const below = await walkBelow(each, deadline)
          if (!below.complete || below.paths.some((file) => file.stats.ctimeMs >= since)) return each
        }
      }
      return undefined
    },
    async untouched(paths, since) {
      if (since === undefined) return []
      const found = await Promise.all(
        paths.map(async (path) => ({ path, stats: await lstat(path).catch(() => undefined) })),
      )
      return found.flatMap(({ path, stats }) => (stats && !isTouched({ path, stats }, since) ? [path] : []))
    },
    made: (session, paths, how = 'new') => made[how].add(session, paths),
  }
}

const unsavedOf = ({ modified, untracked, ignored }: GitCounts): number => modified + untracked + ignored

/** Files of sessions, known for as long as nobody touches them. */
function createKnown() {
  const own = new Map<string, Map<string, string>>()
  return {
    has: (session: string, { path, stats }: Standing): boolean =>
      own.get(session)?.get(path) === identity(stats),
    isAnyones: ({ path, stats }: Standing): boolean =>
      [...own.values()].some((known) => known.get(path) === identity(stats)),
    async add(session: string, paths: readonly string[]): Promise<void> {
      const known = own.get(session) ?? new Map<string, string>()
      own.delete(session)
      own.set(session, known)
      const [oldest] = own.keys()
      if (own.size > mostSessions && oldest !== undefined) own.delete(oldest)
      for (const path of paths) {
        if (known.size >= mostMade) return
        const stats = await lstat(path).catch(() => undefined)
        if (stats && !stats.isDirectory()) known.set(path, identity(stats))
      }
    },
  }
}
