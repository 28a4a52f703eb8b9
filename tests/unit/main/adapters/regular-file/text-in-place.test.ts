import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeInPlace, textNow } from '../../../../../src/main/adapters/regular-file/text-in-place'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cs-in-place-'))
  path = join(folder, 'config')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['a longer text', 'one\n', 'one\ntwo\n'],
  ['a shorter one', 'one\ntwo\n', 'ä\n'],
  ['none', 'one\n', ''],
])('%s takes the place of what lies there, in the same file', (_, from, to) => {
  writeFileSync(path, from, { mode: 0o640 })
  const before = statSync(path)
  linkSync(path, join(folder, 'other'))
  expect(changeInPlace(path, from, to)).toBe(true)
  expect([readFileSync(path, 'utf8'), readFileSync(join(folder, 'other'), 'utf8')]).toEqual([to, to])
  expect(statSync(path)).toMatchObject({ ino: before.ino, mode: before.mode })
})

test.each(['other\n', 'one\nmore\n', 'on', ''])('what somebody else wrote meanwhile stays: %j', (now) => {
  writeFileSync(path, now)
  expect(changeInPlace(path, 'one\n', 'two\n')).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe(now)
})

test.each<[string, () => void]>([
  ['nothing', () => undefined],
  ['a folder', () => mkdirSync(path)],
  ['a pipe', () => execFileSync('mkfifo', [path])],
  [
    'a link',
    () => {
      writeFileSync(join(folder, 'far'), 'one\n')
      symlinkSync('far', path)
    },
  ],
])('%s is no text, and nothing is written', (_, make) => {
  make()
  expect([textNow(path, 100), changeInPlace(path, 'one\n', 'two\n')]).toEqual([undefined, false])
})

test('a text that could not be given back as it was, or is longer than wanted, is none', () => {
  writeFileSync(path, Buffer.from([0x61, 0xff]))
  expect(textNow(path, 100)).toBeUndefined()
  writeFileSync(path, 'four')
  expect([textNow(path, 4), textNow(path, 3)]).toEqual(['four', undefined])
})
