import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { assistantMessage } from '@shared/domain/response-item'
import { EventMsg } from '../../../../../src/main/hosts/protocol/event-msg'
import { sampleRequest } from '../../../../fakes/sample-request'
import {
  denied,
  finished,
  last,
  mapper,
  noCount,
  ran,
  started,
  turn,
  twice,
} from '../../../../fakes/wire-events'

test('a turn that was stopped, and one that failed', async () => {
  const end = (outcome: 'interrupted' | 'failed') => last([{ type: 'turn.finished', turnId: 't1', outcome }])
  expect([await end('interrupted'), await end('failed')]).toEqual([
    [{ type: 'turn_aborted', reason: 'interrupted' }],
    [{ type: 'task_complete', last_agent_message: null }],
  ])
})

test('a denied command that nobody is asked about ends with what comes next', async () => {
  const next: AgentEvent = { type: 'message.delta', itemId: 'm', text: 'So' }
  const told = await last([started, finished(denied), next])
  expect(told.map(({ type }) => type)).toEqual(['exec_command_end', 'agent_message_delta'])
})

test('a retry has no second begin, and its end is the call’s only one', async () => {
  const wire = mapper()
  const types: string[] = []
  for (const event of [started, finished(denied), { ...started, attempt: 2 }, finished(ran(0))])
    types.push(...(await wire.map(event)).map(({ msg }) => msg.type))
  expect(types).toEqual(['exec_command_begin', 'exec_command_end'])
})

test('what a run on copies did is set aside, and the run after the yes is the same call', async () => {
  const wire = mapper()
  const types: string[] = []
  const setAside = { kind: 'refused', reason: 'It ran on copies.', setAside: true } as const
  const resolved: AgentEvent = {
    type: 'approval.resolved',
    request: {
      ...{ ...sampleRequest, callId: started.callId, state: 'answered', decidedBy: 'client' },
      decision: { kind: 'allow', offerId: 'only-this' },
    },
  }
  for (const event of [started, resolved, finished(setAside), { ...started, attempt: 2 }, finished(ran(0))])
    types.push(...(await wire.map(event)).map(({ msg }) => msg.type))
  expect(types).toEqual(['exec_command_begin', 'exec_command_end'])
  const ended = await last([
    started,
    resolved,
    finished(setAside),
    { type: 'turn.finished', turnId: 't1', outcome: 'interrupted' },
  ])
  expect(ended.map(({ type }) => type)).toEqual(['exec_command_end', 'turn_aborted'])
})

test('pictures are told back with the message they came with, but for large ones, and not with the next', async () => {
  const small = { type: 'image', image_url: 'data:image/png;base64,AAAA' } as const
  const large = { type: 'image', image_url: `data:image/png;base64,${'A'.repeat(1_000_001)}` } as const
  const file = { type: 'local_image', path: '/work/cat.png' } as const
  const text = { type: 'text', text: 'look' } as const
  const said: AgentEvent = { type: 'user.message', text: 'look', images: ['PNG, 1 KB'] }
  expect(await last([turn, said], [text, small, large, file])).toEqual([
    ...twice({ UserMessage: { id: 'item', content: [text, small, file] } }),
    { type: 'user_message', message: 'look', images: [small.image_url] },
    noCount,
  ])
  expect(await last([turn, said, said], [text, small])).toContainEqual({
    type: 'user_message',
    message: 'look',
    images: [],
  })
})

test('parts of a summary end each other; the model’s own reasoning is told by itself', async () => {
  const piece = (text: string, more = {}) =>
    ({ type: 'reasoning.delta', itemId: 'r', text, ...more }) as const
  const wire = mapper()
  const told: unknown[] = []
  for (const event of [
    piece('One'),
    piece('\n\n', { section: true }),
    piece('Two'),
    piece('hm', { raw: true }),
    piece('.', { raw: true }),
    { type: 'message.delta', itemId: 'm', text: 'So' } as const,
  ])
    told.push(...(await wire.map(event)).map(({ msg }) => msg))
  expect(told).toEqual([
    { type: 'agent_reasoning_delta', delta: 'One' },
    { type: 'agent_reasoning', text: 'One' },
    { type: 'agent_reasoning_section_break' },
    { type: 'agent_reasoning_delta', delta: 'Two' },
    { type: 'agent_reasoning_raw_content_delta', delta: 'hm' },
    { type: 'agent_reasoning_raw_content_delta', delta: '.' },
    { type: 'agent_reasoning', text: 'Two' },
    { type: 'agent_reasoning_raw_content', text: 'hm.' },
    { type: 'agent_message_delta', delta: 'So' },
  ])
})

