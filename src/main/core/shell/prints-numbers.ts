import type { SimpleCommand } from './graph'

/** Programs that print counts, sizes, times and names of the system: nothing that a file of the workspace decides. */
const counters = new Set(
  'wc nproc date expr seq bc getconf tput id stat du df shuf sysctl uptime od free cksum sum ps pgrep pidof ulimit jobs factor numfmt uname arch whoami hostname tty stty true false : test [ pwd lsof ss'.split(
    ' ',
  ),
)
/** Programs that pass on what they read: as good as what they read it from. */
const filters = new Set(
  'cat awk gawk mawk cut sed head tail sort tr uniq xargs grep egrep tee column rev paste nl jq'.split(' '),
)

const version = /^(-v|-V|--version|version)$/

/** A pattern of digits and nothing else. */
const digits = /^\^?\(?(\[0-9\]|\[\[:digit:\]\]|\\d|\\\.|\.|[+*?$]|\\?\{\d+(,\d*)?\\?\}|\\\+)+\)?$/

function byArguments({ program, words }: SimpleCommand): boolean {
  const args = words.slice(1).map((word) => word.text)
  const has = (pattern: RegExp): boolean => args.some((text) => pattern.test(text))
  if (args.length === 1 && version.test(args[0] ?? '')) return true
  switch (program) {
    case 'grep':
    case 'egrep':
      return (
        has(/^(-[a-zA-Z]*c[a-zA-Z]*|--count)$/) ||
        (has(/^-[a-zA-Z]*o[a-zA-Z]*$/) &&
          args.some((text) => /0-9|digit|\\d/.test(text) && digits.test(text)))
      )
    case 'tr':
      return has(/^(-[a-z]*d[a-z]*c?|-[a-z]*cd?[a-z]*)$/) && has(/^(0-9|\[:digit:\])(\\n)?$/) && has(/c/)
    case 'git':
      return (
        has(/^(--count|rev-parse|--shortstat|--numstat)$/) ||
        has(/^--(pretty|format)=(format:)?%[actH][tdH]?$/)
      )
    case 'curl':
      return has(/^(-w|--write-out)$/) && has(/^\/dev\/null$/)
    case 'jq':
      return has(/(^|\|\s*)(length|add|tonumber|floor)\s*$/)
    case 'awk':
    case 'gawk':
    case 'mawk':
      return has(/\+=|\+\+|\bNR\b/) && has(/END\s*\{\s*printf?\b/)
    case 'xargs':
      return counters.has(args.find((text) => /^[a-z]+$/.test(text)) ?? '')
    case 'sed':
      return args.join(' ').startsWith('-n $=')
    case 'cat':
      return (
        args.length > 0 && args.every((text) => /^\/(proc|sys)\/[\w./-]+$/.test(text) && !text.includes('..'))
      )
    default:
      return false
  }
}

/** Tools that print what sets a shell up for them: `eval "$(direnv hook bash)"`. */
const setUps: Readonly<Record<string, RegExp>> = {
  'ssh-agent': /^-[sc]$/,
  direnv: /^(hook|export)$/,
  brew: /^shellenv$/,
  pyenv: /^(init|virtualenv-init)$/,
  rbenv: /^init$/,
  nodenv: /^init$/,
  jenv: /^init$/,
  zoxide: /^init$/,
  starship: /^init$/,
  atuin: /^init$/,
  fnm: /^env$/,
  mise: /^(activate|env|hook-env)$/,
  conda: /^shell\.(bash|zsh|posix)$/,
  opam: /^env$/,
  luarocks: /^path$/,
  dircolors: /^-b$/,
  kubectl: /^completion$/,
  gh: /^completion$/,
  minikube: /^docker-env$/,
}

/** Whether a command prints a known tool's set-up for shells: text that is not known, but that the tool itself wrote. */
export function printsSetUp(id: number, all: readonly SimpleCommand[]): boolean {
  const command = all[id]
  const pattern = command && Object.hasOwn(setUps, command.program) ? setUps[command.program] : undefined
  const [program, first] = command?.words ?? []
  return program?.text.includes('/') === false && first?.known === true && pattern?.test(first.text) === true
}

/** Whether what a command prints can only be numbers and words of the system, so that no file decides what it evaluates to. */
export function printsNumbers(id: number, all: readonly SimpleCommand[], depth = 0): boolean {
  const command = all[id]
  if (!command || depth > 8) return false
  const { program, stdin, words } = command
  // `wc -l` prints the names of its files too.
  if (counters.has(program)) return words.every((word) => !word.glob)
  if (byArguments(command)) return true
  if (program === 'echo' || program === 'printf')
    return words.every(
      (word) =>
        word.known ||
        (word.from.length > 0 && word.from.every((each) => printsNumbers(each, all, depth + 1))),
    )
  return (
    (filters.has(program) || program === 'read') &&
    stdin.kind === 'pipe' &&
    stdin.from.length > 0 &&
    stdin.from.every((each) => each < id && printsNumbers(each, all, depth + 1))
  )
}
