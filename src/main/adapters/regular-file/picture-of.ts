/** A picture by its first bytes: its kind, and how large it is drawn in pixels. */
export interface PictureHead {
  readonly name: 'PNG' | 'JPEG' | 'GIF' | 'WebP'
  readonly mime: string
  /** Undefined where the bytes do not say. */
  readonly size: { readonly width: number; readonly height: number } | undefined
}

type Size = PictureHead['size']

const kinds: readonly (readonly [
  name: PictureHead['name'],
  mime: string,
  test: (head: string) => boolean,
  size: (bytes: Buffer) => Size,
])[] = [
  ['PNG', 'image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n'), sizeOfPng],
  ['JPEG', 'image/jpeg', (head) => head.startsWith('\xff\xd8\xff'), sizeOfJpeg],
  ['GIF', 'image/gif', (head) => /^GIF8[79]a/.test(head), sizeOfGif],
  ['WebP', 'image/webp', (head) => /^RIFF[^]{4}WEBP/.test(head), sizeOfWebp],
]

/** What picture these bytes are, by themselves: a name says nothing about a file. Undefined: none that is shown or sent; never markup. */
export function pictureOf(bytes: Buffer): PictureHead | undefined {
  const head = bytes.subarray(0, 16).toString('latin1')
  const kind = kinds.find(([, , test]) => test(head))
  if (!kind) return undefined
  const [name, mime, , size] = kind
  return { name, mime, size: size(bytes) }
}

function sizeOfPng(bytes: Buffer): Size {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function sizeOfGif(bytes: Buffer): Size {
  return bytes.length < 10 ? undefined : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** The first frame header among the segments; each of these says how long it is. */
function sizeOfJpeg(bytes: Buffer): Size {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function sizeOfWebp(bytes: Buffer): Size {
  const chunk = bytes.length < 30 ? undefined : bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
