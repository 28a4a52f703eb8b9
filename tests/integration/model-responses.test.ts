import { assistantMessage, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { ask, shownText } from '../fakes/model-client'

const wire_api = 'responses'
const sse = (...events: { readonly type: string }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
const call = { type: 'function_call', call_id: 'call_1', name: 'shell', arguments: '{}', status: 'completed' }
const completed = { type: 'response.completed', response: { output: [], usage: null } }

const history: ResponseItem[] = [
  userMessage('List the files'),
  {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Look.' }],
    encrypted_content: 'opaque',
  },
  assistantMessage('Looking.'),
  { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_1' },
  { type: 'function_call_output', call_id: 'call_1', output: 'a.txt' },
]

const base = {
  model: 'scripted',
  instructions: 'Be brief.',
  stream: true,
  store: false,
  tools: [
    {
      type: 'function',
      name: 'shell',
      description: 'Runs a command',
      parameters: { type: 'object' },
      strict: false,
    },
  ],
}

const better = { include: ['reasoning.encrypted_content'], prompt_cache_key: 'session' }
const hello = [{ type: 'message', role: 'user', content: 'Hello' }]

test('the first request has a cache key and asks for encrypted reasoning', async () => {
  const { requests } = await ask([{ text: 'Hi' }], { wire_api })
  expect(requests.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/v1/responses', body: { ...base, ...better, input: hello } },
  ])
})

test('a server that refuses it is asked without, and is not asked for it again', async () => {
  const model = 'plain'
  const refused = { status: 400, body: { error: { message: "Unknown parameter: 'include'." } } }
  const { requests, items } = await ask([refused, { text: 'Hi' }], { wire_api }, { model })
  expect(requests.map(({ body }) => body)).toEqual([
    { ...base, ...better, model, input: hello },
    { ...base, model, input: hello },
  ])
  expect(items).toHaveLength(1)
})

test.each([
  ['gpt-5', { summary: 'auto' }],
  ['openai/gpt-5.1-codex', { summary: 'auto' }],
  ['o3', { summary: 'auto' }],
  ['o4-mini', { summary: 'auto' }],
  ['gpt-5-chat-latest', undefined],
  ['gpt-4.1', undefined],
  ['o1000', undefined],
])('of %s the reasoning is %j where nothing is said', async (model, reasoning) => {
  const { requests } = await ask([{ text: 'Hi' }], { wire_api }, { model })
  expect((requests[0]?.body as { reasoning?: unknown } | undefined)?.reasoning).toEqual(reasoning)
})

test.each([
  [
    { reasoningEffort: 'high', reasoningSummary: 'concise' },
    { effort: 'high', summary: 'concise' },
  ],
  [{ reasoningSummary: 'auto' }, { summary: 'auto' }],
  [{ reasoningEffort: 'low', reasoningSummary: 'none' }, { effort: 'low' }],
  [{ reasoningSummary: 'none' }, undefined],
] as const)('%j is sent as reasoning %j', async (settings, reasoning) => {
  const { requests } = await ask([{ text: 'Hi' }], { wire_api }, settings)
  const body = requests[0]?.body as { reasoning?: unknown } | undefined
  expect(body).toBeDefined()
  expect(body?.reasoning).toEqual(reasoning)
})

test('reasoning that came back is sent along', async () => {
  const { requests } = await ask([{ text: 'Hi' }], { wire_api }, { input: history })
  expect(requests[0]?.body).toEqual({
    ...base,
    ...better,
    input: [
      { type: 'message', role: 'user', content: 'List the files' },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'Look.' }],
        encrypted_content: 'opaque',
      },
      { type: 'message', role: 'assistant', content: 'Looking.' },
      { type: 'function_call', call_id: 'call_1', name: 'shell', arguments: '{"command":["ls"]}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'a.txt' },
    ],
  })
})

test('reasoning is shown as it comes and kept with its encrypted content', async () => {
  const { events, items } = await ask([{ reasoning: 'Let me see about that.', text: 'Yes' }], { wire_api })
  expect(shownText(events, 'reasoning-delta')).toBe('Let me see about that.')
  expect(items[0]).toEqual({
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Let me see about that.' }],
    encrypted_content: 'enc-1',
  })
})

test('the answer ends with response.completed, even when the connection stays open', async () => {
  const { items } = await ask([{ raw: sse(done(call), completed), open: true }], { wire_api })
  expect(items).toEqual([{ type: 'function_call', name: 'shell', arguments: '{}', call_id: 'call_1' }])
})

test('items that were never announced are taken from the end marker', async () => {
  const raw = sse({ type: 'response.completed', response: { output: [call] } } as { type: string })
  expect((await ask([{ raw }], { wire_api })).items).toHaveLength(1)
})

test.each<[name: string, events: { readonly type: string }[]]>([
  ['begun and never finished', [added(call), completed]],
  ['marked incomplete', [done({ ...call, status: 'incomplete' }), completed]],
  ['without a name', [done({ ...call, name: '' }), completed]],
  ['whose arguments are no text', [done({ ...call, arguments: {} }), completed]],
  ['without the end marker', [done(call)]],
])('a call %s is not reported', async (_name, events) => {
  const { items, fault } = await ask([{ raw: sse(...events) }], { wire_api, stream_max_retries: 0 })
  expect({ items, code: fault?.code }).toEqual({ items: [], code: 'bad-stream' })
})

test.each<[name: string, event: { readonly type: string }, code: string, requests: number]>([
  ['a failure of the server', failed({ code: 'server_error', message: 'x' }), 'server-error', 2],
  ['a failure without a reason', failed(null), 'server-error', 2],
  ['a rate limit', failed({ code: 'rate_limit_exceeded', message: 'x' }), 'rate-limited', 2],
  ['a long conversation', failed({ code: 'context_length_exceeded', message: 'x' }), 'context-length', 1],
  ['a refused prompt', failed({ code: 'invalid_prompt', message: 'x' }), 'bad-request', 1],
  [
    'an error event',
    { type: 'error', code: 'insufficient_quota', message: 'x' } as { type: string },
    'quota',
    1,
  ],
])('%s reported within the stream is told as such', async (_name, event, code, count) => {
  const raw = sse(event)
  const { fault, requests } = await ask(() => ({ raw }), { wire_api, stream_max_retries: 1 })
  expect({ code: fault?.code, requests: requests.length }).toEqual({ code, requests: count })
})

function added(item: object): { type: string } {
  return { type: 'response.output_item.added', output_index: 0, item } as { type: string }
}

function done(item: object): { type: string } {
  return { type: 'response.output_item.done', output_index: 0, item } as { type: string }
}

function failed(error: object | null): { type: string } {
  return { type: 'response.failed', response: { error } } as { type: string }
}
