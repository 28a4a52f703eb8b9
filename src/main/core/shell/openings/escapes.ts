import type { Word } from '../graph'
import { embeddedCommands } from './embedded-commands'
import { splitLeading, type Opener, type Opening } from './opening'

const escape = (text: Word, title: string): Opening => ({
  kind: 'script',
  text,
  title,
  shell: 'posix',
  how: { via: 'escape', stdin: { kind: 'inherit' } },
})

const part = (word: Word, text: string): Word => ({ ...word, text, head: '' })

/** Options whose value is a command line, by program. The first group of a match is the value, when it is attached. */
const options: Readonly<Record<string, RegExp>> = {
  tar: /^--(?:checkpoint-action=exec|to-command|use-compress-program|rsh-command|info-script|new-volume-script)(?:=(.*))?$|^-[IF](.*)$/s,
  rsync: /^(?:-e|--rsh|--rsync-path)(?:=(.*))?$/s,
  zip: /^(?:-[a-zA-Z]*TT(.+)?|--unzip-command(?:=(.*))?)$/s,
  man: /^(?:-P|--pager|-H|--html)(?:=(.*))?$/s,
  rg: /^--(?:pre|hostname-bin)(?:=(.*))?$/s,
  sort: /^--compress-program(?:=(.*))?$/s,
  split: /^--filter(?:=(.*))?$/s,
  less: /^\+!(.*)$/s,
  ssh: /^-o$|^-o(?:ProxyCommand|LocalCommand)=(.*)$/is,
  scp: /^-o$|^-[SD](.*)$|^-oProxyCommand=(.*)$/is,
  sftp: /^-o$|^-[SD](.*)$|^-oProxyCommand=(.*)$/is,
  wget: /^--use-askpass(?:=(.*))?$/s,
  vim: /^-[a-zA-Z]*c$|^--cmd$|^\+(.*)$/s,
  vi: /^-[a-zA-Z]*c$|^\+(.*)$/s,
  nvim: /^-[a-zA-Z]*c$|^--cmd$|^\+(.*)$/s,
  ex: /^-[a-zA-Z]*c$|^\+(.*)$/s,
  gdb: /^-{1,2}(?:ex|eval-command)(?:=(.*))?$/s,
  emacs: /^-{1,2}eval(?:=(.*))?$/s,
  emacsclient: /^(?:-e|--eval)(?:=(.*))?$/s,
  sqlite3: /^-cmd$/,
  socat: /^(?:EXEC|SYSTEM):(.*)$/is,
  nc: /^-[a-z]*[ec](.+)?$/,
  ncat: /^-[a-z]*[ec](.+)?$|^--(?:exec|sh-exec)(?:=(.*))?$/,
  netcat: /^-[a-z]*[ec](.+)?$/,
  nmap: /^--script(?:=(.*))?$/,
}

