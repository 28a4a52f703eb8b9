import { agentFolders, toolSettingNames } from '../../../core/policy/tool-settings'
import { asBytes, folderOf, inFolder, lastName, onDisk, sameAsText, type BytePath } from '../byte-path'
import { enterFolder } from '../entered-folder'
import { runTool } from '../../process-execa/run-tool'
import { entryAt } from '../../regular-file/entry-at'
import { isUnder } from '../writable-roots'

/** A search that takes longer is given up, and says so. */
const maxMs = 60_000
/** What one search may print: some 500,000 places. */
const maxBytes = 64 * 1024 * 1024
/** Folders within folders that a command closed are opened one after the other, this many times. */
const maxRounds = 50

/** What a search found. `whole` is false where it could not look everywhere. */
export interface SearchResult {
  /** Every `.git`, and every folder that has a HEAD and what else git asks for: nothing is left out or judged further. */
  readonly places: readonly BytePath[]
  /** What has the name of an agent's settings or of another tool's, less what lies in installed packages. */
  readonly settings: readonly BytePath[]
  readonly whole: boolean
}

/**
 * Searches folders for whatever git could take for a repository, without skips and without following links, in a process of
 * its own. Folders that are closed to everybody are opened for it where their last change is not before `openedSince`
 * (milliseconds since 1970): a command can have closed them. In the `background` it keeps no process alive. Never throws.
 */
export type SearchRepositories = (
  folders: readonly BytePath[],
  openedSince: number,
  how?: 'background',
) => Promise<SearchResult>

interface Printed {
  readonly paths: readonly BytePath[]
  readonly whole: boolean
}

/** Searched last by most, and always there: a `find` that has printed it understood what it was asked. */
const endMark = '/dev/null'

type Wanted = (names: readonly string[]) => readonly string[]

/**
 * One pattern for all names: `find` compares each entry with one `-name` after the other, and fifty take it four times as long. The pattern says
 * the same in every syntax that a `find` may take for its own; `.` would not stand for a line's end in each.
 */
const byPattern: Wanted = (names) => [
  '-regex',
  String.raw`\([^/]*/\)*\(${names.map((name) => name.replaceAll('.', String.raw`\.`)).join(String.raw`\|`)}\)`,
]
/** The same for a `find` that knows no patterns, or reads this one otherwise. */
const byName: Wanted = (names) =>
  names.flatMap((name, index) => [...(index === 0 ? [] : ['-o']), '-name', name])

/** The end mark is found in the same way as the names are. */
async function print(
  find: string,
  folders: readonly string[],
  names: readonly string[],
  background: boolean,
): Promise<Printed> {
  const printBy = async (wanted: Wanted): Promise<Printed & { readonly misread: boolean }> => {
    const asked = [
      '(',
      ...wanted([...names, lastName(asBytes(endMark))]),
      '-o',
      '-type',
      'd',
      '!',
      '-perm',
      '-u=rx',
      ')',
    ]
    const { code, printed } = await runTool(find, [...folders, endMark, ...asked, '-print0'], {
      env: { LC_ALL: 'C' },
      ms: maxMs,
      maxBytes,
      background,
    })
    const paths = printed.split('\0').filter((path) => path.startsWith('/'))
    const ended = paths.includes(endMark)
    return {
      paths: paths.filter((path) => path !== endMark).map(asBytes),
      // It exits with 1 when some folder could not be read, and has printed the rest.
      whole: ended && (code === 0 || code === 1),
      misread: !ended && code !== undefined,
    }
  }
  const printed = await printBy(byPattern)
  return printed.misread ? printBy(byName) : printed
}

/** What can be an argument: the folder, or the nearest one above it whose name is text. */
function argument(folder: BytePath): string {
  for (let place = folder; ; place = folderOf(place)) {
    const text = sameAsText(place)
    if (text !== undefined) return text
  }
}

/** Without those that lie in others, so that nothing is searched twice. */
const outermost = (folders: readonly string[]): readonly string[] =>
  [...new Set(folders)].filter((path, _, all) => !all.some((other) => other !== path && isUnder(path, other)))

/** Where it cannot be told it counts as there: whoever asks looks closer. */
const isThere = (path: BytePath): boolean => entryAt(onDisk(path)).kind !== 'missing'

/** By HEAD alone many folders would be taken for one. */
function couldBeRepository(folder: BytePath): boolean {
  const has = (name: string): boolean => isThere(inFolder(folder, name))
  return has('commondir') || (has('objects') && has('refs'))
}

/** Whether a folder without all of its owner's modes is ours, and was given them at that time or later. */
function wasClosedSince(folder: BytePath, since: number): boolean {
  const found = entryAt(onDisk(folder))
  if (found.kind !== 'there') return false
  const { stats } = found
  return (
    stats.isDirectory() &&
    (Number(stats.mode) & 0o500) !== 0o500 &&
    Number(stats.uid) === process.getuid?.() &&
    Number(stats.ctimeNs) / 1e6 >= since
  )
}

const settingNames = new Set([...agentFolders, ...toolSettingNames])

/** Searches with the `find` at this absolute path. */
export function searchWith(find: string): SearchRepositories {
  const look = (folders: readonly string[], background: boolean): Promise<Printed> => {
    const names = ['.git', 'HEAD', ...(background ? settingNames : [])]
    return print(find, folders, names, background)
  }
  return async (folders, openedSince, how) => {
    const places = new Set<BytePath>()
    const settings: BytePath[] = []
    const opened: { leave(): void }[] = []
    let whole = true
    let next = outermost(folders.filter(isThere).map(argument))
    const seen = new Set<BytePath>()
    try {
      for (let round = 0; next.length > 0; round++) {
        const printed = await look(next, how === 'background')
        whole &&= printed.whole && round < maxRounds
        const closed: BytePath[] = []
        for (const path of printed.paths) {
          const name = lastName(path)
          if (name === '.git') places.add(path)
          else if (settingNames.has(name)) {
            if (!path.includes('/node_modules/')) settings.push(path)
          } else if (name === 'HEAD' && couldBeRepository(folderOf(path))) places.add(folderOf(path))
          if (!seen.has(path) && wasClosedSince(path, openedSince)) closed.push(path)
        }
        next = []
        if (round >= maxRounds || process.getuid?.() === 0) continue // root enters every folder
        for (const path of closed) {
          seen.add(path)
          const folder = enterFolder(path)
          if (!folder) continue
          opened.push(folder)
          next = [...next, argument(path)]
        }
        next = outermost(next)
      }
    } finally {
      for (const folder of opened.reverse()) folder.leave()
    }
    return { places: [...places], settings, whole }
  }
}
