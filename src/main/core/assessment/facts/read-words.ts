import { builtInTable, isPlain } from '../../programs/built-in'
import { plainWord, type CommandGraph, type SimpleCommand, type Word, withText } from '../../shell/graph'
import { atFolderOfGit, readGitCall } from '../../shell/nested/git-call'
import { isProse } from '../../shell/nested/suspected'
import { longestPath } from '../../shell/paths'
import { expandPattern } from './expand-pattern'
import type { FactsReading } from './facts-reader'

/** Programs that name files without showing what is in them. */
export const namesOnly =
  /^(ls|stat|test|\[|file|chmod|chown|echo|printf|mkdir|touch|cd|pushd|basename|dirname|realpath|readlink|du|find|fd|tree|which|wc|ssh-add|ssh|git|rm|unlink|rmdir|shred|truncate|export|declare|local|set|unset|read|exit|true|false|:|ssh-keygen|mv|sudo|env|timeout|nohup|xargs|time|bash|sh|zsh|source|\.|exa|eza|alias|man|kill|pkill|npm|npx|yarn|pnpm|make|docker)$/

/** Options of such programs whose value is a file of names: what it holds is told as names that are not there. */
const listOption = /^(--?files0-from|--files-from|--arg-file|--pathspec-from-file)(=|$)/
const listLetter: Readonly<Record<string, RegExp>> = {
  xargs: /^-[0rtpx]*a/,
  gxargs: /^-[0rtpx]*a/,
  file: /^-[a-zA-Z]*f$/,
  // What is no recipe or setting is shown in what they say of it.
  make: /^(-f|--(make)?file(=|$))/,
  ssh: /^-[a-zA-Z]*F$/,
  docker: /^(-f|--(env-|label-)?file(=|$))/,
}

/** What such programs show or print of the files that they are to read: a page, a script and what it says of lines that are none. */
function opened({ program, words }: SimpleCommand): readonly Word[] {
  const rest = words.slice(1)
  if (program === 'man') return rest.filter(({ text }) => text.includes('/'))
  if (!/^(source|\.|(ba|z)?sh)$/.test(program) || rest.some(({ text }) => /^-[a-zA-Z]*c/.test(text)))
    return []
  return rest.filter(({ text }) => !/^[-+]/.test(text)).slice(0, 1)
}

/** The words of a call that name such files, and what xargs reads in their place. */
function lists(command: SimpleCommand): Pick<SimpleCommand, 'words' | 'redirects'> {
  const { program, words, redirects } = command
  const isList = ({ text }: Word): boolean =>
    listOption.test(text) || (listLetter[program]?.test(text) ?? false)
  const found = words.flatMap((word, at): Word[] => {
    if (at === 0) return [word]
    const before = words[at - 1]
    if (before && isList(before) && !before.text.includes('=')) return [word]
    if (!isList(word)) return []
    const attached = word.text.replace(/^-[^-a]*a|^--?[\w-]+=?/, '')
    return attached === '' ? [] : [withText(word, attached)]
  })
  return {
    words: program === 'git' ? [...found, ...gitWords(words)] : [...found, ...opened(command)],
    redirects: passesOn.test(program) ? redirects : [],
  }
}

/** Of the programs that only name files: those that show, keep or hand on what they read on their standard input. */
const passesOn =
  /^(g?xargs|read|git|ssh|find|sudo|env|timeout|nohup|time|bash|sh|zsh|npm|npx|yarn|pnpm|make|docker)$/

/** git shows what is in these, wherever they lie: two files beside each other, what a search goes through. */
function gitWords(words: readonly Word[]): readonly Word[] {
  const { subcommand, rest } = readGitCall(words.slice(1))
  if (subcommand === 'archive')
    return rest.filter(
      ({ text }, at) => /^--add-f\w*=/.test(text) || /^--add-f\w*$/.test(rest[at - 1]?.text ?? ''),
    )
  if (
    !/^(diff|difftool|grep|blame|annotate|interpret-trailers|hash-object|mailinfo|column)$/.test(subcommand)
  )
    return []
  const anywhere = rest.some(({ text }) => text.length > 7 && '--no-index'.startsWith(text))
  return rest.filter(({ text }) => (anywhere ? !text.startsWith('-') : /^(\/|~|\.\.(\/|$))/.test(text)))
}

/** The paths that stand as texts in a program for awk: it reads them with `getline`, or by way of ARGV. */
function awkPaths({ program, words }: SimpleCommand, home: string): readonly Word[] {
  if (!/^[gmn]?awk$/.test(program)) return []
  return words.slice(1).flatMap((word) =>
    [
      ...word.text
        .replace(/ENVIRON\s*\[\s*"HOME"\s*\]/g, JSON.stringify(home))
        .replace(/"\s*"/g, '')
        .matchAll(/"((?:\/|~\/)[^"\\\n]*)"/g),
    ].map(([, path = '']) => plainWord(path)),
  )
}

