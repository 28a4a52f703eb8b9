import type { RestoredFile } from '@shared/domain/turn-restore'
import { readable } from '../text/readable-path'

/**
 * What a tree has at a path: what it is for git (mode `000000`: nothing), and its rights as the tree says them (empty: nothing). Where both trees have the
 * same, and of folders, mode and blob are empty; where both have the same rights, or do not say them, these are.
 */
export interface Entry {
  readonly mode: string
  readonly blob: string
  readonly rights: string
}

/**
 * One path that two trees have otherwise, with what each has there. The path has a character for each byte, and of a folder, which has rights alone, a
 * slash behind.
 */
export interface Difference {
  readonly path: string
  readonly before: Entry
  readonly after: Entry
}

const nothing = '000000'
const ownName = '.countersign'
const same: Entry = { mode: '', blob: '', rights: '' }

/** One line of git's raw form: a path, and mode and blob on both sides. */
interface Raw {
  readonly path: string
  readonly before: readonly [mode: string, blob: string]
  readonly after: readonly [mode: string, blob: string]
}

const unexpected = (): Error => new Error('git compares in another form than expected')

function readRaw(head: string, path: string): Raw {
  const found = /^:(\d{6}) (\d{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [A-Z]$/.exec(head)
  if (!found || path === '') throw unexpected()
  const [, from = '', to = '', was = '', is = ''] = found
  return { path, before: [from, was], after: [to, is] }
}

const [filesPrefix, rightsPrefix] = ['files/', `${ownName}/`]

/** The differences of a pair; of moments each path has the name of its tree before it. */
function differencesOf(lines: readonly Raw[], ofMoments: boolean): readonly Difference[] {
  const below = (prefix: string): readonly Raw[] =>
    lines.flatMap((line) =>
      line.path.startsWith(prefix) ? [{ ...line, path: line.path.slice(prefix.length) }] : [],
    )
  const [files, rights] = ofMoments ? [below(filesPrefix), below(rightsPrefix)] : [lines, []]
  if (files.length + rights.length !== lines.length) throw unexpected()
  const found = new Map<string, Difference>()
  for (const { path, before, after } of files)
    found.set(path, {
      path,
      before: { mode: before[0], blob: before[1], rights: '' },
      after: { mode: after[0], blob: after[1], rights: '' },
    })
  for (const { path: name, before: was, after: is } of rights) {
    const path = name.endsWith(`/${ownName}`) ? name.slice(0, -ownName.length) : name
    const known = found.get(path) ?? { path, before: same, after: same }
    const [before, after] = [was[0] === nothing ? '' : was[1], is[0] === nothing ? '' : is[1]]
    found.set(path, {
      path,
      before: { ...known.before, rights: before },
      after: { ...known.after, rights: after },
    })
  }
  return [...found.values()]
}

/** Reads what `compareScript` prints, pair by pair. Throws an Error for anything else. */
export function readDifferences(raw: string): readonly (readonly Difference[])[] {
  const parts = raw.split('\0')
  const pairs: { readonly lines: Raw[]; readonly ofMoments: boolean }[] = []
  for (let at = 0; at + 1 < parts.length;) {
    const head = parts[at] ?? ''
    if (head === 'moments' || head === 'files') {
      pairs.push({ lines: [], ofMoments: head === 'moments' })
      at += 1
      continue
    }
    const pair = pairs.at(-1)
    if (!pair) throw unexpected()
    pair.lines.push(readRaw(head, parts[at + 1] ?? ''))
    at += 2
  }
  return pairs.map(({ lines, ofMoments }) => differencesOf(lines, ofMoments))
}

/**
 * What a restore does: paths that are as they were left, and those that were changed since. Paths that are right already are in neither. `folders` are to
 * get their rights where they are made again. `unkept` were too large or unreadable on one side: nothing is done to them.
 */
export interface RestorePlan {
  readonly files: readonly Difference[]
  readonly since: readonly Difference[]
  readonly folders: readonly string[]
  readonly unkept: readonly Difference[]
}

const isSame = (one: Entry, other: Entry): boolean =>
  one.mode === other.mode && one.blob === other.blob && one.rights === other.rights

const isFolder = ({ path }: Difference): boolean => path.endsWith('/')
const isUnkept = ({ before, after }: Difference): boolean =>
  [before, after].some(({ rights }) => /^\d+a\d+b\d+c2/.test(rights))
/** A folder that comes or goes with what is in it. */
const isAround = (each: Difference): boolean =>
  isFolder(each) && (each.before.rights === '' || each.after.rights === '')

/** What is wanted without removing what no turn made: `theirs` lay there when a turn began, and nothing kept it then. */
export const leavingTheirs = (
  wanted: readonly Difference[],
  theirs: ReadonlySet<string>,
): readonly Difference[] => wanted.filter(({ path, after }) => after.mode !== nothing || !theirs.has(path))

/**
 * `wanted`: from how a turn left the folder to how it is to be. `meanwhile`: from how the turn left it to how it is now. `others`: paths that were
 * changed by somebody else before, or may have been.
 */
export function planRestore(
  wanted: readonly Difference[],
  meanwhile: readonly Difference[],
  others: ReadonlySet<string> = new Set(),
): RestorePlan {
  const now = new Map(meanwhile.map(({ path, after }) => [path, after]))
  const open = wanted.filter(({ path, after }) => {
    const is = now.get(path)
    return is === undefined || !isSame(is, after)
  })
  const theirs = ({ path }: Difference): boolean => now.has(path) || others.has(path)
  const named = open.filter((each) => !isAround(each) && !isUnkept(each))
  return {
    files: named.filter((each) => !theirs(each)),
    since: named.filter(theirs),
    unkept: open.filter(isUnkept),
    folders: wanted.flatMap((each) => (isAround(each) && each.after.rights !== '' ? [each.path] : [])),
  }
}

/** The same for people. */
export const restoredFile = ({ path, before, after }: Difference): RestoredFile => ({
  path: readable(path),
  becomes: after.mode === nothing ? 'removed' : before.mode === nothing ? 'made' : 'changed',
})

/** What a restore is told to do: entries for git's index, files of which only the rights change, and folders that get theirs. */
export interface PlanTexts {
  readonly entries: string
  readonly files: string
  readonly folders: string
}

/** Each part with a NUL behind it. */
export function planTexts(chosen: readonly Difference[], folders: readonly string[]): PlanTexts {
  const lines = (paths: readonly string[]): string => paths.map((path) => `${path}\0`).join('')
  const [entries, rest] = [
    chosen.filter(({ after }) => after.mode !== ''),
    chosen.filter(({ after }) => after.mode === ''),
  ]
  return {
    entries: entries.map(({ path, after: { mode, blob } }) => `${mode} ${blob}\t${path}\0`).join(''),
    files: lines(rest.filter((each) => !isFolder(each)).map(({ path }) => path)),
    folders: lines([...rest.filter(isFolder).map(({ path }) => path), ...folders]),
  }
}
