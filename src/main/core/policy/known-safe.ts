import { programName } from './shell-script'

type Rule = (args: readonly string[]) => boolean

const always: Rule = () => true
const without =
  (...flags: string[]): Rule =>
  (args) =>
    !args.some((arg) =>
      flags.some((flag) => arg === flag || (flag.startsWith('--') && arg.startsWith(`${flag}=`))),
    )

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
  if (subcommand === 'branch') return rest.every((arg) => branchReadOnly.test(arg))
  return ['status', 'log', 'diff', 'show'].includes(subcommand)
}

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
  uniq: (args) => args.filter((arg) => !arg.startsWith('-')).length <= 1, // the second operand is written to
  wc: always,
  which: always,
  whoami: always,
  base64,
  find: without(...findActions),
  rg: without('--pre', '--hostname-bin', '--search-zip', '-z'),
  git,
  sed,
}

/**
 * Whether one simple command is on the known-safe list (docs/spec/commands.md, in its later, hardened form). Only literal
 * words may be passed. A name with a path in it is not known: `./ls` is whatever the workspace put there.
 */
export function isKnownSafe(words: readonly string[]): boolean {
  const [program, ...args] = words
  if (program === undefined || program !== programName(program)) return false
  return Object.hasOwn(rules, program) && rules[program]?.(args) === true
}
