import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mask } from '../../../../../../src/main/adapters/sandbox-linux/mounts/mask'
import { meantMounts } from '../../../../../../src/main/adapters/sandbox-linux/mounts/meant-mounts'

let base: string
const at = (name: string): string => join(base, name)
/** The inode stands last; the device is that of all. */
const inodeOf = (what: string): string => what.split(':').at(-1) ?? ''
const inode = (name: string): string => String(statSync(at(name)).ino)

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'meant-'))
  for (const folder of ['w/.git/hooks', 'w/sub/.git', 'w/store', 'other'])
    mkdirSync(at(folder), { recursive: true })
  for (const file of ['w/.git/config', 'w/store/key']) writeFileSync(at(file), '')
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

function meant(masks: readonly Mask[], files: readonly string[] = []): Readonly<Record<string, string>> {
  const all = meantMounts({ writable: [at('w')], files, masks })
  return Object.fromEntries(
    all.map(({ path, what }) => [path.slice(base.length + 1), what === '-' ? what : inodeOf(what)]),
  )
}

test('each mount is to be seen at its path', () => {
  const masks: readonly Mask[] = [
    { kind: 'pinned', path: at('w/.git') },
    { kind: 'read-only', path: at('w/.git/config') },
    { kind: 'closed', path: at('w/store/key'), folder: false },
    { kind: 'closed', path: at('other'), folder: true },
  ]
  expect(meant(masks)).toEqual({
    w: inode('w'),
    'w/.git': inode('w/.git'),
    'w/.git/config': inode('w/.git/config'),
    // A stand-in lies there; outside of what is writable nobody can move it.
    'w/store/key': '-',
  })
})

test('what lies below or at a later mount is not looked for', () => {
  const masks: readonly Mask[] = [
    { kind: 'read-only', path: at('w/store/key') },
    { kind: 'closed', path: at('w/store'), folder: true },
    { kind: 'read-only', path: at('w/.git/config') },
  ]
  expect(meant(masks, [at('w/.git/config')])).toEqual({
    w: inode('w'),
    'w/store': '-',
    'w/.git/config': inode('w/.git/config'),
  })
})

test('what went, or is there twice, is nothing, so that no mount can be it', () => {
  const masks: readonly Mask[] = [
    { kind: 'pinned', path: at('w/gone/.git') },
    { kind: 'pinned', path: at('w/sub/.git') },
    { kind: 'pinned', path: `${at('w/sub')}/./.git` },
  ]
  expect(meant(masks)).toEqual({
    w: inode('w'),
    'w/gone/.git': '0',
    'w/sub/.git': '0',
    'w/sub/./.git': inode('w/sub/.git'),
  })
})
