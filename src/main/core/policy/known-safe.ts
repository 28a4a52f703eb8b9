import type { ShellWord } from '../shell/parse'
import { programName } from '../shell/shell-script'

type Rule = (args: readonly string[]) => boolean

const always: Rule = () => true

/** Long options may be cut short as long as they stay clear (`--outp`); short ones may stand in a cluster. */
const says = (arg: string, flag: string): boolean =>
  flag.startsWith('--')
    ? arg.length > 2 && arg.startsWith('--') && flag.startsWith(arg.replace(/=.*$/s, ''))
    : arg === flag

const without =
  (...flags: string[]): Rule =>
  (args) =>
    !args.some((arg) => flags.some((flag) => says(arg, flag)))

const findActions = [
  '-exec',
  '-execdir',
  '-ok',
  '-okdir',
  '-delete',
  '-fls',
  '-fprint',
  '-fprint0',
  '-fprintf',
]
const gitGlobal = ['-C', '-c', '-p', '--git-dir', '--work-tree', '--exec-path', '--config-env', '--namespace']
const gitLater = [
  '--output',
  '--ext-diff',
  '--textconv',
  '--exec',
  '--paginate',
  '--super-prefix',
  '-O',
  '--open-files-in-pager',
]
const branchReadOnly =
  /^(-a|--all|-r|--remotes|-v|-vv|--verbose|--list|-l|--show-current|--contains|--merged|--no-merged|--sort=.*|--format=.*)$/

/** Clusters such as `-ao` and `-oFILE` hide an output flag: a short option with `o` in it does not count as safe. */
const base64: Rule = (args) => !args.some((arg) => /^(-[a-zA-Z]*o|--o)/.test(arg))

const git: Rule = (args) => {
  const [subcommand, ...rest] = args
  if (subcommand === undefined || !without(...gitGlobal, ...gitLater)(args)) return false
  if (args.some((arg) => arg.startsWith('-O'))) return false
  if (subcommand === 'branch') return rest.every((arg) => branchReadOnly.test(arg))
  return ['status', 'log', 'diff', 'show'].includes(subcommand)
}

/** The second operand is written to. A `-` is an operand, and so is everything after `--`. */
const uniq: Rule = (args) => {
  const end = args.indexOf('--')
  const before = end < 0 ? args : args.slice(0, end)
  const after = end < 0 ? 0 : args.length - end - 1
  return before.filter((arg) => !/^-./s.test(arg)).length + after <= 1
}

const rg: Rule = (args) =>
  without('--pre', '--hostname-bin', '--search-zip')(args) && !args.some((arg) => /^-[a-zA-Z]*z/.test(arg))

/** `sed -n N[,M]p [file]`, the one form that only prints. */
const sed: Rule = ([n, range, file, ...more]) =>
  n === '-n' && /^\d+(,\d+)?p$/.test(range ?? '') && more.length === 0 && !(file ?? '').startsWith('-')

const rules: Readonly<Record<string, Rule>> = {
  cat: always,
  cd: always,
  cut: always,
  echo: always,
  expr: always,
  false: always,
  grep: always,
  head: always,
  id: always,
  ls: always,
  nl: always,
  numfmt: always,
  paste: always,
  pwd: always,
  rev: always,
  seq: always,
  stat: always,
  tac: always,
  tail: always,
  tr: always,
  true: always,
  uname: always,
  uniq,
  wc: always,
  which: always,
  whoami: always,
  base64,
  find: without(...findActions),
  rg,
  git,
  sed,
}

/** What a shell does itself, whatever lies on the PATH. */
export const shellBuiltins: ReadonlySet<string> = new Set(['cd', 'echo', 'false', 'pwd', 'true'])

/** Programs for which the number of operands counts, so that no pattern may make more of one. */
const counted = new Set(['sed', 'uniq'])

/**
 * True when the names that a pattern stands for can only be operands: none of the program's options does harm, or every
 * such name begins as the word does, and that is not as an option.
 */
function patternsStayOperands(program: string, args: readonly ShellWord[]): boolean {
  if (rules[program] === always) return true
  return args.every((word) => word.pattern !== true || (!counted.has(program) && /^[^-*?[]/.test(word.text)))
}

/**
 * Whether one simple command is on the known-safe list (docs/spec/commands.md, in its later, hardened form). A word that is
 * not literal makes it unknown. So does a path that is not absolute: `./ls` is whatever the workspace put there. That
 * the program found is the system's own is for the caller to look up.
 */
export function isKnownSafe(words: readonly ShellWord[]): boolean {
  const [program, ...args] = words
  if (program === undefined || program.pattern === true || !words.every((word) => word.literal)) return false
  const name = programName(program.text)
  return (
    (program.text === name || (program.text.startsWith('/') && program.text.endsWith(`/${name}`))) &&
    Object.hasOwn(rules, name) &&
    patternsStayOperands(name, args) &&
    rules[name]?.(args.map((word) => word.text)) === true
  )
}
