import type { ProgramConnects } from '@shared/domain/program-record'
import { environmentOf, type SimpleCommand, type Word } from '../../shell/graph'
import { builtInTable } from '../../programs/built-in'
import { fits } from '../../programs/word-pattern'
import { argumentsBy, readArguments } from './arguments'

const url =
  /^(?!(?:s3|s3a|gs|az|abfss?|wasbs?|oss|cos|b2|hdfs|fileb?):)(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/@\s]*@)?([^/:?#\s]+|\[[0-9a-f:]+\])/i
const bareHost =
  /^((?:[\p{L}\p{N}_-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+|[^\x00-\x7f]{2,})|localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#].*)?$/iu

/** The host of a URL or of a `host/path` that a download tool takes for one; undefined for anything else. */
export function hostOf(text: string, bare: boolean): string | undefined {
  return url.exec(text)?.[1] ?? (bare ? bareHost.exec(text.replace(/^[^/@\s]*@/, ''))?.[1] : undefined)
}

/** An address of which only the beginning is known still names its host, when the slash behind it is there. */
const textOf = (word: Word): string =>
  word.known || /^[a-z+]+:\/\/[^/$]+[/?:]/i.test(word.text) ? word.text : word.head

/** `--connect-to a:1:b:2` goes to b, `--resolve a:1:address` to that address: whatever the URL says. */
function reroutes(command: SimpleCommand, { values }: ReturnType<typeof readArguments>): string[] {
  if (command.program !== 'curl') return []
  const to = (values.get('--connect-to') ?? []).flatMap(
    ({ text }) => /^(?:\[[^\]]*\]|[^:]*):[^:]*:(\[[^\]]*\]|[^:]*):/.exec(text)?.[1] ?? [],
  )
  const addresses = (values.get('--resolve') ?? []).flatMap(({ text }) =>
    (/^[+-]?(?:\[[^\]]*\]|[^:]*):[^:]*:(.+)$/.exec(text)?.[1] ?? '').split(','),
  )
  return [...to, ...addresses].filter((host) => host !== '')
}

/** An operand of curl or wget is an address, in whatever spelling. */
const operandHost = (text: string): string | undefined =>
  hostOf(text, true) ??
  (text.includes('://') || text === ''
    ? undefined
    : /^(?:[^/@\s]*@)?([\w.-]+)(?::\d+)?(?:[/?#].*)?$/.exec(text)?.[1])

const remoteOperand = /^(?:[\w.-]+@)?([\w.-]+|\[[0-9a-f:]+\]):(?!\\)/

/** A word with a dot that a program takes for a host, without what says how: `TCP:a.b:1`, `@a.b`. */
function namesIn(texts: readonly string[]): string[] {
  const marked = texts.filter((text) => text.startsWith('@'))
  return (marked.length > 0 ? marked : texts)
    .map((text) =>
      text
        .replace(/^(TCP\d?|UDP\d?|OPENSSL):/i, '')
        .replace(/^@/, '')
        .replace(/[,:].*$/, ''),
    )
    .filter((text) => text.includes('.') || text === 'localhost')
    .slice(0, 2)
}

/** The hosts of a list of them, each with what stands around it: `me@a:22,b`, `postgres://me@a,b/db`. A path is a socket of this machine. */
function serversIn(text: string): readonly string[] {
  const list = text.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/|tcp:)/i, '').replace(/[/?#].*$/s, '')
  return list
    .slice(list.lastIndexOf('@') + 1)
    .split(',')
    .map((each) => each.replace(/^\[|\]?:\d*$|\]$/g, '').replace(/^\(.*\)$/s, ''))
    .filter((each) => /^[\p{L}\p{N}_.:-]+$/u.test(each) && !/^\d+$/.test(each))
}

/** What a connection string says: `host=a,b dbname=x`, `Server=a;Database=x`. */
const behindHost = (text: string): readonly string[] =>
  !/^\s{0,8}[\w ]{1,40}=|^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? []
    : Array.from(
        text.matchAll(/(?:^|[\s;?&])(?:host|hostaddr|server|data source)\s{0,8}=\s{0,8}'?([^\s;'&]+)/gi),
      ).flatMap(([, value = '']) => serversIn(value))

const isList = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*,/i

/** `mysql -pSECRET` is no cluster of options. */
const withoutPasswords = (command: SimpleCommand): SimpleCommand => ({
  ...command,
  words: command.words.filter(({ text }) => !/^-p./.test(text)),
})

/** The first word, where it is an address or says a place on the host, and the hosts on the way there. */
const firstHost = (text: string): string =>
  /^[a-z]+:\/\//i.test(text)
    ? (hostOf(text, false) ?? text)
    : text.indexOf(':') === text.lastIndexOf(':')
      ? (remoteOperand.exec(text)?.[1] ?? text)
      : text

/** The hosts that a call names to connect to, as the record of its program says. */
export function recordedHosts(command: SimpleCommand): readonly string[] {
  const known = builtInTable.of(command.program, command.shell)
  if (!known?.connects) return []
  const { to, options, values, verbs, variables = [] } = known.connects
  const read = argumentsBy(command, [...known.values, ...values, ...options])
  const [verb, ...behind] = read.operands
  if (verbs && !verbs.some((each) => fits(verb?.text ?? '', each))) return []
  const args = verbs ? { ...read, operands: behind } : read
  const given = options.flatMap((name) => args.values.get(name) ?? [])
  const texts = args.operands.map((word) => (word.known ? word.text : word.head))
  switch (to) {
    case 'addresses':
    case 'any':
      return [
        ...[...args.operands, ...given].flatMap((word) => {
          const text = textOf(word)
          return (to === 'any' && word.known ? operandHost(text) : hostOf(text, true)) ?? []
        }),
        ...reroutes(command, args),
      ]
    case 'first':
      return [
        ...texts.slice(0, 1).map(firstHost),
        ...given.flatMap(({ text }) => text.split(',').flatMap(serversIn)),
      ]
    case 'servers':
      return serversOf(command, known.connects, [...known.values, ...values])
    case 'urls':
      return [
        ...(options.length > 0 ? given : command.words.slice(1)),
        ...environmentOf(command).flatMap(({ name, value }) => (variables.includes(name) ? [value] : [])),
      ].flatMap(schemeHost)
    case 'remote':
      return texts.flatMap((text) => remoteOperand.exec(text)?.[1] ?? [])
    case 'names':
      return namesIn([...texts, ...given.map(({ text }) => text)])
    case 'nothing':
    case undefined:
      return given.map(({ text }) => text.replace(/:\d+$/, ''))
  }
}

/** The servers that a client of a database is told to ask. */
function serversOf(
  command: SimpleCommand,
  { options, variables = [] }: ProgramConnects,
  values: readonly string[],
): readonly string[] {
  const args = argumentsBy(withoutPasswords(command), [...values, ...options])
  const own = options.flatMap((name) => args.values.get(name) ?? [])
  const set = environmentOf(command).flatMap(({ name, value }) => (variables.includes(name) ? [value] : []))
  const words = command.words.slice(1).map((word) => textOf(word).replace(/^--?[\w-]+=(?=[a-z]+:)/, ''))
  return [
    ...[...own, ...set].flatMap((word) => {
      const text = word.known ? word.text : word.head
      return text.includes('=') ? behindHost(text) : serversIn(text)
    }),
    ...words.flatMap((text) => [...(isList.test(text) ? serversIn(text) : []), ...behindHost(text)]),
  ]
}

/** The host of an address that says its scheme, alone or behind an option's `=`. */
function schemeHost(word: Word): readonly string[] {
  const text = textOf(word).replace(/^=|^--?[\w-]+=|^-[A-Za-z](?=[a-z][a-z0-9+.-]*:\/\/)/, '')
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? [hostOf(text, false) ?? ''] : []
}

/** Whether a web address in a word of the program's is where it connects to. */
export function takesAddresses(program: string): boolean {
  const { to, options = [] } = builtInTable.of(program)?.connects ?? {}
  return to !== 'nothing' && to !== 'addresses' && to !== 'any' && (to !== 'urls' || options.length > 0)
}

/** Whether a program that does much else is given a host that it connects to, as its record says. */
export function connectsToNamed(command: SimpleCommand): boolean {
  const connects = builtInTable.of(command.program)?.connects
  const isSaid =
    connects !== undefined &&
    (connects.to === 'urls' || connects.to === 'servers' || connects.verbs !== undefined)
  return isSaid && recordedHosts(command).some((host) => host !== '')
}

/** Programs that take their words as httpie does. */
export const isHttpie = /^(http|https|httpie|xh|xhs)$/

/** httpie and xh: the method first, then one address, then what is sent. */
export function httpieCall(command: SimpleCommand): {
  readonly method: string | undefined
  readonly address: Word | undefined
  readonly fields: readonly Word[]
} {
  const { operands } = readArguments(command, 'aAos', [
    '--auth',
    '--auth-type',
    '--output',
    '--session',
    '--verify',
    '--cert',
    '--proxy',
    '--print',
  ])
  const at = operands.findIndex((word) => !/^[A-Z]+$/.test(word.text))
  return {
    method: at > 0 ? operands[at - 1]?.text : undefined,
    address: operands[at],
    fields: at < 0 ? [] : operands.slice(at + 1),
  }
}

function hostsOfHttpie(command: SimpleCommand): string[] {
  const { address } = httpieCall(command)
  // `http :3000/x` is this machine.
  const text = address && textOf(address)
  const host = text?.startsWith(':') ? 'localhost' : text === undefined ? undefined : hostOf(text, true)
  return host === undefined ? [] : [host]
}

const otherValue = /^-(outfile|infile|method|body|headers|contenttype|useragent|credential|certificate)$/i

/** Every address that the words of httpie and of PowerShell's download commands name; undefined for other programs. */
export function downloadHosts(command: SimpleCommand): readonly string[] | undefined {
  const { program } = command
  if (isHttpie.test(program)) return hostsOfHttpie(command)
  if (!/^invoke-(webrequest|restmethod)$/.test(program)) return undefined
  return command.words
    .slice(1)
    .flatMap((word, at) =>
      otherValue.test(command.words[at]?.text ?? '') || word.text.startsWith('-')
        ? []
        : (hostOf(textOf(word), true) ?? []),
    )
}

/** A word of any other program that is an address with two slashes. */
export const addressIn = (word: Word): string | undefined => hostOf(textOf(word), false)
