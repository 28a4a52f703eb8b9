import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unreadablePlaces } from '../../../../../src/main/adapters/sandbox-linux/unreadable-places'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-unreadable-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const closed = (unreadable: readonly string[]) =>
  unreadablePlaces({ home, engineHome: undefined, unreadable, readable: [] }, [], []).map((mask) => mask.path)

test('a place that cannot be come to closes nothing, and stops no command', () => {
  writeFileSync(join(home, 'file'), '')
  symlinkSync('loop', join(home, 'loop'))
  const named = ['file/below', 'loop/below', 'x'.repeat(300), 'missing/below'].map((name) => join(home, name))
  const machine = closed([])
  expect(closed(named)).toEqual(machine)
  mkdirSync(join(home, 'store'))
  expect(closed([...named, join(home, 'store')])).toEqual([...machine, join(home, 'store')].sort())
})
