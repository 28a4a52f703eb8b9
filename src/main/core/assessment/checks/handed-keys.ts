import { namesOnly, readWords } from '../facts/read-words'
import { plainWord, type SimpleCommand, type Word } from '../../shell/graph'
import { atFolderOfGit, readGitCall } from '../../shell/nested/git-call'
import { isWithin, resolveAll } from '../../shell/paths'
import { namesOrigin, type NamesOrigin } from './names-read'
import { hasArg, type View } from './rule'
import { hasKeysBelow } from './secret-places'

interface Named {
  readonly path: string
  readonly text: string
}

/** Programs that print the names which stand in their words, or what lies there. */
const tellsNames = /^(ls|exa|eza|find|gfind|fd|fdfind|tree|du|stat|readlink|realpath|dirname|echo|printf)$/

/** The words of such a call that are places: of find those before its tests. */
function places(command: SimpleCommand): readonly Word[] {
  if (!/^g?find$/.test(command.program)) return command.words
  const start = command.words.findIndex(
    ({ text }, at) => at > 0 && /^[-(!,]/.test(text) && !/^-[HLP]$/.test(text),
  )
  return start < 0 ? command.words : command.words.slice(0, start)
}

/** The commands whose output stands in a command's words, or names what it is run for. */
const feeders = (
  command: SimpleCommand,
  origin: NamesOrigin | undefined,
  view: View,
): readonly SimpleCommand[] =>
  [
    ...new Set([
      ...view.sources(command.words.flatMap(({ from }) => from)),
      // Also by way of a file that the line has written.
      ...(origin?.printers ?? []),
    ]),
  ].filter((each) => each !== command && tellsNames.test(each.program))

/** The names that stand in a text of the line, as the words of a program that reads them. */
const writtenNames = ({ texts }: NamesOrigin): readonly Word[] =>
  texts
    .flatMap((text) => text.split(/\s+/))
    .filter((text) => text !== '')
    .map(plainWord)

/** Below which folders lies what a command is given by its words: `find … -exec`, `xargs`. */
const givenBelow = (command: SimpleCommand): readonly string[] =>
  command.words.flatMap(({ below }) => below?.roots ?? [])

/** The places that a command is handed by another one, whose names are what that prints: `cat $(ls …)`, `find … | xargs cat`. */
export function handedPaths(command: SimpleCommand, view: View): readonly Named[] {
  if (namesOnly.test(command.program)) return []
  const origin = namesOrigin(command, view)
  const told = feeders(command, origin, view).map((each) => ({ each, words: places(each) }))
  if (origin) told.push({ each: command, words: [plainWord('cat'), ...writtenNames(origin)] })
  const printed = told.flatMap(({ each, words }) =>
    readWords({ ...each, program: 'cat', words, redirects: [] }, view.findings.landmarks.home)
      .filter(({ written }) => !written.endsWith('.pub'))
      .flatMap(({ text, written }) =>
        resolveAll(written.replace(/\/[*?[].*$/, '/x'), each.cwd).map((path) => ({ path, text })),
      ),
  )
  return [...printed, ...givenBelow(command).map((path) => ({ path, text: path }))]
}

/** Endings of files in which somebody looks for text, none of which is a key's. */
const plainFiles =
  /^\*\.(md|rst|adoc|tsx?|jsx?|mjs|cjs|mts|cts|vue|svelte|py|rs|go|c|h|cc|cpp|hpp|cs|java|kt|scala|swift|rb|php|pl|lua|vim|el|html?|css|scss|less|tex|log|pdf)$/

/** The options of a call, and what they are given. */
const values = (command: SimpleCommand, name: string): readonly string[] =>
  command.words.flatMap(({ text }, at) =>
    text.startsWith(`${name}=`)
      ? [text.slice(name.length + 1)]
      : command.words[at - 1]?.text === name
        ? [text]
        : [],
  )

/** Whether a search says only where something is, or looks only into files that hold no keys. */
const isNarrow = (command: SimpleCommand): boolean =>
  hasArg(command, /^-[a-zA-Z]*[lLcq]|^--(files|count|quiet)/) ||
  [...values(command, '--include'), ...values(command, '-g'), ...values(command, '--glob')].some((each) =>
    plainFiles.test(each),
  )

/** The words of a call that reads everything below the folders that it names; undefined for another one. `hidden` where names with a dot count. */
function searched(
  command: SimpleCommand,
): { readonly words: readonly Word[]; readonly hidden: boolean } | undefined {
  const { program } = command
  const words = command.words.slice(1).filter(({ text }) => !text.startsWith('-'))
  if (/^[ef]?grep$/.test(program))
    return hasArg(command, /^-[a-zA-Z]*[rR]|^--(dereference-)?recursive$|^--directories=recurse$/) &&
      !isNarrow(command)
      ? {
          words: words.length > 1 || hasArg(command, /^-e|^--regexp/) ? words : [plainWord('.')],
          hidden: true,
        }
      : undefined
  if (/^(rg|ag|ack)$/.test(program)) {
    const hidden =
      program === 'ack' ||
      hasArg(
        command,
        program === 'rg' ? /^-[a-zA-Z]*(uu|\.)|^--hidden$/ : /^-[a-zA-Z]*u|^--(hidden|unrestricted)$/,
      )
    return isNarrow(command) ? undefined : { words: words.length > 1 ? words : [plainWord('.')], hidden }
  }
  if (program === 'git') {
    const { subcommand, rest } = readGitCall(command.words.slice(1))
    const isFree = rest.some(({ text }) => text.length > 7 && '--no-index'.startsWith(text))
    if (!isFree || !/^(diff|grep)$/.test(subcommand) || isNarrow(command)) return undefined
    const named = rest.filter(({ text }) => !text.startsWith('-'))
    const isHere = subcommand === 'grep' && named.length < 2
    return { words: isHere ? [...named, plainWord('.')] : named, hidden: true }
  }
  if (/^(color)?diff$/.test(program))
    return hasArg(command, /^-[a-zA-Z]*r|^--recursive$/) && !hasArg(command, /^-[a-zA-Z]*q|^--brief$/)
      ? { words, hidden: true }
      : undefined
  return undefined
}

/** A folder below which keys lie, where a command shows or copies everything in it: the home folder, what holds it, or one like `~/.config`. */
export function folderOfKeys(command: SimpleCommand, view: View): string | undefined {
  const { home, roots } = view.findings.landmarks
  const holds = (path: string, hidden: boolean): boolean => {
    if (roots.some((root) => isWithin(path, root) && !isWithin(home, root))) return false
    if (isWithin(home, path)) return hidden
    return path.startsWith(`${home}/`) && hasKeysBelow(path.slice(home.length + 1))
  }
  const search = searched(command)
  const inWords = (search?.words ?? []).flatMap((word) => {
    const written = word.text.startsWith('~/') ? `${home}${word.text.slice(1)}` : word.text
    return (word.known ? resolveAll(written, atFolderOfGit(command).cwd) : []).map((path) => ({
      path,
      text: word.text,
    }))
  })
  const copied = view
    .touched(command)
    .filter(({ action }) => action.access === 'read' && action.recursive)
    .flatMap(({ action }) => action.target.paths.map((path) => ({ path, text: action.target.text })))
  const given =
    namesOnly.test(command.program) || isNarrow(command)
      ? []
      : command.words.flatMap(({ below }) => (below?.filtered === false ? below.roots : []))
  return (
    given.find((path) => holds(path, true)) ??
    (
      inWords.find(({ path }) => holds(path, search?.hidden === true)) ??
      copied.find(({ path }) => holds(path, true) || isWithin('/etc', path))
    )?.text
  )
}
