import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applySteps } from '../../../../../../src/main/adapters/sandbox-linux/apply/apply-changes'
import type { Step } from '../../../../../../src/main/adapters/sandbox-linux/apply/change-set'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import { listTree, markOf } from '../../../../../../src/main/adapters/sandbox-linux/rehearsal/listed-tree'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-aside-')))
  mkdirSync(join(base, 'w/old/deep'), { recursive: true })
  writeFileSync(join(base, 'w/old/deep/file'), 'as it was')
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

/** The deletion of a folder, in which somebody writes when everything has been looked at and nothing has been moved yet. */
async function deletion(meanwhile: () => void): Promise<Step> {
  const folder = join(base, 'w')
  const path = join(folder, 'old')
  const found = lstatSync(path)
  const { dev, ino } = lstatSync(folder)
  const { marks = '' } = await listTree(bytesOf(path), Infinity)
  return {
    folder: { path: folder, dev, ino },
    ...{ name: 'old', path },
    before: {
      // Read for the journal, which is begun after the look and before the move.
      get dev() {
        meanwhile()
        return found.dev
      },
      ...{ ino: found.ino, mode: found.mode & 0o777, isFolder: true },
      ...{ mark: markOf(found, false), renamed: markOf(found, true), tree: marks },
    },
  }
}

const apply = async (meanwhile: () => void) =>
  applySteps([await deletion(meanwhile)], new Set(), { journals: join(base, 'journals') })

test('what somebody wrote deep in a folder just before it went stays, and nothing is applied', async () => {
  const file = join(base, 'w/old/deep/file')
  const applied = await apply(() => writeFileSync(file, 'somebody’s work, and longer'))
  expect(applied).toEqual({ kind: 'changed', paths: [join(base, 'w/old')] })
  expect(readFileSync(file, 'utf8')).toBe('somebody’s work, and longer')
})

test('where nobody did it goes', async () => {
  expect(await apply(() => undefined)).toEqual({ kind: 'applied' })
  expect(() => lstatSync(join(base, 'w/old'))).toThrow('ENOENT')
})

/** A file that is to become another; `meanwhile` as above. */
function replacement(name: string, meanwhile: () => void): Step {
  const folder = join(base, 'w')
  const path = join(folder, name)
  const from = join(base, `copy of ${name}`)
  writeFileSync(path, `old ${name}`)
  writeFileSync(from, `new ${name}`)
  const [found, copy] = [lstatSync(path), lstatSync(from)]
  const { dev, ino } = lstatSync(folder)
  return {
    folder: { path: folder, dev, ino },
    ...{ name, path },
    before: {
      get dev() {
        meanwhile()
        return found.dev
      },
      ...{ ino: found.ino, mode: found.mode & 0o777, isFolder: false },
      ...{ mark: markOf(found, false), renamed: markOf(found, true) },
    },
    made: {
      ...{ path, name, type: 'file', from, mark: markOf(copy, false), mode: 0o644, mtime: 1, children: [] },
    },
  }
}

test('where the second of two is another one by then, the first is what it was again, and nothing lies beside', async () => {
  const folder = join(base, 'w')
  const second = join(folder, 'b')
  const steps = [
    replacement('a', () => writeFileSync(second, 'somebody’s')),
    replacement('b', () => undefined),
  ]
  const applied = await applySteps(steps, new Set(), { journals: join(base, 'journals') })
  expect(applied).toEqual({ kind: 'changed', paths: [second] })
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('old a')
  expect(readFileSync(second, 'utf8')).toBe('somebody’s')
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'b', 'old'])
})
