import type { AgentEvent } from '@shared/domain/agent-event'
import { emptyOutput } from '@shared/domain/command-outcome'
import type { QuestionField } from '@shared/domain/question'
import { patternOf } from '@shared/domain/text-pattern'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInEvents } from '../../../../../src/main/core/conversation/find-in-events'
import { longRecord } from '../../../../fakes/long-record'

const numbered = (events: readonly AgentEvent[]) =>
  events.map((event, at) => ({ sessionId: 's1', seq: at + 1, at: '2026-11-21T10:00:00.000Z', event }))
const run = (callId: string, said: string): AgentEvent[] => [
  {
    type: 'command.started',
    callId,
    attempt: 1,
    command: ['bash', '-lc', `echo ${said}`],
    cwd: '/',
    confinement: 'bubblewrap',
    grants: [],
  },
  {
    type: 'command.finished',
    callId,
    outcome: { kind: 'exited', exitCode: 0, durationMs: 1, output: { ...emptyOutput, aggregated: said } },
  },
]
const begun = (turnNumber: number): AgentEvent => ({ type: 'turn.started', turnId: 't', turnNumber })

test('a call is told once in a turn, and again where its id comes back in another', () => {
  const events = numbered([begun(1), ...run('c1', 'Needle'), begun(2), ...run('c1', 'needle')])
  expect(findInEvents(events, 'NEEDLE', 10)).toEqual({
    found: [
      { seq: 2, of: 'c1', excerpt: 'echo Needle', hits: 2 },
      { seq: 5, of: 'c1', excerpt: 'echo needle', hits: 2 },
    ],
    more: false,
  })
})

test('with a place goes how often the text stands in it: in a command, however often it was tried, and in all that it printed', () => {
  const twice = [...run('c1', 'a needle, a Needle'), ...run('c1', 'no more')]
  const again = twice.map((event) => (event.type === 'command.started' ? { ...event, attempt: 2 } : event))
  const message: AgentEvent = { type: 'message.completed', itemId: 'm', text: 'needle '.repeat(17) }
  const long: AgentEvent = { type: 'user.message', text: 'needle '.repeat(2000) }
  const events = numbered([...twice.slice(0, 2), ...again.slice(2), message, long])
  expect(findInEvents(events, 'needle', 10).found.map(({ of, hits }) => [of, hits])).toEqual([
    ['c1', 4],
    ['m', 17],
    [undefined, 1000],
  ])
  expect(findInEvents(events, 'a needle, a', 10).found).toEqual([
    { seq: 1, of: 'c1', excerpt: 'echo a needle, a Needle', hits: 2 },
  ])
})

const patch = (content: string): AgentEvent => ({
  type: 'patch.started',
  callId: 'p',
  attempt: 1,
  changes: { '/x': { type: 'delete', content } },
  autoApproved: true,
  confinement: 'none',
  grants: [],
})
const asked = (message: string, fields: QuestionField[]): AgentEvent => ({
  type: 'question.resolved',
  question: {
    id: 'q',
    sessionId: 's1',
    sessionTitle: 't',
    turnId: 't',
    callId: 'c',
    server: 'tickets',
    tool: 'open',
    message,
    matter: { mode: 'form', fields },
    createdAt: '2026-11-21T10:00:00.000Z',
    state: 'answered',
    action: 'accept',
  },
})

test.each<[string, AgentEvent]>([
  ['a message', { type: 'user.message', text: 'a needle' }],
  ['an answer', { type: 'message.completed', itemId: 'm', text: 'a needle' }],
  ['what the model thought', { type: 'reasoning.delta', itemId: 'r', text: 'a needle' }],
  [
    'a file of a patch',
    {
      type: 'patch.started',
      callId: 'p',
      attempt: 1,
      changes: { '/a needle': { type: 'add', content: '' } },
      autoApproved: true,
      confinement: 'none',
      grants: [],
    },
  ],
  ['a line of a patch', patch('a needle')],
  [
    'an argument of a tool',
    {
      type: 'mcp.started',
      callId: 'n',
      invocation: { server: 's', tool: 't', arguments: { q: 'a needle' } },
    },
  ],
  ['a fault', { type: 'error.reported', fault: { code: 'internal', message: 'a needle' } }],
  [
    'an agent’s task',
    { type: 'agent.started', callId: 'c', childId: 'k', name: 'n', kind: 'agent', task: 'a needle' },
  ],
  ['what a server asked', asked('a needle', [])],
  [
    'what could be chosen of an answered question',
    asked('', [
      { kind: 'one', key: 'k', required: true, secret: false, options: [{ value: 'v', title: 'a needle' }] },
    ]),
  ],
])('%s is found', (_, event) => {
  expect(findInEvents(numbered([event]), 'needle', 10).found).toHaveLength(1)
})

test('what a turn changed is told at its end, once, and where a patch of it shows it there alone', () => {
  const changes = (line: string): AgentEvent => ({
    type: 'turn.diff',
    turnId: 't',
    unifiedDiff: `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+${line}\n`,
  })
  const over: AgentEvent = { type: 'turn.finished', turnId: 't', outcome: 'completed' }
  const events = numbered([
    ...[begun(1), changes('first needle'), changes('a needle'), over],
    ...[begun(2), patch('a needle'), changes('needle'), over],
    ...[begun(3), changes('needle'), changes('nothing'), over],
  ])
  expect(findInEvents(events, 'needle', 10).found).toEqual([
    { seq: 4, of: 'turn-diff', excerpt: expect.stringContaining('a needle') as string },
    { seq: 6, of: 'p', excerpt: 'a needle' },
  ])
})

test('of many places the last are told, with what stands around them on one line', () => {
  const events = numbered(longRecord(30))
  const { found, more } = findInEvents(events, 'why does the reader', 10)
  expect([found.length, more, found.at(-1)?.excerpt]).toEqual([
    10,
    true,
    'Question 30: why does the reader stop at a torn line?',
  ])
  const far = `${'before '.repeat(100)}\n needle \n${'after '.repeat(100)}`
  expect(
    findInEvents(numbered([{ type: 'user.message', text: far }]), 'needle', 1).found[0]?.excerpt,
  ).toMatch(/^….{8,16} needle after .{80,100}…$/)
})

test('what is looked for means nothing but itself', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (text, around) => {
        expect(patternOf(text).test(around + text + around)).toBe(true)
      },
    ),
  )
  expect(patternOf('.').test('a')).toBe(false)
  expect(patternOf('a-z').test('b')).toBe(false)
})
