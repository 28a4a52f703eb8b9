import { expect, test } from 'vitest'
import { objectsOf } from '../../../../../../src/main/core/host-link/fleet/objects-of'
import { cloneAddress } from '../../../../../../src/main/core/host-link/fleet/workspace'

test.each([
  ['https://example.com/shop.git', true],
  ['ssh://git@example.com:22/shop.git', true],
  ['git@example.com:team/shop.git', true],
  ['file:///srv/shop', true],
  ['https://user:secret@example.com/shop.git', false],
  ['https://token@example.com/shop.git', false],
  ['ssh://git:secret@example.com/shop', false],
  ['ext::sh -c id', false],
  ['ext::id', false],
  ['--upload-pack=id', false],
  ['-oProxyCommand=id:x', false],
  ['/srv/shop', false],
  ['origin', false],
  ['https://example.com/a b', false],
  ['', false],
])('%s can be cloned there: %s', (address, can) => {
  expect(cloneAddress(address)).toBe(can ? address : undefined)
})

test('of what a watch prints the objects are taken, and what is none, has another form or is too large is passed over', async () => {
  const claim = (name: string, more = {}) => `${JSON.stringify({ metadata: { name }, ...more }, null, 4)}\n`
  const text = [
    claim('one'),
    '{\n    "metadata": {}\n}\n',
    '{\n    broken\n}\n',
    claim('too-large', { filler: 'x'.repeat(5 * 1024 * 1024) }),
    claim('two', { status: { conditions: 'none' } }),
    claim('three', { status: {} }),
    '{\n    "metadata": {',
  ].join('')
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < text.length; at += 65_521) yield Buffer.from(text.slice(at, at + 65_521))
    await Promise.resolve()
  }
  const names: string[] = []
  for await (const { metadata } of objectsOf(pieces())) names.push(metadata.name)
  expect(names).toEqual(['one', 'three'])
})
