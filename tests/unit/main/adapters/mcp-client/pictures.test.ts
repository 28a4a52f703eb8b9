import { expect, test } from 'vitest'
import { readResult } from '../../../../../src/main/adapters/mcp-client/read-result'
import { tinyPng } from '../../../../fakes/tiny-png'

const read = (mimeType: string, bytes: Uint8Array | string) =>
  readResult({ content: [{ type: 'image', mimeType, data: Buffer.from(bytes).toString('base64') }] }, 1)

/** The beginning of a PNG that says it is so large. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(tinyPng)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('a picture is passed on as what its bytes are', () => {
  const data = Buffer.from(tinyPng).toString('base64')
  expect(read('image/png', tinyPng)).toMatchObject({ images: [{ mimeType: 'image/png', data }] })
  expect(read('image/jpeg', tinyPng)).toMatchObject({ images: [{ mimeType: 'image/png', data }] })
})

test.each([
  ['a text', 'no picture'],
  ['markup', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['nothing', ''],
  ['the beginning of one', '\x89PNG\r\n\x1a\n'],
  ['one that would take gigabytes to be drawn', pngOf(15_000, 15_000)],
])('%s that is called a picture is named and not passed on', (_, bytes) => {
  expect(read('image/png', bytes)).toMatchObject({
    images: [],
    text: expect.stringMatching(/^\[a picture, image\/png, \d+ bytes: not passed on\]$/) as string,
  })
})

test('the blob of a resource that is called a picture is none either', () => {
  const resource = { uri: 'file:///a.png', mimeType: 'image/png', blob: 'AAAA' }
  expect(readResult({ content: [{ type: 'resource', resource }] }, 1)).toMatchObject({ images: [] })
})
