import type { FactRow } from '@shared/domain/facts'
import type { RecordTable } from '../../programs/record-table'
import { fileActions } from '../actions/file-actions'
import type { FileAction, Target } from '../actions/file-action'
import { hasGlob } from '../../shell/glob'
import type { CommandGraph } from '../../shell/graph'
import { knownInput } from '../../shell/known-output'
import { atFolderOfGit } from '../../shell/nested/git-call'
import { isWithin, upwards } from '../../shell/paths'
import { expandPattern } from './expand-pattern'
import type { FactsReading, PathFact, RepositoryFact } from './facts-reader'
import { madeLinks, throughLinks } from './made-links'
import { packageFacts } from './package-facts'
import { followWords } from './read-words'
import { shadowedModules } from './shadowed-modules'
import { isInside, placeAt, type Landmarks, type Place } from './places'

/**
 * One path that an action touches, and where it really lies. `stays`: it is a folder that the program leaves alone. `gone`: git
 * had it, and what git keeps goes as well.
 */
export interface Finding {
  readonly fact: PathFact
  readonly place: Place
  readonly stays: boolean
  readonly gone?: true
}

/** An action with what was found at its target. Nothing found and `known` false: the target is not known. */
export interface Touched {
  readonly action: FileAction
  readonly found: readonly Finding[]
  readonly known: boolean
  /** False when a pattern matched more than was looked at. */
  readonly complete: boolean
  /** Where a pattern fits nothing now, beyond the session's folders: what would fit it once it is there. */
  readonly comes?: Finding
}

/** Everything that was looked at for one command line. */
export interface Findings {
  readonly touched: ReadonlyMap<number, readonly Touched[]>
  readonly repositories: ReadonlyMap<string, RepositoryFact>
  /** Folders that were looked at, and lie in no repository. */
  readonly without: ReadonlySet<string>
  readonly landmarks: Landmarks
  /** What manifest and lockfile say, when packages are installed. */
  readonly packages: readonly FactRow[]
  /** Where words lead by which files are read (`followWords`). */
  readonly leads: ReadonlyMap<string, readonly string[]>
  /** Commands whose code brings in libraries that files beside it may stand for (`shadowedModules`). */
  readonly shadowed: ReadonlySet<number>
  readonly complete: boolean
}

/** Whether there were so many places that this one was not looked at, though it is known. */
export const leftOut = ({ action, known, complete }: Touched): boolean =>
  !known && !complete && action.target.paths.length > 0

/** What was found, and what may yet come to fit. */
export const possible = ({ found, comes }: Pick<Touched, 'found' | 'comes'>): readonly Finding[] =>
  comes === undefined ? found : [...found, comes]

const maxTargets = 400
/** So many folders that git is used in are looked at. */
const mostFolders = 8

/** A trailing slash makes a program follow a link, so that its target is what counts. */
const follows = ({ text }: Target): boolean => /\/\.?$/.test(text)

async function look(action: FileAction, reading: FactsReading, landmarks: Landmarks): Promise<Touched> {
  const { target, access } = action
  if (target.paths.length === 0) return { action, found: [], known: false, complete: true }
  let paths = [...target.paths]
  let complete = true
  if (target.spread === 'glob') {
    const expanded = await Promise.all(paths.map((path) => expandPattern(path, reading)))
    paths = expanded.flatMap((each) => each.paths)
    complete = expanded.every((each) => each.complete)
  }
  const counts = access === 'delete' || access === 'move' || (action.recursive && access !== 'read')
  const depth = counts || access === 'write' || access === 'append' || access === 'change' ? 'below' : 'entry'
  const found = await Promise.all(
    paths.map(async (path): Promise<Finding> => {
      let fact = await reading.path(path, counts ? depth : 'entry', target.fits)
      if (fact.kind === 'directory' && target.name !== undefined && access === 'write')
        fact = await reading.path(`${path}/${target.name}`, 'entry')
      if (fact.kind === 'symlink' && follows(target) && fact.realPath !== undefined)
        fact = await reading.path(fact.realPath, depth)
      else if (depth === 'below' && !counts && fact.kind === 'file')
        fact = await reading.path(fact.path, 'below')
      else if (depth === 'below' && !counts && fact.kind === 'symlink' && fact.realPath !== undefined)
        fact = throughLink(fact, await reading.path(fact.realPath, 'below'))
      return { fact, place: placeOfFact(fact, action, landmarks), stays: staysAt(fact, action) }
    }),
  )
  const comes =
    target.spread === 'glob' && found.length === 0 ? await whatComes(target, reading, landmarks) : undefined
  return { action, found, known: true, complete, ...(comes && { comes }) }
}

/** What a pattern that fits nothing stands for: between this look and the run something may come, and no level is lower for it. */
async function whatComes(
  { paths: [pattern = ''] }: Target,
  reading: FactsReading,
  landmarks: Landmarks,
): Promise<Finding | undefined> {
  const parts = pattern.split('/')
  const folder = parts.slice(0, parts.findIndex(hasGlob)).join('/') || '/'
  const { realPath = folder } = await reading.path(folder, 'entry')
  const path = `${realPath === '/' ? '' : realPath}/${parts.at(-1) ?? ''}`
  const place = placeAt(path, landmarks)
  const fact = { ...(await reading.path(path, 'entry')), kind: 'unknown', realKind: 'unknown' } as const
  return isInside(place) ? undefined : { fact, place, stays: false }
}

