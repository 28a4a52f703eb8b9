import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemTrash } from '../../../../../src/main/adapters/trash/system-trash'
import { restoreSession } from '../../../../../src/main/core/conversation/restore-session'
import { sampleRequest } from '../../../../fakes/sample-request'
import { sampleSummary as summary } from '../../../../fakes/sample-summary'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-store-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const createStore = () => createJsonlStore({ home, version: '0.1.0', trash: systemTrash })

const at = summary.createdAt
const file = (): string => {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )
  expect(names).toEqual(['sessions/2026/11/21/rollout-2026-11-21T09-00-00-s1.jsonl'])
  return join(home, names[0] ?? '')
}

test('what was appended is loaded again, events numbered in order', async () => {
  const store = createStore()
  await store.append(summary, [
    { type: 'meta', summary },
    { type: 'event', at, event: { type: 'turn.started', turnId: 't1', turnNumber: 1 } },
    { type: 'event', at, event: { type: 'user.message', text: 'hi' } },
  ])
  await store.append(summary, [
    { type: 'item', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] } },
    { type: 'meta', summary: { ...summary, title: 'hi' } },
  ])
  const loaded = await createStore().load({ sessionId: 's1' })
  expect(loaded).toEqual({
    ...{ starts: expect.anything() as unknown, rewinds: [] },
    summary: { ...summary, title: 'hi', rolloutPath: file() },
    archived: false,
    own: true,
    items: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
    events: [
      { sessionId: 's1', seq: 1, at, event: { type: 'turn.started', turnId: 't1', turnNumber: 1 } },
      { sessionId: 's1', seq: 2, at, event: { type: 'user.message', text: 'hi' } },
      {
        sessionId: 's1',
        seq: 3,
        at: expect.any(String) as string,
        event: { type: 'turn.finished', turnId: 't1', outcome: 'interrupted' },
      },
    ],
  })
  expect((await store.list()).map((each) => each.title)).toEqual(['hi'])
  expect([statSync(file()).mode & 0o777, await store.load({ sessionId: 'other' })]).toEqual([
    0o600,
    undefined,
  ])
})

test('a turn whose end is not on file ends before the next one begins', async () => {
  const started = (turnNumber: number) =>
    ({ type: 'turn.started', turnId: `t${String(turnNumber)}`, turnNumber }) as const
  const store = createStore()
  await store.append(summary, [
    { type: 'meta', summary },
    { type: 'event', at, event: started(1) },
    { type: 'event', at, event: started(2) },
    { type: 'event', at, event: { type: 'turn.finished', turnId: 't2', outcome: 'completed' } },
  ])
  const loaded = await createStore().load({ sessionId: 's1' })
  expect(loaded?.events.map(({ event }) => event)).toEqual([
    started(1),
    { type: 'turn.finished', turnId: 't1', outcome: 'interrupted' },
    started(2),
    { type: 'turn.finished', turnId: 't2', outcome: 'completed' },
  ])
})

test('every line is {timestamp, type, payload}', async () => {
  await createStore().append(summary, [{ type: 'meta', summary }])
  const lines = readFileSync(file(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.map((line) => [Object.keys(line), line.type])).toEqual([
    [['timestamp', 'type', 'payload'], 'session_meta'],
    [['timestamp', 'type', 'payload'], 'countersign_summary'],
  ])
})

test('a torn last line and foreign lines are skipped', async () => {
  const store = createStore()
  await store.append(summary, [{ type: 'meta', summary }])
  appendFileSync(
    file(),
    '{"timestamp":"x","type":"turn_context","payload":{}}\n{"timestamp":"x","type":"countersign_ev',
  )
  expect((await store.load({ sessionId: 's1' }))?.summary).toMatchObject(summary)
})

test('a store that cannot be written says which file and why, in one line', async () => {
  writeFileSync(join(home, 'sessions'), 'a file in the way')
  await expect(createStore().append(summary, [{ type: 'meta', summary }])).rejects.toThrow(
    /^The session record .*rollout-.* was not written: it cannot be written \((ENOTDIR|EEXIST)\)\.$/,
  )
})

test('after a restart an unanswered request is expired and the turn interrupted', () => {
  const event = (seq: number, each: Parameters<typeof restoreSession>[0]['events'][number]['event']) => ({
    sessionId: 's1',
    seq,
    at,
    event: each,
  })
  const restored = restoreSession({
    summary: { ...summary, status: 'needs-you', pendingApprovals: 1, activity: 'x', rolloutPath: '/r' },
    archived: false,
    own: true,
    items: [],
    events: [
      event(1, { type: 'turn.started', turnId: 't1', turnNumber: 1 }),
      event(2, { type: 'approval.requested', request: sampleRequest }),
    ],
  })
  expect([
    restored.summary.status,
    restored.summary.pendingApprovals,
    restored.events[1]?.event,
  ]).toMatchObject(['interrupted', 0, { request: { state: 'expired' } }])
})

test('an append that failed half-way leaves no half line', async () => {
  if (process.getuid?.() === 0) {
    // Root may write anywhere: the append-only attribute of the folder cannot stop it, so the failure is a directory in place of the file.
    const store = createStore()
    await store.append(summary, [{ type: 'meta', summary }])
    const before = readFileSync(file(), 'utf8')
    await expect(store.append({ ...summary, id: '../../x\0' }, [{ type: 'meta', summary }])).rejects.toThrow(
      'was not written',
    )
    expect(readFileSync(file(), 'utf8')).toBe(before)
    return
  }
  const store = createStore()
  await store.append(summary, [{ type: 'meta', summary }])
  const before = readFileSync(file(), 'utf8')
  chmodSync(file(), 0o400)
  await expect(store.append(summary, [{ type: 'meta', summary }])).rejects.toThrow('was not written')
  expect(readFileSync(file(), 'utf8')).toBe(before)
})

test('a record is read as it lies there; while it is written, without what is not whole; what is none is refused', async () => {
  const store = createStore()
  await store.append(summary, [{ type: 'meta', summary }])
  const before = readFileSync(file())
  // As an append that is under way would look.
  appendFileSync(file(), Buffer.from([0x7b, 0xff]))
  const read = async () => Buffer.from((await store.read(summary)).base64, 'base64')
  expect((await read()).equals(before)).toBe(true)
  await store.release(summary)
  expect((await read()).equals(readFileSync(file()))).toBe(true)
  const missing = { ...summary, id: 's2' }
  await expect(store.read(missing)).rejects.toMatchObject({
    code: 'store-failed',
    message: expect.stringMatching(/s2\.jsonl was not exported: it cannot be read \(ENOENT\)/) as string,
  })
  await expect(store.read({ ...summary, rolloutPath: home })).rejects.toThrow('it is not a regular file')
})
