import { plainWord, type Word } from '../graph'
import { knownText } from '../known-output'
import { resolveAll } from '../paths'
import {
  asOptions,
  joinWords,
  splitLeading,
  type CallContext,
  type NestedReader,
  type NestedCommand,
  script,
  valuesOf,
} from './nested-command'
import { isShell } from '../shell-script'
import { standardInput } from '../standard-input'
import { fewTexts, readsAsCommand } from './command-texts'

/** The program that a script's first line names, by its last segment; undefined without such a line. */
export function shebangOf(text: string): string | undefined {
  const [, path = '', argument] = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(text) ?? []
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === 'env' ? argument : name || undefined
}

/** An interpreter, also by way of `env`, with nothing but options that a shell has and that name no file. */
const plainStart =
  /^#![ \t]*(?:\/\S*\/env[ \t]+(?:-S[ \t]+)?)?[^\s=-][^\s=]*(?:[ \t]+(?:-[A-Za-z]*o[ \t]+[a-z]+|-[A-Za-z]+|--(?:posix|norc|noprofile)))*[ \t]*(?:\r?\n|$)/

/** True where the first line of a script says nothing of what runs but its interpreter: that reads the script and no other file first. */
export const startsPlainly = (text: string): boolean => !text.startsWith('#!') || plainStart.test(text)

/** The programs that a command was started by, up to the line itself: they stand before it in the graph and run around it, not before it. */
function startersOf({ command, all }: CallContext): ReadonlySet<number> {
  const found = new Set<number>()
  for (let at = command.parent; at !== undefined && !found.has(at); at = all[at]?.parent) found.add(at)
  return found
}

/** Behind these a starter names a file that it writes itself: `find -fprint x -exec …`, `time -o x …`. */
const writesBehind = /^-(?:o|-output|-joblog|f(?:print0?|printf|ls))$/

