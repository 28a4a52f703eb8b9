import { expect, test } from 'vitest'
import { summaryText } from '../../../../../src/renderer/features/transcript/command-card'

const cmd = 'x'

test.each([
  [[{ type: 'read', cmd, name: 'a.ts', path: 'src/a.ts' }], 'Read src/a.ts'],
  [[{ type: 'list_files', cmd, path: null }], 'List the folder'],
  [[{ type: 'list_files', cmd, path: 'docs' }], 'List docs'],
  [[{ type: 'search', cmd, query: 'TODO', path: 'src' }], 'Search “TODO” in src'],
  [[{ type: 'search', cmd, path: 'src' }], 'List the files in src'],
  [
    [
      { type: 'search', cmd, query: 'a' },
      { type: 'read', cmd, name: 'b', path: 'b' },
      { type: 'read', cmd, name: 'b', path: 'b' },
    ],
    'Search “a”, Read b',
  ],
] as const)('%j is %s', (parts, text) => {
  expect(summaryText(parts)).toBe(text)
})
