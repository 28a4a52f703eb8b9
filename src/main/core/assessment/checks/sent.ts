import type { Act } from '@shared/domain/effect'
import { contactsOf, sendingOf, type Contact, type Sending } from '../actions/contacts'
import { targetOf } from '../actions/file-action'
import { connectsToNamed, isHttpie } from '../actions/named-hosts'
import { placeAt } from '../facts/places'
import { builtInTable } from '../../programs/built-in'
import type { SimpleCommand, Word } from '../../shell/graph'
import { standardInput } from '../../shell/standard-input'
import { asksForHelp, brief, hasArg, textAt, verbs, type View } from './rule'
import { recordRule } from './record-rules'
import { dumpsEnvironment, environmentRead, secretRead, secretVariable, secretVariableIn } from './secrets'

const networked =
  /^(curl|wget|aria2c|lynx|w3m|nc|ncat|netcat|socat|telnet|ftp|sftp|scp|ssh|mosh|rsync|ping|ping6|traceroute|mtr|whois|nslookup|dig|host|nmap|mail|mailx|sendmail|mutt|wormhole|croc|gsutil|rclone|openssl)$/

/** Whether a command has to do with other machines, or with a port of this one. */
export const goesOut = (command: SimpleCommand, sending = sendingOf(command)): boolean => {
  const isNetworked = networked.test(command.program) || isHttpie.test(command.program)
  if (sending.files.length > 0 || (sending.input && !isNetworked)) return true
  if (connectsToNamed(command)) return true
  if (asksForHelp(command) || !isNetworked)
    return command.redirects.some(({ target }) => /^\/dev\/(tcp|udp)\//.test(target.text))
  if (command.program === 'rsync' || command.program === 'scp') return contactsOf(command).length > 0
  if (command.program === 'openssl') return /^s_(client|server|time)$/.test(textAt(command, 1))
  return true
}

/** The hosts that it names, but this machine. */
export const strangers = (command: SimpleCommand): readonly Contact[] =>
  contactsOf(command).filter((each) => !each.loopback)

/** True where all that it names is this machine. */
export const isLocalOnly = (command: SimpleCommand): boolean => {
  const contacts = contactsOf(command)
  return contacts.length > 0 && contacts.every((each) => each.loopback)
}

/** Whom it talks to, in words. */
export const names = (command: SimpleCommand): string =>
  strangers(command)
    .map((each) => each.host)
    .join(', ') || 'a host that is not known'

/** Something that should not leave the machine. */
type Precious = Omit<Extract<Act, { kind: 'send' }>, 'kind' | 'hosts'>

/** What the command itself calls it; one line, and not so long that it hides the rest. */
function named(text: string, view: View): Precious {
  return { what: 'named', of: brief(text, view.findings.landmarks.home) }
}

/** Programs that print what the machine, its screen or its person has had to do with. */
const tells =
  /^(history|fc|dmesg|journalctl|crontab|security|pass|pbpaste|xclip|xsel|wl-paste|screencapture|scrot|grim|last|lastlog)$/

/** Programs that name all files of a folder. */
const lists = ({ program, words }: SimpleCommand): boolean =>
  /^(find|fd|fdfind|ls)$/.test(program) ||
  (program === 'git' && words.some(({ text }) => text === 'ls-files')) ||
  (program === 'rg' && words.some(({ text }) => text === '--files'))

/** A root of the workspace, or all names in it. */
const isAll = (path: string, { findings }: View): boolean =>
  findings.landmarks.roots.includes(path.replace(/\/\*\*?$/, ''))

/** What a command reads that should not leave the machine; undefined for ordinary output. */
function precious(command: SimpleCommand, view: View): Precious | undefined {
  const secret = secretRead(command, view) ?? environmentRead(command, view)
  if (secret !== undefined) return named(secret, view)
  if (command.shell !== 'posix')
    for (const word of command.words.slice(1)) {
      const held = secretOf(word, command, view)
      if (held) return held
    }
  if (dumpsEnvironment(command)) return { what: 'environment' }
  if (command.program === 'git' && /^(archive|bundle|fast-export)$/.test(textAt(command, 1)))
    return { what: 'workspace' }
  const variable = secretVariableIn(command)
  if (variable !== undefined) return named(variable, view)
  if (/^(pg_dump|pg_dumpall|mysqldump|mariadb-dump|mongodump|mongoexport)$/.test(command.program))
    return { what: 'database' }
  if (
    (command.program === 'sqlite3' && hasArg(command, /^\.dump/)) ||
    (/^(redis|valkey)-cli$/.test(command.program) && hasArg(command, /^--rdb/))
  )
    return { what: 'database' }
  if (tells.test(command.program) || (command.program === 'docker' && hasArg(command, /^inspect$/)))
    return { what: 'output', of: command.program }
  for (const { action, found } of view.touched(command)) {
    if (action.access !== 'read') continue
    const far = found.find(({ place }) => /^(outside|home|above|system|git)$/.test(place))
    if (far) return named(action.target.text, view)
    if (action.recursive && found.some(({ place }) => place === 'workspace-root'))
      return { what: 'workspace' }
  }
  if (/^(cat|head|tail|base64|gzip|xxd|less|tar|zip|grep|awk|sed)$/.test(command.program))
    for (const word of command.words.slice(1)) {
      const { paths } = targetOf(word, command)
      // `cat *`, `cat $(git ls-files)`
      if (word.glob && paths.some((path) => isAll(path, view))) return { what: 'workspace' }
      if (!word.known && view.sources(word.from).some(lists)) return named(word.text, view)
      const far = paths.find((path) => /^(outside|home|system)$/.test(placeAt(path, view.findings.landmarks)))
      if (far !== undefined && /^[~/.]/.test(word.text)) return named(word.text, view)
    }
  return undefined
}

/** What writes a command's input: a pipe, or what stands in a text (`<<< "$(env)"`). */
const fedBy = ({ stdin }: SimpleCommand): readonly number[] =>
  stdin.kind === 'pipe' ? stdin.from : stdin.kind === 'text' ? stdin.word.from : []

/** What a command sends that should not leave the machine, and to whom; false where it sends nothing of that kind. */
export function sendsPrecious(command: SimpleCommand, view: View): Act | false {
  const sending = sendingOf(command)
  const out = goesOut(command, sending)
  if (out && isLocalOnly(command)) return false
  const found =
    (out
      ? (preciousSent(command, sending, view) ?? loadedSecret(command, view))
      : pushedSecret(command, view)) ?? toldToService(command, out, view)
  if (!found) return false
  return { kind: 'send', ...found, hosts: strangers(command).map(({ host }) => host) }
}

/** The first of them that reads what should not leave the machine. */
function firstPrecious(commands: readonly SimpleCommand[], view: View): Precious | undefined {
  for (const each of commands) {
    const found = precious(each, view)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether an earlier command of the line writes one of these files. */
const writesOne = (command: SimpleCommand, paths: readonly string[], view: View): boolean =>
  command.redirects.some(
    ({ mode, target }) =>
      /write|append/.test(mode) && targetOf(target, command).paths.some((path) => paths.includes(path)),
  ) ||
  view
    .touched(command)
    .some(
      ({ action }) =>
        /^(write|create|append|move)$/.test(action.access) &&
        action.target.paths.some((path) => paths.includes(path)),
    )

/** What a file of secrets holds, as `cat` would show it; undefined for other files. */
function secretOf(word: Word, command: SimpleCommand, view: View): Precious | undefined {
  const one = { ...command, program: 'cat', shell: 'posix' as const, words: [word, word] }
  const found = secretRead(one, view) ?? environmentRead(one, view)
  return found === undefined ? undefined : named(found, view)
}

/** A secret that a command of the line hands on: `uses` tells the text that names it. */
interface Handed {
  readonly by: number
  readonly secret: Precious
  readonly uses: RegExp
}

/** What of a line has secrets in variables, and what puts them into commits: looked for once for all that sends. */
const handed = new WeakMap<View, Readonly<Record<'loads' | 'commits', readonly Handed[]>>>()
function handedIn(view: View): Readonly<Record<'loads' | 'commits', readonly Handed[]>> {
  const known = handed.get(view)
  if (known) return known
  const all = view.graph.commands
  const found = {
    loads: all.flatMap((each) => loaded(each, view)),
    commits: all.flatMap((each): Handed[] => {
      const secret = committed(each, view)
      return secret ? [{ by: each.id, secret, uses: /^/ }] : []
    }),
  }
  handed.set(view, found)
  return found
}

/** Variables from a file of secrets: `source .env`, `read -r x < .env`. */
function loaded(command: SimpleCommand, view: View): readonly Handed[] {
  const { id: by, program, stdin, words } = command
  const isRead = program === 'read' && stdin.kind === 'file'
  const file = isRead ? stdin.target : /^(source|\.)$/.test(program) ? words[1] : undefined
  const secret = file && secretOf(file, command, view)
  if (!secret) return []
  if (!isRead) return [{ by, secret, uses: secretVariable }]
  const names = words.slice(1).flatMap(({ text }) => (/^\w+$/.test(text) ? [text] : []))
  return names.map((name) => ({ by, secret, uses: new RegExp(`\\$\\{?${name}\\b`) }))
}

/** A file of secrets that is put into a commit, or a secret that its message says. */
function committed(command: SimpleCommand, view: View): Precious | undefined {
  const [verb = ''] = command.program === 'git' ? verbs(command) : []
  if (!/^(add|stage|commit|tag|notes)$/.test(verb)) return undefined
  // A message may end in the name of such a file.
  for (const word of /^(add|stage)$/.test(verb) ? command.words.slice(2) : []) {
    const found = secretOf(word, command, view)
    if (found) return found
  }
  const sources = view.sources(command.words.flatMap(({ from }) => from))
  return firstPrecious(
    sources.filter(({ id }) => id !== command.id),
    view,
  )
}

/** A secret in a variable that an earlier part of the line has loaded and this one names. */
function loadedSecret(command: SimpleCommand, view: View): Precious | undefined {
  const { commands, documents } = view.graph
  const { document, at } = command.place
  const loads = handedIn(view).loads.filter(({ by }) => by < command.id)
  if (at === undefined || loads.length === 0) return undefined
  const next = commands.flatMap(({ place }) =>
    place.document === document && place.at !== undefined && place.at > at ? [place.at] : [],
  )
  const text =
    documents[document]?.text.slice(
      at,
      next.reduce((least, each) => Math.min(least, each), Infinity),
    ) ?? ''
  return loads.find(({ uses }) => uses.test(text))?.secret
}

/** A secret that an earlier part of the line has put into a commit, before it is pushed. */
const pushedSecret = (command: SimpleCommand, view: View): Precious | undefined =>
  command.program === 'git' && verbs(command).includes('push')
    ? handedIn(view).commits.find(({ by }) => by < command.id)?.secret
    : undefined

/** Services and letters that take files in ways of their own: `-F a=@.env`, `--body file://x`, `-a x`, `FILE:x`. */
const takesFiles = /^(gh|glab|hub|aws|az|gcloud|bq|kubectl|oc|mail|mailx|mutt|socat|croc|wormhole|s?ftp)$/

/** What a call of a service hands it in its words, its files or by its input: `gh issue create -b "$(env)"`, `env | gh issue comment -F -`. */
function toldToService(command: SimpleCommand, out: boolean, view: View): Precious | undefined {
  const { words, stdin } = command
  const takes = takesFiles.test(command.program)
  // Of what goes out they were looked at.
  const told = out ? [] : words.flatMap((word) => word.from)
  const piped = words.some(({ text }) => readsInput(text)) ? fedBy(command) : []
  const file = stdin.kind === 'file' ? stdin.target : undefined
  if (!takes && !file && told.length + piped.length === 0) return undefined
  if (!out && !talks(command)) return undefined
  const given =
    (file && secretOf(file, command, view)) ?? firstPrecious(view.sources([...told, ...piped]), view)
  if (given !== undefined || !takes) return given
  const held = environmentRead(command, view)?.replace(/^.*[=@]/s, '')
  // A title or a text may end in the name of such a file.
  return held === undefined || /\s/.test(held) ? undefined : named(held, view)
}

/** A word that has a program read its standard input: `-`, `--body-file=-`, `@-`. */
const readsInput = (text: string): boolean => standardInput.test(text.replace(/^.*[=@:\s]/s, ''))

/** True where the record of a program says that it talks to others. */
const talks = (command: SimpleCommand): boolean =>
  recordRule(command, builtInTable)?.rule.categories.includes('network_access') === true

function preciousSent(command: SimpleCommand, { files, input }: Sending, view: View): Precious | undefined {
  // What is piped into it, what stands in its words, and what its orders say it sends.
  const fed = view.sources([...(input ? fedBy(command) : []), ...command.words.flatMap(({ from }) => from)])
  const given = firstPrecious(/^s?ftp$/.test(command.program) ? [...fed, command] : fed, view)
  if (given !== undefined) return given
  for (const word of files) {
    const { paths } = targetOf(word, command)
    const filled = view.graph.commands
      .filter((each) => each.id < command.id && writesOne(each, paths, view))
      .flatMap((each) => view.sources([each.id]))
    const kept = firstPrecious(
      filled.map((each) => (each.program === 'mv' ? { ...each, program: 'cp' } : each)),
      view,
    )
    if (kept !== undefined) return kept
    const far = paths.some((path) =>
      /^(outside|home|above|system|temporary)$/.test(placeAt(path, view.findings.landmarks)),
    )
    if (far || paths.length === 0 || secretOf(word, command, view)) return named(word.text, view)
    if (paths.some((path) => isAll(path, view))) return { what: 'workspace' }
  }
  const variable = secretVariableIn(command)
  return variable === undefined ? undefined : named(variable, view)
}
