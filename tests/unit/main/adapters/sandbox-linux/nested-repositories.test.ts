import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findNestedRepositories } from '../../../../../src/main/adapters/sandbox-linux/nested-repositories'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-nested-'))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

const isRoot = process.getuid?.() === 0

/** A folder of another user's, where the tests may make one, with a repository in it. */
function foreign(name: string, mode: number): string {
  const folder = join(base, name)
  mkdirSync(join(folder, 'project/.git'), { recursive: true })
  if (isRoot) chownSync(folder, 65_534, 65_534)
  chmodSync(folder, mode)
  return join(folder, 'project/.git')
}

// A folder that a group may enter may be root's to enter too, by a supplementary group or an access list.
test.each([
  ['that everybody may enter', 0o755, true],
  ['that its group may enter', 0o710, true],
  ['that nobody else may enter', 0o700, !isRoot],
])("a repository in another user's folder %s", async (_, mode, found) => {
  const repository = foreign('other', mode)
  expect(await findNestedRepositories(base)).toEqual(found ? [repository] : [])
})
