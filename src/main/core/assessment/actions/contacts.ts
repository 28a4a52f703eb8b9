import { environmentOf, withText, type SimpleCommand, type Word } from '../../shell/graph'
import { standardInput } from '../../shell/standard-input'
import { argumentsBy, readArguments } from './arguments'
import {
  addressIn,
  downloadHosts,
  hostOf,
  httpieCall,
  isHttpie,
  recordedHosts,
  takesAddresses,
} from './named-hosts'

/** One place that a command connects to. `loopback`: this machine itself. `warning`: why the name deserves a look. */
export interface Contact {
  readonly host: string
  readonly loopback: boolean
  readonly warning: string | undefined
}

const loopback =
  /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|::1|\[::1\]|host\.docker\.internal)$/i

/** Latin letters together with Cyrillic or Greek ones: a name that reads like another. */
function isMixed(host: string): boolean {
  return (
    /[a-z]/i.test(host) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(host)
  )
}

/** A host as a contact, with what is odd about its name. */
export function contactFor(host: string): Contact {
  const name = host.replace(/^.*@/, '').replace(/:\d+$/, '').toLowerCase()
  const warning = isMixed(name)
    ? 'letters of different scripts'
    : /[^\x00-\x7f]/.test(name)
      ? 'letters that are not ASCII'
      : name.split('.').some((label) => label.startsWith('xn--'))
        ? 'an encoded international name (punycode)'
        : /^(\d{1,3}\.){3}\d{1,3}$/.test(name)
          ? 'a bare address'
          : undefined
  const isLoopback = loopback.test(name)
  return { host: name, loopback: isLoopback, warning: isLoopback ? undefined : warning }
}

const behindName = (word: Word): Word => ({
  ...word,
  text: word.text.replace(/^[a-zA-Z.]+=/, ''),
  head: word.head.replace(/^[a-zA-Z.]+=/, ''),
})

const valued = 'oHdXFTubAeKmxwYyzCcDEQrtUP'

/** Every host that a command names in a way that it would connect to. Empty for commands that stay on the machine. */
export function contactsOf(command: SimpleCommand): readonly Contact[] {
  const { program } = command
  const downloads = downloadHosts(command)
  const words = command.words.slice(1)
  const found = new Set<string>()
  if (downloads) for (const host of downloads) found.add(host)
  else if (
    takesAddresses(program) &&
    !(program === 'git' && /^(commit|log|tag|grep|notes|config)$/.test(words[0]?.text ?? ''))
  )
    for (const word of words) {
      // `git -c http.proxy=ADDRESS`
      const host = addressIn(program === 'git' ? behindName(word) : word)
      if (host !== undefined) found.add(host)
      const remote = program === 'git' ? /^[\w.-]+@([\w.-]+):/.exec(word.text)?.[1] : undefined
      if (remote !== undefined) found.add(remote)
    }
  const recorded = recordedHosts(command)
  const connects = [...found, ...recorded].some((host) => host !== '')
  // Whatever address it is given, it is this that it talks to.
  for (const { name, value } of connects ? environmentOf(command) : command.assignments)
    if (/^(https?|ftp|all)_proxy$/i.test(name)) found.add(hostOf(value.text, true) ?? '')
  for (const host of recorded) found.add(host)
  found.delete('')
  for (const { target } of command.redirects) {
    const [, host] = /^\/dev\/(?:tcp|udp)\/([^/]+)\//.exec(target.text) ?? []
    if (host !== undefined) found.add(host)
  }
  return [...found].map(contactFor)
}

/** How a command sends something: a file of this machine, its standard input, or text of its own. */
export interface Sending {
  readonly files: readonly Word[]
  readonly input: boolean
  readonly text: boolean
}

const nothing: Sending = { files: [], input: false, text: false }

const dataOptions = [
  '-d',
  '--data',
  '--data-binary',
  '--data-raw',
  '--data-ascii',
  '--data-urlencode',
  '--json',
  '-F',
  '--form',
  '-T',
  '--upload-file',
  '--post-data',
  '--post-file',
  '--body-data',
  '--body-file',
  '--url-query',
]

