import { plainWord, type Word } from '../graph'
import { embeddedCommands } from './embedded-commands'
import { joinWords, splitLeading, type OpenContext, type Opener, type Opening } from './opening'
import { openFile, openInput } from './shells'

interface Interpreter {
  /** Options whose value is code. */
  readonly inline: readonly string[]
  /** Other short options that take a value, as letters, and long ones. */
  readonly short: string
  readonly long?: readonly string[]
  /** Words after the program that are not a script (deno run, bun run). */
  readonly verbs?: RegExp
}

const python: Interpreter = { inline: ['-c'], short: 'cWXQm', long: ['--check-hash-based-pycs'] }
const node: Interpreter = {
  inline: ['-e', '-p', '--eval', '--print', '-pe'],
  short: 'eprC',
  long: ['--eval', '--print', '--require', '--import', '--loader', '--env-file', '--conditions'],
}
const table: Readonly<Record<string, Interpreter>> = {
  python,
  python2: python,
  python3: python,
  pypy3: python,
  node,
  nodejs: node,
  tsx: node,
  'ts-node': node,
  ruby: { inline: ['-e'], short: 'eIrCEFKTx' },
  perl: { inline: ['-e', '-E'], short: 'eEIMmCD' },
  php: { inline: ['-r', '-R', '-B', '-E'], short: 'rRBEdcfz' },
  lua: { inline: ['-e'], short: 'el' },
  osascript: { inline: ['-e'], short: 'el' },
  Rscript: { inline: ['-e'], short: 'e' },
  deno: { inline: [], short: 'cA', verbs: /^(run|test|eval|bench|serve|task)$/ },
  bun: { inline: ['-e', '--eval'], short: 'e', verbs: /^(run|test|x)$/ },
  expect: { inline: ['-c'], short: 'cf' },
  tclsh: { inline: [], short: '' },
  wish: { inline: [], short: '' },
  m4: { inline: [], short: 'DIUFRdlBHLSo' },
  gnuplot: { inline: ['-e'], short: 'e' },
  octave: { inline: ['--eval'], short: 'p', long: ['--eval', '--path'] },
  R: { inline: ['-e'], short: 'ef' },
  guile: { inline: ['-c'], short: 'cleLsx' },
  sbcl: { inline: ['--eval'], short: '', long: ['--eval', '--load', '--core'] },
  ecl: { inline: ['--eval', '-eval'], short: '', long: ['--eval', '-eval', '--load', '-load'] },
  clisp: { inline: ['-x'], short: 'xiMEK' },
  racket: { inline: ['-e', '--eval'], short: 'eftlr', long: ['--eval'] },
  clojure: { inline: ['-e', '--eval'], short: 'ei' },
  bb: { inline: ['-e', '--eval'], short: 'ef' },
  groovy: { inline: ['-e'], short: 'ec' },
  julia: { inline: ['-e', '-E', '--eval', '--print'], short: 'eELJCp', long: ['--eval', '--print'] },
  elixir: { inline: ['-e', '--eval'], short: 'erSp', long: ['--eval'] },
  erl: { inline: ['-eval'], short: '', long: ['-eval', '-s', '-run', '-sname', '-name', '-pa'] },
  raku: { inline: ['-e'], short: 'eIM' },
  swipl: { inline: ['-g', '-t'], short: 'gtfslxpc' },
  bpftrace: { inline: ['-e'], short: 'eop' },
  gjs: { inline: ['-c'], short: 'cI' },
  qjs: { inline: ['-e', '--eval'], short: 'eI', long: ['--eval', '--include'] },
  ipython: { inline: ['-c'], short: 'cm' },
}

const otherNames: Readonly<Record<string, string>> = {
  'octave-cli': 'octave',
  luajit: 'lua',
  perl6: 'raku',
  clj: 'clojure',
  jruby: 'ruby',
  micropython: 'python3',
  Rscript: 'Rscript',
}

/** `python3.12` is python3. */
export const interpreterName = (program: string): string =>
  /^python\d?(\.\d+)?$/.test(program)
    ? 'python3'
    : Object.hasOwn(otherNames, program)
      ? (otherNames[program] ?? program)
      : (/^(ruby|perl|php|lua|node|tclsh|wish|guile)[\d.]+$/.exec(program)?.[1] ?? program)

/** The interpreter's entry; undefined for programs that are none. */
export const isInterpreter = (program: string): boolean => Object.hasOwn(table, interpreterName(program))

/** Code as an opening, together with the shell commands that stand in it as literals. */
function codeOpenings(code: string, title: string, program: string): Opening[] {
  return [
    { kind: 'code', text: code, title },
    ...embeddedCommands(code, program).map((text): Opening => ({
      kind: 'script',
      text: plainWord(text),
      title: `a command in ${title}`,
      shell: 'posix',
      how: { via: 'script', stdin: { kind: 'inherit' } },
    })),
  ]
}

