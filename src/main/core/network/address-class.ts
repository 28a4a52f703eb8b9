import { parseIpv4, parseIpv6, type IpAddress } from './ip-address'

/**
 * What lies behind an address. `public` may be reached once its host is granted; `private` (networks at home and at
 * work) only under a grant of that very host, never under a `*.` rule, whose names someone else points where they like.
 * All others are refused whatever is granted: they are this machine, or answer to nobody in particular.
 */
export type AddressClass =
  | 'public'
  | 'private'
  | 'loopback'
  | 'link-local'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'reserved'
  | 'own-machine'

type Row = readonly [prefix: string, bits: number, kind: AddressClass]

/** IANA's special-purpose registries, narrowed to what matters here. The first fitting row counts. */
const v4Rows: readonly Row[] = [
  ['169.254.169.254', 32, 'metadata'], // most clouds
  ['169.254.170.2', 32, 'metadata'], // container credentials
  ['100.100.100.200', 32, 'metadata'], // Alibaba
  ['168.63.129.16', 32, 'metadata'], // Azure's wire server, a public address
  ['192.0.0.192', 32, 'metadata'], // Oracle
  ['0.0.0.0', 8, 'unspecified'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
  ['10.0.0.0', 8, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['198.18.0.0', 15, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'reserved'],
  ['198.51.100.0', 24, 'reserved'],
  ['203.0.113.0', 24, 'reserved'],
  ['192.88.99.0', 24, 'reserved'],
]

const v6Rows: readonly Row[] = [
  ['fd00:ec2::254', 128, 'metadata'], // AWS
  ['fd00:ec2::23', 128, 'metadata'], // AWS pod identity
  ['fd20:ce::254', 128, 'metadata'], // Google
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'reserved'],
  ['ff00::', 8, 'multicast'],
  ['fc00::', 7, 'private'],
  ['64:ff9b:1::', 48, 'reserved'], // local NAT64: where the IPv4 address stands in it cannot be told
  ['2001::', 32, 'reserved'], // Teredo
  ['2001:db8::', 32, 'reserved'],
  ['100::', 64, 'reserved'],
  ['3fff::', 20, 'reserved'],
]

/** Prefixes that carry an IPv4 address, and at which byte: a network delivers them to that address. */
const embedding: readonly (readonly [prefix: string, bits: number, at: number])[] = [
  ['::ffff:0:0', 96, 12], // mapped
  ['::ffff:0:0:0', 96, 12], // translated
  ['64:ff9b::', 96, 12], // NAT64
  ['2002::', 16, 2], // 6to4
]

function within(address: IpAddress, prefix: string, bits: number): boolean {
  const base = address.bytes.length === 4 ? parseIpv4(prefix) : parseIpv6(prefix)
  return address.bytes.every((byte, at) => {
    const kept = Math.min(Math.max(bits - 8 * at, 0), 8)
    const mask = (0xff << (8 - kept)) & 0xff
    return (byte & mask) === ((base?.bytes[at] ?? -1) & mask)
  })
}

/** The IPv4 address that `::ffff:a.b.c.d` is another spelling of; undefined for every other form. */
export function mappedIpv4(address: IpAddress): IpAddress | undefined {
  const mapped = address.bytes.length === 16 && within(address, '::ffff:0:0', 96)
  return mapped ? { bytes: address.bytes.slice(12) } : undefined
}

/** The IPv4 address inside an IPv6 one, where its form says that there is one. */
export function embeddedIpv4(address: IpAddress): IpAddress | undefined {
  if (address.bytes.length === 4) return undefined
  const form = embedding.find(([prefix, bits]) => within(address, prefix, bits))
  if (form) return { bytes: address.bytes.slice(form[2], form[2] + 4) }
  // ::a.b.c.d, long deprecated but still understood; :: and ::1 are themselves.
  const compatible = within(address, '::', 96) && address.bytes.slice(12, 15).some((byte) => byte !== 0)
  return compatible ? { bytes: address.bytes.slice(12) } : undefined
}

/** What an address is, seen through every form that carries an IPv4 address. Unlisted addresses are public. */
export function classifyAddress(address: IpAddress): AddressClass {
  const inner = embeddedIpv4(address)
  if (inner) return classifyAddress(inner)
  const rows = address.bytes.length === 4 ? v4Rows : v6Rows
  return rows.find(([prefix, bits]) => within(address, prefix, bits))?.[2] ?? 'public'
}

/** Refused whatever is granted. */
export function isForbidden(kind: AddressClass): boolean {
  return kind !== 'public' && kind !== 'private'
}
