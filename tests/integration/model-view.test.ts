import type { ModelView } from '@shared/domain/assessment'
import { ConfigFile, type ModelProvider } from '@shared/domain/settings'
import { afterEach, describe, expect, test } from 'vitest'
import { createModelProviders } from '../../src/main/adapters/model-openai/providers'
import { systemClock, systemIds } from '../../src/main/adapters/system/clock'
import { assessmentSettings } from '../../src/main/core/assessment/assessment-settings'
import { outputSchema, systemPrompt } from '../../src/main/core/assessment/model-view/ask-model'
import { ViewSource } from '../../src/main/core/assessment/model-view/view-source'
import { startModelServer, type Answer, type ModelServer } from '../fakes/model-server'
import { opinionText, viewSubject } from '../fakes/view-subject'

const opened: ModelServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

type Wire = ModelProvider['wire_api']
const wires: Wire[] = ['responses', 'chat']

async function startViews(wire: Wire, script: readonly Answer[], config: object = {}) {
  const server = await startModelServer(script)
  opened.push(server)
  const settings = ConfigFile.parse({
    assessment_timeout_ms: 60_000,
    model_providers: {
      local: { name: 'Local', base_url: server.baseUrl, wire_api: wire, request_max_retries: 1 },
    },
    ...config,
  })
  const views = new ViewSource({
    models: createModelProviders({
      config: settings,
      env: {},
      keys: { read: () => undefined },
      clock: systemClock,
      builtIn: {},
    }),
    clock: systemClock,
    ids: systemIds,
    settings: assessmentSettings(settings),
  })
  return { server, views }
}

/** The view without what differs from run to run. */
function plain(view: ModelView): object {
  if (!('durationMs' in view)) return view
  const { durationMs, ...rest } = view
  expect(durationMs).toBeGreaterThanOrEqual(0)
  return rest
}

const never = new AbortController().signal
const model = 'scripted'
const success = {
  status: 'success',
  model,
  view: { description: 'Deletes everything in ~/.pi.', level: 'low', categories: ['data_deletion'] },
}
const refusal = (message: string, status = 400): Answer => ({
  status,
  body: { error: { message, type: 'invalid_request_error' } },
})
const failing: Answer = { status: 500, body: { error: { message: 'out of memory' } } }

interface Row {
  readonly name: string
  readonly script: readonly Answer[]
  readonly ends: object
  /** The form that each request asked for. */
  readonly forms: readonly string[]
}

const rows: Row[] = [
  { name: 'a whole answer', script: [{ text: opinionText() }], ends: success, forms: ['json_schema'] },
  {
    name: 'an answer after thinking',
    script: [{ reasoning: 'Hm.', text: opinionText() }],
    ends: success,
    forms: ['json_schema'],
  },
  {
    name: 'a schema refused, then JSON',
    script: [refusal('This response_format type is unavailable now'), { text: opinionText() }],
    ends: success,
    forms: ['json_schema', 'json_object'],
  },
  {
    name: 'schema and JSON refused, then a fence in prose',
    script: [
      refusal('unknown field: json_schema', 422),
      refusal("'response_format.type' must be 'json_schema' or 'text'"),
      { text: `Sure!\n\`\`\`json\n${opinionText()}\n\`\`\`` },
    ],
    ends: success,
    forms: ['json_schema', 'json_object', 'none'],
  },
  {
    name: 'a schema refused without words',
    script: [{ status: 400 }, { text: opinionText() }],
    ends: success,
    forms: ['json_schema', 'json_object'],
  },
  {
    name: 'a request refused for another reason',
    script: [refusal('max_tokens is too large')],
    ends: {
      status: 'model_error',
      model,
      reason: 'Local refused the request (400): max_tokens is too large',
    },
    forms: ['json_schema'],
  },
  {
    name: 'one failure, then an answer',
    script: [failing, { text: opinionText() }],
    ends: success,
    forms: ['json_schema', 'json_schema'],
  },
  {
    name: 'failure upon failure',
    script: [failing, failing],
    ends: { status: 'model_error', model, reason: 'Local failed (500): out of memory' },
    forms: ['json_schema', 'json_schema'],
  },
  {
    name: 'a key refused',
    script: [{ status: 401 }],
    ends: { status: 'model_error', model, reason: 'Local refused the request, which had no key (401)' },
    forms: ['json_schema'],
  },
  {
    name: 'prose',
    script: [{ text: 'It looks harmless.' }],
    ends: { status: 'parse_error', model, reason: 'the answer is not JSON' },
    forms: ['json_schema'],
  },
  {
    name: 'an unknown level',
    script: [{ text: opinionText({ risk_level: 'none' }) }],
    ends: {
      status: 'parse_error',
      model,
      reason: 'the answer is JSON, but its risk_level is not as asked for',
    },
    forms: ['json_schema'],
  },
  {
    name: 'an endless answer',
    script: [{ text: `{"description": "${'x'.repeat(25_000)}` }],
    ends: { status: 'parse_error', model, reason: 'the answer was far longer than asked for' },
    forms: ['json_schema'],
  },
  {
    name: 'a tool call in the place of an answer',
    script: [{ calls: [{ name: 'shell', arguments: { command: ['rm', '-rf', '/'] } }] }],
    ends: { status: 'no_output', model },
    forms: ['json_schema'],
  },
  {
    name: 'an empty answer',
    script: [{ text: '' }],
    ends: { status: 'no_output', model },
    forms: ['json_schema'],
  },
  {
    name: 'the content filter',
    script: [{ text: 'I', finish: 'content-filter' }],
    ends: { status: 'model_error', model, reason: 'The content filter of Local stopped the answer' },
    forms: ['json_schema'],
  },
]

