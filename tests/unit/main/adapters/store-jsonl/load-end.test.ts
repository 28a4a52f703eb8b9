import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemTrash } from '../../../../../src/main/adapters/trash/system-trash'
import { restoreSession } from '../../../../../src/main/core/conversation/restore-session'
import type { StoreLine } from '../../../../../src/main/core/ports/session-store'
import { longTurn } from '../../../../fakes/long-record'
import { sampleRequest } from '../../../../fakes/sample-request'
import { sampleSummary as summary } from '../../../../fakes/sample-summary'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-end-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true })
})

const createStore = () => createJsonlStore({ home, version: '0.1.0', trash: systemTrash })

const at = summary.createdAt
const enough = { events: 40, characters: 256 * 1024 }

const file = (): string =>
  join(
    home,
    readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.jsonl')) ?? '',
  )

const events = (list: readonly AgentEvent[]): StoreLine[] =>
  list.map((event) => ({ type: 'event', at, event }))

const usage = (inputTokens: number): AgentEvent => {
  const last = { inputTokens, cachedInputTokens: 0, outputTokens: 1, totalTokens: inputTokens + 1 }
  return { type: 'usage.updated', last, total: last, contextWindow: 1000 }
}

/** A turn as the engine writes it: what the model is told first, then what is shown. */
const turn = (number: number): StoreLine[] => [
  {
    type: 'item',
    item: {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: `Question ${String(number)}` }],
    },
  },
  { type: 'context', summary },
  ...events(longTurn(number)),
  {
    type: 'item',
    item: {
      type: 'reasoning',
      summary: [
        { type: 'summary_text', text: 'One thought' },
        { type: 'summary_text', text: 'and another' },
      ],
    },
  },
]

/** A record of forty turns with something of its own among them. */
const record = (among: (number: number) => readonly StoreLine[]): StoreLine[] => [
  { type: 'meta', summary },
  ...events([
    {
      type: 'session.configured',
      cwd: '/work',
      provider: 'fake',
      model: 'fake-1',
      approvalPolicy: 'on-failure',
      sandboxPolicy: summary.sandboxPolicy,
    },
  ]),
  ...Array.from({ length: 40 }, (_, index) => [...turn(index + 1), ...among(index + 1)]).flat(),
]

const left: StoreLine[] = [
  { type: 'context', summary },
  ...events([
    { type: 'turn.started', turnId: 'left', turnNumber: 100 },
    { type: 'user.message', text: 'left alone' },
  ]),
]

/** What both ways of reading tell: the whole without what stands before the end, and the end. */
async function bothWays() {
  const whole = await createStore().load({ sessionId: 's1' })
  const end = await createStore().loadEnd('s1', enough)
  if (!whole || !end) throw new Error('nothing was read')
  const [all, last] = [restoreSession(whole), restoreSession(end)]
  const first = last.events[0]?.seq ?? 0
  const before = all.events.filter(({ seq }) => seq < first)
  return {
    whole: { summary: all.summary, events: all.events.slice(before.length) },
    end: { summary: last.summary, events: last.events },
    messages: [
      before.filter(({ event }) => event.type === 'user.message').length,
      end.userMessagesBefore,
    ] as const,
    share: last.events.length / all.events.length,
    begins: last.events[0]?.event.type,
  }
}

test.each<[string, (number: number) => readonly StoreLine[]]>([
  ['whole turns', () => []],
  ['tokens counted, the last time early on', (number) => (number === 3 ? events([usage(7)]) : [])],
  [
    'tokens counted before the history was shortened',
    (number) =>
      number === 4 ? [...events([usage(9)]), { type: 'compacted', message: 'short', items: [] }] : [],
  ],
  ['tokens counted at the end', (number) => events([usage(number)])],
  ['turns whose ends are not on file', (number) => (number % 6 === 1 ? left : [])],
  ['a last turn whose end is not on file', (number) => (number === 40 ? left : [])],
  [
    'a title given in the middle',
    (number) => (number === 20 ? [{ type: 'meta', summary: { ...summary, title: 'Given' } }] : []),
  ],
  [
    'a request that nobody answered, and a command left running',
    (number) =>
      number === 39
        ? events([
            { type: 'approval.requested', request: { ...sampleRequest, state: 'pending' } },
            { type: 'command.kept', callId: 'kept', processId: 1 },
          ])
        : [],
  ],
])('the end of a record says what the whole says of it: %s', async (_what, among) => {
  const store = createStore()
  await store.append(summary, record(among))
  await store.close()
  const { whole, end, messages, share, begins } = await bothWays()
  expect(end).toEqual(whole)
  expect(messages[1]).toBe(messages[0])
  expect([share < 0.3, begins]).toEqual([true, 'turn.started'])
})

