import { expect, test } from 'vitest'
import { tinyPng } from '../../../fakes/tiny-png'
import { pictureBytes, readPicture } from '../../../../src/renderer/lib/read-picture'

// Bytes that base64 tells without filling up.
const png = Uint8Array.from([...tinyPng, 0, 0])
/** Of 8000 by 5001 pixels as its head says, in no more bytes. */
const huge = png.with(18, 0x1f).with(19, 0x40).with(22, 0x13).with(23, 0x89)

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
  ['a picture that does not say how large it is', new File([png.subarray(0, 20)], 'a.png'), 'unread'],
  ['a small file that is drawn huge', new File([huge], 'a.png'), 'pixels'],
])('%s is none', async (_, file, kind) => {
  expect(await readPicture(file)).toEqual({ kind })
})
