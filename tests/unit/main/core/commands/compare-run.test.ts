import { expect, test } from 'vitest'
import type { RunChange, ShownRun } from '@shared/domain/run-promise'
import { compareRun, placesOf, type ComparedIn } from '../../../../../src/main/core/commands/compare-run'

const at: ComparedIn = {
  writable: ['/work'],
  grants: [
    { kind: 'write', path: '/srv/entry', extent: 'entry' },
    { kind: 'write', path: '/srv/tree', extent: 'tree' },
  ],
  isIncidental: (path) => path.startsWith('/home/me/.cache/tool'),
}
const byFacts: ShownRun = { by: 'facts', paths: [], hosts: ['r.test', 'n.test:80'] }
const byRehearsal: ShownRun = {
  ...byFacts,
  by: 'rehearsal',
  paths: [
    { path: '/work/a' },
    { path: '/work/gone', goes: true, below: true },
    { path: '/work/made', below: true },
    { path: '/work/app.3fa9c1d2.js' },
  ],
}
const more = (shown: ShownRun, kind: RunChange['kind'], path: string): boolean =>
  compareRun(shown, { changes: [{ kind, path }], whole: true }, [], at).moreCount > 0

test.each([
  ['what it was shown to change', 'changed', '/work/a', false],
  ['another file', 'changed', '/work/b', true],
  ['a shown file that goes instead', 'deleted', '/work/a', true],
  ['what lies in a tree that was shown to go', 'deleted', '/work/gone/x/y', false],
  ['what lies in a folder that was shown to be made', 'created', '/work/made/x', false],
  ['a new file beside', 'created', '/work/x', true],
  ['one whose name is made up anew each time', 'created', '/work/app.99e0b1aa.js', false],
  ['a change of an old file with such a name', 'changed', '/work/app.99e0b1aa.js', true],
  ['a granted entry that no rehearsal showed', 'created', '/srv/entry', true],
  ['a cache', 'changed', '/work/node_modules/.cache/x', false],
  ['a log', 'created', '/work/npm-debug.log', false],
  ['a log that is removed', 'deleted', '/work/important.log', true],
  ["git's own index", 'changed', '/work/.git/index', false],
  ["git's hooks", 'created', '/work/.git/hooks/pre-commit', true],
  ['a lock file with what is installed', 'changed', '/work/Cargo.lock', true],
  ['what a tool notes for itself', 'created', '/home/me/.cache/tool/x', false],
  ['a folder that the sandbox keeps from being made', 'created', '/work/.codex', false],
  ['one like it, deeper', 'created', '/work/sub/.codex', true],
  ['what the sandbox holds the place of in a repository', 'deleted', '/work/.git/commondir', false],
  ['the same, where it stays', 'changed', '/work/.git/config', true],
] as const)('beside a rehearsal: %s', (_, kind, path, expected) => {
  expect(more(byRehearsal, kind, path)).toBe(expected)
})

test.each([
  ['nothing is foretold of its own folder', 'deleted', '/work/a', false],
  ['the entry that the yes was for', 'deleted', '/srv/entry', false],
  ['a new name beside it', 'created', '/srv/other', true],
  ['what is made in a granted folder', 'created', '/srv/tree/x', false],
  ['what is removed there', 'deleted', '/srv/tree/x', true],
] as const)('beside facts: %s', (_, kind, path, expected) => {
  expect(more(byFacts, kind, path)).toBe(expected)
})

test('a rehearsal of which not all was kept covers the folders that it shows', () => {
  const cut: ShownRun = { ...byRehearsal, cut: true }
  expect([more(cut, 'created', '/work/x'), more(cut, 'deleted', '/work/x')]).toEqual([false, true])
})

test('what was let pass since not all was kept is not said to be all as shown', () => {
  const cut: ShownRun = { ...byRehearsal, cut: true }
  const watched = (path: string) =>
    compareRun(cut, { changes: [{ kind: 'changed', path }], whole: true }, [], at).watched
  expect([watched('/work/package.json'), watched('/work/a')]).toEqual(['part', 'all'])
})

test.each(['/home/me/.cache/work', '/srv/_logs/work', '/home/me/__pycache__/work'])(
  'a session that works in %s works in no cache',
  (work) => {
    const there = { ...at, writable: [work] }
    const changes = (path: string) => [{ kind: 'changed', path: `${work}/${path}` }] as const
    const count = (path: string): number =>
      compareRun(byRehearsal, { changes: changes(path), whole: true }, [], there).moreCount
    expect([count('src/main.ts'), count('.cache/x')]).toEqual([1, 0])
  },
)

test('hosts that its proxy refused and nobody was shown; not those that a person said no to meanwhile', () => {
  const tried = (target: string, operation = 'connect') =>
    ({ kind: 'network', target, operation, source: 'proxy', backend: 'p' }) as const
  const { hosts } = compareRun(
    byFacts,
    { changes: [], whole: true },
    [
      tried('r.test:443'),
      tried('n.test:80'),
      tried('n.test:81'),
      tried('e.test:443'),
      tried('no.test:1', 'denied'),
    ],
    at,
  )
  expect(hosts).toEqual(['n.test:81', 'e.test:443'])
})

test('what was looked at is told: all, a part, or outside the sandbox what was named', () => {
  const watched = (whole: boolean, grants: ComparedIn['grants']) =>
    compareRun(byFacts, { changes: [], whole }, [], { ...at, grants }).watched
  expect([watched(true, []), watched(false, []), watched(true, [{ kind: 'unsandboxed' }])]).toEqual([
    'all',
    'part',
    'named',
  ])
})

test('its own folder is looked at where a rehearsal said what it does there; an entry with the names beside it', () => {
  expect(placesOf(byFacts, at, '/work')).toEqual([
    { path: '/srv/entry', as: 'tree' },
    { path: '/srv', as: 'names' },
    { path: '/srv/tree', as: 'tree' },
  ])
  expect(placesOf(byRehearsal, { ...at, grants: [] }, '/work')).toEqual([{ path: '/work', as: 'tree' }])
})
