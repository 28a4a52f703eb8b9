import type { Evidence } from '@shared/domain/evidence'
import type { ShellParser } from '../shell/parse'
import { isWithin, parentOf } from '../shell/paths'

/** Whether a command's own words name a folder, or a file. */
export type NamesFolder = (folder: string) => boolean

/** What looks like a whole path in a text, or like one from the home folder. */
const pathIn = /(?:~|\$HOME|\$\{HOME\}|(?<![\w.}~-]))\/[^\s'"`;|&<>()]+/g

/**
 * What a command names: by a whole path, from the home folder, or by its last names. Words that the shell would change name nothing. `paths`: each whole
 * path, or one from the home folder, that stands anywhere in its text, in a redirection and in code as well.
 */
export async function namedBy(
  command: readonly string[],
  home: string,
  parser: Pick<ShellParser, 'read'>,
): Promise<{ readonly names: NamesFolder; readonly paths: readonly string[] }> {
  const { commands } = await parser.read(command, home)
  const text = command.join('\n').replaceAll('\\', '')
  // A word that only comes about when the command runs stands nowhere in it.
  const stands = (word: string): boolean =>
    text.includes(word) || (word.startsWith(`${home}/`) && text.includes(`~${word.slice(home.length)}`))
  const words = commands
    .flatMap((each) => each.words)
    .filter((word) => word.known && !word.glob && stands(word.text))
    .map(({ text }) => (text.startsWith('~/') ? `${home}${text.slice(1)}` : text))
    .map((text) => text.replace(/^(?:\.{1,2}\/)+/, '').replace(/\/+$/, ''))
    .filter((text) => text !== '' && text !== '.' && text !== '..')
  return {
    names: (folder) =>
      words.some((word) => (word.startsWith('/') ? folder === word : folder.endsWith(`/${word}`))),
    paths: [...new Set(text.match(pathIn))].map((path) =>
      path.replace(/^(?:~|\$HOME|\$\{HOME\})/, home).replace(/\/+$/, ''),
    ),
  }
}

/** The folders from the one around a path up to `top`, the topmost first. */
function foldersUpTo(path: string, top: string): readonly string[] {
  const folders: string[] = []
  for (let folder = parentOf(path); isWithin(folder, top); folder = parentOf(folder)) {
    folders.unshift(folder)
    if (folder === '/') break
  }
  return folders
}

/** The deepest folder that holds all of these. */
function commonFolder(paths: readonly string[]): string {
  return paths.map(parentOf).reduce((common, folder) => {
    let shared = common
    while (!isWithin(folder, shared)) shared = parentOf(shared)
    return shared
  })
}

/**
 * The evidence of a command that removes whole trees, as one removal for each tree: while what is in a folder stays, no
 * program gets to removing the folder, so the kernel never reports that. A folder counts as meant where the kernel reported
 * the removal of everything in it **and** the command names it; otherwise, and where the folder around it may not be opened
 * (`mayOpen`), what lies in it goes and it stays itself.
 */
export function withTreesRemoved(
  evidence: readonly Evidence[],
  names: NamesFolder,
  mayOpen: (folder: string) => boolean,
): readonly Evidence[] {
  const asTrees = new Map<Evidence, string>()
  const tops = new Set(evidence.flatMap(({ emptied }) => (emptied === undefined ? [] : [emptied])))
  for (const top of tops) {
    const inIt = evidence.filter(({ emptied }) => emptied === top)
    const common = commonFolder(inIt.map(({ target }) => target))
    for (const each of inIt) {
      const named = foldersUpTo(each.target, top).find(names)
      const stays = named ?? common
      const whole = named !== undefined && mayOpen(parentOf(named)) ? named : undefined
      const below = each.target.slice(stays.length + 1).split('/')[0] ?? ''
      asTrees.set(each, whole ?? `${stays}/${below}`)
    }
  }
  return evidence.map((each) => {
    const target = asTrees.get(each)
    return target === undefined || target === each.target ? each : { ...each, target, operation: 'rmdir' }
  })
}

/** The folders that stay, empty, although the command names them for removal: what is around them may not be opened. */
export function foldersThatStay(
  evidence: readonly Evidence[],
  names: NamesFolder,
  mayOpen: (folder: string) => boolean,
): readonly string[] {
  const named = evidence.flatMap(({ target, emptied }) =>
    emptied === undefined ? [] : foldersUpTo(target, emptied).filter(names).slice(0, 1),
  )
  return [...new Set(named)].filter((folder) => !mayOpen(parentOf(folder)))
}
