import { createHash } from 'node:crypto'
import { lstat, opendir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type {
  FactsBudget,
  FactsReader,
  FactsReading,
  RepositoryFact,
} from '../../core/assessment/facts/facts-reader'
import { expandPattern } from '../../core/assessment/facts/expand-pattern'
import type { SourceText } from '../../core/shell/graph-builder'
import { isPlace, isUntold } from '@shared/domain/what-was-read'
import type { PlaceJudge, ReadLimits } from '../../core/ports/read-files'
import { Deadline, outOfTime } from './deadline'
import { findRepository, readRepository } from './git-repository'
import type { RepositoryPlace } from './git-refs'
import { GitState } from './git-state'
import { readEntry, realPathOf, unknownPath } from './path-fact'
import { digestFile, liesOutside, missing, readText, type Look } from './read-text'
import { UntoldNames } from './untold-names'
import { walkBelow } from './walk-below'

const maxNames = 2000

async function listFolder(path: string, deadline: Deadline): ReturnType<FactsReading['list']> {
  const names: string[] = []
  const read = async (): Promise<{ names: string[]; complete: boolean }> => {
    for await (const entry of await opendir(path, { bufferSize: 256 })) {
      if (names.length >= maxNames || deadline.over || !deadline.take(1)) return { names, complete: false }
      names.push(entry.name)
    }
    return { names: names.sort(), complete: true }
  }
  // A folder that cannot be listed (missing, forbidden, no folder) gives no names.
  return deadline.race(() => read().catch(() => undefined))
}

/** Remembers what was asked once, since several operands often lie in one repository. */
function createReading(budget: FactsBudget, judge: PlaceJudge, untold: UntoldNames): FactsReading {
  const deadline = new Deadline(budget)
  const look: Look = { deadline, judge }
  let withheld = false
  let withholdsNames = false
  const standIns = new Map<string, string>()
  const digests = new Map<string, string>()
  const shown = new Map<string, string>()
  const places = new Map<string, Promise<RepositoryPlace | undefined>>()
  const entries = new Map<string, Promise<Awaited<ReturnType<typeof readEntry>> | undefined>>()
  const states = new Map<string, Promise<GitState | undefined>>()
  const once = <T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
    const found = known.get(key) ?? make()
    known.set(key, found)
    return found
  }
  const placeFor = (folder: string): Promise<RepositoryPlace | undefined> =>
    once(places, folder, () => findRepository(folder, look))

  const stateFor = async (folder: string): Promise<GitState | undefined> => {
    const place = await placeFor(folder)
    return place && once(states, place.gitDir, () => GitState.open(place, look))
  }

  const keptIn = async (folder: string): Promise<string | undefined> => {
    const place = await placeFor(folder)
    return place && deadline.race(() => realpath(place.commonDir).catch(() => place.commonDir))
  }

  const pathFact: FactsReading['path'] = async (path, depth, fits) => {
    const found = await once(entries, path, () => deadline.race(() => readEntry(path)))
    if (!found) return unknownPath(path, outOfTime)
    const { stats, ...fact } = found
    if (depth === 'entry' || !stats) return fact
    // A trailing slash or a link on the way does not matter here: what is counted is what the path really leads to.
    const real = fact.kind === 'symlink' ? path : (fact.realPath ?? path)
    if (fact.kind !== 'directory') {
      if (fact.kind !== 'file' && fact.kind !== 'symlink') return fact
      const state = await stateFor(dirname(real))
      const git = await state?.count([{ path: real, stats }])
      return { ...fact, git, keptIn: git && (await keptIn(dirname(real))) }
    }
    const below = await walkBelow(real, deadline, fits)
    const state = await stateFor(real)
    const git = await state?.count(below.paths)
    return {
      ...fact,
      files: below.files,
      bytes: below.bytes,
      counted: below.complete,
      newestMs: below.newestMs || fact.newestMs,
      git: git && { ...git, complete: git.complete && below.complete },
      keptIn: git && (await keptIn(real)),
    }
  }

  /** Whether a name is told by what stands for it, from its first mention on. */
  const isWithheld = async (path: string, by?: 'hidden-text'): Promise<boolean> => {
    if ((withholdsNames || by !== undefined) && !digests.has(path) && !standIns.has(path)) {
      const { kind } = await pathFact(path, 'entry')
      if (kind === 'missing' || kind === 'unknown') standIns.set(path, untold.standIn(path))
    }
    return standIns.has(path)
  }
  /** The path that is meant; undefined for a stand-in that is nobody's, which nothing can be read of. */
  const meant = (given: string): string | undefined => {
    if (!isUntold(given)) return given
    const path = untold.pathOf(given)
    if (path === undefined) digests.set(given, 'unread')
    else standIns.set(path, given)
    return path
  }

  const repositories = new Map<string, Promise<RepositoryFact>>()
  const text: FactsReading['text'] = async (path, use) => {
    const read = await readText(path, look, use)
    await isWithheld(path)
    const known = digests.get(path)
    // What is withheld at first is read later for the rules alone.
    if (known === undefined || known === 'unread' || isPlace({ path, digest: known }))
      digests.set(path, digestOf(read))
    if (read.kind === 'text' && use === 'show' && !shown.has(path)) shown.set(path, read.text)
    if (read.kind === 'not-read' && read.reason === liesOutside) withheld = true
    return read
  }
  const reading: FactsReading = {
    path: pathFact,
    text,
    standing: (paths) => Promise.all(paths.map((path) => standsAt(untold.pathOf(path) ?? path))),
    bind: async (given, by) => {
      const path = meant(given)
      if (path === undefined) return
      await isWithheld(path, by)
      if ((await text(path, 'judge')).kind === 'text' || digests.get(path) !== 'unread') return
      const digest = await digestFile(path, look)
      if (digest !== undefined) digests.set(path, digest)
    },
    lead: async (given, as) => {
      const path = meant(given)
      if (path === undefined || digests.has(path)) return
      const fits = as === 'names' ? await expandPattern(path, reading) : { paths: [path], complete: true }
      const places = await deadline.race(() =>
        Promise.all(fits.paths.map(async (each) => [each, await realPathOf(each)])),
      )
      const salt = (await isWithheld(path)) ? untold.salt : ''
      digests.set(path, fits.complete && places ? `${as}:${sha256(salt + JSON.stringify(places))}` : 'unread')
    },
    list: (path) => listFolder(path, deadline),
    repository: async (folder) => {
      // git looks from where it really is.
      const place = await placeFor(
        (await deadline.race(() => realpath(folder).catch(() => folder))) ?? folder,
      )
      // What git is configured to start is part of what a yes to a git command is given on.
      if (place)
        for (const file of [join(place.commonDir, 'config'), join(place.gitDir, 'config.worktree')])
          await text(file, 'judge')
      return place && once(repositories, place.gitDir, () => repositoryFact(place, look))
    },
    read: () =>
      [...digests].map(([path, digest]) => {
        const standIn = standIns.get(path)
        if (standIn === undefined) return { path, digest }
        return { path: standIn, digest: untold.pathOf(standIn) === path ? digest : 'unread' }
      }),
    shown: () => [...shown].map(([path, text]) => ({ path, text, digest: digestOf({ kind: 'text', text }) })),
    withheld: () => withheld,
    withholdNames: () => {
      withholdsNames = true
    },
    complete: () => deadline.complete,
  }
  return reading
}

