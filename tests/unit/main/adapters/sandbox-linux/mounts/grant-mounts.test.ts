import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isMasked, maskedPlaces } from '../../../../../../src/main/adapters/sandbox-linux/mounts/mask'
import { grantMounts } from '../../../../../../src/main/adapters/sandbox-linux/mounts/grant-mounts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cs-grants-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.each(['file', 'tree', 'entry'] as const)('the whole file system is granted by nobody (%s)', (extent) => {
  expect(grantMounts([{ kind: 'write', path: '/', extent }], [])).toEqual({
    problem: 'the whole file system cannot be granted',
  })
})

test('an entry opens its folder, and every other entry of that stays as it is', () => {
  writeFileSync(join(folder, 'granted'), '')
  writeFileSync(join(folder, 'other'), '')
  symlinkSync('other', join(folder, 'link'))
  expect(grantMounts([{ kind: 'write', path: join(folder, 'granted'), extent: 'entry' }], [])).toEqual({
    folders: [folder],
    files: [],
    masks: [{ kind: 'read-only', path: join(folder, 'other') }],
    links: [{ path: join(folder, 'link'), target: 'other' }],
    missing: [],
  })
})

test('an entry of the root opens nothing', () => {
  expect(grantMounts([{ kind: 'write', path: '/new', extent: 'entry' }], [])).toEqual({
    problem: '/ cannot be opened for one entry',
  })
})

test('what may be written to besides stays so: a place, what lies in one, and one deeper in what stays as it is', () => {
  for (const name of ['work', 'group/deep', 'whole/lock', 'other'])
    mkdirSync(join(folder, name), { recursive: true })
  const at = (name: string) => join(folder, name)
  const grants = [
    { kind: 'write', path: at('granted'), extent: 'entry' },
    { kind: 'write', path: at('whole'), extent: 'tree' },
    { kind: 'write', path: at('whole/one'), extent: 'entry' },
    { kind: 'write', path: at('other/one'), extent: 'entry' },
  ] as const
  expect(grantMounts(grants, [at('work'), at('group/deep')])).toMatchObject({
    masks: [
      { kind: 'read-only', path: at('group'), but: [at('group/deep')] },
      { kind: 'read-only', path: at('other'), but: [at('other')] },
    ],
  })
})

test('what stays as it is of a folder with something open in it is all else in it', () => {
  for (const name of ['a/open/in', 'a/b', 'a/c/d', 'a/c/open'])
    mkdirSync(join(folder, name), { recursive: true })
  const at = (name: string) => join(folder, name)
  const mask = { kind: 'read-only', path: at('a'), but: [at('a/open'), at('a/c/open')] } as const
  expect(maskedPlaces(mask).toSorted()).toEqual([at('a/b'), at('a/c/d')])
  expect(['a', 'a/x', 'a/c', 'a/open', 'a/open/in/x'].map((name) => isMasked(at(name), mask))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
