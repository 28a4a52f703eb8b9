import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeWhole, writeWholeSync } from '../../../../../src/main/adapters/regular-file/write-whole'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-whole-'))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})
const file = (): string => join(base, 'file')
const modeOf = (): number => statSync(file()).mode & 0o7777

test('a file is replaced whole, for its owner alone or with the mode that is asked for', async () => {
  writeWholeSync(file(), 'one')
  expect([readFileSync(file(), 'utf8'), modeOf()]).toEqual(['one', 0o600])
  chmodSync(file(), 0o666)
  expect(await writeWhole(file(), ['t', 'wo'], { mode: 0o644 })).toBe(true)
  expect([readFileSync(file(), 'utf8'), modeOf(), readdirSync(base)]).toEqual(['two', 0o644, ['file']])
})

test('what is not wanted any more takes no place', async () => {
  writeWholeSync(file(), 'one')
  expect(await writeWhole(file(), ['two'], { still: () => Promise.resolve(false) })).toBe(false)
  expect([readFileSync(file(), 'utf8'), readdirSync(base)]).toEqual(['one', ['file']])
})

test('what a killed process was writing goes with the next writing; another file’s, and a living process’s, stay', () => {
  const living = `${String(process.pid)}--0-file.part`
  for (const name of ['999999999-1-0-file.part', '999999999-1-0-other.part', living, 'my-file.part'])
    writeFileSync(join(base, name), 'half')
  writeWholeSync(file(), 'one')
  expect(readdirSync(base).toSorted()).toEqual(
    ['999999999-1-0-other.part', 'file', living, 'my-file.part'].toSorted(),
  )
})