/** An entry and what it leads to, by what only the system sets. One that cannot be looked at is like no other. */
async function standsAt(path: string): Promise<string> {
  try {
    const both = await Promise.all([lstat(path, { bigint: true }), stat(path, { bigint: true })])
    return both
      .map(({ dev, ino, size, mtimeNs, ctimeNs }) => [dev, ino, size, mtimeNs, ctimeNs].join(' '))
      .join(', ')
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function digestOf(read: SourceText): string {
  if (read.kind === 'text') return `sha256:${sha256(read.text)}`
  return read.reason === missing ? 'missing' : 'unread'
}

async function repositoryFact(place: RepositoryPlace, look: Look): Promise<RepositoryFact> {
  const fact = await readRepository(place, look)
  const [folder = place.commonDir] = place.own.slice(-1)
  const inside = await look.deadline.race(async () => {
    const { dev: device, ino: inode } = await stat(folder)
    return (await look.judge.standing({ realPath: folder, device, inode, links: 1 })) === 'inside'
  })
  return { ...fact, inside: inside === true && place.own.length > 0 }
}

/**
 * Facts from the file system and from git's own files. Starts no process and writes nothing. `limits` say which texts are
 * read, and which of them may be shown.
 */
export function createFactsReader(limits: ReadLimits): FactsReader {
  const untold = new UntoldNames()
  return { open: ({ budget, roots }) => createReading(budget, limits.judge(roots), untold) }
}
