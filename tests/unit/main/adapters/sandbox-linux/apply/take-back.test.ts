import {
  chmodSync,
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
import { holdFolder } from '../../../../../../src/main/adapters/sandbox-linux/apply/hold-folder'
import type { LeftJournal } from '../../../../../../src/main/adapters/sandbox-linux/apply/apply-journal'
import {
  besideNames,
  notedMade,
  takeBack,
} from '../../../../../../src/main/adapters/sandbox-linux/apply/take-back'

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
    ...{ id: 'id', steps: [step], given: new Set(), done: false },
    made: made && new Map([[0, { dev: made.dev, ino: made.ino, size: made.size, mtimeMs: made.mtimeMs }]]),
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

test('what came stays and is named where somebody removed what was there before', async () => {
  const ours = put('a', 'new')
  expect([await takeBack(journal(ours)), textAt('a')]).toEqual([[join(base, 'a')], 'new'])
})

test('what somebody removed that had come stays so and is named, and what was there stays beside it', async () => {
  const noted = journal(put('a', 'new'))
  put(kept, 'old')
  rmSync(join(base, 'a'))
  expect([await takeBack(noted), textAt('a'), textAt(kept)]).toEqual([[join(base, 'a')], undefined, 'old'])
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

test('what somebody has made of the place since stays, and what was to come does not lie beside it for ever', async () => {
  put('a', 'theirs')
  put(kept, 'old')
  const ours = put(fresh, 'new')
  expect([await takeBack(journal(ours)), textAt('a'), textAt(kept), textAt(fresh)]).toEqual([
    ...[[join(base, 'a')], 'theirs', 'old', undefined],
  ])
})

/** A journal of a folder that was put in place, with a file in it. */
async function placedFolder(): Promise<LeftJournal> {
  mkdirSync(join(base, 'a/in'), { recursive: true })
  put('a/in/file', 'new')
  const { dev, ino } = statSync(base)
  const folder = holdFolder(base, dev, ino)
  const made = folder && (await notedMade(folder, 'a', 3))
  folder?.close()
  if (!made) throw new Error('it is not three things')
  const step = { folder: { path: base, dev, ino }, name: 'a', comes: true }
  return { id: 'id', steps: [step], made: new Map([[0, made]]), given: new Set(), done: false }
}

test('a folder that came goes with all that is in it', async () => {
  expect([await takeBack(await placedFolder()), textAt('a/in/file')]).toEqual([[], undefined])
})

test.each([
  ['edited', () => put('a/in/file', 'theirs')],
  [
    'replaced by another',
    () => {
      rmSync(join(base, 'a/in/file'))
      put('a/in/file', 'theirs')
    },
  ],
])('a folder that came stays and is named where a file in it was %s since', async (_, edit) => {
  const left = await placedFolder()
  edit()
  expect([await takeBack(left), textAt('a/in/file')]).toEqual([[join(base, 'a')], 'theirs'])
})

test.each([
  ['given by it goes', [0], 0o640],
  ['given by another, to which this had not come, stays', [], 0o600],
])('a mode that was %s', async (_, given, becomes) => {
  const path = put('a', 'text')
  const { dev, ino } = statSync(path)
  const around = statSync(base)
  const step = {
    ...{ folder: { path: base, dev: around.dev, ino: around.ino }, name: 'a', comes: false },
    ...{ before: { dev, ino, mode: 0o640 }, mode: 0o600 },
  }
  chmodSync(path, 0o600)
  const left = { id: 'id', steps: [step], made: new Map(), given: new Set(given), done: false }
  expect([await takeBack(left), statSync(path).mode & 0o777]).toEqual([[], becomes])
})