/** The files that an expression for yq loads. */
function yqPaths({ program, words }: SimpleCommand): readonly Word[] {
  if (program !== 'yq') return []
  return words
    .slice(1)
    .flatMap((word) =>
      [...word.text.matchAll(/\bload\w*\s{0,20}\(\s{0,20}"([^"\n]{1,1000})"/g)].map(([, path = '']) =>
        plainWord(path),
      ),
    )
}

/** Containers see other files by the same names: what they are given of this machine's has rules of its own. */
const elsewhere = /^(docker|podman|nerdctl|kubectl|oc|docker-compose|podman-compose|crictl)$/
/** Of a word what stands behind one of these signs and looks like a path: `x@/a`, `text:/a`, `src=/a dest=/b`, `file("/a")`. */
const innerPath = /(?<=[=@:,("'])(?<!\bdest=)~?\/(?!\/)[^\s"'),;:=]+/g

/** The paths that stand within the words of a call, which are none as a whole, and within the text that it is given. */
function innerPaths(command: SimpleCommand): readonly Word[] {
  const { program, words, stdin } = command
  if (namesOnly.test(program)) return []
  const isRemote = builtInTable.of(program)?.connects?.to === 'remote'
  const given = elsewhere.test(program)
    ? words.filter(({ text }) => text.startsWith('--from-'))
    : words.slice(1)
  const texts =
    stdin.kind === 'text' && !isPlain(program) && given.length > 0 ? [...given, stdin.word] : given
  return texts.flatMap((word, at) =>
    isProse(texts, at) || !word.text.includes('/') || (isRemote && /^[\w.@-]+:/.test(word.text))
      ? []
      : [...word.text.matchAll(innerPath)].map(([path]) => plainWord(path)),
  )
}

const strip = (text: string): string => text.replace(/^(-{1,2}[\w-]+=|[\w-]+=@?|@|file:\/\/)/, '')

/** A path with blanks in it, and no line for a shell. */
const spacedPath = /^(?:~\/|\/)[^\n;|&<>"'=]*$/

/** A word by which a call may read a file. `text`: as it stands in the line; `written`: the path in it, `~` put in, else as written. */
export interface ReadWord {
  readonly text: string
  readonly written: string
  /** True where the shell puts the names in its place that fit it. */
  readonly glob: boolean
}

/** The words by which a call may read files: whole, behind `@` or `name=`, and the targets of input redirections. */
export function readWords(command: SimpleCommand, home: string): readonly ReadWord[] {
  const isFindExec = command.via === 'each'
  const { words, redirects } = namesOnly.test(command.program) && !isFindExec ? lists(command) : command
  const read: Word[] = [
    // The name that a link gets is not read.
    ...words.slice(1, command.program === 'ln' && words.length > 2 ? -1 : undefined),
    ...redirects.filter(({ mode }) => mode === 'read').map(({ target }) => target),
    ...awkPaths(command, home),
    ...yqPaths(command),
    ...innerPaths(command),
  ]
  return read.flatMap((word) => {
    const text = strip(word.known ? word.text : word.head)
    if (text === '' || text.length > longestPath || (/\s/.test(text) && !spacedPath.test(text))) return []
    const written = text.startsWith('~/') ? `${home}${text.slice(1)}` : text
    return [{ text: word.text, written, glob: word.glob }]
  })
}

/** A path as it is written, from each folder that it may be relative to: behind a link `..` is another folder than in the text. */
export const fromEach = (written: string, folders: readonly string[]): readonly string[] =>
  written.startsWith('/') ? [written] : folders.map((folder) => `${folder}/${written}`)

/** So many different words of one line are followed, and so many names for a pattern. */
const mostFollowed = 2000

/**
 * Where the words of a line lead by which files are read, links followed: by their paths as `fromEach` gives them, those alone that lead
 * elsewhere. `complete` is false where there were more than are followed.
 */
export async function followWords(
  { commands }: Pick<CommandGraph, 'commands'>,
  home: string,
  reading: Pick<FactsReading, 'path' | 'list'>,
): Promise<{ readonly leads: ReadonlyMap<string, readonly string[]>; readonly complete: boolean }> {
  const asked = new Map<string, boolean>()
  for (const command of commands)
    if (command.shell === 'posix' && command.host === undefined)
      for (const { written, glob } of readWords(command, home))
        for (const path of fromEach(written, atFolderOfGit(command).cwd)) asked.set(path, glob)
  let complete = asked.size <= mostFollowed
  const leads = new Map<string, readonly string[]>()
  const follow = async (path: string, glob: boolean): Promise<void> => {
    const names = glob ? await expandPattern(path, reading, mostFollowed) : { paths: [path], complete: true }
    complete &&= names.complete
    const real = await Promise.all(
      names.paths.map(async (each) => (await reading.path(each, 'entry')).realPath ?? each),
    )
    const elsewhere = real.filter((each) => each !== path)
    if (elsewhere.length > 0) leads.set(path, elsewhere)
  }
  await Promise.all([...asked].slice(0, mostFollowed).map(([path, glob]) => follow(path, glob)))
  return { leads, complete }
}
