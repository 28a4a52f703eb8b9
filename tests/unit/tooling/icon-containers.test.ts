import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { icns, ico } from '../../../scripts/icon-containers.mjs'

const build = resolve(import.meta.dirname, '../../../build')
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const picture = (size: number) => ({ size, png: Buffer.from(`png of ${String(size)}`) })

test('an .ico points at each picture, and writes 256 as 0', () => {
  const file = ico([picture(16), picture(256)])
  const entries = [6, 22].map((at) => {
    const [length, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)]
    return [file.readUInt8(at), file.subarray(offset, offset + length).toString()]
  })
  expect(file.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 2, 0]))
  expect(entries).toEqual([
    [16, 'png of 16'],
    [0, 'png of 256'],
  ])
})

test('an .icns counts its own head in every length', () => {
  const file = icns([picture(16)])
  expect(file.toString('latin1')).toBe('icns\0\0\0\x19icp4\0\0\0\x11png of 16')
})

test('a picture that the format has no place for is refused', () => {
  expect(() => ico([picture(512)])).toThrow('no picture of 512 pixels')
  expect(() => icns([picture(48)])).toThrow('no picture of 48 pixels')
})

test('the icons in the repository hold the same pictures in every form', () => {
  const png = (size: number) => readFileSync(`${build}/icons/${String(size)}x${String(size)}.png`)
  const pictures = (sizes: number[]) => sizes.map((size) => ({ size, png: png(size) }))
  expect(png(512).subarray(0, 8)).toEqual(signature)
  expect(png(512).readUInt32BE(16)).toBe(512)
  expect(readFileSync(`${build}/icon.ico`)).toEqual(ico(pictures([16, 24, 32, 48, 64, 128, 256])))
  expect(readFileSync(`${build}/icon.icns`)).toEqual(icns(pictures([16, 32, 128, 256, 512, 1024])))
})