/** What a command of vim's starts by way of a language of its own: Lua, Python, `system()`, `delete()`. */
function vimCommands(value: string): string | undefined {
  const found = embeddedCommands(value, 'vim')
  return found.length > 0
    ? found.join('\n')
    : /system\(|\bjobstart\(|\btermopen\(/.test(value)
      ? value
      : undefined
}

/** Where such a value holds more than a command: what of it is one; undefined when it is harmless. */
function commandIn(program: string, value: string): string | undefined {
  switch (program) {
    case 'vim':
    case 'vi':
    case 'nvim':
    case 'ex':
      return /^:?[%\d,$.]*\s*(?:!|silent!?\s*!|r\s*!|w\s*!)(.*)$/s.exec(value)?.[1] ?? vimCommands(value)
    case 'emacs':
    case 'emacsclient':
      return embeddedCommands(value, 'emacs').join('\n') || value
    case 'gdb':
      return /^\s*(?:shell|!|python|pipe)\s*(.*)$/s.exec(value)?.[1]
    case 'ssh':
    case 'scp':
    case 'sftp':
      return (
        /^(?:ProxyCommand|LocalCommand)[= ]\s*(.*)$/is.exec(value)?.[1] ??
        (/^(\w+)=/.test(value) ? undefined : value)
      )
    case 'sqlite3':
      return /^\.(?:shell|system)\s+(.*)$/s.exec(value)?.[1]
    case 'nmap':
      return /[/.]/.test(value) ? value : undefined
    case 'tar':
      return /^(gzip|pigz|bzip2|xz|zstd|lz4|lbzip2|pbzip2|zstdmt|unzstd)( -[\w-]+)*$/.test(value)
        ? undefined
        : value
    case 'rsync':
      return /^ssh( (-[pilo] ?[\w./=~-]+|-[A-Za-z0-9]+))*$/.test(value) ? undefined : value
    case 'man':
      return /^(cat|less|more)\b[^|;&]*$/.test(value) ? undefined : value
    default:
      return value
  }
}

const openOption: Opener = ({ command, args }) => {
  const { program } = command
  const key = program === 'gtar' || program === 'bsdtar' ? 'tar' : program === 'view' ? 'vim' : program
  const pattern = Object.hasOwn(options, key) ? options[key] : undefined
  if (!pattern) return []
  return args.flatMap((word, at): Opening[] => {
    const match = pattern.exec(word.text)
    if (!match) return []
    const attached = (match.slice(1) as (string | undefined)[]).find(
      (group) => group !== undefined && group !== '',
    )
    const value = attached === undefined ? args[at + 1] : part(word, attached)
    const text = value && commandIn(key, value.text)
    return text === undefined || text === '' || !value
      ? []
      : [escape(part(value, text), `${program} ${word.text}`)]
  })
}

/** Longer scripts are not searched: they would take longer than an approval may wait. */
const maxSed = 4000

/** True when an `s` command of a sed script carries the flag `e`, which runs what it substitutes. */
function runsSubstitution(script: string): boolean {
  for (const match of script.matchAll(/(?<![A-Za-z\\])s([^\w\s\\;])/g)) {
    const [, delimiter = ''] = match
    let [at, left] = [match.index + 2, 2]
    for (; at < script.length && left > 0; at++) {
      if (script.charAt(at) === '\\') at += 1
      else if (script.charAt(at) === delimiter) left -= 1
    }
    if (left === 0 && /^[a-zA-Z0-9]*e/.test(script.slice(at, at + 12))) return true
  }
  return false
}

/** sed's `e` command, and the `e` flag of `s`. A `w` is a write, which the actions know. */
const openSed: Opener = ({ args }) => {
  const { options: given, rest } = splitLeading(args, 'eflE', ['--expression', '--file'])
  const scripts = [given.get('-e'), given.get('--expression')].filter((word) => word !== undefined)
  const [first] = rest
  if (scripts.length === 0 && !given.has('-f') && first) scripts.push(first)
  return scripts.flatMap((word): Opening[] => {
    if (word.text.length > maxSed)
      return [{ kind: 'unreadable', reason: 'the sed script is too long to be read' }]
    const [, command] = /(?:^|[;{\n\d/$])[ \t]{0,20}e(?:[ \t]+([^\n]*))?$/m.exec(word.text) ?? []
    if (command !== undefined) return [escape(part(word, command), 'the e command of sed')]
    return runsSubstitution(word.text) ? [{ kind: 'unreadable', reason: 'sed runs what it substitutes' }] : []
  })
}

/** ed and ex read `!command` lines. */
const openEd: Opener = ({ input }) =>
  [...(input ?? '').matchAll(/^(?:w\s+|r\s+)?!(.*)$/gm)].map(([, text = '']) =>
    escape({ text, known: true, head: text, glob: false, from: [] }, 'a line for ed'),
  )

/** Ordinary programs' ways of starting another one. */
export function escapeOpeners(program: string): readonly Opener[] {
  if (/^g?sed$/.test(program)) return [openSed]
  if (program === 'ed' || program === 'ex') return [openEd, openOption]
  return [openOption]
}
