/** What a deflated stream begins with, as much as its first bytes say; throws for what is none. Given at most some kilobytes. */
export type InflateStart = (start: Uint8Array) => Uint8Array

/** Of a form of base 85: five digits are four bytes. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
/** Behind so many bytes git has said how large it is: the tables before take a few hundred. */
const mostStart = 2048

/** The bytes that one line of a `GIT binary patch` stands for; undefined: it is none. Its first character says how many they are. */
function bytesOf(line: string): Uint8Array | undefined {
  const first = line.charCodeAt(0)
  const size = first >= 97 ? first - 97 + 27 : first - 65 + 1
  if ((line.length - 1) % 5 !== 0 || Math.ceil(size / 4) !== (line.length - 1) / 5) return undefined
  const bytes = new Uint8Array(Math.ceil(size / 4) * 4)
  for (let at = 1; at < line.length; at += 5) {
    let word = 0
    for (const digit of line.slice(at, at + 5)) {
      const value = digits.indexOf(digit)
      if (value < 0) return undefined
      word = word * 85 + value
    }
    if (word > 0xff_ff_ff_ff) return undefined
    new DataView(bytes.buffer).setUint32(((at - 1) / 5) * 4, word)
  }
  return bytes.subarray(0, size)
}

/**
 * How large the file is that a delta makes, as its first lines say: git makes room for that before it looks at the rest. Undefined: they do not say it.
 */
export function deltaSize(lines: readonly string[], inflateStart: InflateStart): number | undefined {
  const start: number[] = []
  for (const line of lines) {
    const bytes = bytesOf(line)
    if (!bytes) return undefined
    start.push(...bytes)
    if (start.length >= mostStart) break
  }
  let delta: Uint8Array
  try {
    delta = inflateStart(Uint8Array.from(start))
  } catch {
    return undefined
  }
  // What it is made from, and what it makes: seven bits a byte, the lowest first.
  let at = 0
  const sizes = [0, 0].map(() => {
    let [size, weight] = [0, 1]
    for (;;) {
      const byte = delta[at] ?? Number.NaN
      at += 1
      size += (byte & 0x7f) * weight
      weight *= 128
      if (Number.isNaN(byte)) return Number.NaN
      if (byte < 128) return size
    }
  })
  const [, made = Number.NaN] = sizes
  return Number.isNaN(made) ? undefined : made
}
