import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, type Stats } from 'node:fs'
import { inFolder, textOf, type BytePath } from '../byte-path'
import { enterFolder, type EnteredFolder } from '../entered-folder'
import { configEntries } from '../protection/git-config-entries'
import { inRounds } from './in-rounds'
import { hold, text } from './planted'
import { holdStateLinks } from './state-links'

/** A line by which git runs a program (todo_command_info in its sequencer.c). */
const runs = /^[ \t]*(?:exec|x)(?=[ \t\r\0]|$)/

/** The same list, in which the rebase stops where it would have run a program. */
const withoutRuns = (list: string): string =>
  list
    .split('\n')
    .map((line) => (runs.test(line) ? 'break' : line))
    .join('\n')

/** Git's own ways to merge. For any other name it runs a program, which a path in the name makes one of the work tree's. */
const ownStrategies: ReadonlySet<string> = new Set([
  ...['octopus', 'ort', 'ours', 'recursive', 'resolve', 'subtree', ''],
])

/** The same text where these are all git's own; undefined where not. */
const ifOwn = (
  content: string,
  strategies: readonly (string | undefined)[] | undefined,
): string | undefined =>
  strategies?.every((each) => each !== undefined && ownStrategies.has(each)) === true ? content : undefined

/** A file by which git goes on with what was stopped half-way, in a folder of a git folder. */
interface Instructions {
  readonly folder: string
  readonly file: string
  /** What it may say; undefined: it is to have no effect at all. */
  readonly harmless: (content: string) => string | undefined
  /** Git itself writes here what runs programs, for as long as it goes on by itself. */
  readonly passing: boolean
}

/** What git itself hands on to the program that applies patches; by another of its options that writes to any file. */
const ownApplyOptions =
  /^(?: '(?:--(?:whitespace|directory|exclude|include)=[^']*|--ignore-(?:space-change|whitespace)|-[Cp]\d+|--reject)')*\s*$/

const all: readonly Instructions[] = [
  { folder: 'rebase-merge', file: 'git-rebase-todo', harmless: withoutRuns, passing: true },
  {
    ...{ folder: 'rebase-merge', file: 'strategy', passing: false },
    harmless: (content) => ifOwn(content, [content.replace(/\r?\n$/, '')]),
  },
  {
    ...{ folder: 'rebase-apply', file: 'apply-opt', passing: false },
    harmless: (content) => (ownApplyOptions.test(content) ? content : undefined),
  },
  {
    ...{ folder: 'sequencer', file: 'opts', passing: false },
    harmless: (content) =>
      ifOwn(
        content,
        configEntries(content)?.flatMap(({ name, value }) => (name === 'options.strategy' ? [value] : [])),
      ),
  },
]

/** Puts another text in the place of a file, with its owner and mode; throws what the file system says. */
function replace(folder: EnteredFolder, name: string, found: Stats, content: string): void {
  const other = `copied-by-countersign-${randomBytes(8).toString('hex')}`
  try {
    folder.make(other, Buffer.from(content, 'latin1'), found)
    renameSync(folder.at(other), folder.at(name))
  } catch (error) {
    rmSync(folder.at(other), { force: true })
    throw error
  }
}

/** Which of them are looked at, by when they changed last, in milliseconds since 1970. */
export interface Changed {
  readonly since: number
  /** The same of links and refs. Absent: as the others. */
  readonly links?: number
  /** What git itself writes while it goes on is left until it stands still since then. Absent: it does. */
  readonly still?: number
}

/** Whether something had to be held back. */
async function holdIn(
  folder: EnteredFolder,
  { file, harmless, passing }: Instructions,
  { since, still = Number.POSITIVE_INFINITY }: Changed,
): Promise<boolean> {
  const found = folder.look(file)
  if (!found || found.ctimeMs < since || (passing && found.ctimeMs > still)) return false
  const said = found.isFile() ? await text(folder.at(file)) : undefined
  const meant = said === undefined ? undefined : harmless(said)
  if (meant !== undefined && meant === said) return false
  try {
    if (meant === undefined) hold(folder, file)
    else replace(folder, file, found, meant)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // a full disk, or closed meanwhile
    hold(folder, file)
  }
  return true
}

async function holdAt(
  around: EnteredFolder,
  gitFolder: BytePath,
  instructions: Instructions,
  changed: Changed,
): Promise<readonly string[]> {
  const place = textOf(inFolder(inFolder(gitFolder, instructions.folder), instructions.file))
  if (around.look(instructions.folder)?.isSymbolicLink() === true) {
    hold(around, instructions.folder)
    return [place]
  }
  const folder = around.enter(instructions.folder)
  if (!folder) return []
  try {
    return (await holdIn(folder, instructions, changed)) ? [place] : []
  } finally {
    folder.leave()
  }
}

/** Whether it is the git folder of a worktree or a submodule of one of the others. */
const isOfAnother = (path: BytePath, others: ReadonlySet<string>): boolean =>
  [...path.matchAll(/\/(?:modules|worktrees)(?=\/|$)/g)].some(({ index }) => others.has(path.slice(0, index)))

/**
 * Looks at what stands still in these git folders (rebases, picks of several commits) and changed as it says. What a command left there for git to
 * run when the person continues becomes a stop, and so does `git rebase -x` where it stopped half-way; a way to merge that is none of git's own
 * is put aside. Links where git writes, and what leads it elsewhere, are held too. Returns the files, as text.
 */
export async function holdInstructions(
  gitFolders: Iterable<BytePath>,
  changed: Changed,
): Promise<readonly string[]> {
  const held: string[] = []
  const folders = new Set(gitFolders)
  for await (const gitFolder of inRounds(folders)) {
    const around = enterFolder(gitFolder)
    if (!around) continue
    try {
      for (const each of all) held.push(...(await holdAt(around, gitFolder, each, changed)))
      if (!isOfAnother(gitFolder, folders))
        held.push(...(await holdStateLinks(around, gitFolder, changed.links ?? changed.since)))
    } finally {
      around.leave()
    }
  }
  return held
}
