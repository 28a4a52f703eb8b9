import type { SimpleCommand, Word } from '../../shell/graph'
import { readArguments } from './arguments'

const url = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/@\s]*@)?([^/:?#\s]+|\[[0-9a-f:]+\])/i
const bareHost =
  /^((?:[\p{L}\p{N}_-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+|[^\x00-\x7f]{2,})|localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#].*)?$/iu

/** The host of a URL or of a `host/path` that a download tool takes for one; undefined for anything else. */
export function hostOf(text: string, bare: boolean): string | undefined {
  return url.exec(text)?.[1] ?? (bare ? bareHost.exec(text.replace(/^[^/@\s]*@/, ''))?.[1] : undefined)
}

/** An address of which only the beginning is known still names its host, when the slash behind it is there. */
const textOf = (word: Word): string =>
  word.known || /^[a-z+]+:\/\/[^/$]+[/?:]/i.test(word.text) ? word.text : word.head

/** Which options of a download tool take a value, so that no file name or header is taken for an address. */
interface Options {
  readonly short: string
  readonly long: readonly string[]
  /** The options whose value is an address that is connected to. */
  readonly addresses: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
const long = (text: string): readonly string[] => words(text).map((name) => `--${name}`)

const curl: Options = {
  short: 'AbcCdDeEFHKmoPQrtTuUwxXyYz',
  long: long(`
    abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
    continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
    delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare
    etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port
    ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ip-tos
    ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options
    mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir
    parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert
    proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey
    proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey
    quote random-file range rate referer request request-target resolve retry retry-delay retry-max-time
    sasl-authzid service-name socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr
    telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii
    trace-config unix-socket upload-file upload-flags url url-query user user-agent variable vlan-priority write-out`),
  addresses: words(
    '-x --proxy --proxy1.0 --preproxy --socks4 --socks4a --socks5 --socks5-hostname --doh-url --url',
  ),
}

const wget: Options = {
  short: 'aABDeiIlOoPQRtTUwX',
  long: long(`
    accept accept-regex append-output base bind-address body-data body-file ca-certificate ca-directory certificate
    certificate-type ciphers compression config connect-timeout crl-file cut-dirs default-page directory-prefix
    dns-timeout dns-servers domains egd-file exclude-directories exclude-domains execute follow-tags ftp-password
    ftp-user header hsts-file http-password http-user ignore-tags include-directories input-file level limit-rate
    load-cookies local-encoding max-redirect method output-document output-file password pinnedpubkey post-data
    post-file prefer-family private-key private-key-type progress proxy-password proxy-user quota random-file
    read-timeout referer regex-type reject reject-regex remote-encoding report-speed restrict-file-names save-cookies
    secure-protocol start-pos timeout tries use-askpass user user-agent wait waitretry warc-file warc-header`),
  addresses: [],
}

const aria2c: Options = {
  short: 'dijklMoOpsTxUj',
  long: long('dir out input-file log header'),
  addresses: [],
}
const plainBrowser: Options = { short: 'oO', long: [], addresses: [] }

const tools: Readonly<Record<string, Options>> = {
  curl,
  wget,
  aria2c,
  lynx: plainBrowser,
  w3m: plainBrowser,
  links: plainBrowser,
  fetch: plainBrowser,
}

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

function hostsOfTool(command: SimpleCommand, options: Options): string[] {
  const args = readArguments(command, options.short, options.long)
  const always = command.program === 'curl' || command.program === 'wget'
  const given = options.addresses.flatMap((name) => args.values.get(name) ?? [])
  return [
    ...[...args.operands, ...given].flatMap((word) => {
      const text = textOf(word)
      return (always && word.known ? operandHost(text) : hostOf(text, true)) ?? []
    }),
    ...reroutes(command, args),
  ]
}

/** httpie and xh: the method first, then one address, then what is sent. */
function hostsOfHttpie(command: SimpleCommand): string[] {
  const { operands } = readArguments(
    command,
    'aAos',
    long('auth auth-type output session verify cert proxy print'),
  )
  const address = operands.find((word) => !/^[A-Z]+$/.test(word.text))
  const host = address && hostOf(textOf(address), true)
  return host === undefined ? [] : [host]
}

const otherValue = /^-(outfile|infile|method|body|headers|contenttype|useragent|credential|certificate)$/i

/** Every address that the words of a download tool name; undefined for a program that is none. */
export function downloadHosts(command: SimpleCommand): readonly string[] | undefined {
  const { program } = command
  const tool = Object.hasOwn(tools, program) ? tools[program] : undefined
  if (tool) return hostsOfTool(command, tool)
  if (/^(http|https|httpie|xh)$/.test(program)) return hostsOfHttpie(command)
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
