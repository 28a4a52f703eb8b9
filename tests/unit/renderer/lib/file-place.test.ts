import { expect, test } from 'vitest'
import { filePlace } from '../../../../src/renderer/ui/prose'

test.each([
  ['src/store.ts', 'src/store.ts', undefined],
  ['src/store.ts:12', 'src/store.ts', 12],
  ['store.ts:12:4', 'store.ts', 12],
  ['a/b.ts:3-9', 'a/b.ts', 3],
  ['./x.rs', './x.rs', undefined],
  ['../up/x.rs', '../up/x.rs', undefined],
  ['/etc/passwd.d/x.conf', '/etc/passwd.d/x.conf', undefined],
  ['.github/ci.yml:0', '.github/ci.yml', undefined],
])('%s names a file', (text, path, line) => {
  expect(filePlace(text)).toEqual({ path, line })
})

test.each([
  'console.log',
  'a.b',
  'npm test',
  'x',
  '',
  'https://x.y/z.ts',
  'a b/c.ts',
  '~/x.ts',
  'vscode://file/x.ts',
  'src/',
  '12:30',
  'a\\b.ts',
  'x/\u202Ey.ts',
])('%j names none', (text) => {
  expect(filePlace(text)).toBeUndefined()
})
