import type { Ids } from '../ports'

/** Six hexadecimal digits to know one piece of output by; not unique for ever. */
export function chunkId(ids: Ids): string {
  const digits = ids.next().replace(/[^0-9a-f]/g, '')
  return digits.slice(-6).padStart(6, '0')
}