const types = async (events: readonly AgentEvent[]): Promise<string[]> => {
  const wire = mapper()
  const told: string[] = []
  for (const event of events) told.push(...(await wire.map(event)).map(({ msg }) => EventMsg.parse(msg).type))
  return told
}
const asks = (change: Partial<ApprovalRequest> = {}): AgentEvent => ({
  type: 'approval.requested',
  request: { ...sampleRequest, callId: 'c1', stage: 'first', ...change },
})
const ended: AgentEvent = { type: 'turn.finished', turnId: 't1', outcome: 'completed' }

test.each([
  ['a call of a server’s tool', asks({ kind: 'tool' })],
  ['what the sandbox stopped of a server', asks({ callId: 'c1-stops', stage: 'retry' })],
  ['a host that a server wants', asks({ stage: 'network' })],
  ['text for a process', asks({ kind: 'input' })],
])('%s is asked about without the begin of a command', async (_, asked) => {
  expect(await types([turn, asked, ended])).toEqual([
    'task_started',
    'exec_approval_request',
    'task_complete',
  ])
})

test('a command that was asked about and never ran ends with its turn, and one that goes on does not', async () => {
  const kept: AgentEvent = { type: 'command.kept', callId: 'c2', processId: 1 }
  const runs = { ...started, callId: 'c2' }
  const told = await types([turn, runs, kept, asks(), ended])
  expect(told.slice(3)).toEqual([
    'exec_command_begin',
    'exec_approval_request',
    'exec_command_end',
    'task_complete',
  ])
})

test('of an agent its calls and questions are told, under ids that no call of the conversation’s own has', async () => {
  const wire = mapper()
  await wire.map(turn)
  await wire.map(started)
  await wire.map(finished(denied))
  const told: string[] = []
  const said: AgentEvent = { type: 'message.delta', itemId: 'm', text: 'So' }
  for (const event of [
    turn,
    said,
    started,
    finished(denied),
    asks({ stage: 'retry' }),
    finished(ran(0)),
    ended,
  ])
    for (const { msg } of await wire.mapOfChild('k1', event))
      told.push(`${msg.type} ${'call_id' in msg ? msg.call_id : ''}`)
  expect(told).toEqual(['exec_command_begin k1/c1', 'exec_approval_request k1/c1', 'exec_command_end k1/c1'])
  expect((await wire.map(ended)).map(({ msg }) => msg.type)).toEqual(['exec_command_end', 'task_complete'])
})

test('a message to the running turn has its own pictures, and leaves those of the next message alone', async () => {
  const wire = mapper()
  const picture = { type: 'image', image_url: 'data:image/png;base64,AAAA' } as const
  wire.expect('0', [{ type: 'text', text: 'first' }, picture])
  wire.expectSteered('m1', [picture])
  wire.expectSteered('m2', [picture])
  wire.forgetSteered('m2')
  const images: unknown[] = []
  const steered = (clientId: string): AgentEvent => ({
    type: 'user.message',
    text: '',
    steered: true,
    clientId,
  })
  const first: AgentEvent = { type: 'user.message', text: 'first' }
  for (const event of [steered('m1'), steered('m2'), first])
    images.push((await wire.map(event)).flatMap(({ msg }) => ('images' in msg ? (msg.images ?? []) : [])))
  expect(images).toEqual([[picture.image_url], [], [picture.image_url]])
})

test('an item of the history is told as a record holds it', async () => {
  const wire = mapper()
  wire.expect('7')
  await wire.map(turn)
  const item = { type: 'other', item: { type: 'ghost', of: 1 } } as const
  expect([wire.item(assistantMessage('Hi.')), wire.item(item)]).toEqual([
    { id: '7', msg: { type: 'raw_response_item', item: assistantMessage('Hi.') } },
    { id: '7', msg: { type: 'raw_response_item', item: { type: 'ghost', of: 1 } } },
  ])
})
