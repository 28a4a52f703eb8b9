import { isAbsolute } from 'node:path'
import type { ShellEnvironmentPolicy } from '@shared/domain/settings'

/** Names that hold a secret wherever these letters stand in them (docs/spec/sandbox.md). */
const anywhere = /KEY|SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL/i

/** Words of a name (`DB_PASS`, `dbPass`) that speak of a secret. */
const words: ReadonlySet<string> = new Set(
  'AUTHORIZATION BEARER COOKIE COOKIES CRED CREDS DSN JWT MNEMONIC OAUTH PASS PASSCODE PAT WEBHOOK'.split(
    ' ',
  ),
)
/** Names written without a break (`PGPASS`, `SSHPASS`), and not what merely ends like them. */
const joined = /^(?!.*(?:ASK|BY|COM)PASS$)[A-Z]+PASS$/
/** What one program or one vendor calls its secret. */
const known =
  /^(?:BW_SESSION|OP_SESSION_.*|.*(?:FASTLANE|SPACESHIP)_SESSION|.*AUTH_CONFIG|.*AUTH_HEADER|.*CONN(?:ECTION)?_?STR(?:ING)?|.*SEED_PHRASE)$/i

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
}

function isSecretName(name: string): boolean {
  if (anywhere.test(name) || known.test(name)) return true
  const parts = wordsOf(name)
  const last = parts.at(-1) ?? ''
  // SSH_AUTH_SOCK names a socket, NPM_AUTH is the secret itself; PWD and OLDPWD are folders.
  if (last === 'AUTH' || (/PWD$/.test(last) && !/^(?:OLD)?PWD$/.test(name))) return true
  return parts.some((word) => words.has(word) || joined.test(word))
}

/** Keys that their makers gave a form of their own, so that they are found when they leak. */
const keyForms: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bgl(?:pat|ptt|rt|dt|cbt|soat|agent)-[A-Za-z0-9_-]{16,}/,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/,
  /\bxapp-[A-Za-z0-9-]{10,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\bya29\.[A-Za-z0-9_-]{20,}/,
  /\bGOCSPX-[A-Za-z0-9_-]{20,}/,
  /\bsk-(?:ant|proj|or|svcacct|admin|lf)-[A-Za-z0-9_-]{16,}/,
  /\bsk-[A-Za-z0-9]{20,}/,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}/,
  /\bwhsec_[A-Za-z0-9+/=]{20,}/,
  /\b(?:npm|hf|gsk|xai|r8|dckr_pat|dop_v1|doo_v1|shpat|lin_api|ntn|secret|sbp|figd|pypi|rubygems)[_-][A-Za-z0-9_-]{30,}/,
  /\b(?:pplx|nvapi|tvly|pul|tskey-auth|tskey-api|NRAK|PMAK|key)-[A-Za-z0-9_-]{24,}/,
  /\b(?:hv[sbr]|SG)\.[A-Za-z0-9_.-]{24,}/,
  /\b(?:dapi|ATATT3|ATCTT3)[A-Za-z0-9_=-]{30,}/,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/,
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/,
  /\b[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}/,
  /\bhooks\.slack\.com\/services\/|\bdiscord(?:app)?\.com\/api\/webhooks\//,
]

/** Secrets inside addresses, connection strings, options and documents. */
const carried: readonly RegExp[] = [
  /:\/\/[^/\s:@?#]{0,256}:[^/\s]{1,256}@/,
  /\bhttps?:\/\/[A-Za-z0-9_-]{20,256}@/,
  /(?:passw(?:or)?d|passphrase|pwd|secret|accountkey|sharedaccesskey|access[-_]?key|api[-_]?key|private[-_]?key|auth[-_]?token|access[-_]?token|token)["']?\s{0,8}[:=]\s{0,8}["']?(?![/$%{\s"'])[^\s"',;&]{4}/i,
  /[?&](?:sig|signature|x-amz-signature|token|key|auth)=[^&\s]{16}/i,
  /\b(?:Bearer|Basic)\s{1,8}[A-Za-z0-9._~+/=-]{12}/,
]

/** How much of a value is looked at; what is no secret up to here is a document, and passes. */
const lookedAt = 65_536

/**
 * True for one long word without a meaning: letters of both cases and digits, changing all the time. Commit hashes, UUIDs
 * and other hexadecimal numbers are not told from keys, and pass.
 */
function looksRandom(value: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{32,512}={0,2}$/.test(value) || /^[0-9a-f-]+$/i.test(value)) return false
  const kinds = Array.from(value.replace(/[^A-Za-z0-9]/g, ''), (char) =>
    char >= 'a' ? 'lower' : char >= 'A' ? 'upper' : 'digit',
  )
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length
  return new Set(kinds).size === 3 && changes >= kinds.length * 0.4
}

/** True for a value that is a secret or carries one, whatever its variable is called. */
function isSecretValue(value: string): boolean {
  const text = value.slice(0, lookedAt)
  // An exported function of the shell is code, and folders may be named like anything.
  if (text.startsWith('() {')) return false
  if (isAbsolute(text) && !text.includes('://')) return text.includes('PRIVATE KEY-----')
  return [...keyForms, ...carried].some((form) => form.test(text)) || looksRandom(text)
}

/** Which variables a person takes from commands, and which they let through: names, a `*` for any letters, in any case. */
export interface VariableChoice {
  readonly unreadable: readonly string[]
  readonly readable: readonly string[]
  /** What commands inherit and what is put in. Absent: all of what is no secret, and nothing more. */
  readonly shell?: ShellEnvironmentPolicy | undefined
}

/** Nothing beyond the rules built in. */
export const noChoice: VariableChoice = { unreadable: [], readable: [] }

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Tells the names that one of the patterns means: a `*` stands for any letters, in any case. */
export function namedBy(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map(
    (pattern) => new RegExp(`^${pattern.split(/\*+/).map(escaped).join('.*')}$`, 'is'),
  )
  return (name) => tests.some((each) => each.test(name))
}

/**
 * Tells the variables that commands do not see: secrets by their name or by their value, and those of the person's
 * choice, which goes before both. A name in both lists of the choice is not seen.
 */
export function secretVariables(choice: VariableChoice): (name: string, value: string) => boolean {
  const taken = namedBy(choice.unreadable)
  const passed = namedBy(choice.readable)
  return (name, value) => taken(name) || (!passed(name) && (isSecretName(name) || isSecretValue(value)))
}
