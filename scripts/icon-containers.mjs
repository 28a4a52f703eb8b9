/** @typedef {{ size: number, png: Buffer }} Picture a square PNG, `size` pixels wide */

/** The ICNS types that hold a PNG, by width in pixels. 64 has none of its own at scale 1. */
const icnsTypes = new Map([
  [16, 'icp4'],
  [32, 'icp5'],
  [128, 'ic07'],
  [256, 'ic08'],
  [512, 'ic09'],
  [1024, 'ic10'],
])

/**
 * A Windows icon: a directory of 16 bytes per picture, then the PNGs themselves (read since Windows Vista).
 * @param {readonly Picture[]} pictures none wider than 256
 * @returns {Buffer}
 */
export function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    if (size > 256) throw new RangeError(`an .ico holds no picture of ${String(size)} pixels`)
    const entry = 6 + 16 * index
    // One byte each for width and height, in which 0 stands for 256.
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/**
 * A macOS icon: chunks of a four-letter type, the length with these eight bytes, and the PNG.
 * @param {readonly Picture[]} pictures each of a width that ICNS knows
 * @returns {Buffer}
 */
export function icns(pictures) {
  const chunks = pictures.map(({ size, png }) => {
    const type = icnsTypes.get(size)
    if (type === undefined) throw new RangeError(`an .icns holds no picture of ${String(size)} pixels`)
    return chunk(type, png)
  })
  return chunk('icns', Buffer.concat(chunks))
}

/** @param {string} type @param {Buffer} content */
function chunk(type, content) {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([head, content])
}
