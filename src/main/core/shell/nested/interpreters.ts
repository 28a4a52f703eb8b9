import type { ProgramCode } from '@shared/domain/program-record'
import { builtInTable } from '../../programs/built-in'
import { fits } from '../../programs/word-pattern'
import { plainWord, type SimpleCommand, type Word, withText } from '../graph'
import { awkCommands } from './awk-program'
import { embeddedCommands } from './embedded-commands'
import {
  joinWords,
  splitLeading,
  type CallContext,
  type NestedReader,
  type NestedCommand,
} from './nested-command'
import { insideFile, insideInput } from './shells'
import { splitBy } from './recorded'

interface CodeCall {
  readonly code: ProgramCode
  readonly values: readonly string[]
}

/** Code as what runs nested, together with the shell commands that stand in it as literals. */
function codeCommands(code: string, title: string, program: string): NestedCommand[] {
  return [
    { kind: 'code', text: code, title },
    ...embeddedCommands(code, program).map((text): NestedCommand => ({
      kind: 'script',
      text: plainWord(text),
      title: `a command in ${title}`,
      shell: 'posix',
      how: { via: 'script', stdin: { kind: 'inherit' } },
    })),
  ]
}

/** Code that was found, together with the shell commands that stand in it. */
export const withEmbedded = (found: readonly NestedCommand[], program: string): NestedCommand[] =>
  found.flatMap((each) => (each.kind === 'code' ? codeCommands(each.text, each.title, program) : [each]))

function inlineCode(
  { options, verbs }: ProgramCode,
  values: readonly string[],
  args: readonly Word[],
): { word: Word; option: string } | undefined {
  const found: Word[] = []
  let first = ''
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) break
    const { text } = word
    const cut = text.indexOf('=')
    if (text.startsWith('--') && cut > 0 && options.includes(text.slice(0, cut))) {
      first ||= text.slice(0, cut)
      found.push({ ...word, text: text.slice(cut + 1), head: '' })
      continue
    }
    // `perl -pie`, `perl -ne`: a cluster ends in the letter that takes the code.
    const short = options.filter((each) => each.length === 2).map((each) => each.charAt(1))
    const cluster = /^-[A-Za-z0-9]+$/.test(text) && short.some((letter) => text.endsWith(letter))
    const next = args[at + 1]
    if ((options.includes(text) || cluster) && next) {
      first ||= text
      found.push(next)
      at += 1
    } else if (values.includes(text)) at += 1
    else if (!text.startsWith('-')) {
      // `deno eval --ext=ts CODE`
      const code = text === 'eval' && verbs && splitBy(args.slice(at + 1), values).rest[0]
      if (code) return { word: code, option: text }
      break
    }
  }
  const [only, ...more] = found
  // Several are one program, a line each.
  return only && { word: more.length === 0 ? only : joinWords(found, '\n'), option: first }
}

