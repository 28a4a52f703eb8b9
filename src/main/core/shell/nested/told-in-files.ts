import { plainWord, type SimpleCommand, type Stdin, type Word, withText } from '../graph'
import { knownText } from '../known-output'
import { standardInput } from '../standard-input'
import { databaseScripts, isDatabaseClient } from './database-calls'
import type { CallContext, NestedCommand, NestedReader } from './nested-command'
import { readOptionFiles } from './option-files'
import { readSed } from './sed-calls'
import { insideFile } from './shells'

/** A call that is told in files what to do: the files, and the words of the same call once a file's text stands in them. */
interface ToldCall {
  readonly files: readonly Word[]
  readonly again: (text: string) => readonly Word[]
  /** Variables that name such a file. */
  readonly variables?: readonly string[]
  /** The text is that of a language, and shown as such. */
  readonly code?: true
  /** The text stands on its input, not in its words. */
  readonly feeds?: true
}

/** So much of a text is read, in pieces that end with a line: what is longer would take longer than an approval may wait. */
const piece = 16_000
const mostPieces = 4

/** A text in pieces; undefined where it is too long. */
function inPieces(text: string): readonly string[] | undefined {
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    if (pieces.length === mostPieces) return undefined
    const end = text.length - from <= piece ? text.length : text.lastIndexOf('\n', from + piece) + 1
    if (end <= from) return undefined
    pieces.push(text.slice(from, end))
    from = end
  }
  return pieces
}

/** The command that a redirection stands at, which may hand its input on to one that runs elsewhere. */
function fedBy(command: SimpleCommand, all: readonly SimpleCommand[]): SimpleCommand {
  const above = command.parent === undefined ? undefined : all[command.parent]
  return above?.stdin === command.stdin ? fedBy(above, all) : command
}

/** The text of a file, or what is said of one that cannot be read. */
async function textOf(file: Word, context: CallContext): Promise<string | readonly NestedCommand[]> {
  if (file.text === '/dev/null') return ''
  if (standardInput.test(file.text)) {
    const { command, all } = context
    if (context.input !== undefined) return context.input
    const { stdin } = command
    const from = { ...context, command: { ...fedBy(command, all), stdin: { kind: 'inherit' } as const } }
    if (stdin.kind === 'file') return textOf(stdin.target, from)
    const printed = stdin.kind === 'pipe' ? printedFile(stdin.from, context) : undefined
    return printed
      ? textOf(printed, from)
      : [{ kind: 'unreadable', reason: 'what it is told on its input is not known', ofFile: true }]
  }
  const source = !file.known && file.from.length === 1 ? context.all[file.from[0] ?? -1] : undefined
  if (!file.known && file.from.length > 0) {
    const text = source && knownText(source, context.all)
    return text ?? [{ kind: 'unreadable', reason: `what stands in ${file.text} is only known at run time` }]
  }
  const found = await insideFile(file, context, { args: [], language: 'code' })
  const [only] = found
  return only?.kind === 'code' ? only.text : found
}

/** The file of `cat FILE |`. */
function printedFile(from: readonly number[], { all }: CallContext): Word | undefined {
  const source = from.length === 1 ? all[from[0] ?? -1] : undefined
  const [file, ...more] = source?.program === 'cat' ? source.words.slice(1) : []
  return file && more.length === 0 && !file.text.startsWith('-') ? file : undefined
}

/** `awk -f FILE`: programs, which go together. */
function toldAwk({ words: [program = plainWord('awk'), ...args] }: SimpleCommand): ToldCall {
  const option = /^(?:-[fE]|--(?:file|exec)(?:=|$))/
  const isValue = (at: number): boolean => /^(-[fE]|--(file|exec))$/.test(args[at - 1]?.text ?? '')
  const files = args.flatMap((word, at): readonly Word[] => {
    const tied = word.text.replace(option, '')
    if (isValue(at)) return [word]
    return option.test(word.text) && tied !== '' ? [withText(word, tied)] : []
  })
  const others = args.filter(({ text }, at) => !isValue(at) && !option.test(text))
  return { files, again: (text) => [program, plainWord('-e'), plainWord(text), ...others], code: true }
}

