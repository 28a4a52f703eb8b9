import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal, sweepJournal } from '../../../../../../src/main/adapters/sandbox-linux/mounts/journal'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-journal-'))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

/** What a killed engine noted of a file with the content that git would take for `commondir`, and what lies there now. */
function leftWith(found: string | undefined): string {
  const path = join(base, 'commondir')
  openJournal(join(base, 'journal')).note([{ path, kind: 'file', content: '.\n' }])
  if (found !== undefined) writeFileSync(path, found)
  return path
}

test.each([
  ['as it was made', '.\n'],
  ['made and not written yet', ''],
  ['written in part', '.'],
])('a placeholder that an engine was killed over goes: %s', (_, found) => {
  const path = leftWith(found)
  sweepJournal(join(base, 'journal'))
  expect(existsSync(path)).toBe(false)
})

test.each(['..\n', '.\n\n', 'x'])('what became something else stays: %j', (found) => {
  const path = leftWith(found)
  sweepJournal(join(base, 'journal'))
  expect(readFileSync(path, 'utf8')).toBe(found)
})

test('a folder in its place stays, and nothing there is no fault', () => {
  const path = leftWith(undefined)
  sweepJournal(join(base, 'journal'))
  mkdirSync(path)
  sweepJournal(join(base, 'journal'))
  expect(existsSync(path)).toBe(true)
})
