import { FaultError } from '@shared/domain/fault'
import { isMachineHost } from '@shared/domain/machine-server'
import {
  coverage,
  formatHostPort,
  normaliseHost,
  parsePort,
  parseRuleHost,
  type HostGrant,
} from './host-rules'

const bad = (problem: string): FaultError =>
  new FaultError({ code: 'bad-request', message: `The rule cannot be saved: ${problem}.` })

/** The port that the text names, or none; a bare IPv6 address has colons of its own. */
function split(text: string): { readonly host: string; readonly port: string | undefined } {
  const [, host, port] = /^(\[[^\]]*\]|[^:[\]]*):([0-9]*)$/.exec(text) ?? []
  return host === undefined ? { host: text, port: undefined } : { host, port }
}

/**
 * Reads a host rule as a person wrote it: the host that is asked about, or `*.` and a name it lies below, with or
 * without its port, which a server on this machine cannot be named without. Throws FaultError `bad-request` that says what is wrong: no host, another port, a rule that does
 * not cover what is asked about.
 */
export function readHostRule(
  text: string,
  asked: { readonly host: string; readonly port: number },
): HostGrant {
  const given = split(text.trim())
  const host = parseRuleHost(given.host)
  if (host === undefined)
    throw bad('expected a host such as “example.org”, or “*.example.org” for all names below it')
  if (isMachineHost(host) && given.port === undefined)
    throw bad(`expected ${formatHostPort(host, asked.port)}: a server on this machine is named with its port`)
  const port = given.port === undefined ? asked.port : parsePort(given.port)
  if (port !== asked.port) throw bad(`expected port ${String(asked.port)}, the one that is asked about`)
  const grant: HostGrant = { kind: 'host', host, port }
  const wanted = normaliseHost(asked.host)
  if (!wanted || !coverage([grant], wanted, port))
    throw bad(`it does not cover ${formatHostPort(asked.host, asked.port)}`)
  return grant
}