/** What a command sends to where it connects. */
export function sendingOf(command: SimpleCommand): Sending {
  const { program, stdin } = command
  const piped = stdin.kind === 'pipe' || stdin.kind === 'text'
  const own = stdin.kind === 'file' && stdin.target.text !== '/dev/null' ? [stdin.target] : []
  const withOwn = (sent: Sending): Sending =>
    sent.input ? { ...sent, files: [...sent.files, ...own] } : sent
  if (/^(curl|wget)$/.test(program)) return withOwn(sentByFetcher(command))
  if (isHttpie.test(program)) return withOwn(sentByHttpie(command))
  if (program === 'scp' || program === 'rsync') {
    const { operands } = readArguments(command, 'bcDeFiJlmoPSTfM', [
      '--rsh',
      '--exclude',
      '--include',
      '--filter',
    ])
    const last = operands.at(-1)
    const sends = last !== undefined && /^(?!\/)[^/]*:/.test(last.text)
    return sends ? { files: operands.slice(0, -1), input: false, text: false } : nothing
  }
  if (
    /^(nc|ncat|netcat|socat|telnet|ssh|openssl|mail|mailx|sendmail|mutt|msmtp|wormhole|croc|transfer)$/.test(
      program,
    )
  )
    return { files: [...own, ...handedFiles(command)], input: piped, text: false }
  if (/^(kubectl|oc)$/.test(program)) {
    const { operands: all, flags } = readArguments(command)
    // The value of an option may stand before it: `kubectl -n x exec`.
    const operands = all.slice(verbAt(all, /^(cp|exec)$/))
    if (operands[0]?.text === 'cp')
      return operands.at(-1)?.text.includes(':') === true
        ? { ...nothing, files: operands.slice(1, -1) }
        : nothing
    const hands = operands[0]?.text === 'exec' && (flags.has('-i') || flags.has('--stdin'))
    return hands ? { files: own, input: piped, text: false } : nothing
  }
  return withOwn(cloudCopy(command))
}

/** Files that such a program takes besides its input: `mail -a x`, `croc send x`, `socat FILE:x …`. */
function handedFiles(command: SimpleCommand): readonly Word[] {
  const { program, words } = command
  if (/^(wormhole|croc)$/.test(program)) {
    const { operands } = readArguments(command)
    return operands[0]?.text === 'send' ? operands.slice(1) : []
  }
  if (program === 'socat')
    return words.flatMap((word) => {
      const [, path] = /^(?:file|g?open):([^,]+)/i.exec(word.text) ?? []
      return path === undefined ? [] : [withText(word, path)]
    })
  if (!/^(mailx?|mutt)$/.test(program)) return []
  const { values } = readArguments(command, 'aAscbrh', ['--attach'])
  return ['-a', '-A', '--attach'].flatMap((option) => values.get(option) ?? [])
}

/** `az storage blob upload -f x`, `upload-batch -s .` */
function azureUpload(command: SimpleCommand): Sending {
  const options = [
    '-f',
    '--file',
    '-s',
    '--source',
    '-d',
    '--destination',
    '-c',
    '-n',
    '--container-name',
    '--name',
  ]
  const { operands, values } = argumentsBy(command, options)
  const uploads = operands.some(({ text }) => /^(upload|upload-batch|sync|copy)$/.test(text))
  const files = ['-f', '--file', '-s', '--source'].flatMap((option) => values.get(option) ?? [])
  return uploads ? { ...nothing, files } : nothing
}

const copies = /^(cp|sync|mv|copy|copyto|move|moveto|rsync|scp|put|mirror|rcat|pipe)$/

/** Where a verb stands, behind three values of options at most; the first word where there is none. */
function verbAt(operands: readonly Word[], verb: RegExp): number {
  const at = operands.slice(0, 4).findIndex(({ text }) => verb.test(text))
  return at < 0 ? 0 : at
}

