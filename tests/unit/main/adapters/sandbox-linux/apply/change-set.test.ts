import { linkSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeChangeSet } from '../../../../../../src/main/adapters/sandbox-linux/apply/change-set'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cs-change-set-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** The set of one changed file, which lies in the real world under `names`. */
function setOf(...names: readonly [string, ...string[]]) {
  const [first, ...others] = names.map((name) => join(folder, name))
  const copy = join(folder, 'copy')
  writeFileSync(first ?? '', 'before')
  for (const other of others) linkSync(first ?? '', other)
  writeFileSync(copy, 'after')
  const read = {
    change: { kind: 'changed', type: 'file', path: first ?? '', bytes: { before: 6, after: 5 } } as never,
    path: bytesOf(first ?? ''),
    at: bytesOf(copy),
    above: lstatSync(copy),
    below: lstatSync(first ?? ''),
  }
  return makeChangeSet([read], { guarded: () => false, owner: lstatSync(copy).uid, began: Infinity })
}

test('a changed file of one name is one step', async () => {
  expect(await setOf('a')).toMatchObject({ steps: [{ path: join(folder, 'a'), made: { mode: 0o644 } }] })
})

test('a file that has another name as well is never replaced: the other name would keep what was', async () => {
  expect(await setOf('a', 'b')).toEqual({ kind: 'not-kept', because: 'hard-links', path: join(folder, 'a') })
})
