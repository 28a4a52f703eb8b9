import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LeftJournal } from '../../../../../../src/main/adapters/sandbox-linux/apply/journal'
import { besideNames, takeBack } from '../../../../../../src/main/adapters/sandbox-linux/apply/take-back'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-take-back-')))
})
afterEach(() => {
  rmSync(base, { recursive: true })
})
const { fresh, kept } = besideNames('id', 0)
const put = (name: string, text: string): string => {
  writeFileSync(join(base, name), text)
  return join(base, name)
}
const textAt = (name: string): string | undefined =>
  existsSync(join(base, name)) ? readFileSync(join(base, name), 'utf8') : undefined

/** A journal of one file that becomes another; `ours`: what was made for it, and lies at this path. */
function journal(ours?: string): LeftJournal {
  const { dev, ino } = statSync(base)
  const step = { folder: { path: base, dev, ino }, name: 'a', before: { dev, ino, mode: 0o644 }, comes: true }
  const made = ours === undefined ? undefined : statSync(ours)
  return {
    ...{ id: 'id', steps: [step], done: false },
    made:
      made &&
      new Map([[0, { dev: made.dev, ino: made.ino, size: made.size, mtimeMs: made.mtimeMs, entries: 1 }]]),
  }
}

test('what was there comes back, and what came goes', async () => {
  const ours = put('a', 'new')
  put(kept, 'old')
  expect([await takeBack(journal(ours)), textAt('a'), textAt(kept), textAt(fresh)]).toEqual([
    ...[[], 'old', undefined, undefined],
  ])
})

test('what had not begun stays, and what lies beside goes', async () => {
  put('a', 'old')
  const ours = put(fresh, 'new')
  expect([await takeBack(journal(ours)), textAt('a'), textAt(fresh)]).toEqual([[], 'old', undefined])
})

test('what somebody has made of the place since stays, and what was there stays beside it', async () => {
  put('a', 'theirs')
  put(kept, 'old')
  expect([await takeBack(journal()), textAt('a'), textAt(kept)]).toEqual([[join(base, 'a')], 'theirs', 'old'])
})

test('a folder that is another one by now is left alone and told', async () => {
  const { steps, ...rest } = journal()
  const other = steps.map((step) => ({ ...step, folder: { ...step.folder, ino: step.folder.ino + 1 } }))
  put('a', 'new')
  put(kept, 'old')
  expect([await takeBack({ ...rest, steps: other }), textAt('a'), textAt(kept)]).toEqual([
    ...[[join(base, 'a')], 'new', 'old'],
  ])
})
