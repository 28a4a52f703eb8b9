import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMessageHistory } from '../../../../../src/main/adapters/home-files/message-history'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-history-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const file = (): string => join(home, 'history.jsonl')
const open = (persistence: 'save-all' | 'none' = 'save-all') =>
  createMessageHistory({ home, persistence: () => persistence, now: () => 1_700_000_000_900 })

test('what is put by is read again by offset, in a file for its owner alone', async () => {
  const history = open()
  expect(await history.log()).toEqual({ id: 0, entries: 0 })
  await history.add('s1', 'one\ntwo "é"')
  await open().add('s2', 'three')
  const { id, entries } = await history.log()
  expect([
    entries,
    await history.entry(id, 0),
    await history.entry(id, 1),
    await history.entry(id, 2),
    await history.entry(id + 1, 0),
    statSync(file()).mode & 0o777,
    readFileSync(file(), 'utf8').split('\n')[0],
  ]).toEqual([
    2,
    { conversationId: 's1', ts: 1_700_000_000, text: 'one\ntwo "é"' },
    { conversationId: 's2', ts: 1_700_000_000, text: 'three' },
    undefined,
    undefined,
    0o600,
    '{"session_id":"s1","ts":1700000000,"text":"one\\ntwo \\"é\\""}',
  ])
})

test('with persistence none nothing is written', async () => {
  await open('none').add('s1', 'one')
  expect(existsSync(file())).toBe(false)
})

test('a file that others may read is closed to them; a torn line keeps its place', async () => {
  writeFileSync(file(), '{"session_id":"s0","ts":1,"te')
  chmodSync(file(), 0o644)
  const history = open()
  await history.add('s1', 'one')
  const { id, entries } = await history.log()
  expect([
    entries,
    await history.entry(id, 0),
    (await history.entry(id, 1))?.text,
    statSync(file()).mode & 0o777,
  ]).toEqual([2, undefined, 'one', 0o600])
})

test('a line that another program is just writing is no entry yet', async () => {
  const history = open()
  await history.add('s1', 'one')
  appendFileSync(file(), '{"session_id"')
  expect((await history.log()).entries).toBe(1)
})

test.each(['link', 'pipe', 'full'])(
  'a %s in its place is an error that says so, and is not written to',
  async (kind) => {
    const target = join(home, 'other')
    writeFileSync(target, '')
    if (kind === 'link') symlinkSync(target, file())
    if (kind === 'pipe') execFileSync('mkfifo', [file()])
    if (kind === 'full') {
      writeFileSync(file(), '')
      truncateSync(file(), 16 * 1024 * 1024)
    }
    await expect(open().add('s1', 'one')).rejects.toThrow(/history\.jsonl: .*expected/)
    expect(readFileSync(target, 'utf8')).toBe('')
    expect(await open().entry(1, 0)).toBeUndefined()
  },
)

test('two at once lose nothing', async () => {
  const all = Array.from({ length: 50 }, (_, at) => `message ${String(at)}`)
  const [one, other] = [open(), open()]
  await Promise.all(all.map((text, at) => (at % 2 === 0 ? one : other).add('s1', text)))
  const { id, entries } = await one.log()
  const texts = await Promise.all(all.map(async (_, at) => (await one.entry(id, at))?.text))
  expect([entries, texts.toSorted()]).toEqual([50, all.toSorted()])
})
