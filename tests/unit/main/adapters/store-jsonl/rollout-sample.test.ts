import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writtenItem } from '@shared/domain/response-item'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemTrash } from '../../../../../src/main/adapters/trash/system-trash'
import { normaliseHistory } from '../../../../../src/main/core/conversation/history'
import { restoreSession } from '../../../../../src/main/core/conversation/restore-session'

/** A rollout as the reference system writes it. */
const sample = readFileSync(join(import.meta.dirname, '../../../../fakes/reference-rollout.jsonl'))
const id = '01a1fcea-1380-7a43-9822-732ce2d0cbd5'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-sample-'))
  file = join(home, `sessions/2026/11/21/rollout-2026-11-21T07-02-41-${id}.jsonl`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, sample)
})
afterEach(() => {
  rmSync(home, { recursive: true })
})
const store = () => createJsonlStore({ home, version: '0.1.0', trash: systemTrash })

test('a rollout of the reference system opens with its settings, turns and messages', async () => {
  const loaded = await store().load({ sessionId: id })
  if (!loaded) throw new Error('it is there')
  expect(restoreSession(loaded).summary).toMatchObject({
    id,
    title: 'go',
    cwd: '/home/me/project',
    model: 'gpt-5-codex',
    provider: '',
    approvalPolicy: 'on-failure',
    sandboxPolicy: { mode: 'workspace-write', network_access: false, writable_roots: [] },
    status: 'interrupted',
  })
  expect(loaded.events.map(({ event }) => event)).toMatchObject([
    { type: 'turn.started', turnNumber: 1 },
    { type: 'user.message', text: 'go' },
    { type: 'message.completed', text: 'All done.' },
    { type: 'turn.finished', outcome: 'completed' },
    { type: 'turn.started', turnNumber: 2 },
    { type: 'user.message', text: 'sleep' },
    { type: 'turn.finished', outcome: 'interrupted' },
    { type: 'usage.updated', total: { totalTokens: 105 }, contextWindow: 258_400 },
  ])
  const calls = loaded.items.filter((item) => item.type === 'function_call').length
  expect([calls, loaded.items.length, normaliseHistory(loaded.items)]).toEqual([6, 16, loaded.items])
})

test('it is listed, with its first message as preview', async () => {
  expect(await store().list()).toMatchObject([
    {
      id,
      title: 'go',
      preview: 'go',
      archived: false,
      rolloutPath: file,
      updatedAt: '2026-11-21T07:02:41.483Z',
    },
  ])
})

test('it is gone on with in place, and every byte that we did not write stays', async () => {
  const ours = store()
  const loaded = await ours.load({ path: file })
  if (!loaded) throw new Error('it is there')
  await ours.append(loaded.summary, [{ type: 'context', summary: loaded.summary }])
  await ours.close()
  const after = readFileSync(file)
  expect(after.subarray(0, sample.length).equals(sample)).toBe(true)
  expect(JSON.parse(after.subarray(sample.length).toString())).toMatchObject({
    type: 'turn_context',
    payload: {
      cwd: '/home/me/project',
      approval_policy: 'on-failure',
      model: 'gpt-5-codex',
      summary: 'auto',
    },
  })
})

test.each([
  ['a torn line is cut off', '{"timestamp":"2026-11-21T07:02:42.000Z","type":"resp', ''],
  [
    'a whole line gets its newline',
    '{"timestamp":"t","type":"odd","payload":1}',
    '{"timestamp":"t","type":"odd","payload":1}\n',
  ],
  [
    'a line of another writer stays',
    '{"timestamp":"t","type":"odd"}\nnot json\n',
    '{"timestamp":"t","type":"odd"}\nnot json\n',
  ],
])('when it is written to, %s', async (_, tail, kept) => {
  appendFileSync(file, tail)
  const ours = store()
  await ours.claim({ id, createdAt: '', rolloutPath: file })
  await ours.close()
  expect(readFileSync(file, 'utf8').slice(sample.length)).toBe(kept)
})

test('somebody else writing to it meanwhile is noticed', async () => {
  const ours = store()
  const place = { id, createdAt: '', rolloutPath: file }
  await ours.load({ path: file })
  appendFileSync(file, '{"timestamp":"t","type":"odd","payload":1}\n')
  expect([await ours.claim(place), await ours.claim(place)]).toEqual(['changed', 'unchanged'])
  await ours.close()
})

test.each([
  [
    'an empty file',
    (path: string) => {
      writeFileSync(path, '')
    },
    'is empty',
  ],
  [
    'a folder',
    (path: string) => {
      mkdirSync(path)
    },
    'is not a regular file',
  ],
  [
    'some text',
    (path: string) => {
      writeFileSync(path, 'hello\n')
    },
    'names no session',
  ],
  ['nothing', () => undefined, 'cannot be read (ENOENT)'],
])('%s is no rollout', async (_, make, why) => {
  const path = join(home, 'other.jsonl')
  make(path)
  await expect(store().load({ path })).rejects.toThrow(why)
})

test('a count from before a compaction says nothing of the context after it', async () => {
  const compacted = {
    timestamp: '2026-11-21T08:00:00.000Z',
    type: 'compacted',
    payload: { message: 'short' },
  }
  appendFileSync(file, `${JSON.stringify(compacted)}\n`)
  const loaded = await store().load({ sessionId: id })
  const last = loaded?.events.at(-1)?.event
  expect([last?.type, last?.type === 'usage.updated' && 'contextWindow' in last]).toEqual([
    'usage.updated',
    false,
  ])
})

test('items of every kind come back whole, and what is of no known kind is written as it was', async () => {
  const items = [
    {
      type: 'custom_tool_call',
      id: 'ct_1',
      name: 'apply_patch',
      input: '*** Begin Patch',
      call_id: 'x1',
      status: 'completed',
    },
    { type: 'custom_tool_call_output', call_id: 'x1', output: 'Done' },
    {
      type: 'local_shell_call',
      id: 'ls_1',
      call_id: 'x2',
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {} },
    },
    {
      type: 'function_call_output',
      call_id: 'x2',
      output: [
        { type: 'input_text', text: 'a' },
        { type: 'input_image', image_url: 'data:,' },
      ],
    },
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
    { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: '' },
    { type: 'ghost_snapshot', ghost_commit: { id: 'abc' } },
  ]
  for (const payload of items)
    appendFileSync(
      file,
      `${JSON.stringify({ timestamp: '2026-11-21T08:00:00.000Z', type: 'response_item', payload })}\n`,
    )
  const loaded = await store().load({ sessionId: id })
  const kept = loaded?.items.slice(-items.length) ?? []
  expect(kept.map(writtenItem)).toEqual(items)
  expect(normaliseHistory(kept).map(({ type }) => type)).toEqual([
    'custom_tool_call',
    'custom_tool_call_output',
    'local_shell_call',
    'function_call_output',
    'web_search_call',
  ])
})
