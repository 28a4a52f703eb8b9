import type { ProgramSafe } from '@shared/domain/program-record'
import { builtInTable } from '../programs/built-in'
import { fits } from '../programs/word-pattern'
import type { ShellWord } from '../shell/parse'
import { programName } from '../shell/shell-script'

/** Long options may be cut short as long as they stay clear (`--outp`); short ones may stand in a cluster, with a value behind them. */
const says = (arg: string, flag: string): boolean =>
  flag.startsWith('--')
    ? arg.length > 2 && arg.startsWith('--') && flag.startsWith(arg.replace(/=.*$/s, ''))
    : /^-[a-zA-Z0-9]*/.exec(arg)?.[0].includes(flag.slice(1)) === true

/** A `-` is an operand, and so is everything after `--`. */
function operandsIn(args: readonly string[]): number {
  const end = args.indexOf('--')
  const before = end < 0 ? args : args.slice(0, end)
  return before.filter((arg) => !/^-./s.test(arg)).length + (end < 0 ? 0 : args.length - end - 1)
}

const isOneOf = (arg: string, patterns: readonly string[]): boolean =>
  patterns.some((each) => fits(arg, each))

const holds = ({ verbs, without, never, only, operands }: ProgramSafe, args: readonly string[]): boolean =>
  (!verbs || isOneOf(args[0] ?? '', verbs)) &&
  !args.some((arg) => without?.some((flag) => says(arg, flag)) === true || isOneOf(arg, never ?? [])) &&
  args.slice(verbs ? 1 : 0).every((arg) => !only || isOneOf(arg, only)) &&
  (operands === undefined || operandsIn(args) <= operands)

/** `sed -n N[,M]p [file]`, the one form that only prints. */
const isPrintingSed = ([n, range, file, ...more]: readonly string[]): boolean =>
  n === '-n' && /^\d+(,\d+)?p$/.test(range ?? '') && more.length === 0 && !(file ?? '').startsWith('-')

const isPlain = ({ verbs, without, never, only, operands }: ProgramSafe): boolean =>
  [verbs, without, never, only, operands].every((each) => each === undefined)

/** What a shell does itself, whatever lies on the PATH. */
export const shellBuiltins: ReadonlySet<string> = new Set(['cd', 'echo', 'false', 'pwd', 'true'])

/**
 * True when the names that a pattern stands for can only be operands: none of the program's options does harm, or every
 * such name begins as the word does, and that is not as an option. Where the number of operands counts no pattern may make more of one.
 */
const patternsStayOperands = (args: readonly ShellWord[], safe: ProgramSafe | undefined): boolean =>
  args.every(
    ({ pattern, text }) =>
      pattern !== true ||
      (safe !== undefined && (isPlain(safe) || (safe.operands === undefined && /^[^-*?[]/.test(text)))),
  )

/**
 * Whether one simple command is on the known-safe list (docs/spec/commands.md, in its later, hardened form). A word that is
 * not literal makes it unknown. So does a path that is not absolute: `./ls` is whatever the workspace put there. That
 * the program found is the system's own is for the caller to look up.
 */
export function isKnownSafe(words: readonly ShellWord[]): boolean {
  const [program, ...args] = words
  if (program === undefined || program.pattern === true || !words.every((word) => word.literal)) return false
  const name = programName(program.text)
  if (program.text !== name && !(program.text.startsWith('/') && program.text.endsWith(`/${name}`)))
    return false
  const texts = args.map(({ text }) => text)
  const safe = builtInTable.of(name)?.safe.find((each) => holds(each, texts))
  return (safe !== undefined || (name === 'sed' && isPrintingSed(texts))) && patternsStayOperands(args, safe)
}
