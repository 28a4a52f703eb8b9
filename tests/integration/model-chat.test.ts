import { assistantMessage, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { ask, shownText } from '../fakes/model-client'

const wire_api = 'chat'
const sse = (...chunks: unknown[]) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
const delta = (part: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: part, finish_reason }],
})

const history: ResponseItem[] = [
  userMessage('List the files'),
  { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'opaque' },
  assistantMessage('Looking.'),
  { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_1' },
  { type: 'function_call_output', call_id: 'call_1', output: 'a.txt' },
]

test('the request is a plain Chat Completions request', async () => {
  const { requests } = await ask([{ text: 'Hi' }], { wire_api }, { input: history })
  expect(requests.map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/v1/chat/completions',
      body: {
        model: 'scripted',
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'List the files' },
          {
            role: 'assistant',
            content: 'Looking.',
            tool_calls: [
              {
                id: 'call_1',
                type: 'function',
                function: { name: 'shell', arguments: '{"command":["ls"]}' },
              },
            ],
          },
          { role: 'tool', tool_call_id: 'call_1', content: 'a.txt' },
        ],
        tools: [
          {
            type: 'function',
            function: { name: 'shell', description: 'Runs a command', parameters: { type: 'object' } },
          },
        ],
      },
    },
  ])
})

test('a request without tools says nothing of tools', async () => {
  const { requests } = await ask([{ text: 'Hi' }], { wire_api }, { tools: [] })
  expect(requests[0]?.body).not.toHaveProperty('tools')
})

test('reasoning is shown and kept, under either of its two names', async () => {
  const raw = sse(
    delta({ reasoning_content: 'First ' }),
    delta({ reasoning: 'then' }),
    delta({ reasoning: { detail: 'no text' } }),
    delta({ content: 'Yes' }, 'stop'),
  )
  const { events, items } = await ask([{ raw }], { wire_api })
  expect(shownText(events, 'reasoning-delta')).toBe('First then')
  expect(items).toEqual([
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'First then' }] },
    assistantMessage('Yes'),
  ])
})

test('an answer without usage or [DONE] is whole once its finish_reason is there', async () => {
  const { events, fault } = await ask([{ raw: sse(delta({ content: 'Yes' }), delta({}, 'stop')) }], {
    wire_api,
  })
  expect({ last: events.at(-1), fault }).toEqual({ last: { type: 'completed' }, fault: undefined })
})

test('a connection that breaks behind the finish_reason takes nothing from the answer', async () => {
  const { items, retries } = await ask([{ text: 'Yes', cut: 3 }], { wire_api })
  expect({ items, retries }).toEqual({ items: [assistantMessage('Yes')], retries: 0 })
})

test('calls that share an index or an id are told apart', async () => {
  const call = (id: string, n: number) => ({
    tool_calls: [{ index: 0, id, function: { name: 'shell', arguments: `{"n":${n}}` } }],
  })
  const raw = sse(delta(call('call_0', 1)), delta(call('call_x', 2)), delta({}, 'tool_calls'))
  const { items } = await ask(
    [{ raw }],
    { wire_api },
    {
      input: [
        userMessage('Go'),
        { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'call_0' },
        { type: 'function_call_output', call_id: 'call_0', output: '' },
      ],
    },
  )
  const calls = items.flatMap((item) => (item.type === 'function_call' ? [item] : []))
  expect(calls.map((item) => item.arguments)).toEqual(['{"n":1}', '{"n":2}'])
  // call_0 is taken by the history.
  expect(calls.map((item) => item.call_id)).toEqual([expect.stringMatching(/^call_[\w-]{36}$/), 'call_x'])
})

test('an unknown finish_reason lets no call through', async () => {
  const raw = sse(
    delta({ tool_calls: [{ index: 0, id: 'c', function: { name: 'shell', arguments: '{}' } }] }),
    delta({}, 'gave_up'),
  )
  const { items, fault } = await ask([{ raw }], { wire_api, stream_max_retries: 0 })
  expect({ items, code: fault?.code }).toEqual({ items: [], code: 'bad-stream' })
})

test.each<[name: string, error: unknown, code: string, requests: number]>([
  ['an overloaded server', { message: 'busy', code: 503 }, 'server-error', 2],
  ['a rate limit', { message: 'slow down', code: 'rate_limit_exceeded' }, 'rate-limited', 2],
  ['an unknown model', { message: 'what?', code: 'model_not_found' }, 'unknown-model', 1],
  [
    'a long conversation',
    { message: 'long', type: 'exceed_context_size_error', code: 400 },
    'context-length',
    1,
  ],
])('%s reported within the stream is told as such', async (_name, error, code, count) => {
  const raw = sse(delta({ content: 'Well' }), { error })
  const { fault, requests, items } = await ask(() => ({ raw }), { wire_api, stream_max_retries: 1 })
  expect({ code: fault?.code, requests: requests.length, items }).toEqual({
    code,
    requests: count,
    items: [],
  })
})
