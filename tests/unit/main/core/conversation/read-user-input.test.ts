import type { UserInput } from '@shared/domain/user-input'
import { expect, test } from 'vitest'
import { readUserInput } from '../../../../../src/main/core/conversation/read-user-input'

const files = { read: (path: string) => Promise.resolve({ url: `data:${path}`, label: path }) }
const png = 'data:image/png;base64,iVBORw0KGgo='

test('texts are joined, pictures keep their order, files are read', async () => {
  const input: UserInput[] = [
    { type: 'text', text: 'one' },
    { type: 'image', image_url: png },
    { type: 'local_image', path: '/tmp/cat.png' },
    { type: 'image', image_url: 'https://example.org/a.png' },
    { type: 'text', text: 'two' },
  ]
  expect(await readUserInput(input, files)).toEqual({
    text: 'one\ntwo',
    images: [png, 'data:/tmp/cat.png', 'https://example.org/a.png'],
    labels: ['PNG, 1 KB', '/tmp/cat.png', 'example.org'],
  })
})

test.each<[string, UserInput[]]>([
  ['nothing', []],
  ['blanks', [{ type: 'text', text: ' \n' }]],
  ['another address', [{ type: 'image', image_url: 'file:///etc/passwd' }]],
  ['plain http', [{ type: 'image', image_url: 'http://169.254.169.254/' }]],
  ['another kind of data', [{ type: 'image', image_url: 'data:text/html;base64,AAAA' }]],
  ['no base64', [{ type: 'image', image_url: 'data:image/png;base64,<>' }]],
  ['too many', Array.from({ length: 21 }, () => ({ type: 'image', image_url: png }) as const)],
])('%s is refused', async (_, input) => {
  await expect(readUserInput(input, files)).rejects.toMatchObject({ code: 'bad-request' })
})
