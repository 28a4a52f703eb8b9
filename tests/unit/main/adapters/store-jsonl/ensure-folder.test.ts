import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureFolder } from '../../../../../src/main/adapters/store-jsonl/ensure-folder'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-ensure-'))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

test('many at once make the same folders, for their owner only', async () => {
  const path = join(base, 'a/b/c/d')
  await Promise.all(Array.from({ length: 20 }, () => ensureFolder(path)))
  expect([statSync(path).mode & 0o777, statSync(join(base, 'a')).mode & 0o777]).toEqual([0o700, 0o700])
})

test('a file in the way is an error', async () => {
  writeFileSync(join(base, 'file'), '')
  await expect(ensureFolder(join(base, 'file/inner'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})
