import { expect, test } from 'vitest'
import type { RehearsedChange } from '@shared/domain/request-rehearsal'
import { rehearsedFiles } from '../../../../src/renderer/lib/diff/rehearsed-files'

const change = (rest: Partial<RehearsedChange>): RehearsedChange => ({
  ...{ path: '/work/a', kind: 'changed', type: 'file', bytes: 2_000, content: 'none' },
  ...rest,
})
const hunk = '@@ -1,1 +1,1 @@\n-a\n+b\n'

const rows: readonly (readonly [string, Partial<RehearsedChange>, object])[] = [
  ['a text has its lines and no note', { content: 'text', diff: hunk }, { content: 'text', note: undefined }],
  [
    'an empty file has neither',
    { kind: 'created', content: 'text', diff: '' },
    { content: 'none', note: undefined },
  ],
  [
    'a secret has a note and no line, even where one came with it',
    { content: 'secret' },
    { content: 'none', lines: [], note: 'May hold keys or passwords: named, never shown.' },
  ],
  [
    'what is deleted says how much of it goes',
    {
      kind: 'deleted',
      type: 'folder',
      files: 3,
      git: { tracked: 3, modified: 0, untracked: 0, ignored: 0, complete: true },
    },
    { content: 'none', note: '3 files, 2 KB; git has all of it.' },
  ],
  [
    'permissions are git’s',
    { kind: 'mode', modes: { before: '0644', after: '0755' } },
    { mode: { before: '100644', after: '100755' }, note: undefined },
  ],
  ['a link shows where it leads', { type: 'link', content: 'link', diff: hunk }, { content: 'link' }],
  ['bytes are told as such', { content: 'binary' }, { content: 'binary' }],
  [
    'a new folder needs no note, and is told from a file',
    { kind: 'created', type: 'folder' },
    { content: 'none', note: undefined, type: 'folder' },
  ],
]

test.each(rows)('%s', (_, given, expected) => {
  const [file] = rehearsedFiles([change(given)])
  expect({ note: undefined, ...file }).toMatchObject(expected)
})
