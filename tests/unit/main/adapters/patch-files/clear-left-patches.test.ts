import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PatchStep } from '../../../../../src/main/core/ports/patch-files'
import { writeNote } from '../../../../../src/main/adapters/patch-files/patch-note'
import { clearLeftPatches } from '../../../../../src/main/adapters/patch-files/clear-left-patches'
import { ownPrefix } from '../../../../../src/main/adapters/own-process/process-name'

let base = ''
let work = ''
let staging = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-back-')))
  work = join(base, 'work')
  staging = join(base, 'staging')
  mkdirSync(work)
  mkdirSync(staging)
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

/** A process number that nobody has, and a start that never was. */
const gone = '4194303-1-'

/** A staging folder as an engine of this name left it. */
async function left(owner: string, steps: readonly PatchStep[]): Promise<void> {
  const folder = join(staging, `${owner}patch-abc`)
  mkdirSync(folder)
  await writeNote(folder, 'id', steps)
  for (const [at, step] of steps.entries()) {
    if ('text' in step) writeFileSync(join(folder, `${String(at)}.new`), step.text)
    if ('before' in step && step.before !== undefined)
      writeFileSync(join(folder, `${String(at)}.old`), step.before)
  }
}
const put = (name: string, text: string): void => {
  writeFileSync(join(work, name), text)
}
const texts = (): Record<string, string> =>
  Object.fromEntries(readdirSync(work).map((name) => [name, readFileSync(join(work, name), 'utf8')]))
const temporary = (at: number, ending: 'new' | 'old'): string => `.countersign-id-${String(at)}.${ending}`

const swap = (name: string): PatchStep => ({
  kind: 'swap',
  folder: work,
  name,
  mode: 0o644,
  text: 'new',
  before: 'old',
})
const steps = (): PatchStep[] => [
  { kind: 'new', folder: work, name: 'fresh', mode: undefined, text: 'new' },
  swap('a'),
  { kind: 'fill', folder: work, name: 'alone', mode: undefined, text: 'new text', before: 'old' },
  { kind: 'drop', folder: work, name: 'dropped', before: 'old' },
]

const cases: [string, () => void, Record<string, string>][] = [
  [
    'before anything was put in place',
    () => {
      put(temporary(0, 'new'), 'new')
      put(temporary(1, 'new'), 'ne')
      for (const name of ['a', 'alone', 'dropped']) put(name, 'old')
    },
    { a: 'old', alone: 'old', dropped: 'old' },
  ],
  [
    'in the middle, and a file half written',
    () => {
      put('fresh', 'new')
      linkSync(join(work, 'fresh'), join(work, temporary(0, 'new')))
      put('a', 'new')
      put(temporary(1, 'old'), 'old')
      put('alone', 'new te')
      put('dropped', 'old')
    },
    { a: 'old', alone: 'old', dropped: 'old' },
  ],
  [
    'between a copy and its replacement',
    () => {
      put('a', 'old')
      linkSync(join(work, 'a'), join(work, temporary(1, 'old')))
      put(temporary(1, 'new'), 'new')
      put('alone', '')
      put('dropped', 'old')
    },
    { a: 'old', alone: 'old', dropped: 'old' },
  ],
  [
    'when all of it was done',
    () => {
      put('fresh', 'new')
      put('a', 'new')
      put(temporary(1, 'old'), 'old')
      put('alone', 'new text')
      put(temporary(3, 'old'), 'old')
    },
    { fresh: 'new', a: 'new', alone: 'new text' },
  ],
  [
    'and somebody has gone on with the files since then',
    () => {
      put('fresh', 'mine')
      put('a', 'mine')
      put(temporary(1, 'old'), 'old')
      put('alone', 'mine')
      put('dropped', 'mine')
      put(temporary(3, 'old'), 'old')
    },
    { fresh: 'mine', a: 'mine', alone: 'mine', dropped: 'mine' },
  ],
]
test.each(cases)('a patch of an engine that was killed %s', async (_, half, whole) => {
  await left(gone, steps())
  half()
  await clearLeftPatches([staging, join(base, 'nowhere')])
  expect([texts(), readdirSync(staging)]).toEqual([whole, []])
  await clearLeftPatches([staging])
  expect(texts()).toEqual(whole)
})

test('the patch of a living engine is its own business', async () => {
  await left(ownPrefix(), steps())
  put('a', 'new')
  put(temporary(1, 'old'), 'old')
  await clearLeftPatches([staging])
  expect([texts()['a'], readdirSync(staging).length]).toEqual(['new', 1])
})

test('no link leads it elsewhere: neither a folder that was exchanged nor an entry', async () => {
  const other = join(base, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'a'), 'new')
  writeFileSync(join(other, temporary(0, 'old')), 'planted')
  await left(gone, [{ ...swap('a'), folder: join(work, 'folder') }, { ...swap('b') }])
  symlinkSync(other, join(work, 'folder'))
  symlinkSync(join(other, 'a'), join(work, 'b'))
  await clearLeftPatches([staging])
  expect([readFileSync(join(other, 'a'), 'utf8'), readdirSync(other).length, readdirSync(staging)]).toEqual([
    'new',
    2,
    [],
  ])
})

test('a folder without a readable note is only taken away', async () => {
  mkdirSync(join(staging, `${gone}patch-empty`))
  mkdirSync(join(staging, `${gone}patch-odd`))
  writeFileSync(join(staging, `${gone}patch-odd/note.json`), '{"id":"../x","steps":[]}')
  mkdirSync(join(staging, 'of-somebody-else'))
  await clearLeftPatches([staging])
  expect(readdirSync(staging)).toEqual(['of-somebody-else'])
})