/** What is written through a link replaces what it leads to. */
function throughLink(link: PathFact, { kind, bytes, newestMs, git, keptIn }: PathFact): PathFact {
  return kind === 'file' ? { ...link, bytes, newestMs, git, keptIn } : link
}

/** With what was found of repositories that go as a whole: nothing of theirs can be had back from them. */
function withRepositoriesGone(all: readonly Touched[]): readonly Touched[] {
  const going = all
    .filter(({ action }) => action.access === 'delete' && !action.target.filtered)
    .flatMap(({ found }) =>
      found.map(({ fact }) => (fact.kind === 'symlink' ? fact.path : (fact.realPath ?? fact.path))),
    )
  const goes = ({ keptIn }: PathFact): boolean =>
    keptIn !== undefined &&
    going.some((path) => isWithin(keptIn, path) || isWithin(path, `${keptIn}/objects`))
  return all.map((each) => ({
    ...each,
    found: each.found.map((finding) =>
      goes(finding.fact) ? { ...finding, fact: { ...finding.fact, git: undefined }, gone: true } : finding,
    ),
  }))
}

/**
 * Whether a delete leaves a folder where it is. One that was not counted to its end may as well be empty, and of what is meant
 * below a folder (`find -exec rm {}`) that folder says nothing.
 */
function staysAt({ kind, files, counted }: PathFact, { spares, target }: FileAction): boolean {
  if (spares === undefined || kind !== 'directory' || target.spread === 'below') return false
  return spares === 'all' || (counted && (files ?? 0) > 0)
}

/** A link is deleted or moved where it stands; whatever goes through it lands where it leads. */
function placeOfFact(fact: PathFact, { access }: FileAction, landmarks: Landmarks): Place {
  const stays = fact.kind === 'symlink' && (access === 'delete' || access === 'move' || access === 'create')
  const path = stays ? fact.path : (fact.realPath ?? fact.path)
  // Making something in /tmp is not the same as removing /tmp.
  const makes = /^(create|append|write|read)$/.test(access)
  return makes && landmarks.temporary.includes(path) ? 'temporary' : placeAt(path, landmarks)
}

/** Looks at everything that the commands of a graph touch, within the reading's budget. */
export async function gather(
  graph: CommandGraph,
  reading: FactsReading,
  landmarks: Landmarks,
  own?: RecordTable,
): Promise<Findings> {
  const links = madeLinks(graph.commands)
  const actions = graph.commands
    .flatMap((command) =>
      fileActions(command, own, { input: () => knownInput(command, graph.commands), home: landmarks.home }),
    )
    .map((action) => throughLinks(action, links))
  // Should there be too many, what changes something is looked at before what only reads, and first what lies elsewhere.
  const isElsewhere = ({ target }: FileAction): boolean =>
    target.paths.some((path) => !landmarks.roots.some((root) => isWithin(path, root)))
  const rank = (action: FileAction): number =>
    (action.access === 'read' ? 2 : 0) + (isElsewhere(action) ? 0 : 1)
  const chosen = actions.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxTargets)
  const touched = new Map<number, Touched[]>()
  const add = (each: Touched): void => {
    const list = touched.get(each.action.command) ?? []
    list.push(each)
    touched.set(each.action.command, list)
  }
  const repositories = new Map<string, RepositoryFact>()
  const without = new Set<string>()
  const folders = new Set(
    graph.commands.flatMap((each) =>
      each.program === 'git' && each.host === undefined ? atFolderOfGit(each).cwd : [],
    ),
  )
  const [packages, looked, followed, shadowed] = await Promise.all([
    packageFacts(graph, reading),
    Promise.all(chosen.map((action) => look(action, reading, landmarks))),
    followWords(graph, landmarks.home, reading),
    shadowedModules(
      graph,
      reading,
      actions.flatMap(({ access, target }) => (access === 'read' ? [] : target.paths)),
    ),
    ...[...folders].slice(0, mostFolders).map(async (folder) => {
      const found = await reading.repository(folder)
      if (found) repositories.set(folder, found)
      else without.add(folder)
    }),
  ])
  withRepositoriesGone(looked).forEach(add)
  const taken = new Set(chosen)
  for (const action of actions)
    if (!taken.has(action)) add({ action, found: [], known: false, complete: false })
  return {
    touched,
    repositories,
    without,
    landmarks,
    packages,
    leads: followed.leads,
    shadowed,
    complete: reading.complete() && followed.complete && actions.length === chosen.length,
  }
}

/** The folders that give places their meaning, with links followed. */
export async function findLandmarks(from: Landmarks, reading: FactsReading): Promise<Landmarks> {
  const real = async (path: string): Promise<string> => (await reading.path(path, 'entry')).realPath ?? path
  const [roots, temporary, home, engineHome] = await Promise.all([
    Promise.all(from.roots.map(real)),
    Promise.all(from.temporary.map(real)),
    real(from.home),
    from.engineHome === undefined ? undefined : real(from.engineHome),
  ])
  return {
    roots: roots.filter((root) => upwards(root).length > 1),
    home,
    engineHome,
    temporary: [...new Set([...temporary, ...from.temporary])],
  }
}
