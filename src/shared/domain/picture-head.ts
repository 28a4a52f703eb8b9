/** A picture of more is neither drawn nor sent: each pixel takes four bytes, however small the file is. */
const mostPixels = 40_000_000

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
  size: (bytes: DataView) => Size,
])[] = [
  ['PNG', 'image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n'), sizeOfPng],
  ['JPEG', 'image/jpeg', (head) => head.startsWith('\xff\xd8\xff'), sizeOfJpeg],
  ['GIF', 'image/gif', (head) => /^GIF8[79]a/.test(head), sizeOfGif],
  ['WebP', 'image/webp', (head) => /^RIFF[^]{4}WEBP/.test(head), sizeOfWebp],
]

/** What picture these bytes are, by themselves: a name says nothing about a file. Undefined: none that is shown or sent; never markup. */
export function pictureOf(bytes: Uint8Array): PictureHead | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  const kind = kinds.find(([, , test]) => test(head))
  if (!kind) return undefined
  const [name, mime, , size] = kind
  return { name, mime, size: size(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
}

/** Whether a picture has more pixels than are drawn. */
export function hasTooManyPixels({ width, height }: NonNullable<Size>): boolean {
  return width * height > mostPixels
}

/** Four letters at a place. */
const lettersAt = (bytes: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((each) => bytes.getUint8(at + each)))

function sizeOfPng(bytes: DataView): Size {
  if (bytes.byteLength < 24 || lettersAt(bytes, 12) !== 'IHDR') return undefined
  return { width: bytes.getUint32(16), height: bytes.getUint32(20) }
}

function sizeOfGif(bytes: DataView): Size {
  if (bytes.byteLength < 10) return undefined
  return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }
}

/** The first frame header among the segments; each of these says how long it is. */
function sizeOfJpeg(bytes: DataView): Size {
  for (let at = 2; at + 9 < bytes.byteLength;) {
    if (bytes.getUint8(at) !== 0xff) return undefined
    const marker = bytes.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) }
    at += 2 + bytes.getUint16(at + 2)
  }
  return undefined
}

function sizeOfWebp(bytes: DataView): Size {
  const chunk = bytes.byteLength < 30 ? undefined : lettersAt(bytes, 12)
  if (chunk === 'VP8 ')
    return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff }
  // Three bytes each: what stands before them is cut off.
  if (chunk === 'VP8X')
    return { width: (bytes.getUint32(23, true) >>> 8) + 1, height: (bytes.getUint32(26, true) >>> 8) + 1 }
  if (chunk !== 'VP8L') return undefined
  const bits = bytes.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
