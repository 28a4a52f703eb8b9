import type { Grant } from '@shared/domain/grant'
import { machineName } from '@shared/domain/machine-server'
import { mappedIpv4 } from './address-class'
import { endsInNumber, formatIp, parseIpv4, parseIpv6, type IpAddress } from './ip-address'

/** A host in the one spelling that is compared: a lower-case ASCII name without the root's dot, or an address. */
export type Host =
  | { readonly kind: 'name'; readonly host: string }
  | { readonly kind: 'address'; readonly host: string; readonly address: IpAddress }

/** A grant of one host and port. */
export type HostGrant = Extract<Grant, { kind: 'host' }>

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

function addressHost(address: IpAddress): Host {
  const plain = mappedIpv4(address) ?? address
  return { kind: 'address', host: formatIp(plain), address: plain }
}

/**
 * Normalises a host as a client names it. Undefined for everything that is not plainly one: other characters than
 * letters, digits, `-`, `_` and dots (international names must come as punycode, as every client sends them), empty or
 * overlong labels, a zone, a broken number, a bare `[`. An IPv4 address in any spelling, and an IPv6 address that maps
 * one, become dotted decimal, so that one address has one name. The name that commands have for the machine around their
 * sandbox is its `localhost`.
 */
export function normaliseHost(text: string): Host | undefined {
  const bracketed = /^\[(.*)\]$/.exec(text)?.[1]
  const v6 = parseIpv6(bracketed ?? text)
  if (v6) return addressHost(v6)
  if (bracketed !== undefined) return undefined
  const host = text.toLowerCase().replace(/\.$/, '')
  if (endsInNumber(host)) {
    const v4 = parseIpv4(host)
    return v4 && addressHost(v4)
  }
  if (host.length > 253 || !host.split('.').every((each) => label.test(each))) return undefined
  return { kind: 'name', host: host === machineName ? 'localhost' : host }
}

/** A port as written: decimal digits, 1 to 65535, no sign and no zero in front. Undefined for anything else. */
export function parsePort(text: string): number | undefined {
  const port = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : undefined
  return port !== undefined && port <= 65_535 ? port : undefined
}

/** Splits and normalises `host:port` (an IPv6 address needs its brackets). Undefined when either half is not one. */
export function parseHostPort(text: string): { readonly host: Host; readonly port: number } | undefined {
  const [, hostText = '', portText = ''] = /^(\[[^\]]*\]|[^:[\]]*):([0-9]*)$/.exec(text) ?? []
  const host = normaliseHost(hostText)
  const port = parsePort(portText)
  return host && port !== undefined ? { host, port } : undefined
}

/** `host:port` for people and for evidence; IPv6 in brackets. */
export function formatHostPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`
}

/** Names that mean this machine whatever a resolver says (RFC 6761). */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/**
 * Reads the host of a stored rule: what `normaliseHost` takes, or `*.` and a name of at least two labels, which then
 * stands for every name below it but not for that name itself. Undefined for a star anywhere else.
 */
export function parseRuleHost(text: string): string | undefined {
  if (!text.startsWith('*.')) return normaliseHost(text)?.host
  const base = normaliseHost(text.slice(2))
  return base?.kind === 'name' && base.host.includes('.') ? `*.${base.host}` : undefined
}

/** How a host came to be granted: by its own name, or as one of many below a `*.` rule. */
export type Coverage = 'exact' | 'wildcard'

/** Whether the grants cover a host and port; `exact` wins. Undefined: nobody granted it. Addresses match no star. */
export function coverage(grants: readonly HostGrant[], host: Host, port: number): Coverage | undefined {
  const onPort = grants.filter((grant) => grant.port === port)
  if (onPort.some((grant) => parseRuleHost(grant.host) === host.host)) return 'exact'
  if (host.kind === 'address') return undefined
  const below = onPort.some((grant) => {
    const rule = parseRuleHost(grant.host)
    return rule?.startsWith('*.') === true && host.host.endsWith(rule.slice(1))
  })
  return below ? 'wildcard' : undefined
}
