import { namedPath } from '@shared/domain/named-path'
import { filesInWords, sizeInWords } from '@shared/messages/amounts'
import { expect, test } from 'vitest'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1250, '1.3 KB'],
  [48_000_000, '48 MB'],
  [999_900, '1 MB'],
  [3_210_000_000, '3.2 GB'],
])('%d bytes are written %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})

test('counts have separators and agree in number', () => {
  expect([filesInWords(1), filesInWords(1234567)]).toEqual(['1 file', '1,234,567 files'])
})

test.each([
  ['/home/dev/p/src/a.ts', 'src/a.ts'],
  ['/home/dev', '~'],
  ['/home/dev/x', '~/x'],
  ['/home/developer', '/home/developer'],
  ['/etc/hosts', '/etc/hosts'],
  // A folder of the session that is called `~` is not the home folder.
  ['/home/dev/p/~/.ssh/config', './~/.ssh/config'],
  ['/home/dev/p/~', './~'],
  ['/home/dev/p/a~', 'a~'],
])('%s is shown as %s', (path, shown) => {
  expect(namedPath(path, { roots: ['/home/dev/p'], home: '/home/dev' })).toEqual({ path, name: shown })
})
