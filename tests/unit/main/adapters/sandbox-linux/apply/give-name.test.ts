import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGuard } from '../../../../../../src/main/adapters/sandbox-linux/apply/guarded-paths'
import { holdFolder } from '../../../../../../src/main/adapters/sandbox-linux/apply/hold-folder'
import { giveName } from '../../../../../../src/main/adapters/sandbox-linux/apply/take-back'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-apply-')))
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

function give(from: string, to: string): string {
  const { dev, ino } = statSync(base)
  const folder = holdFolder(base, dev, ino)
  if (!folder) throw new Error('it is there')
  try {
    giveName(folder, from, to)
    return 'given'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  } finally {
    folder.close()
  }
}

test.each(['file', 'folder'] as const)('a %s gets a name that is free', (kind) => {
  if (kind === 'folder') mkdirSync(join(base, 'new'))
  else writeFileSync(join(base, 'new'), 'x')
  expect([give('new', 'a'), existsSync(join(base, 'a')), existsSync(join(base, 'new'))]).toEqual([
    ...['given', true, false],
  ])
})

test('a file takes nobody’s place', () => {
  for (const name of ['new', 'a']) writeFileSync(join(base, name), name)
  expect([give('new', 'a'), readFileSync(join(base, 'a'), 'utf8'), existsSync(join(base, 'new'))]).toEqual([
    ...['EEXIST', 'a', true],
  ])
})

test('a folder does not either, not even that of an empty one', () => {
  for (const name of ['new', 'a']) mkdirSync(join(base, name))
  const { ino } = statSync(join(base, 'a'))
  expect([give('new', 'a'), statSync(join(base, 'a')).ino === ino, existsSync(join(base, 'new'))]).toEqual([
    ...['EEXIST', true, true],
  ])
})

test.each([
  ['w/src/a.ts', 'file', false],
  ['w/.git/index', 'file', false],
  ['w/.git/objects/ab/cdef', 'file', false],
  ['w/.git/refs/heads/main', 'link', true],
  ['w/.git/objects/info/alternates', 'file', true],
  ['w/.git/hooks/pre-commit', 'file', true],
  ['w/.git/config', 'file', true],
  ['w/.git/logs/commondir', 'file', true],
  ['w/.git', 'folder', true],
  ['w/sub/HEAD', 'file', true],
  ['w/.claude/settings.json', 'file', true],
  ['never/x', 'file', true],
  ['never', 'folder', true],
])('%s as a %s is left alone: %s', (path, type, isGuarded) => {
  expect(createGuard([join(base, 'never/x')])(join(base, path), type)).toBe(isGuarded)
})