test('what is no event of ours before and within the end leaves a gap in the numbers, and nothing of it is told', async () => {
  const store = createStore()
  await store.append(
    summary,
    record(() => []),
  )
  await store.close()
  const lines = readFileSync(file(), 'utf8').split('\n')
  const bad = (nth: number): void => {
    lines[nth] = lines[nth]?.replace('"payload":{"type"', '"payload":{"evil":1,"type"') ?? ''
  }
  for (const nth of [30, 31, 90, lines.length - 12, lines.length - 30]) bad(nth)
  lines.splice(50, 0, 'no JSON', '{"timestamp":"x"}')
  writeFileSync(file(), lines.join('\n'))
  appendFileSync(file(), '{"timestamp":"2026-11-21T09:00:00.000Z","type":"countersign_event","payl')
  const { whole, end } = await bothWays()
  expect(end).toEqual(whole)
  expect(JSON.stringify(end)).not.toContain('evil')
})

const rewound = {
  type: 'session.rewound',
  id: 'r',
  turnNumber: 39,
  lastTurn: 40,
  turns: 2,
  messages: 2,
} as const
const agent: AgentEvent = {
  type: 'agent.started',
  callId: 'c',
  childId: 'k',
  name: 'n',
  kind: 'agent',
  task: 't',
}

test.each<[string, StoreLine[]]>([
  ['turns were taken back', [...record(() => []), ...events([rewound])]],
  ['an agent may still be at work', record((number) => (number === 2 ? events([agent]) : []))],
  ['it is short', record(() => []).slice(0, 30)],
])('only the whole record is asked where %s', async (_what, lines) => {
  const store = createStore()
  await store.append(summary, lines)
  await store.close()
  expect([await createStore().loadEnd('s1', enough), await createStore().loadEnd('none', enough)]).toEqual([
    undefined,
    undefined,
  ])
})

test('only the whole record is asked where a system reads less of it at once than was asked for', async () => {
  const store = createStore()
  await store.append(
    summary,
    record(() => []),
  )
  await store.close()
  await using handle = await open(file())
  const kind = Object.getPrototypeOf(handle) as { read: (...how: unknown[]) => Promise<unknown> }
  const { read } = kind
  const half = vi.spyOn(kind, 'read').mockImplementation(function (this: unknown, bytes, offset, ...rest) {
    return read.call(this, bytes, offset, Math.floor(Number(rest[0]) / 2), rest[1])
  })
  const end = await createStore().loadEnd('s1', enough)
  expect([half.mock.calls.length > 0, end]).toEqual([true, undefined])
  half.mockRestore()
  expect(await createStore().loadEnd('s1', enough)).toBeDefined()
})

test('only the whole record is asked where it is another program’s', async () => {
  const store = createStore()
  await store.append(
    summary,
    record(() => []),
  )
  await store.close()
  const foreign = readFileSync(file(), 'utf8')
    .split('\n')
    .filter((line) => !line.includes('"type":"turn.started"') && !line.includes('"type":"turn.finished"'))
  writeFileSync(file(), foreign.join('\n'))
  expect(await createStore().loadEnd('s1', enough)).toBeUndefined()
  // Theirs after ours: the numbers of their turns follow from all before.
  const own: StoreLine[] = [{ type: 'meta', summary }, ...[1, 2, 3, 4, 5, 6].flatMap(turn)]
  rmSync(home, { recursive: true })
  const mixed = createStore()
  await mixed.append(summary, own)
  await mixed.close()
  const theirs = { timestamp: at, type: 'event_msg', payload: { type: 'user_message', message: 'theirs' } }
  appendFileSync(file(), `${JSON.stringify(theirs)}\n`.repeat(30))
  expect(await createStore().loadEnd('s1', enough)).toBeUndefined()
})
