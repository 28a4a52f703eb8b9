import { expect, test } from 'vitest'
import { pictureBytes, readPicture } from '../../../../src/renderer/lib/read-picture'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4])

test('a picture becomes a data URL of the kind its content has, whatever its name', async () => {
  const read = await readPicture(new File([png], 'notes.jpg'))
  const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  expect(read).toEqual({ kind: 'picture', picture: { url, name: 'notes.jpg' } })
  expect(pictureBytes({ url, name: '' })).toBe(png.length)
})

const gone = new File([png], 'a.png')
gone.arrayBuffer = () => Promise.reject(new Error('NotFoundError'))

test.each([
  ['a text', new File(['secret'], 'a.png'), 'none'],
  ['an empty file', new File([], 'a.png'), 'none'],
  ['a file that is gone', gone, 'unread'],
])('%s is none', async (_, file, kind) => {
  expect(await readPicture(file)).toEqual({ kind })
})
