/** What the index remembers of a tracked file: enough to tell whether it was touched since. */
export interface IndexEntry {
  readonly mtimeSeconds: number
  readonly mtimeNanoseconds: number
  readonly size: number
  readonly mode: number
  readonly id: string
}

const maxEntries = 200_000

/** v4 stores how many bytes of the previous path to drop, as git's own variable-length number. */
function readVarint(buffer: Buffer, at: number): { value: number; end: number } {
  let byte = buffer.readUInt8(at++)
  let value = byte & 0x7f
  while (byte & 0x80) {
    byte = buffer.readUInt8(at++)
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return { value, end: at }
}

/**
 * Parses a git index of version 2, 3 or 4 (SHA-1) into its entries by path. Undefined when it is of another kind, broken,
 * split or larger than the limit: then nothing is known of tracked files. Never throws.
 */
export function parseIndex(buffer: Buffer): ReadonlyMap<string, IndexEntry> | undefined {
  try {
    return parse(buffer)
  } catch (error) {
    // Reading past the end of a truncated index: Node reports it as a RangeError.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function parse(buffer: Buffer): ReadonlyMap<string, IndexEntry> | undefined {
  if (buffer.length < 12 || buffer.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = buffer.readUInt32BE(4)
  const count = buffer.readUInt32BE(8)
  if (version < 2 || version > 4 || count > maxEntries) return undefined
  const entries = new Map<string, IndexEntry>()
  let at = 12
  let previous = Buffer.alloc(0)
  for (let index = 0; index < count; index++) {
    const start = at
    const entry: IndexEntry = {
      mtimeSeconds: buffer.readUInt32BE(at + 8),
      mtimeNanoseconds: buffer.readUInt32BE(at + 12),
      mode: buffer.readUInt32BE(at + 24),
      size: buffer.readUInt32BE(at + 36),
      id: buffer.toString('hex', at + 40, at + 60),
    }
    const flags = buffer.readUInt16BE(at + 60)
    at += 62 + (version >= 3 && (flags & 0x4000) !== 0 ? 2 : 0)
    let name: Buffer
    if (version === 4) {
      const drop = readVarint(buffer, at)
      const end = buffer.indexOf(0, drop.end)
      if (end < 0 || drop.value > previous.length) return undefined
      name = Buffer.concat([
        previous.subarray(0, previous.length - drop.value),
        buffer.subarray(drop.end, end),
      ])
      at = end + 1
    } else {
      const end = buffer.indexOf(0, at)
      if (end < 0) return undefined
      name = buffer.subarray(at, end)
      at = start + Math.ceil((end - start + 1) / 8) * 8
    }
    previous = Buffer.from(name)
    entries.set(name.toString('utf8'), entry)
  }
  // A `link` extension means that most entries lie in a shared index.
  return hasLink(buffer, at) ? undefined : entries
}

function hasLink(buffer: Buffer, start: number): boolean {
  for (let at = start; at + 8 <= buffer.length - 20; at += 8 + buffer.readUInt32BE(at + 4))
    if (buffer.toString('latin1', at, at + 4) === 'link') return true
  return false
}
