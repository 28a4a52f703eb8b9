import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRecordSearch } from '../../src/main/adapters/store-jsonl/find-in-records'
import { longTurn, writeRecord } from '../fakes/long-record'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-record-search-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const megabyte = 1024 * 1024
const going = (): AbortSignal => new AbortController().signal
const folder = (): string => join(home, 'sessions/2026/11/21')
/** Records with this text in a message, each with a turn beside it. */
const write = (ids: readonly string[], text: string): void => {
  for (const id of ids)
    writeRecord(home, {
      id,
      cwd: '/work',
      events: [...longTurn(1), { type: 'user.message', text: `${id}: ${text}` }],
    })
}
const limits = { sessions: 3, places: 2, milliseconds: 60_000 }

test('every record that shows the text is found once, page by page, and others are not', async () => {
  const wanted = Array.from({ length: 8 }, (_, at) => `s${String(at)}`)
  write(wanted, 'the "Kobold" hides\nhere')
  write(['other'], 'nothing')
  const search = createRecordSearch(home, limits)
  const found: string[] = []
  let pages = 0
  for (let cursor: string | undefined, more = true; more; pages += 1) {
    const page = await search.find('THE "kobold" HIDES\nh', cursor, going())
    expect(page.sessions.length).toBeLessThanOrEqual(3)
    found.push(...page.sessions.map(({ sessionId }) => sessionId))
    cursor = page.cursor
    more = cursor !== undefined
  }
  expect([found.toSorted(), pages]).toEqual([wanted, 3])
})

test('what only the machine reads of a record is not found: its names of things, and what JSON writes', async () => {
  write(['s1'], 'hello')
  const search = createRecordSearch(home)
  for (const text of ['countersign_event', '"payload"', '\\n', 'session_meta'])
    expect(await search.find(text, undefined, going()), text).toEqual({ sessions: [] })
  expect((await search.find('HELLO', undefined, going())).sessions[0]?.found[0]?.excerpt).toBe('s1: hello')
})

test('archived records, and files that are none, are passed over', async () => {
  write(['s1', 's2'], 'kobold')
  const [first = ''] = readdirSync(folder()).filter((name) => name.includes('s1'))
  mkdirSync(join(home, 'archived_sessions'))
  renameSync(join(folder(), first), join(home, 'archived_sessions', first))
  mkdirSync(join(folder(), 'rollout-2026-11-21T09-00-01-folder.jsonl'))
  writeFileSync(join(folder(), 'rollout-2026-11-21T09-00-02-broken.jsonl'), 'kobold {{{\n')
  const { sessions } = await createRecordSearch(home).find('kobold', undefined, going())
  expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['s2'])
})

test('a search that is ended, or takes too long, tells what it has and where it goes on', async () => {
  write(['s1', 's2', 's3'], 'kobold')
  readdirSync(folder()).forEach((name, at) => {
    utimesSync(join(folder(), name), 1000 + at, 1000 + at)
  })
  const ended = new AbortController()
  ended.abort()
  expect(await createRecordSearch(home).find('kobold', undefined, ended.signal)).toEqual({ sessions: [] })
  const hurried = createRecordSearch(home, { ...limits, milliseconds: -1 })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await hurried.find('kobold', cursor, going())
    expect(page.sessions).toHaveLength(1)
    seen.push(...page.sessions.map(({ sessionId }) => sessionId))
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(seen.toSorted()).toEqual(['s1', 's2', 's3'])
})

test('what lies across two pieces of a record is found, in whatever case and script', async () => {
  const text = 'Straße "ÜBER" 🦊 kobold'
  const ids = Array.from({ length: 48 }, (_, at) => `s${String(at)}`)
  // The text begins at every place round the end of the first piece, letters of several bytes included.
  write(['probe'], '@@')
  const [probe = ''] = readdirSync(folder())
  const start = readFileSync(join(folder(), probe)).indexOf('@@')
  rmSync(join(folder(), probe))
  for (const [at, id] of ids.entries()) write([id], `${'x'.repeat(megabyte - start - 30 + at)}${text}`)
  const search = createRecordSearch(home, { sessions: 100, places: 1, milliseconds: 60_000 })
  for (const wanted of [text, 'sTRAßE "über" 🦊 KOBOLD'])
    expect((await search.find(wanted, undefined, going())).sessions).toHaveLength(ids.length)
})

test('a line of many megabytes leaves the engine free for other things', async () => {
  write(['s1'], 'é'.repeat(48 * megabyte))
  const search = createRecordSearch(home)
  // The list is known from here on.
  await search.find('goblin', undefined, going())
  let longest = 0
  let last = performance.now()
  let busy = true
  const tick = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (busy) setImmediate(tick)
  }
  const began = performance.now()
  tick()
  expect(await search.find('kobold', undefined, going())).toEqual({ sessions: [] })
  busy = false
  expect(longest / (performance.now() - began)).toBeLessThan(0.4)
})

test('a search that is ended in the middle of a line ends there', async () => {
  write(['s1'], `${'e'.repeat(48 * megabyte)} kobold`)
  const ended = new AbortController()
  setImmediate(() => {
    ended.abort()
  })
  expect((await createRecordSearch(home).find('kobold', undefined, ended.signal)).sessions).toEqual([])
})
