import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { besides } from '../../../../../src/main/adapters/preimages/restore-journal'
import { ChangedMeanwhile, commitUnit } from '../../../../../src/main/adapters/preimages/restore-paths'
import { stateNow } from '../../../../../src/main/adapters/preimages/walk-place'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-restore-')))
  mkdirSync(join(base, 'new/deep'), { recursive: true })
  writeFileSync(join(base, 'new/deep/ours'), 'ours')
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

/** Takes back a folder that a run made, as it was looked at; then `meanwhile` happens, and it is done. */
async function takeBack(meanwhile: () => void): Promise<void> {
  const path = join(base, 'new')
  const goes = ['deep', 'deep/ours'].map((name) => join(path, name))
  const now = new Map(
    await Promise.all([path, ...goes].map(async (each) => [each, await stateNow(each)] as const)),
  )
  const state = await stateNow(path)
  meanwhile()
  await commitUnit(
    { kind: 'entry', path, wanted: { kind: 'absent' }, now: state, below: [], goes },
    { kind: 'entry', path, had: true, comes: false },
    besides('token', 0),
    now,
  )
}

test('a folder that holds what was looked at is moved aside', async () => {
  await expect(takeBack(() => undefined)).resolves.toBeUndefined()
})

test.each([
  ['a file that came into it', 'theirs'],
  ['a file that came deep into it', 'deep/theirs'],
  ['a file in it that was written to', 'deep/ours'],
])('%s just then ends it', async (_, name) => {
  const file = join(base, 'new', name)
  await expect(takeBack(() => writeFileSync(file, 'somebody’s, and longer'))).rejects.toThrow(
    ChangedMeanwhile,
  )
})
