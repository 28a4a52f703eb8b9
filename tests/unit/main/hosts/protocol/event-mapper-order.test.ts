import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
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