/** `dc FILE`, `dc -f FILE`. */
function toldDc(
  { words: [program = plainWord('dc'), ...args] }: SimpleCommand,
  fed: readonly Word[],
): ToldCall {
  const files = args.flatMap((word, at): readonly Word[] => {
    const { text } = word
    const before = args[at - 1]?.text ?? ''
    const [, tied] = /^(?:-f|--file=)(.+)$/s.exec(text) ?? []
    if (tied !== undefined) return [{ ...word, text: tied }]
    if (/^(-e|--expression)$/.test(before)) return []
    return /^(-f|--file)$/.test(before) || !text.startsWith('-') ? [word] : []
  })
  const isTold = files.length > 0 || args.some(({ text }) => /^-e|^--expression/.test(text))
  return { files: isTold ? files : fed, again: (text) => [program, plainWord('-e'), plainWord(text)] }
}

/** A shell of MongoDB: its scripts are its words that end so. */
function toldMongo(
  { words: [program = plainWord('mongosh'), ...args] }: SimpleCommand,
  fed: readonly Word[],
): ToldCall {
  const named = args.filter(
    ({ text }, at) =>
      (/\.(m?js|mongodb)$/.test(text) && !text.startsWith('-')) ||
      /^(-f|--file)$/.test(args[at - 1]?.text ?? ''),
  )
  return {
    files: [...named, ...fed],
    again: (text) => [program, plainWord('--eval'), plainWord(text)],
    code: true,
  }
}

/** Other clients, by what names a file of statements, and how these stand in a line. */
const clients = new Map<string, { readonly file?: RegExp; readonly told: string }>(
  Object.entries({
    'redis-cli': { told: '' },
    'valkey-cli': { told: '' },
    cqlsh: { file: /^(-f|--file)$/, told: '-e' },
    sqlcmd: { file: /^(-i|--input-file)$/, told: '-Q' },
    influx: { file: /^(-f|--file)$/, told: '-execute' },
  }),
)

function toldClient(
  { words: [program = plainWord(''), ...args] }: SimpleCommand,
  { file, told }: { readonly file?: RegExp; readonly told: string },
  fed: readonly Word[],
): ToldCall {
  const named = args.flatMap((word, at): readonly Word[] => {
    const cut = word.text.indexOf('=')
    if (cut > 0 && file?.test(word.text.slice(0, cut)) === true)
      return [{ ...word, text: word.text.slice(cut + 1) }]
    return file?.test(args[at - 1]?.text ?? '') === true ? [word] : []
  })
  return {
    files: [...named, ...fed],
    again: (text) => [program, ...(told === '' ? [] : [plainWord(told)]), plainWord(text)],
  }
}

/** Programs that do what the lines on their input say, and the option by which some read them from a file. */
const readsOrders = new Map<string, RegExp | undefined>([
  ...[
    'red',
    'ed',
    'ex',
    'vi',
    'vim',
    'rvim',
    'nvim',
    'ftp',
    'ghci',
    'make',
    'gmake',
    'gnuplot',
    'octave',
  ].map((name) => [name, undefined] as const),
  ['octave-cli', undefined],
  ['sftp', /^-b$/],
  ['lftp', /^-f$/],
  ['patch', /^(-i|--input)$/],
])

/** Such a call, with the text of a file in place of it. */
function toldOrders({ words, program }: SimpleCommand, fed: readonly Word[]): ToldCall {
  const option = readsOrders.get(program)
  // vi shows its input, or takes it for keys, where it is not told to be ex.
  const shows = /vi/.test(program) && !words.some(({ text }) => /^-[a-zA-Z]*[eE]/.test(text))
  if (shows || words.some(({ text }) => text === '--dry-run')) return { files: [], again: () => [] }
  const isOption = (at: number): boolean => option?.test(words[at]?.text ?? '') === true
  /** A file in the same word: `--input=FILE`, `-iFILE`. */
  const tiedIn = ({ text }: Word): string | undefined => {
    const [, name = '', value] = /^(--[a-z]+(?==)|-[a-z])=?(.+)$/s.exec(text) ?? []
    return option?.test(name) ? value : undefined
  }
  const named = words.flatMap((word, at) => {
    const tied = tiedIn(word)
    return tied === undefined ? (isOption(at - 1) ? [word] : []) : [withText(word, tied)]
  })
  return {
    files: named.length > 0 ? named : fed,
    again: () => words.filter((word, at) => !isOption(at) && !isOption(at - 1) && tiedIn(word) === undefined),
    feeds: true,
  }
}

/** The debuggers: files of commands, and what they read. */
const debuggers = new Map<string, { readonly file: RegExp; readonly told: string }>(
  Object.entries({
    gdb: { file: /^--?(x|ix|command|init-command)$/, told: '-ex' },
    lldb: { file: /^(-s|-S|--source|--source-before-file)$/, told: '-o' },
  }),
)

