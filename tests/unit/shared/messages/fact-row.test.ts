import { FactRow } from '@shared/domain/facts'
import { groupInWords, groupTargets, labelSaysUnknown, rowInWords } from '@shared/messages/fact-row'
import { expect, test } from 'vitest'

const known = true
const target = {
  path: '/p/a b',
  name: 'a b',
  access: 'delete',
  kind: 'file',
  exact: true,
  bytes: 6000,
} as const
const git = { tracked: 11, modified: 1, untracked: 0, ignored: 0, complete: true }

test.each<[FactRow, string, string]>([
  [
    { kind: 'target', known, target: { ...target, unversioned: true, place: 'outside' } },
    'Deletes',
    '"a b": 6 KB; in no repository; outside the workspace',
  ],
  [
    { kind: 'target', known, target: { ...target, git, place: 'inside' } },
    'Deletes',
    '"a b": 6 KB; 1 modified, 11 committed or staged; inside the workspace',
  ],
  [
    { kind: 'target', known, target: { ...target, kind: 'symlink', realPath: '/etc/x', spared: true } },
    'Deletes',
    '"a b": a link; stays: it is a folder, and the program removes none like it; leads to /etc/x',
  ],
  [
    { kind: 'target', known, target: { ...target, kind: 'unknown', reason: 'may not be read' } },
    'Deletes',
    '"a b": may not be read',
  ],
  [
    { kind: 'target', known, target: { ...target, newestMs: 1e308 } },
    'Deletes',
    '"a b": 6 KB; newest change +275760-09-13 00:00 UTC',
  ],
  [
    { kind: 'unfound', known: false, access: 'write', name: '$X', why: 'at-run-time' },
    'Writes',
    '$X: not known before it runs',
  ],
  [
    { kind: 'more-targets', known: false, access: 'read', name: '*.log' },
    'Reads',
    'and more than were looked at: *.log',
  ],
  [
    { kind: 'branch', known, branch: 'main', upstream: { remote: 'origin', branch: 'main', ahead: 2 } },
    'Branch',
    'main, upstream origin/main: 2 ahead, behind not known',
  ],
  [{ kind: 'branch', known: false }, 'Branch', 'none (detached, or not known)'],
  [
    { kind: 'host', known, host: { host: 'x.example', warning: 'a bare address', history: 'new' } },
    'Host',
    'x.example; a bare address; not seen before in this session',
  ],
  [
    { kind: 'manifest', known, file: 'package.json', found: 'read', dependencies: 2, scripts: [] },
    'Manifest',
    'package.json, 2 dependencies; no script of the project runs; scripts of packages may',
  ],
  [
    { kind: 'manifest', known, file: 'package.json', found: 'read', dependencies: 2 },
    'Manifest',
    'package.json, 2 dependencies; no script runs (--ignore-scripts)',
  ],
  [
    { kind: 'manifest', known: false, file: 'go.mod', found: 'missing' },
    'Manifest',
    'no go.mod in this folder or above it',
  ],
  [{ kind: 'lockfile', known, files: [] }, 'Lockfile', 'none: versions are chosen anew'],
  [{ kind: 'not-shown', known: false, count: 3 }, 'Not shown', '3 more lines like these'],
  [{ kind: 'said', known, label: 'Deletes', value: '~/.pi' }, 'Deletes', '~/.pi'],
])('%j is said', (row, label, value) => {
  expect(rowInWords(FactRow.parse(row))).toEqual({ label, value, known: row.known })
})

test('a label that says that something is not known needs no other word for it', () => {
  expect(labelSaysUnknown({ kind: 'gap', known: false, text: 'x' })).toBe(true)
  expect(labelSaysUnknown({ kind: 'unfound', known: false, access: 'read', name: 'x', why: 'unread' })).toBe(
    false,
  )
})

const file = (name: string, change: object = {}): FactRow =>
  FactRow.parse({
    kind: 'target',
    known,
    target: {
      path: `/srv/${name}`,
      name: `../cache/${name}`,
      access: 'delete',
      kind: 'file',
      exact: true,
      bytes: 6000,
      unversioned: true,
      place: 'outside',
      ...change,
    },
  })

test('three files or more of one folder that stand alike are told as one, and nothing else is', () => {
  const rows = ['a', 'b', 'c'].map((name) => file(name))
  const [group, ...rest] = groupTargets(rows)
  expect(rest).toEqual([])
  expect(group?.kind === 'group' && groupInWords(group)).toEqual({
    label: 'Deletes',
    value: '3 files in ../cache, 18 KB; in no repository; outside the workspace',
    known: true,
  })
  for (const other of [
    rows.slice(0, 2),
    [...rows.slice(0, 2), file('c', { access: 'read' })],
    [...rows.slice(0, 2), file('c', { name: '../other/c' })],
    [...rows.slice(0, 2), file('c', { realPath: '/etc/passwd' })],
    [...rows.slice(0, 2), file('c', { place: 'inside' })],
    [...rows.slice(0, 2), file('c', { kind: 'directory', files: 9 })],
  ])
    expect(groupTargets(other)).toEqual(other)
})
