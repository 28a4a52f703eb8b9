import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearLeftApplies } from '../../../../../../src/main/adapters/sandbox-linux/apply/apply-changes'
import { noteLeft, takeLeft } from '../../../../../../src/main/adapters/sandbox-linux/apply/apply-journal'
import { besideNames } from '../../../../../../src/main/adapters/sandbox-linux/apply/take-back'
import { clearLeftBehind } from '../../../../../../src/main/clear-left-behind'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-leftjournals-')))
  mkdirSync(join(base, 'home/applying'), { recursive: true })
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})
const journals = (): string => join(base, 'home/applying')
const nobody = '999999999-1-apply-'

/** A journal of an engine that is gone: what its parts hold; `undefined` in place of a text is a folder, which nobody reads. */
function journal(name: string, parts: Readonly<Record<string, string | undefined>>): void {
  const folder = join(journals(), nobody + name)
  mkdirSync(folder)
  for (const [part, text] of Object.entries(parts))
    if (text === undefined) mkdirSync(join(folder, part))
    else writeFileSync(join(folder, part), text)
}

/** One that was killed between its two renames of a file, which is missing from its place. */
function killedOver(name: string, laid?: string): () => string | undefined {
  const work = join(base, name)
  mkdirSync(work)
  const { dev, ino } = statSync(work)
  const { kept } = besideNames(name, 0)
  writeFileSync(join(work, kept), 'old')
  const old = statSync(join(work, kept))
  const step = {
    folder: { path: work, dev, ino },
    name: 'it',
    before: { dev: old.dev, ino: old.ino, mode: 0o644 },
    comes: true,
  }
  journal(name, { begun: JSON.stringify({ id: name, steps: [step] }), ...(laid !== undefined && { laid }) })
  return () => (existsSync(join(work, 'it')) ? readFileSync(join(work, 'it'), 'utf8') : undefined)
}

test('a journal that cannot be read ends the clearing of no other, is put aside and named, and then is nobody’s', async () => {
  const elsewhere = { folder: { path: base, dev: 1, ino: 1 }, comes: true }
  const outside = ['..', '../x', 'in/x', 'x\0y', ''].map((name, at) => [
    `outside${String(at)}`,
    JSON.stringify({ id: 'x', steps: [{ ...elsewhere, name }] }),
  ])
  const bad = {
    ...(Object.fromEntries(outside) as Record<string, string>),
    zero: '',
    torn: '{"id":"torn","ste',
    foreign: '{"id":"../../x","steps":[]}',
    other: '[]',
  }
  for (const [name, begun] of Object.entries(bad)) journal(name, { begun })
  journal('folder', { begun: undefined })
  const [one, other] = [killedOver('a-first'), killedOver('z-last', '[[0,{"dev":1,"in')]
  const left = await clearLeftApplies(journals())
  expect([one(), other()]).toEqual(['old', 'old'])
  const aside = Object.keys(bad).map((name) => join(journals(), `unreadable-${nobody}${name}`))
  expect(left.slice(0, -1).toSorted()).toEqual(aside.toSorted())
  // What the disk does not give is tried again at the next start.
  expect(left.at(-1)).toContain('EISDIR')
  expect(takeLeft(journals())).toEqual(left)
  expect(readdirSync(journals()).filter((name) => !name.startsWith('unreadable-'))).toHaveLength(1)
  expect(await clearLeftApplies(journals())).toEqual([])
})

test('what stayed is noted until it is told, once; a note that cannot be read is put aside and is what is left', () => {
  noteLeft(journals(), ['/one'])
  noteLeft(journals(), ['/one', '/other'])
  expect([takeLeft(journals()), takeLeft(journals())]).toEqual([['/one', '/other'], []])
  writeFileSync(join(journals(), 'left.json'), '{')
  const [aside = ''] = takeLeft(journals())
  expect([readFileSync(aside, 'utf8'), takeLeft(journals())]).toEqual(['{', []])
})

test('of each kind of left-over what can be cleared is cleared, whatever the others are', async () => {
  journal('zero', { begun: '' })
  journal('folder', { begun: undefined })
  const it = killedOver('mine')
  mkdirSync(join(base, 'home/rehearsals/999999999-1-rehearsal-x'), { recursive: true })
  mkdirSync(join(base, 'home/staging/999999999-1-patch-x'), { recursive: true })
  // A demo's note that is a folder, and one that is in order.
  mkdirSync(join(base, 'home/demos/999999999-1-a'), { recursive: true })
  writeFileSync(join(base, 'home/demos/999999999-1-b'), '/nowhere')
  const problems: string[] = []
  const log = { error: (_: string, error: unknown) => problems.push(String(error)) }
  await clearLeftBehind(join(base, 'home'), { PATH: process.env['PATH'], XDG_RUNTIME_DIR: base }, log).cleared
  const names = ['rehearsals', 'staging', 'demos'].map((each) => readdirSync(join(base, 'home', each)))
  expect([it(), names]).toEqual(['old', [[], [], ['999999999-1-a']]])
  expect(problems.map((each) => /unreadable|EISDIR/.exec(each)?.[0])).toEqual([
    'unreadable',
    'EISDIR',
    'EISDIR',
  ])
})
