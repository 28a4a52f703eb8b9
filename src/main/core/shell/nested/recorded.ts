import type { ProgramRun } from '@shared/domain/program-record'
import { builtInTable } from '../../programs/built-in'
import type { RecordTable } from '../../programs/record-table'
import { fits } from '../../programs/word-pattern'
import { plainWord, type SimpleCommand, type Word } from '../graph'
import { joinWords, splitLeading, type NestedCommand, type NestedReader, script } from './nested-command'
import { asEntered, startedIn } from './started-in'

/** `NAME=`, and the name under which bash hands on a function. */
const assignment = /^([A-Za-z_][A-Za-z0-9_]*|BASH_FUNC_[^=\s]+(?:%%|\(\)))=/s

/** A command behind another program's words; leading NAME=VALUE words go to its environment. */
export function asCommand(words: readonly Word[], how: Partial<NestedHow> = {}): NestedCommand {
  const at = words.findIndex((word) => !assignment.test(word.text))
  const assignments = words.slice(0, at < 0 ? words.length : at).map((word) => {
    const [whole = '', name = ''] = assignment.exec(word.text) ?? []
    return { name, value: { ...word, text: word.text.slice(whole.length), head: '' } }
  })
  return {
    kind: 'command',
    words: at < 0 ? [] : words.slice(at),
    how: { via: 'wrapper', assignments, ...how },
  }
}

type NestedHow = Extract<NestedCommand, { kind: 'command' }>['how']

/** Words up to the first operand, by the options that take a value. */
export const splitBy = (words: readonly Word[], values: readonly string[]): ReturnType<typeof splitLeading> =>
  splitLeading(
    words,
    values.flatMap((value) => (value.length === 2 ? [value.charAt(1)] : [])).join(''),
    values.filter((value) => value.length > 2),
  )

/** The value that a word gives to an option: its own rest, '' for the next word; undefined where it is not that option. */
function valueIn(text: string, option: string, values: readonly string[]): string | undefined {
  if (!option.startsWith('-'))
    return text.length > option.length && text.toLowerCase().startsWith(option.toLowerCase())
      ? text.slice(option.length)
      : undefined
  if (text === option) return ''
  if (text.startsWith(`${option}=`)) return text.slice(option.length + 1)
  const cut = text.indexOf('=')
  const name = cut < 0 ? text : text.slice(0, cut)
  if (option.startsWith('--'))
    return name.length > 2 && name.startsWith('--') && option.startsWith(name)
      ? text.slice(name.length + 1)
      : undefined
  const letters = option.slice(1)
  if (text.startsWith('--') || !text.startsWith('-')) return undefined
  const at = text.indexOf(letters, 1)
  const before = at < 0 ? '' : text.slice(1, at)
  if (
    at < 0 ||
    !/^[A-Za-z0-9]*$/.test(before) ||
    Array.from(before).some((each) => values.includes(`-${each}`))
  )
    return undefined
  const isCluster = letters.length === 1 || /^(.)\1$/.test(letters)
  return isCluster || at === 1 || at + letters.length === text.length
    ? text.slice(at + letters.length)
    : undefined
}

/** The words that some options give to be run, wherever they stand. */
const valuesOf = (
  args: readonly Word[],
  options: readonly string[],
  values: readonly string[],
): readonly { readonly word: Word; readonly option: string }[] =>
  args.flatMap((word, at) => {
    const [found] = options.flatMap((option) => valueIn(word.text, option, values) ?? [])
    if (found === undefined) return []
    const value = found === '' ? args[at + 1] : { ...word, text: found, head: '' }
    return value ? [{ word: value, option: word.text }] : []
  })

/** A word that only names a program, with options that name nothing in turn. */
const isQuiet = (text: string, programs: readonly string[]): boolean =>
  /^[\w.+-]+(?: -[\w./~-]*(?: [\w./~]+)?)*$/.test(text) && programs.includes(text.split(' ')[0] ?? '')

/** What of a value is a line for a shell; undefined where nothing is. */
function lineIn(text: string, { starts, quiet }: ProgramRun): string | undefined {
  if (quiet && isQuiet(text, quiet)) return undefined
  if (!starts) return text
  const start = starts.find((each) => text.trimStart().toLowerCase().startsWith(each.toLowerCase()))
  return start === undefined
    ? undefined
    : text
        .trimStart()
        .slice(start.length)
        .replace(/^\s*=?\s*/, '')
}

/** What a run starts, and the options before it. */
interface Behind {
  readonly words: readonly Word[]
  readonly options: ReturnType<typeof splitLeading>['options']
}

