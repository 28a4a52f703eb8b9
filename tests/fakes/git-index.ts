/** How an index is written; each that is left out is as git writes it. */
export interface IndexForm {
  readonly version?: number
  /** How many bytes a hash has. */
  readonly hash?: 20 | 32
  /** Puts the beginning of the one part that may be read for itself there. */
  readonly part?: number
}

/** How long the rest of a name is that an entry of version 4 keeps of the name before. */
function shared(before: string, name: string): number {
  let length = 0
  while (length < Math.min(before.length, name.length) && before[length] === name[length]) length += 1
  return length
}

/** A number as git writes it where most are small. */
function varint(number: number): Buffer {
  const bytes = [number & 127]
  for (let left = number >> 7; left > 0; left >>= 7) bytes.unshift(128 | (--left & 127))
  return Buffer.from(bytes)
}

/** An index of git with these files and the hashes of what is in them, written by hand, so that no name is refused. */
export function gitIndex(files: Readonly<Record<string, string>>, form: IndexForm = {}): Buffer {
  const { version = 2, hash = 20, part } = form
  const names = Object.keys(files).toSorted()
  const header = Buffer.alloc(12)
  header.write('DIRC')
  header.writeUInt32BE(version, 4)
  header.writeUInt32BE(names.length, 8)
  let before = ''
  const entries = names.map((name) => {
    const fixed = Buffer.alloc(40)
    fixed.writeUInt32BE(0o100755, 24)
    const flags = Buffer.from([0, 0])
    flags.writeUInt16BE(Math.min(name.length, 0xfff))
    const whole = [fixed, Buffer.from(files[name] ?? '', 'hex'), flags]
    const kept = shared(before, name)
    const gone = before.length - kept
    before = name
    if (version === 4) return Buffer.concat([...whole, varint(gone), Buffer.from(`${name.slice(kept)}\0`)])
    const bare = Buffer.concat([...whole, Buffer.from(name)])
    return Buffer.concat([bare, Buffer.alloc(8 - (bare.length % 8))])
  })
  const body = Buffer.concat([header, ...entries])
  return Buffer.concat([
    body,
    ...(part === undefined ? [] : parts(body.length, names.length, part, hash)),
    Buffer.alloc(hash),
  ])
}

/** What says where the entries end, and that they can be read from a place on. */
function parts(end: number, count: number, from: number, hash: number): readonly Buffer[] {
  const table = Buffer.alloc(20)
  table.write('IEOT')
  table.writeUInt32BE(12, 4)
  table.writeUInt32BE(1, 8)
  table.writeUInt32BE(from, 12)
  table.writeUInt32BE(count, 16)
  const mark = Buffer.alloc(12 + hash)
  mark.write('EOIE')
  mark.writeUInt32BE(4 + hash, 4)
  mark.writeUInt32BE(end, 8)
  return [table, mark]
}