function toldDebugger(
  { words: [program = plainWord(''), ...args], stdin }: SimpleCommand,
  { file, told }: { readonly file: RegExp; readonly told: string },
): ToldCall {
  const named = args.flatMap((word, at): readonly Word[] => {
    const [option = '', tied] = word.text.split(/=(.*)/s)
    if (tied !== undefined && file.test(option)) return [withText(word, tied)]
    return file.test(args[at - 1]?.text ?? '') ? [word] : []
  })
  return {
    files: [...named, ...(stdin.kind === 'inherit' ? [] : [plainWord('-')])],
    again: (text) => [
      program,
      ...text
        .split('\n')
        .flatMap((line) => (line.trim() === '' ? [] : [plainWord(told), plainWord(line.trim())])),
    ],
    code: true,
  }
}

/** What a call is told in files; undefined for programs of which nothing is known of that kind. */
function toldCall(context: CallContext): ToldCall | undefined {
  const { command } = context
  const { program } = command
  const [name = plainWord(program), ...args] = command.words
  const fed = /^(file|pipe)$/.test(command.stdin.kind) ? [plainWord('-')] : []
  if (/^g?sed$/.test(program)) {
    const { scriptFiles, others } = readSed(args)
    return { files: scriptFiles, again: (text) => [name, plainWord('-e'), plainWord(text), ...others] }
  }
  if (/^[gmn]?awk$/.test(program)) return toldAwk(command)
  if (program === 'dc') return toldDc(command, fed)
  if (isDatabaseClient(program)) return databaseScripts(command, context.input)
  if (/^mongo(sh)?$/.test(program)) return toldMongo(command, fed)
  if (readsOrders.has(program)) return toldOrders(command, context.input === undefined ? fed : [])
  const debug = debuggers.get(program)
  if (debug) return toldDebugger(command, debug)
  const client = clients.get(program)
  return client && toldClient(command, client, fed)
}

/** The same call with what it is told in its words: as judged as if it stood in the line. */
const again = (
  words: readonly Word[],
  unset: readonly string[] = [],
  stdin: Stdin = { kind: 'inherit' },
): NestedCommand => ({
  kind: 'command',
  words,
  how: {
    via: 'script',
    stdin,
    ...(unset.length > 0 && { assignments: unset.map((name) => ({ name, value: plainWord('') })) }),
  },
})

/** What a call does by what stands in files that it is told by: scripts of sed, statements, lines of a client. */
const insideTold: NestedReader = async (context) => {
  const call = toldCall(context)
  const found: NestedCommand[] = []
  for (const file of call?.files ?? []) {
    const text = await textOf(file, context)
    if (typeof text !== 'string') {
      found.push(...text)
      continue
    }
    const pieces = inPieces(text)
    if (call?.code) found.push({ kind: 'code', text, title: file.text })
    for (const each of pieces ?? []) {
      const stdin = call?.feeds && { kind: 'text' as const, word: plainWord(each) }
      found.push(again(call?.again(each) ?? [], call?.variables, stdin))
    }
    if (!pieces)
      found.push({
        kind: 'unreadable',
        reason: `${file.text} is too long to be looked through`,
        ofFile: true,
      })
  }
  return found
}

/** What a call does by options that stand in files. */
const insideOptionFiles: NestedReader = async (context) => {
  const call = readOptionFiles(context.command)
  const [name = plainWord('')] = context.command.words
  const found: NestedCommand[] = []
  const told: Word[] = []
  for (const file of call?.files ?? []) {
    const text = await textOf(file, context)
    if (typeof text === 'string' && text.length <= piece) told.push(...(call?.words(text) ?? []))
    else if (typeof text === 'string')
      found.push({
        kind: 'unreadable',
        reason: `${file.text} is too long to be looked through`,
        ofFile: true,
      })
    else found.push(...text)
  }
  for (const file of call?.homes ?? []) {
    const text = await textOf(file, context)
    if (typeof text === 'string') told.push(...(call?.words(text.slice(0, piece)) ?? []))
  }
  for (const line of call?.lines ?? []) told.push(...(line.known ? (call?.words(line.text) ?? []) : []))
  return call && told.length > 0 ? [...found, again([name, ...told, ...call.others], call.variables)] : found
}

/** What looks into files that tell a call what it does. */
export const toldReaders = (program: string): readonly NestedReader[] =>
  /^(curl|wget|aria2c)$/.test(program) ? [insideOptionFiles] : [insideTold]
