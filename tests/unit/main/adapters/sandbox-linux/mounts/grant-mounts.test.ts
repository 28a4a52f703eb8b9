import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { grantMounts } from '../../../../../../src/main/adapters/sandbox-linux/mounts/grant-mounts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cs-grants-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.each(['file', 'tree', 'entry'] as const)('the whole file system is granted by nobody (%s)', (extent) => {
  expect(grantMounts([{ kind: 'write', path: '/', extent }])).toEqual({
    problem: 'the whole file system cannot be granted',
  })
})

test('an entry opens its folder, and every other entry of that stays as it is', () => {
  writeFileSync(join(folder, 'granted'), '')
  writeFileSync(join(folder, 'other'), '')
  symlinkSync('other', join(folder, 'link'))
  expect(grantMounts([{ kind: 'write', path: join(folder, 'granted'), extent: 'entry' }])).toEqual({
    folders: [folder],
    files: [],
    masks: [{ kind: 'read-only', path: join(folder, 'other') }],
    links: [{ path: join(folder, 'link'), target: 'other' }],
    missing: [],
  })
})

test('an entry of the root opens nothing', () => {
  expect(grantMounts([{ kind: 'write', path: '/new', extent: 'entry' }])).toEqual({
    problem: '/ cannot be opened for one entry',
  })
})
