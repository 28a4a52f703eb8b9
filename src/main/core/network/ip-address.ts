/** An IP address: 4 or 16 bytes, most significant first. */
export interface IpAddress {
  readonly bytes: readonly number[]
}

/** One part of an IPv4 address as the C library reads it: decimal, `0…` octal, `0x…` hexadecimal (`0x` alone is 0). */
function numberPart(part: string): number | undefined {
  if (/^0x[0-9a-f]*$/i.test(part)) return part.length === 2 ? 0 : Number.parseInt(part.slice(2), 16)
  if (/^0[0-7]*$/.test(part)) return Number.parseInt(part, 8)
  return /^[1-9][0-9]*$/.test(part) ? Number.parseInt(part, 10) : undefined
}

/** Whether the last label says that this is meant as an IPv4 address and can be no name (WHATWG URL, "ends in a number"). */
export function endsInNumber(host: string): boolean {
  const last = host.split('.').at(-1) ?? ''
  return /^[0-9]+$/.test(last) || /^0x[0-9a-f]*$/i.test(last)
}

/**
 * Reads IPv4 in every spelling that resolvers take for one: `127.1`, `2130706433`, `0x7f.0.0.1`, `0177.0.0.1`.
 * Undefined for what is none, out of range or ambiguous (`08`).
 */
export function parseIpv4(text: string): IpAddress | undefined {
  const parts = text.split('.')
  if (parts.length > 4) return undefined
  const numbers = parts.map(numberPart)
  const last = numbers.pop()
  if (last === undefined || numbers.some((each) => each === undefined || each > 255)) return undefined
  const tail = 4 - numbers.length
  if (last >= 256 ** tail) return undefined
  const lastBytes = Array.from({ length: tail }, (_, at) => Math.floor(last / 256 ** (tail - 1 - at)) % 256)
  return { bytes: [...numbers.map((each) => each ?? 0), ...lastBytes] }
}

const dottedEnd = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/

/** The bytes of one half of an IPv6 address; dotted decimal only where the address ends. */
function groupsOf(text: string, ends: boolean): number[] | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const parts = text.split(':')
  for (const [at, part] of parts.entries()) {
    if (part.includes('.')) {
      const v4 = ends && at === parts.length - 1 && dottedEnd.test(part) ? parseIpv4(part) : undefined
      if (!v4) return undefined
      bytes.push(...v4.bytes)
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) {
      const group = Number.parseInt(part, 16)
      bytes.push(group >> 8, group & 0xff)
    } else return undefined
  }
  return bytes
}

/** Reads IPv6 without brackets. Undefined for anything else; a zone (`%eth0`) is refused, for it names an interface. */
export function parseIpv6(text: string): IpAddress | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const head = groupsOf(halves[0] ?? '', halves.length === 1)
  const tail = groupsOf(halves[1] ?? '', true)
  if (!head || !tail) return undefined
  const missing = 16 - head.length - tail.length
  const complete = halves.length === 2 ? missing >= 2 : missing === 0
  return complete ? { bytes: [...head, ...Array.from({ length: missing }, () => 0), ...tail] } : undefined
}

/** The one spelling that is compared and shown: dotted decimal, or IPv6 as RFC 5952 has it. */
export function formatIp({ bytes }: IpAddress): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, at) => ((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0))
  let best = { start: 0, length: 0 }
  for (let start = 0; start < 8; start++) {
    let length = 0
    while (start + length < 8 && groups[start + length] === 0) length++
    if (length > best.length) best = { start, length }
  }
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':')
  if (best.length < 2) return hex(groups)
  return `${hex(groups.slice(0, best.start))}::${hex(groups.slice(best.start + best.length))}`
}
