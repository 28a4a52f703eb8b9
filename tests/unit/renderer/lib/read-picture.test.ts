import { expect, test } from 'vitest'
import { readPicture } from '../../../../src/renderer/lib/read-picture'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

test('a picture becomes a data URL of the kind its content has, whatever its name', async () => {
  const read = await readPicture(new File([png], 'notes.jpg'), 100)
  expect(read).toEqual({
    url: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    name: 'notes.jpg',
  })
})

test.each([
  ['a text', new File(['secret'], 'a.png'), 100, 'a.png is no PNG'],
  ['an empty file', new File([], 'a.png'), 100, 'a.png is no PNG'],
  ['a large file', new File([png], 'a.png'), 10, 'a.png is larger'],
])('%s is refused', async (_, file, most, message) => {
  await expect(readPicture(file, most)).rejects.toThrow(message)
})