/** `aws s3 cp a s3://b`, `gsutil cp`, `rclone copy`: what of this machine goes to a cloud. */
function cloudCopy(command: SimpleCommand): Sending {
  const { program } = command
  if (program === 'az') return azureUpload(command)
  if (!/^(aws|gcloud|gsutil|rclone|s3cmd|mc|azcopy)$/.test(program)) return nothing
  const { operands } = readArguments(command)
  const isBelow = /^(aws|gcloud)$/.test(program)
  const group = /^(s3|storage|compute)$/
  const above = verbAt(operands, group)
  if (isBelow && !group.test(operands[above]?.text ?? '')) return nothing
  const below = isBelow ? above + 1 : verbAt(operands, copies)
  const verb = operands[below]?.text ?? ''
  if (!copies.test(verb)) return nothing
  // `rclone rcat r:x`, `mc pipe a/b`
  if (/^(rcat|pipe)$/.test(verb)) return { ...nothing, input: true }
  const words = operands.slice(below + 1)
  // What `mc` calls a server stands before the first slash.
  const isCloud = (word: Word | undefined): boolean =>
    (program === 'mc' ? /^[\w-]+\// : /^([\w-]+:|s3:|gs:|https?:)/).test(word?.text ?? '')
  if (!isCloud(words.at(-1))) return nothing
  const here = words.slice(0, -1).filter((word) => !isCloud(word))
  return {
    files: here.filter(({ text }) => !standardInput.test(text)),
    input: here.some(({ text }) => standardInput.test(text)),
    text: false,
  }
}

/** Methods that only ask. */
const asksOnly = /^(GET|HEAD|OPTIONS)$/i

/** httpie and xh: fields and files behind the address, else what stands on their input. */
function sentByHttpie(command: SimpleCommand): Sending {
  const { method, fields } = httpieCall(command)
  const files: Word[] = []
  let text = method !== undefined && !asksOnly.test(method)
  for (const word of fields) {
    const [, sign, value = ''] = /^(?:\\.|[^\\:=@])*(:=@|=@|@|==|:=|=|:)(.*)$/s.exec(word.text) ?? []
    if (sign?.endsWith('@'))
      files.push({
        ...word,
        text: value.replace(/;.*$/, ''),
        head: word.known ? value : word.head.replace(/^[^@]*@/, ''),
      })
    // A header (`X-Y:z`) is sent as well, and is no data.
    else if (sign !== ':') text = true
  }
  const ignores = command.words.some(({ text: one }) => /^(--ignore-stdin|-I)$/.test(one))
  const { stdin } = command
  const isFed = stdin.kind !== 'inherit' && !(stdin.kind === 'file' && stdin.target.text === '/dev/null')
  return { files, input: isFed && !ignores && files.length === 0, text }
}

function sentByFetcher(command: SimpleCommand): Sending {
  const files: Word[] = []
  let [input, text] = [false, false]
  const { program } = command
  const { values, flags } = readArguments(command, valued, dataOptions.concat('--request', '--method'))
  // wget's short options of the same letters are a time limit and other settings.
  for (const option of dataOptions.filter((each) => program !== 'wget' || each.startsWith('--')))
    for (const word of values.get(option) ?? []) {
      // `--data-urlencode name@file`
      const pattern = option === '--data-urlencode' ? /^[^=@]*@(.*)$/s : /^(?:[^=@]*=)?[@<](.*)$/s
      const path = pattern.exec(word.text)?.[1]
      const whole =
        option === '-T' || option === '--upload-file' || option === '--post-file' || option === '--body-file'
      const named = whole ? word.text : path
      if (named === undefined || (option === '--data-raw' && !whole)) text = true
      else if (standardInput.test(named)) input = true
      else
        files.push({
          ...word,
          text: named.replace(/;.*$/, ''),
          head: word.known ? named : word.head.replace(/^[^@]*@/, ''),
        })
    }
  const methods = [
    ...(values.get('-X') ?? []),
    ...(values.get('--request') ?? []),
    ...(values.get('--method') ?? []),
  ]
  if (methods.some((word) => !asksOnly.test(word.text)) || flags.has('--json')) text = true
  return { files, input, text }
}