/** Commands earlier in the same line that may have written a file, which is then not what the disk says. */
export function mayHaveChanged(path: string, context: CallContext): boolean {
  const { all, command } = context
  const reads =
    /^(cat|ls|test|\[|stat|file|head|tail|grep|rg|wc|echo|printf|chmod|bash|sh|source|\.|cd|less|diff)$/
  const starters = startersOf(context)
  const names = (word: Word, cwd: readonly string[]): boolean =>
    word.known && resolveAll(word.text, cwd).includes(path)
  return all.some(
    (each) =>
      each.id < command.id &&
      (each.redirects.some(
        (redirect) => /write|append/.test(redirect.mode) && names(redirect.target, each.cwd),
      ) ||
        (!reads.test(each.program) &&
          each.words.some(
            (word, at) =>
              at > 0 &&
              (!starters.has(each.id) || writesBehind.test(each.words[at - 1]?.text ?? '')) &&
              names(word, each.cwd),
          ))),
  )
}

/** What an earlier part of the line writes into a file, where it is all known: `cat > x.sh <<EOF`, `echo … > x.sh`. */
function writtenText(path: string, context: CallContext): string | undefined {
  const { all, command } = context
  const writers = all.filter(
    (each) =>
      each.id < command.id &&
      each.redirects.some(
        ({ mode, target }) =>
          mode === 'write' && target.known && resolveAll(target.text, each.cwd).includes(path),
      ),
  )
  const [writer, ...more] = writers
  if (!writer || more.length > 0 || writer.looped) return undefined
  const starters = startersOf(context)
  const others = all.some(
    (each) =>
      each.id !== writer.id &&
      each.id < command.id &&
      !/^(chmod|ls|cat|test)$/.test(each.program) &&
      !starters.has(each.id) &&
      [...each.words.slice(1), ...each.redirects.map(({ target }) => target)].some(
        (word) => word.known && resolveAll(word.text, each.cwd).includes(path),
      ),
  )
  return others ? undefined : knownText(writer, all)
}

/** The text of `<(command)`, where it follows from the line alone. */
function printedBy({ from }: Word, { all }: CallContext): string | undefined {
  const source = from.length === 1 ? all[from[0] ?? -1] : undefined
  return source && knownText(source, all)
}

const ofFile = true

/** What a script file runs: its text as shell text, or as code when its first line or its ending says so. */
export async function insideFile(
  path: Word,
  context: CallContext,
  options: { args: readonly Word[]; same?: boolean; language: 'shell' | 'code' | 'auto' },
): Promise<NestedCommand[]> {
  const { command } = context
  if (path.known && path.text !== '-' && standardInput.test(path.text))
    return insideInput(context, options.language === 'code' ? 'code' : 'shell')
  // `bash <(curl …)`: the file is what another command prints.
  if (!path.known && path.from.length > 0) {
    const how = { via: 'input' as const, executes: path.from, stdin: { kind: 'inherit' as const } }
    const printed = printedBy(path, context)
    if (printed !== undefined && options.language !== 'code')
      return [script(plainWord(printed), path.text, { how })]
    return [script({ ...plainWord(''), known: false }, path.text, { how })]
  }
  if (!path.known || path.glob)
    return [{ kind: 'unreadable', reason: 'which script runs is only known at run time' }]
  const [absolute, ...others] = resolveAll(path.text, command.cwd)
  if (absolute === undefined || others.length > 0)
    return [{ kind: 'unreadable', reason: `${path.text}: the folder it is taken from is not known`, ofFile }]
  if (command.host !== undefined)
    return [{ kind: 'unreadable', reason: `${path.text} lies on ${command.host}`, ofFile }]
  const written = writtenText(absolute, context)
  if (written === undefined && mayHaveChanged(absolute, context))
    return [
      {
        kind: 'unreadable',
        reason: `${path.text} is written by an earlier part of the command`,
        // A program that was just built is the project's; a script that was just written is the command's.
        ...(options.language === 'auto' && { ofFile }),
      },
    ]
  const read = written === undefined ? await context.read(absolute) : { kind: 'text' as const, text: written }
  if (read.kind === 'not-read')
    return [{ kind: 'unreadable', reason: `${path.text}: ${read.reason}`, ofFile }]
  const interpreter = shebangOf(read.text)
  const byName = /\.(py|js|mjs|cjs|ts|rb|pl|php|lua)$/.test(absolute)
  const isCode =
    options.language === 'code' ||
    (options.language === 'auto' && (interpreter === undefined ? byName : !isShell(interpreter)))
  if (isCode) return [{ kind: 'code', text: read.text, title: path.text }]
  const otherwise: readonly NestedCommand[] =
    options.language === 'auto' && !startsPlainly(read.text)
      ? [{ kind: 'unreadable', reason: `${path.text} gives its interpreter words of its own`, ofFile }]
      : []
  return [
    ...otherwise,
    script({ ...plainWord(read.text) }, path.text, {
      positional: asOptions(options.args),
      ...(options.same ? { same: true } : {}),
      ...(written === undefined && { ofFile }),
    }),
  ]
}

/** What a program reads as its script from standard input. */
export async function insideInput(
  context: CallContext,
  language: 'shell' | 'code',
): Promise<NestedCommand[]> {
  const { command, input, all } = context
  const { stdin } = command
  const from = stdin.kind === 'pipe' ? stdin.from : stdin.kind === 'text' ? stdin.word.from : []
  const how = { via: 'input' as const, executes: from, stdin: { kind: 'inherit' as const } }
  if (stdin.kind === 'text' || input !== undefined) {
    const text = input === undefined && stdin.kind === 'text' ? stdin.word : plainWord(input ?? '')
    return language === 'code'
      ? [{ kind: 'code', text: text.text, title: `${command.program} reads` }]
      : [script(text, `${command.program} reads`, { how })]
  }
  if (stdin.kind === 'file') return insideFile(stdin.target, context, { args: [], language })
  if (stdin.kind === 'inherit') return []
  // `cat script.sh | sh` is the script itself.
  const source = from.length === 1 ? all[from[0] ?? -1] : undefined
  const [path, ...more] = source?.program === 'cat' ? source.words.slice(1) : []
  if (path && more.length === 0 && !path.text.startsWith('-')) {
    const found = await insideFile(path, context, { args: [], language })
    return found.map((each) => (each.kind === 'script' ? { ...each, how } : each))
  }
  const hidden = { ...plainWord(''), known: false }
  return language === 'code'
    ? [{ kind: 'unreadable', reason: 'it runs code that another command prints' }]
    : [script(hidden, `${command.program} reads`, { how })]
}

/** `+O extglob` switches off what `-O extglob` switches on: for finding the script both are the same. */
const asDashes = (words: readonly Word[]): readonly Word[] =>
  words.map((word) => (/^\+[a-zA-Z]/.test(word.text) ? { ...word, text: `-${word.text.slice(1)}` } : word))

/** fish takes its scripts behind `-c` and `-C`, both more than once. */
const insideFish: NestedReader = (context) => {
  const scripts = valuesOf(context.args, /^--(?:init-)?command$/, /^-[a-zA-Z]*[cC]$/)
  if (scripts.length > 0) return scripts.map((text) => script(text, 'fish -c'))
  return insideShell(context)
}

const insideShell: NestedReader = async (context) => {
  const args = asDashes(context.args)
  const { options, rest } = splitLeading(args, 'oO', ['--rcfile', '--init-file'])
  if (options.has('-n') && !options.has('-c')) return []
  const rc = options.get('--rcfile') ?? options.get('--init-file')
  const startUp = rc ? [{ kind: 'unreadable' as const, reason: `it starts with ${rc.text}` }] : []
  if (options.has('--version') || options.has('--help')) return []
  const [first, ...others] = rest
  if (options.has('-c'))
    return first
      ? [
          ...startUp,
          script(
            first,
            `${context.command.program} -c`,
            // A script that is given no words here may still be given some by whoever runs the command.
            others.length > 0
              ? { positional: asOptions(others.slice(1)), zero: asOptions(others.slice(0, 1)) }
              : {},
          ),
        ]
      : args.length > 1
        ? [...startUp, { kind: 'unreadable', reason: 'which of its words is the script cannot be told' }]
        : []
  if (first && !options.has('-s'))
    return [...startUp, ...(await insideFile(first, context, { args: others, language: 'shell' }))]
  return [...startUp, ...(await insideInput(context, 'shell'))]
}

/** Brackets in which shells of another grammar start programs, and what parts their commands. */
const bracketed = /[!$@^]*[[({]|[\])}]|\n|;|&&|\|/

/**
 * xonsh, nu, elvish: their text is read as that of a POSIX shell, and so are the pieces of it that begin with a telling program where the
 * grammar is another one (`![rm x]`, `{ ^rm x }`). What xonsh takes for Python is not analysed.
 */
const insideOtherShell: NestedReader = async (context) => {
  const { program } = context.command
  const found = await insideShell(context)
  const more = found.flatMap((each): NestedCommand[] =>
    each.kind === 'script' && each.text.known
      ? fewTexts(
          each.text.text
            .slice(0, 64 * 1024)
            .split(bracketed)
            .map((piece) => piece.trim().replace(/^\^/, ''))
            .filter((piece) => piece !== each.text.text.trim() && readsAsCommand(piece)),
        ).map((piece) => script(plainWord(piece), `${program} -c`))
      : [],
  )
  const isPython = program === 'xonsh' && found.some(({ kind }) => kind === 'script')
  return [
    ...found,
    ...more,
    ...(isPython ? [{ kind: 'unreadable' as const, reason: 'what xonsh takes for Python is not read' }] : []),
  ]
}

const insideEval: NestedReader = ({ args }) =>
  args.length === 0 ? [] : [script(joinWords(args), 'eval', { same: true })]

const insideSource: NestedReader = async (context) => {
  const [path, ...args] = context.args
  if (!path) return []
  const printed = printedBy(path, context)
  if (printed !== undefined)
    return [script(plainWord(printed), 'source', { same: true, how: { via: 'script', executes: path.from } })]
  if (path.from.length > 0)
    return [
      script({ ...plainWord(''), known: false }, 'source', { how: { via: 'script', executes: path.from } }),
    ]
  const found = await insideFile(path, context, { args, same: true, language: 'shell' })
  return found.map((each) => (each.kind === 'script' ? { ...each, same: true } : each))
}

const insideTrap: NestedReader = ({ args }) => {
  const [text, ...signals] = args.filter((word) => word.text !== '--')
  return !text || signals.length === 0 || /^(-[lp]?|)$/.test(text.text)
    ? []
    : [script(text, 'trap', { how: { via: 'deferred' } })]
}

const insideAlias: NestedReader = ({ args }) =>
  args.flatMap((word) => {
    const cut = word.text.indexOf('=')
    return cut < 0
      ? []
      : [
          script({ ...word, text: word.text.slice(cut + 1), head: '' }, word.text.slice(0, cut), {
            how: { via: 'deferred' },
          }),
        ]
  })

/** `at`, `batch`: what stands on standard input runs later. */
const insideLater: NestedReader = async (context) => {
  const [file] = valuesOf(context.args, /^-$/, /^-[a-zA-Z]*f$/)
  const found = file
    ? await insideFile(file, context, { args: [], language: 'shell' })
    : await insideInput(context, 'shell')
  return found.map((each) => (each.kind === 'script' ? { ...each, how: { via: 'deferred' as const } } : each))
}

const table: Readonly<Record<string, NestedReader>> = {
  eval: insideEval,
  source: insideSource,
  '.': insideSource,
  trap: insideTrap,
  alias: insideAlias,
  at: insideLater,
  batch: insideLater,
  newgrp: (context) => insideInput(context, 'shell'),
}

/** What reads the nested commands of a shell or of a program that hands text to one; undefined for others. */
export function shellReader(program: string): NestedReader | undefined {
  if (program === 'fish') return insideFish
  if (/^(xonsh|nu|elvish)$/.test(program)) return insideOtherShell
  if (isShell(program)) return insideShell
  return Object.hasOwn(table, program) ? table[program] : undefined
}

/** A program named by a path (`./run`, `/tmp/x`) is a script to look into, or a binary that cannot be. */
export const insideProgramFile: NestedReader = (context) => {
  const [path] = context.command.words
  if (!path || /^\/(usr\/(local\/)?)?s?bin\/[^/]+$/.test(path.text)) return []
  return insideFile(path, context, { args: context.args, language: 'auto' })
}

/** The same for a file that is called like a known program: it counts as that one, and as what it says where it is a script. */
export const insideScriptNamedSo: NestedReader = async (context) =>
  (await insideProgramFile(context)).filter(({ kind }) => kind === 'script')