/** Of which words a module of Python's own takes code: what stands behind `-s` and alone for timeit, what pdb does first. */
function moduleCode(args: readonly Word[]): ReturnType<typeof inlineCode> {
  const at = args.findIndex(({ text }) => /^-[a-zA-Z]*m/.test(text))
  const [, tied = ''] = /^-[a-zA-Z]*?m(.*)$/s.exec(args[at]?.text ?? '') ?? []
  const module = at < 0 ? '' : tied || (args[at + 1]?.text ?? '')
  const rest = args.slice(at + (tied === '' ? 2 : 1))
  const found = rest.flatMap((word, at): Word[] => {
    const before = rest[at - 1]?.text ?? ''
    const [, tied] = /^(?:-[pv]*s|--setup=)(.+)$/s.exec(word.text) ?? []
    if (module === 'timeit' && tied !== undefined) return [withText(word, tied)]
    if (module === 'timeit') return /^-|^\d+$/.test(word.text) ? [] : [word]
    const [, told = /^(-c|--command)$/.test(before) ? word.text : undefined] =
      /^(?:-c|--command=)(.+)$/s.exec(word.text) ?? []
    return module === 'pdb' && told !== undefined && /^!|\(/.test(told)
      ? [withText(word, told.replace(/^!/, ''))]
      : []
  })
  return found.length === 0 ? undefined : { word: joinWords(found, '\n'), option: `-m ${module}` }
}

const inlineIn = (
  program: string,
  { code, values }: CodeCall,
  args: readonly Word[],
): ReturnType<typeof inlineCode> =>
  inlineCode(code, values, args) ?? (/^(python|pypy)/.test(program) ? moduleCode(args) : undefined)

/** The code in a call's own words. What of it is a file is not looked at. */
export function codeInWords({ program, words }: SimpleCommand): Word | undefined {
  const { code, values = [] } = builtInTable.of(program) ?? {}
  return code && inlineIn(program, { code, values }, words.slice(1))?.word
}

/** The same, or the text on its standard input. */
export function inlineCodeOf(command: SimpleCommand): readonly Word[] {
  const inline = codeInWords(command)
  if (inline) return [inline]
  return command.stdin.kind === 'text' ? [command.stdin.word] : []
}

function insideInterpreter(code: ProgramCode, values: readonly string[]): NestedReader {
  return async (context) => {
    const { command } = context
    let { args } = context
    const { program } = command
    if (args.some((word) => /^(--version|-V|--help)$/.test(word.text)) && args.length === 1) return []
    const inline = inlineIn(program, { code, values }, args)
    if (inline) return insideInline(inline, context)
    if (code.verbs) {
      const at = args.findIndex((word) => !word.text.startsWith('-'))
      const verb = args[at]?.text ?? ''
      if (!code.verbs.some((each) => fits(verb, each))) return []
      args = args.slice(at + 1)
    }
    const { options, rest } = splitBy(args, values)
    if (options.has('-m') && /^python|^pypy/.test(program)) return insideModule(options.get('-m'), rest)
    const [script, ...more] = rest
    if (script && script.text !== '-') {
      if (/^https?:/.test(script.text)) return []
      return withEmbedded(await insideFile(script, context, { args: more, language: 'code' }), program)
    }
    return withEmbedded(await insideInput(context, 'code'), program)
  }
}

function insideInline(
  { word, option }: { word: Word; option: string },
  { command }: CallContext,
): NestedCommand[] {
  const found = codeCommands(word.text, `${command.program} ${option}`, command.program)
  return word.known ? found : [...found, { kind: 'unreadable', reason: 'its code is only known at run time' }]
}

/** `python -m pip …` is pip; other modules are judged by name. */
function insideModule(module: Word | undefined, rest: readonly Word[]): NestedCommand[] {
  const tools =
    /^(pip|pytest|black|ruff|mypy|flake8|isort|pylint|twine|venv|virtualenv|pre_commit|tox|coverage|build)$/
  return module && tools.test(module.text)
    ? [{ kind: 'command', words: [module, ...rest], how: { via: 'wrapper' } }]
    : []
}

/** awk: `system()`, pipes to and from commands. The program is the first operand, or a file. */
const insideAwk: NestedReader = (context) => {
  const { rest, options } = splitLeading(context.args, 'FvfeliE', [
    '--assign',
    '--field-separator',
    '--file',
    '--source',
    '--load',
    '--include',
    '--exec',
  ])
  const file = options.get('-f') ?? options.get('--file') ?? options.get('-E') ?? options.get('--exec')
  // What it is told in files is read from there (`told-in-files.ts`).
  if (file) return []
  const program = options.get('-e') ?? options.get('--source') ?? rest[0]
  const loaded = ['-l', '--load', '-i', '--include'].map((name) => options.get(name)?.text ?? 'inplace')
  if (loaded.some((name) => name !== 'inplace') || /@(?:load|include)\b/.test(program?.text ?? ''))
    return [{ kind: 'unreadable', reason: 'the awk program loads another file' }]
  if (!program) return []
  const found = embeddedCommands(program.text, 'awk').map((text): NestedCommand => ({
    kind: 'script',
    text: plainWord(text),
    title: 'a command in the awk program',
    shell: 'posix',
    how: { via: 'escape', stdin: { kind: 'inherit' } },
  }))
  if (!program.known)
    return [...found, { kind: 'unreadable', reason: 'the awk program is only known at run time' }]
  return awkCommands(program.text).open
    ? [...found, { kind: 'unreadable', reason: 'the awk program runs commands that it puts together' }]
    : found
}

/** What reads the nested commands of an interpreter of another language; undefined for programs that are none. */
export function interpreterReader(program: string): NestedReader | undefined {
  if (/^[gmn]?awk$/.test(program)) return insideAwk
  const known = builtInTable.of(program)
  return known?.code && insideInterpreter(known.code, known.values)
}