function wordsOf(run: ProgramRun, args: readonly Word[], values: readonly string[]): Behind | undefined {
  const { options, rest } = splitBy(args, values)
  if (run.without?.some((option) => options.has(option))) return undefined
  const [verb] = rest
  const isVerb = verb && run.verbs?.some((each) => fits(verb.text, each))
  if (run.verbs && !isVerb) return undefined
  const own = run.verbs && splitBy(rest.slice(1), run.values)
  const given = own ? new Map([...options, ...own.options]) : options
  if (run.behind) {
    const at = args.findIndex(({ text }) => run.behind?.includes(text))
    return at < 0 ? undefined : { words: args.slice(at + 1), options: given }
  }
  const words = (own?.rest ?? rest).slice(run.skip ?? 0)
  return {
    words: words[0]?.text === '--' ? words.slice(1) : words,
    options: given,
  }
}

const elevatedBy = ({ elevated, looped }: ProgramRun): Partial<NestedHow> => ({
  ...(elevated && { elevated }),
  ...(looped && { looped }),
})

function asRead(
  run: ProgramRun,
  { words, options }: Behind,
  { program, cwd }: SimpleCommand,
): readonly NestedCommand[] {
  const [first] = words
  if (!first) return []
  const via = { ...elevatedBy(run), ...(run.folder && startedIn(options, run.folder, cwd)) }
  if (run.as === 'command' || (run.as === 'either' && words.length > 1)) {
    const command = run.python && first.text.endsWith('.py') ? [plainWord('python3'), ...words] : words
    const stdin = run.input && ({ stdin: { kind: 'pipe', from: [] } } as const)
    return [asCommand(command, { ...via, ...stdin })]
  }
  const how =
    run.as === 'escape'
      ? { via: 'escape' as const, stdin: { kind: 'inherit' } as const }
      : { via: 'script' as const, ...via }
  const texts = run.joined ? [joinWords(words)] : run.as === 'either' ? [first] : words
  return texts.flatMap((word) => {
    const text = lineIn(word.text, run)
    return text === undefined
      ? []
      : [script(text === word.text ? word : { ...word, text, head: '' }, program, { how })]
  })
}

function found(
  run: ProgramRun,
  { args, command }: Parameters<NestedReader>[0],
  values: readonly string[],
): readonly NestedCommand[] {
  const { program } = command
  if (!run.options) {
    const behind = wordsOf(run, args, values)
    return behind ? asRead(run, behind, command) : []
  }
  if (run.verbs && wordsOf({ ...run, behind: undefined }, args, values) === undefined) return []
  return valuesOf(args, run.options, values).flatMap(({ word, option }): readonly NestedCommand[] => {
    const text = lineIn(word.text, run)
    if (text === undefined || text === '') return []
    const line = text === word.text ? word : { ...word, text, head: '' }
    const how =
      run.as === 'escape'
        ? { via: 'escape' as const, stdin: { kind: 'inherit' as const } }
        : { via: 'script' as const, ...elevatedBy(run) }
    return [script(line, `${program} ${option}`, { how })]
  })
}

/** tar's oldest form, `tar cIf zstd a.tar x`: letters without a dash, whose values follow in their order. */
export function asDashed(args: readonly Word[], values: readonly string[]): readonly Word[] {
  const [first, ...rest] = args
  if (first?.known !== true || !/^[A-Za-z]+$/.test(first.text)) return args
  const given = Array.from(first.text).flatMap((letter) => {
    const option = { ...first, text: `-${letter}`, head: '' }
    const value = [...values, '-I', '-F'].includes(option.text) ? rest.shift() : undefined
    return value ? [option, value] : [option]
  })
  return [...given, ...rest]
}

/** `%h` and its kin are systemd's to replace. */
const withSpecifiers = (word: Word): Word => {
  const at = word.text.search(/%[A-Za-z]/)
  return at < 0 ? word : { ...word, known: false, head: word.text.slice(0, at) }
}

/** A unit runs in a folder of its own, unless it is told which. */
const inUnit = (nested: NestedCommand, args: readonly Word[]): NestedCommand =>
  'how' in nested && !nested.how.cwd && !args.some(({ text }) => /^(--scope|-d|--same-dir)$/.test(text))
    ? { ...nested, how: { ...nested.how, cwd: [] } }
    : nested

/** What the records say that a call runs; `own` are a person's own, which may say more. */
export const insideRecorded =
  (own: RecordTable | undefined): NestedReader =>
  (context) => {
    const { program, shell } = context.command
    return [builtInTable, own].flatMap((table) => {
      const known = table?.of(program, shell)
      const values = known?.values ?? []
      const args = /^(g|bsd)?tar$/.test(program)
        ? asDashed(context.args, values)
        : program === 'systemd-run'
          ? context.args.map(withSpecifiers)
          : program === 'nsenter'
            ? asEntered(context.args)
            : context.args
      return (known?.runs ?? []).flatMap((runs) => {
        for (const run of runs) {
          const nested = found(run, { ...context, args }, values)
          if (nested.length > 0)
            return program === 'systemd-run' ? nested.map((each) => inUnit(each, args)) : nested
        }
        return []
      })
    })
  }