const withEmbedded = (openings: readonly Opening[], program: string): Opening[] =>
  openings.flatMap((each) => (each.kind === 'code' ? codeOpenings(each.text, each.title, program) : [each]))

function inlineCode(
  interpreter: Interpreter,
  args: readonly Word[],
): { word: Word; option: string } | undefined {
  const found: Word[] = []
  let first = ''
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) break
    const { text } = word
    const cut = text.indexOf('=')
    if (text.startsWith('--') && cut > 0 && interpreter.inline.includes(text.slice(0, cut))) {
      first ||= text.slice(0, cut)
      found.push({ ...word, text: text.slice(cut + 1), head: '' })
      continue
    }
    // `perl -pie`, `perl -ne`: a cluster ends in the letter that takes the code.
    const short = interpreter.inline.filter((each) => each.length === 2).map((each) => each.charAt(1))
    const cluster = /^-[A-Za-z0-9]+$/.test(text) && short.some((letter) => text.endsWith(letter))
    const next = args[at + 1]
    if ((interpreter.inline.includes(text) || cluster) && next) {
      first ||= text
      found.push(next)
      at += 1
    } else if (!text.startsWith('-')) break
  }
  const [only, ...more] = found
  // Several are one program, a line each.
  return only && { word: more.length === 0 ? only : joinWords(found, '\n'), option: first }
}

function openInterpreter(interpreter: Interpreter): Opener {
  return async (context) => {
    const { command } = context
    let { args } = context
    const { program } = command
    if (args.some((word) => /^(--version|-V|--help)$/.test(word.text)) && args.length === 1) return []
    if (interpreter.verbs) {
      const at = args.findIndex((word) => !word.text.startsWith('-'))
      const verb = args[at]?.text ?? ''
      if (!interpreter.verbs.test(verb)) return []
      args = args.slice(at + 1)
      if (verb === 'eval' && args[0]) return codeOpenings(args[0].text, `${program} eval`, program)
    }
    const inline = inlineCode(interpreter, args)
    if (inline) return openInline(inline, context)
    const { options, rest } = splitLeading(args, interpreter.short, interpreter.long)
    if (options.has('-m') && /^python|^pypy/.test(program)) return openModule(options.get('-m'), rest)
    const [script, ...more] = rest
    if (script && script.text !== '-') {
      if (/^https?:/.test(script.text)) return []
      return withEmbedded(await openFile(script, context, { args: more, language: 'code' }), program)
    }
    return withEmbedded(await openInput(context, 'code'), program)
  }
}

function openInline({ word, option }: { word: Word; option: string }, { command }: OpenContext): Opening[] {
  const openings = codeOpenings(word.text, `${command.program} ${option}`, command.program)
  return word.known
    ? openings
    : [...openings, { kind: 'unreadable', reason: 'its code is only known at run time' }]
}

/** `python -m pip …` is pip; other modules are judged by name. */
function openModule(module: Word | undefined, rest: readonly Word[]): Opening[] {
  const tools =
    /^(pip|pytest|black|ruff|mypy|flake8|isort|pylint|twine|venv|virtualenv|pre_commit|tox|coverage|build)$/
  return module && tools.test(module.text)
    ? [{ kind: 'command', words: [module, ...rest], how: { via: 'wrapper' } }]
    : []
}

/** awk: `system()`, pipes to and from commands. The program is the first operand, or a file. */
const openAwk: Opener = async (context) => {
  const { rest, options } = splitLeading(context.args, 'Fvfe', [
    '--assign',
    '--field-separator',
    '--file',
    '--source',
    '-e',
  ])
  const file = options.get('-f') ?? options.get('--file')
  if (file) return withEmbedded(await openFile(file, context, { args: [], language: 'code' }), 'awk')
  const program = options.get('-e') ?? options.get('--source') ?? rest[0]
  if (!program) return []
  const found = embeddedCommands(program.text, 'awk').map((text): Opening => ({
    kind: 'script',
    text: plainWord(text),
    title: 'a command in the awk program',
    shell: 'posix',
    how: { via: 'escape', stdin: { kind: 'inherit' } },
  }))
  if (!program.known)
    return [...found, { kind: 'unreadable', reason: 'the awk program is only known at run time' }]
  const stripped = program.text.replace(/"(?:\\.|[^"\\])*"|\/(?:\\.|[^/\\\n])+\//g, '""')
  return found.length === 0 && /\bsystem\s*\(|\|\s*getline|\|&|\|\s*[a-z]\w*\s*[;}]/.test(stripped)
    ? [{ kind: 'unreadable', reason: 'the awk program runs commands that it puts together' }]
    : found
}

/** The opener of an interpreter of another language; undefined for programs that are none. */
export function interpreterOpener(program: string): Opener | undefined {
  if (/^[gmn]?awk$/.test(program)) return openAwk
  const interpreter = Object.hasOwn(table, interpreterName(program))
    ? table[interpreterName(program)]
    : undefined
  return interpreter && openInterpreter(interpreter)
}