describe.each(wires)('over %s', (wire) => {
  test.each(rows)('$name', async ({ script, ends, forms }) => {
    const { server, views } = await startViews(wire, script)
    const asked = views.ask(viewSubject(), { signal: never, onText: () => undefined })
    expect(asked.now).toEqual({ status: 'waiting', model, text: '' })
    expect(plain(await asked.settled)).toEqual(ends)
    expect(server.requests.map(({ body }) => formOf(wire, body))).toEqual(forms)
  })

  test.each<[name: string, answer: Answer]>([
    ['hangs before its first word', { hang: true }],
    ['hangs in the middle', { hang: true, text: opinionText().slice(0, 30) }],
    ['is too slow', { text: opinionText(), delayMs: 100 }],
  ])('a server that %s is given up on at the limit', async (_, answer) => {
    const { server, views } = await startViews(wire, [answer], { assessment_timeout_ms: 300 })
    const asked = views.ask(viewSubject(), { signal: never, onText: () => undefined })
    expect(plain(await asked.settled)).toEqual({ status: 'timeout', model, limitMs: 300 })
    expect(await (await server.request(0)).outcome).toBe('client-gone')
  })

  test('asks without tools, strictly, in a conversation of its own, with the model and effort of config.toml', async () => {
    const { server, views } = await startViews(wire, [{ text: opinionText() }], {
      assessment_model: 'small',
      assessment_reasoning_effort: 'low',
    })
    await views.ask(viewSubject(), { signal: never, onText: () => undefined }).settled
    const schema = { name: 'risk_view', schema: outputSchema, strict: true }
    const prompt = expect.stringMatching(/^Mark: [0-9a-f]{32}\n/) as string
    expect(server.requests[0]?.body).toEqual(
      wire === 'responses'
        ? {
            model: 'small',
            instructions: systemPrompt,
            input: [{ type: 'message', role: 'user', content: prompt }],
            stream: true,
            store: false,
            text: { format: { type: 'json_schema', ...schema } },
            reasoning: { effort: 'low' },
            include: ['reasoning.encrypted_content'],
            prompt_cache_key: expect.any(String) as string,
          }
        : {
            model: 'small',
            messages: [
              { role: 'system', content: systemPrompt },
              { role: 'user', content: prompt },
            ],
            stream: true,
            stream_options: { include_usage: true },
            response_format: { type: 'json_schema', json_schema: schema },
            reasoning_effort: 'low',
          },
    )
  })

  test('a form that was refused once is not tried again in the session, in another session it is', async () => {
    const answer = { text: opinionText() }
    const { server, views } = await startViews(wire, [
      refusal('json_schema is not supported'),
      answer,
      answer,
      answer,
    ])
    const ask = (sessionId: string, cwd: string) =>
      views.ask(viewSubject({ sessionId, cwd }), { signal: never, onText: () => undefined }).settled
    await ask('s1', '/a')
    await ask('s1', '/b')
    await ask('s2', '/a')
    expect(server.requests.map(({ body }) => formOf(wire, body))).toEqual([
      'json_schema',
      'json_object',
      'json_object',
      'json_schema',
    ])
  })

  test('the description is heard as it grows', async () => {
    const { views } = await startViews(wire, [{ text: opinionText(), delayMs: 1 }])
    const heard: string[] = []
    await views.ask(viewSubject(), { signal: never, onText: (text) => heard.push(text) }).settled
    expect(heard.length).toBeGreaterThan(2)
    expect(heard.at(-1)).toBe('Deletes everything in ~/.pi.')
    for (const [index, text] of heard.entries()) expect(heard[index + 1] ?? text).toContain(text)
  })
})

test('whoever stops waiting is told so, and the request is cancelled at the server', async () => {
  const { server, views } = await startViews('chat', [{ hang: true }])
  const stop = new AbortController()
  const asked = views.ask(viewSubject(), { signal: stop.signal, onText: () => undefined })
  const request = await server.request(0)
  stop.abort()
  expect(plain(await asked.settled)).toEqual({ status: 'cancelled', model })
  expect(await request.outcome).toBe('client-gone')
})

test('a provider that does not exist is a failure like any other', async () => {
  const { views } = await startViews('chat', [])
  const asked = views.ask(viewSubject({ provider: 'gone' }), { signal: never, onText: () => undefined })
  expect(plain(await asked.settled)).toMatchObject({
    status: 'model_error',
    reason: expect.stringMatching(/^There is no model provider "gone"/) as string,
  })
})

interface Body {
  readonly text?: { readonly format: { readonly type: string } }
  readonly response_format?: { readonly type: string }
}

function formOf(wire: Wire, body: unknown): string {
  const { text, response_format } = body as Body
  return (wire === 'responses' ? text?.format.type : response_format?.type) ?? 'none'
}
