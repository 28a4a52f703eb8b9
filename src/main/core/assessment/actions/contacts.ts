import { environmentOf, type SimpleCommand, type Word } from '../../shell/graph'
import { readArguments } from './arguments'
import { addressIn, downloadHosts, hostOf, recordedHosts, takesAddresses } from './named-hosts'

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
  const own = stdin.kind === 'file' ? [stdin.target] : []
  if (/^(curl|wget|http|https|xh)$/.test(program)) {
    const sent = sentByFetcher(command)
    return sent.input ? { ...sent, files: [...sent.files, ...own] } : sent
  }
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
    return { files: own, input: piped, text: false }
  const copied = cloudCopy(command)
  return copied ? { files: copied, input: false, text: false } : nothing
}

/** `aws s3 cp a s3://b`, `gsutil cp`, `rclone copy`: what of this machine goes to a cloud; undefined for other uses. */
function cloudCopy(command: SimpleCommand): readonly Word[] | undefined {
  const { program } = command
  const { operands } = readArguments(command)
  const [first, second] = operands.map((word) => word.text)
  const verb = program === 'aws' ? (first === 's3' ? second : undefined) : first
  if (
    !/^(aws|gsutil|rclone|s3cmd|mc|azcopy)$/.test(program) ||
    !/^(cp|sync|mv|copy|copyto|move|moveto|rsync|put|mirror)$/.test(verb ?? '')
  )
    return undefined
  const words = operands.slice(program === 'aws' ? 2 : 1)
  const isCloud = (word: Word | undefined): boolean => /^([\w-]+:|s3:|gs:|https?:)/.test(word?.text ?? '')
  return isCloud(words.at(-1)) ? words.slice(0, -1).filter((word) => !isCloud(word)) : undefined
}

function sentByFetcher(command: SimpleCommand): Sending {
  const files: Word[] = []
  let [input, text] = [false, false]
  const { program } = command
  const { values, flags } = readArguments(command, valued, dataOptions.concat('--request', '--method'))
  // wget's short options of the same letters are a time limit and other settings.
  for (const option of dataOptions.filter((each) => program !== 'wget' || each.startsWith('--')))
    for (const word of values.get(option) ?? []) {
      const [, path] = /^(?:[^=@]*=)?[@<](.*)$/s.exec(word.text) ?? []
      const whole =
        option === '-T' || option === '--upload-file' || option === '--post-file' || option === '--body-file'
      const named = whole ? word.text : path
      if (named === undefined || (option === '--data-raw' && !whole)) text = true
      else if (named === '-') input = true
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
  if (methods.some((word) => !/^(GET|HEAD|OPTIONS)$/i.test(word.text)) || flags.has('--json')) text = true
  return { files, input, text }
}
