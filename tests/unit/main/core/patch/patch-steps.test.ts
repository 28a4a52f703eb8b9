import { expect, test } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import { patchGrants, touchedPaths } from '../../../../../src/main/core/patch/patch-grants'
import { patchKeys } from '../../../../../src/main/core/execution/patch-action'
import { patchSteps } from '../../../../../src/main/core/patch/patch-steps'
import type { PlannedFile, Touchable } from '../../../../../src/main/core/patch/planned-file'

const file = (place: string, links = 1): Touchable => ({
  kind: 'file',
  place,
  mode: 0o755,
  links,
  text: 'old\n',
})
const missing = (place: string, folder: string): Touchable => ({
  kind: 'missing',
  place,
  folder,
})
const write = (before: Touchable, after: string | undefined = 'new\n', to?: Touchable): PlannedFile => ({
  verb: 'M',
  shown: before.place,
  path: before.place,
  before,
  after,
  move: to && { path: to.place, target: to },
})
const gone = (before: Touchable): PlannedFile => ({ ...write(before), after: undefined, verb: 'D' })
const onFile = (path: string): Grant => ({ kind: 'write', path, extent: 'file' })
const onTree = (path: string): Grant => ({ kind: 'write', path, extent: 'tree' })

test('folders come first, removals last, and a move keeps the mode', () => {
  const files = [
    gone(file('/w/gone')),
    write(file('/w/a'), 'moved\n', missing('/w/x/y/b', '/w')),
    write(missing('/w/x/c', '/w')),
    write(file('/w/d')),
    gone({ kind: 'link', place: '/w/l', leadsTo: 'a' }),
  ]
  expect(patchSteps(files, [])).toEqual([
    { kind: 'mkdir', folder: '/w', name: 'x' },
    { kind: 'mkdir', folder: '/w/x', name: 'y' },
    { kind: 'new', folder: '/w/x/y', name: 'b', mode: 0o755, text: 'moved\n' },
    { kind: 'new', folder: '/w/x', name: 'c', mode: undefined, text: 'new\n' },
    { kind: 'swap', folder: '/w', name: 'd', mode: 0o755, text: 'new\n', before: 'old\n' },
    { kind: 'drop', folder: '/w', name: 'gone', before: 'old\n' },
    { kind: 'drop', folder: '/w', name: 'a', before: 'old\n' },
    { kind: 'unlink', folder: '/w', name: 'l' },
  ])
})

test('a file that is granted on its own is written in place', () => {
  expect(
    patchSteps(
      [write(file('/etc/a')), write(missing('/etc/b', '/etc'))],
      [onFile('/etc/a'), onFile('/etc/b')],
    ),
  ).toEqual([
    { kind: 'fill', folder: '/etc', name: 'a', mode: undefined, text: 'new\n', before: 'old\n' },
    { kind: 'fill', folder: '/etc', name: 'b', mode: undefined, text: 'new\n', before: undefined },
  ])
})

test.each<[string, PlannedFile[], readonly Grant[] | undefined]>([
  ['nothing lacks nothing', [], []],
  ['a file that is changed: that file', [write(file('/etc/a'))], [onFile('/etc/a')]],
  [
    'a new file in a folder that exists: that file',
    [write(missing('/home/me/.rc', '/home/me'))],
    [onFile('/home/me/.rc')],
  ],
  [
    'a new file in a new folder: the folder that exists',
    [write(missing('/srv/x/y/a', '/srv'))],
    [onTree('/srv')],
  ],
  ['a hard-linked file: its folder, since it is replaced', [write(file('/etc/a', 2))], [onTree('/etc')]],
  ['a removal: the folder', [gone(file('/srv/d/a'))], [onTree('/srv/d')]],
  ['a folder covers its files', [gone(file('/srv/d/a')), write(file('/srv/d/b'))], [onTree('/srv/d')]],
  [
    'a move: the file at one end, the folder at the other',
    [write(file('/srv/d/a'), 'x', missing('/srv/e/b', '/srv/e'))],
    [onTree('/srv/d'), onFile('/srv/e/b')],
  ],
  ['a removal from the home directory: none', [gone(file('/home/me/.rc'))], undefined],
  ['a removal from above the home directory: none', [gone(file('/home/x'))], undefined],
  ['a removal from the root: none', [gone(file('/x'))], undefined],
])('grants: %s', (_, files, expected) => {
  expect(patchGrants(touchedPaths(files), '/home/me')).toEqual(expected)
})

test('a session remembers each file by its name and by where it really is', () => {
  const through: PlannedFile = { ...write(file('/srv/real')), path: '/w/link' }
  expect(patchKeys(touchedPaths([through, write(file('/w/a'), 'x', missing('/w/b', '/w'))]))).toEqual([
    '["apply_patch","/w/a","/w/a"]',
    '["apply_patch","/w/b","/w/b"]',
    '["apply_patch","/w/link","/srv/real"]',
  ])
})
