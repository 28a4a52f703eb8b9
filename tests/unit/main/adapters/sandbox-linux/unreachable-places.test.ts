import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import { entryAt } from '../../../../../src/main/adapters/regular-file/entry-at'
import { grantMounts } from '../../../../../src/main/adapters/sandbox-linux/mounts/grant-mounts'
import { holdPlaces } from '../../../../../src/main/adapters/sandbox-linux/prewarmed/held-places'
import { unreadablePlaces } from '../../../../../src/main/adapters/sandbox-linux/protection/unreadable-places'

/** Paths at which nobody can look: what is asked about them is answered in words, and nothing is thrown. */
let folder: string
let places: readonly (readonly [name: string, path: string, code: string])[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unreachable-'))
  writeFileSync(join(folder, 'file'), '')
  symlinkSync('round', join(folder, 'round'))
  places = [
    ['below a file', join(folder, 'file', 'x'), 'ENOTDIR'],
    ['behind a link that leads round', join(folder, 'round', 'x'), 'ELOOP'],
    ['with a name that is too long', join(folder, 'n'.repeat(300)), 'ENAMETOOLONG'],
  ]
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const write = (path: string, extent: 'file' | 'tree' | 'entry'): Grant => ({ kind: 'write', path, extent })

test('what lies at a path is told in three ways', () => {
  const kinds = [
    join(folder, 'file'),
    join(folder, 'round'),
    join(folder, 'none'),
    ...places.map(([, path]) => path),
  ]
  expect(kinds.map((path) => entryAt(path).kind)).toEqual([
    'there',
    'there',
    'missing',
    'unreachable',
    'unreachable',
    'unreachable',
  ])
})

describe.each([0, 1, 2])('place %i', (at) => {
  const place = () => places[at] ?? ['', '', '']

  test.each(['file', 'tree'] as const)('a granted %s is no run, and says why', (extent) => {
    const [, path, code] = place()
    expect(grantMounts([write(path, extent)], [])).toEqual({
      problem: `${path} was granted, but cannot be looked at (${code})`,
    })
  })

  test('a granted entry is no run, and says why', () => {
    const [, path] = place()
    expect(grantMounts([write(join(path, 'entry'), 'entry')], [])).toHaveProperty('problem')
  })

  test('a place that cannot be held is not held', () => {
    expect([holdPlaces([place()[1]], []), holdPlaces([], [place()[1]])]).toEqual([undefined, undefined])
  })

  test('a store there is none', () => {
    const settings = {
      home: undefined,
      engineHome: undefined,
      unreadable: [place()[1]],
      readable: [place()[1]],
    }
    expect(unreadablePlaces(settings, [], []).filter(({ path }) => path.startsWith(folder))).toEqual([])
  })
})

test.each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['nothing', () => undefined],
] as const)('where there was %s and now is no way any more, something has changed', (_, make) => {
  const around = join(folder, `around-${_.replaceAll(' ', '-')}`)
  mkdirSync(around)
  make(join(around, 'x'))
  const held = _ === 'nothing' ? holdPlaces([], [join(around, 'x')]) : holdPlaces([join(around, 'x')], [])
  expect(held?.unchanged()).toBe(true)
  rmSync(around, { recursive: true })
  writeFileSync(around, '')
  expect(held?.unchanged()).toBe(false)
  held?.close()
})
