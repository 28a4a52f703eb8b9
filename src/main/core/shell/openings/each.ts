import { decodeAnsiC } from '../ansi-c'
import { unknownWord, type Below, type SimpleCommand, type Word } from '../graph'
import { resolveAll } from '../paths'
import { isShell, programName } from '../shell-script'
import { joinWords, splitLeading, type OpenContext, type Opener, type Opening } from './opening'

const filters =
  /^-(i?name|i?path|i?regex|mtime|mmin|newer.*|atime|ctime|size|empty|perm|user|group|maxdepth|inum|links)$/

/** Which folders a `find` looks into, and whether a filter narrows what it finds. */
export function findScope(words: readonly Word[], cwd: readonly string[]): Below {
  const args = words.slice(1)
  const start = args.findIndex((word) => !/^-([HLPDO].*)?$/.test(word.text) || word.text === '-')
  const rest = start < 0 ? [] : args.slice(start)
  const end = rest.findIndex((word) => /^[-(!,]/.test(word.text))
  const named = end < 0 ? rest : rest.slice(0, end)
  const roots = (named.length > 0 ? named : [{ text: '.', known: true }]).flatMap((word) =>
    word.known ? resolveAll(word.text, cwd) : [],
  )
  const tests = end < 0 ? [] : rest.slice(end)
  const filtered = tests.some((word, at) => filters.test(word.text) && tests[at + 1]?.text !== '*')
  return { roots, filtered }
}

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

function inputWords(
  { command, input, all }: OpenContext,
  file: Word | undefined,
  between: string | RegExp = /\s+/,
): readonly Word[] {
  if (file) return [unknownWord('$(lines)')]
  const known = input?.split(between).filter((text) => text !== '')
  if (known && known.length > 0 && known.length <= 64)
    return known.map((text) => ({ text, known: true, head: text, glob: false, from: [] }))
  const from = command.stdin.kind === 'pipe' ? command.stdin.from : []
  return [unknownWord('$(lines)', from, listedBelow(from, all))]
}

const openXargs: Opener = (context) => {
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
  return lines.slice(0, 16).map((line) => ({ kind: 'command', words: withInput(rest, line, marker), how }))
}

const openParallel: Opener = (context) => {
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
  const words = end < 0 ? rest : rest.slice(0, end)
  const given =
    end < 0 ? inputWords(context, undefined, words.length === 0 ? '\n' : undefined) : rest.slice(end + 1)
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

const openFind: Opener = ({ command, args }) => {
  const below = findScope(command.words, command.cwd)
  const found = unknownWord('{}', [], below)
  return args.flatMap((word, at): Opening[] => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word.text)) return []
    const rest = args.slice(at + 1)
    const end = rest.findIndex((each) => each.text === ';' || each.text === '+')
    const words = withInput(end < 0 ? rest : rest.slice(0, end), found, '{}')
    return words.length === 0 ? [] : [{ kind: 'command', words, how: { via: 'each', looped: true } }]
  })
}

const openFd: Opener = ({ command, args }) => {
  const at = args.findIndex((word) => /^(-x|-X|--exec|--exec-batch)$/.test(word.text))
  if (at < 0) return []
  const found = unknownWord('{}', [], { roots: command.cwd, filtered: true })
  const words = args.slice(at + 1).filter((word) => word.text !== ';')
  const marked = words.some((word) => word.text.includes('{}'))
  return [
    { kind: 'command', words: withInput(words, found, marked ? '{}' : undefined), how: { via: 'each' } },
  ]
}

/** Programs that run a command once for each thing they find or read. */
export const eachOpeners: Readonly<Record<string, Opener>> = {
  xargs: openXargs,
  gxargs: openXargs,
  parallel: openParallel,
  find: openFind,
  gfind: openFind,
  fd: openFd,
  fdfind: openFd,
}
