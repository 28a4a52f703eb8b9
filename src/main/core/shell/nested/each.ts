import { decodeAnsiC } from '../ansi-c'
import { plainWord, unknownWord, type Below, type SimpleCommand, type Word, withText } from '../graph'
import { resolveAll } from '../paths'
import { isShell, programName } from '../shell-script'
import {
  joinWords,
  splitLeading,
  type CallContext,
  type NestedReader,
  type NestedCommand,
} from './nested-command'
import { fdScope, findScope } from './search-scope'
import { startedIn } from './started-in'

/** Where the names lie that a command prints as it was given them, patterns expanded: `printf '%s\n' ~/a/*`. */
function namedBelow({ program, words, cwd }: SimpleCommand): Below | undefined {
  const named = words.slice(program === 'printf' ? 2 : 1).filter((word) => !/^-/.test(word.text))
  // What `ls` prints of a folder are names without it.
  if (named.length === 0 || !named.every((word) => word.known && (word.glob || program !== 'ls')))
    return undefined
  const folders = named.map(({ text, glob }) => (glob ? text.replace(/[^/]*[*?[].*$/s, '') : text) || '.')
  return {
    roots: folders.flatMap((folder) => resolveAll(folder, cwd)),
    filtered: named.every(({ text }) => !/(^|\/)\*$/.test(text)),
  }
}

/** Where the lines that a command prints lie, when it lists files (echo, find, git ls-files, fd); undefined otherwise. */
export function listedBelow(from: readonly number[], all: readonly SimpleCommand[]): Below | undefined {
  const first = all.find((each) => from.includes(each.id))
  if (!first) return undefined
  if (
    /^(grep|sort|uniq|head|tail|sed|tr|cut|awk|egrep|fgrep)$/.test(first.program) &&
    first.stdin.kind === 'pipe'
  ) {
    const below = listedBelow(first.stdin.from, all)
    return below && { ...below, filtered: true }
  }
  if (/^(echo|printf|ls)$/.test(first.program)) return namedBelow(first)
  if (first.program === 'find') return findScope(first.words, first.cwd)
  const second = first.words[1]?.text
  if (first.program === 'git' && (second === 'ls-files' || second === 'diff' || second === 'grep'))
    return { roots: first.cwd, filtered: true }
  if (
    /^(fd|fdfind|rg|grep)$/.test(first.program) &&
    first.words.every((word) => !/^(\/|~|\.\.)/.test(word.text))
  )
    return { roots: first.cwd, filtered: true }
  return undefined
}

function withInput(words: readonly Word[], input: Word, marker: string | undefined): readonly Word[] {
  if (marker === undefined || marker === '') return [...words, input]
  return words.map((word) => {
    const at = word.text.indexOf(marker)
    if (at < 0) return word
    if (word.text === marker) return input
    const head = word.text.slice(0, at)
    return {
      ...word,
      text: input.known ? word.text.replaceAll(marker, () => input.text) : word.text,
      known: word.known && input.known,
      head: word.known ? head : word.head.slice(0, at),
      from: [...word.from, ...input.from],
    }
  })
}

/** So many lines of an input are words of the call. */
const mostLines = 1000

function inputWords(
  { command, input, all }: CallContext,
  file: Word | undefined,
  between: string | RegExp = /\s+/,
): readonly Word[] {
  if (file) return [unknownWord('$(lines)')]
  const known = input?.split(between).filter((text) => text !== '')
  if (known && known.length > 0 && known.length <= mostLines)
    return known.map((text) => ({ text, known: true, head: text, glob: false, from: [] }))
  const from = command.stdin.kind === 'pipe' ? command.stdin.from : []
  return [unknownWord('$(lines)', from, listedBelow(from, all))]
}

const insideXargs: NestedReader = (context) => {
  const { options, rest } = splitLeading(context.args, 'ILnPsdEaR', [
    '--arg-file',
    '--delimiter',
    '--max-args',
    '--max-procs',
    '--max-lines',
  ])
  if (rest.length === 0) return []
  const marker = options.get('-I')?.text ?? (options.has('-i') || options.has('--replace') ? '{}' : undefined)
  const given = options.get('-d') ?? options.get('--delimiter')
  const between =
    options.has('-0') || options.has('--null')
      ? '\0'
      : given
        ? decodeAnsiC(given.text)
        : marker === undefined
          ? undefined
          : '\n'
  const lines = inputWords(context, options.get('-a') ?? options.get('--arg-file'), between)
  const executes = context.command.stdin.kind === 'pipe' ? context.command.stdin.from : []
  const base = { via: 'each' as const, stdin: { kind: 'inherit' as const } }
  // With nothing after `sh -c`, the input itself is the script.
  const runsInput = isShell(programName(rest[0]?.text ?? '')) && rest.at(-1)?.text === '-c'
  const how = runsInput ? { ...base, executes } : base
  if (marker === undefined) return [{ kind: 'command', words: [...rest, ...lines], how }]
  return lines.map((line) => ({ kind: 'command', words: withInput(rest, line, marker), how }))
}

/** What stands behind the marks of parallel: `:::` arguments, `::::` files that hold them. */
function givenArguments(words: readonly Word[]): readonly Word[] {
  let inFiles = false
  return words.flatMap((word) => {
    if (!/^::::?\+?$/.test(word.text)) return [inFiles ? unknownWord('$(lines)') : word]
    inFiles = word.text.startsWith('::::')
    return []
  })
}

const insideParallel: NestedReader = (context) => {
  const { rest } = splitLeading(context.args, 'jINnLSaP', [
    '--jobs',
    '--colsep',
    '--delay',
    '--max-procs',
    '--arg-file',
  ])
  if (rest.length === 0 && context.args.some(({ text }) => /^--(version|help|citation)$/.test(text)))
    return []
  const end = rest.findIndex((word) => /^:::/.test(word.text))
  const written = end < 0 ? rest : rest.slice(0, end)
  const [only] = written
  // A text of plain words is these words.
  const isPlain = written.length === 1 && only?.known === true && /^[\w./{}=@:+ -]+$/.test(only.text)
  const words = isPlain ? only.text.trim().split(/\s+/).map(plainWord) : written
  const given =
    end < 0
      ? inputWords(context, undefined, words.length === 0 ? '\n' : undefined)
      : givenArguments(rest.slice(end))
  // Without a command each argument is one.
  if (words.length === 0)
    return given.map((text) => ({
      kind: 'script',
      text,
      title: 'parallel',
      shell: 'posix',
      how: { via: 'each' },
    }))
  const marked = words.some((word) => word.text.includes('{}'))
  // What takes the command's own place is text for a shell as well.
  if (words[0]?.text.includes('{}') === true)
    return given.map((text) => ({
      kind: 'script',
      text: joinWords(withInput(words, text, '{}')),
      title: 'parallel',
      shell: 'posix',
      how: { via: 'each' },
    }))
  // The words are one text for a shell, in which the arguments are quoted.
  if (words.some((word) => /[\s;&|$`'"<>(]/.test(word.text))) {
    const text = joinWords([...words, ...(marked ? [] : given)])
    return [{ kind: 'script', text, title: 'parallel', shell: 'posix', how: { via: 'each' } }]
  }
  const filled = given.flatMap((word) => (marked ? withInput(words, word, '{}') : []))
  return [{ kind: 'command', words: marked ? filled : [...words, ...given], how: { via: 'each' } }]
}

const insideFind: NestedReader = ({ command, args }) => {
  const below = findScope(command.words, command.cwd)
  const found = unknownWord('{}', [], below)
  return args.flatMap((word, at): NestedCommand[] => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word.text)) return []
    const rest = args.slice(at + 1)
    const end = rest.findIndex((each) => each.text === ';' || each.text === '+')
    const words = withInput(end < 0 ? rest : rest.slice(0, end), found, '{}')
    // Where the found file lies, which is not known.
    const place = word.text.endsWith('dir') ? { cwd: [] } : {}
    return words.length === 0
      ? []
      : [{ kind: 'command', words, how: { via: 'each', looped: true, ...place } }]
  })
}

/** The option that runs what follows it, alone, behind letters that take no value, and up to what is attached to it. */
const fdExec = /^(-[HIusaLlp0iFgq1]*[xX]|--exec(-batch)?(=|$))/

const insideFd: NestedReader = ({ command, args }) => {
  const at = args.findIndex(({ text }) => fdExec.test(text))
  const option = args[at]
  if (option === undefined) return []
  const attached = option.text.replace(fdExec, '')
  const end = args.findIndex((word, index) => index > at && word.text === ';')
  // Behind the `;` its own words go on.
  const own = [...args.slice(0, at), ...(end < 0 ? [] : args.slice(end + 1))]
  const found = unknownWord('{}', [], fdScope(own, command.cwd))
  const given = args.slice(at + 1, end < 0 ? undefined : end)
  const first = withText(option, attached)
  const words = attached === '' ? given : [first, ...given]
  const marked = words.some((word) => word.text.includes('{}'))
  return [
    {
      kind: 'command',
      words: withInput(words, found, marked ? '{}' : undefined),
      how: {
        via: 'each',
        looped: true,
        ...startedIn(
          splitLeading(own, 'C', ['--base-directory']).options,
          ['-C', '--base-directory'],
          command.cwd,
        ),
      },
    },
  ]
}

/** Programs that run a command once for each thing they find or read. */
export const eachReaders: Readonly<Record<string, NestedReader>> = {
  xargs: insideXargs,
  gxargs: insideXargs,
  parallel: insideParallel,
  find: insideFind,
  gfind: insideFind,
  fd: insideFd,
  fdfind: insideFd,
}
