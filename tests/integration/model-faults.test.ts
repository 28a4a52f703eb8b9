import type { Fault } from '@shared/domain/fault'
import type { ModelProvider } from '@shared/domain/settings'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ask, collect, modelRequest, openLocal, recordingClock, shownText } from '../fakes/model-client'
import type { Answer } from '../fakes/model-server'

const never = new AbortController().signal

/** An address where nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

describe.each<ModelProvider['wire_api']>(['responses', 'chat'])('over %s', (wire_api) => {
  test('a refused connection names the address, after its retries', async () => {
    const port = await freePort()
    const clock = recordingClock()
    const provider = { wire_api, request_max_retries: 2 }
    const model = openLocal({ baseUrl: `http://127.0.0.1:${port}/v1`, provider, clock })
    const { events, fault } = await collect(model.stream(modelRequest(), never))
    expect(fault).toEqual({
      code: 'connection-failed',
      message: `Cannot reach Local at 127.0.0.1:${port}: connection refused`,
      remedy: 'Check that the server is running and that base_url in [model_providers.local] is right',
    })
    expect(events.map((event) => event.type)).toEqual(['retrying', 'retrying'])
    expect(clock.sleeps.map((ms) => Math.round(ms / 200) * 200)).toEqual([200, 400])
  })

  const finals: [name: string, answer: Answer, fault: Fault][] = [
    [
      'a refused key',
      {
        status: 401,
        body: { error: { message: 'Incorrect API key: sk-very-secret-key', code: 'invalid_api_key' } },
      },
      {
        code: 'unauthorized',
        message: 'Local refused the key (401)',
        remedy: 'Check the key in the environment variable LOCAL_KEY',
      },
    ],
    [
      'an unknown model',
      { status: 404, body: { error: { message: 'no such model', code: 'model_not_found' } } },
      {
        code: 'unknown-model',
        message: 'Local has no model "scripted" (404)',
        remedy: 'Choose another model, or check base_url in [model_providers.local]',
      },
    ],
    [
      'a used-up quota',
      {
        status: 429,
        headers: { 'retry-after': '1' },
        body: { error: { message: 'x', code: 'insufficient_quota' } },
      },
      {
        code: 'quota',
        message: 'The account at Local has no quota left',
        remedy: 'Check the plan and billing at the provider, or choose another model',
      },
    ],
    [
      'a conversation that is too long',
      { status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } },
      {
        code: 'context-length',
        message: 'The conversation is too long for "scripted"',
        remedy: 'Compact the conversation, start a new session, or choose a model with a larger context',
      },
    ],
    [
      'a bad request',
      { status: 400, body: { error: { message: 'no\n\u001b[31msk-very-secret-key\u202e here' } } },
      {
        code: 'bad-request',
        message: 'Local refused the request (400): no [31m[key] here',
        remedy: 'Check the model and its provider in config.toml',
      },
    ],
    [
      'a web page',
      { raw: ['<!doctype html><title>Sign in</title>'], headers: { 'content-type': 'text/html' } },
      {
        code: 'bad-stream',
        message: 'Local at HOST answered with text/html, not with an event stream',
        remedy: 'Check base_url and wire_api in [model_providers.local]',
      },
    ],
  ]

  test.each([301, 302, 303, 307, 308])(
    'a server that sends on to another address (%d) is a fault, and nothing is asked there',
    async (status) => {
      const asked: IncomingHttpHeaders[] = []
      const elsewhere = createHttpServer((request, response) => {
        asked.push(request.headers)
        response.end('{}')
      }).listen(0, '127.0.0.1')
      await once(elsewhere, 'listening')
      const { port } = elsewhere.address() as AddressInfo
      const there = `http://127.0.0.1:${String(port)}/v1`
      const { fault, requests } = await ask(() => ({ status, headers: { location: there }, body: {} }), {
        wire_api,
        http_headers: { 'api-key': 'for-this-server' },
      })
      expect([requests[0]?.headers['api-key'], asked, fault?.message]).toEqual([
        'for-this-server',
        [],
        expect.stringContaining(`(${String(status)})`),
      ])
      elsewhere.close()
    },
  )

  test('a server that sends on within its own address is followed, with all that it was asked', async () => {
    const on: Answer = { status: 308, headers: { location: '?on' } }
    const { fault, events, requests } = await ask([on, { text: 'Here.' }], { wire_api })
    const [first, second] = requests
    expect([fault, JSON.stringify(events), second?.path]).toEqual([
      undefined,
      expect.stringContaining('Here.'),
      `${first?.path ?? ''}?on`,
    ])
    expect(second?.body).toEqual(first?.body)
  })

  test.each(finals)('%s is said at once and not tried again', async (_name, script, expected) => {
    const { requests, fault, retries } = await ask(() => script, { wire_api, env_key: 'LOCAL_KEY' })
    const message = fault?.message.replace(/127\.0\.0\.1:\d+/, 'HOST')
    expect({ fault: { ...fault, message }, retries, requests: requests.length }).toEqual({
      fault: expected,
      retries: 0,
      requests: 1,
    })
  })

  test.each<[name: string, first: Answer, wait: number]>([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, 7000],
    ['429 with retry-after-ms', { status: 429, headers: { 'retry-after-ms': '1500' } }, 1500],
    ['429 with a long Retry-After', { status: 429, headers: { 'retry-after': '3600' } }, 60_000],
    ['503 with a date', { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' } }, 5000],
  ])('%s is waited for and then answered', async (_name, first, wait) => {
    const { sleeps, items, fault, retries } = await ask([first, { text: 'There.' }], { wire_api })
    expect({ sleeps, items: items.length, fault, retries }).toEqual({
      sleeps: [wait],
      items: 1,
      fault: undefined,
      retries: 1,
    })
  })

  test('500 once is tried again after a short wait', async () => {
    const { sleeps, items, retries } = await ask([{ status: 500 }, { text: 'There.' }], { wire_api })
    expect({ items: items.length, retries }).toEqual({ items: 1, retries: 1 })
    expect(sleeps[0]).toBeGreaterThanOrEqual(180)
    expect(sleeps[0]).toBeLessThanOrEqual(220)
  })

  test('500 for ever ends after the retries with what the server said', async () => {
    const body = { error: { message: 'out of order' } }
    const { requests, fault } = await ask(() => ({ status: 500, body }), { wire_api, request_max_retries: 3 })
    expect(requests).toHaveLength(4)
    expect(fault).toEqual({
      code: 'server-error',
      message: 'Local failed (500): out of order',
      remedy: 'Wait a little, then try again',
    })
  })

  test.each<[name: string, raw: string, reason: string]>([
    ['is no JSON', 'data: {"choices": [\n\n', 'an event is not valid JSON'],
    ['has the wrong shape', 'data: ["surprise"]\n\n', ''],
    ['ends at once', ': nothing to say\n\n', ''],
  ])('a stream that %s is tried again and then given up', async (_name, raw, reason) => {
    const { requests, fault, items } = await ask(() => ({ raw: [raw] }), { wire_api, stream_max_retries: 2 })
    expect(requests).toHaveLength(3)
    expect(items).toEqual([])
    expect(fault).toMatchObject({
      code: 'bad-stream',
      message: expect.stringContaining(`The answer of Local broke off: ${reason}`) as string,
    })
  })

  test('an answer cut in the middle is voided and comes again, once', async () => {
    const full: Answer = {
      text: 'A first try, a second try.',
      calls: [{ name: 'shell', arguments: { n: 1 } }],
    }
    const { events, items, retries } = await ask([{ ...full, cut: 6 }, full], { wire_api })
    expect(retries).toBe(1)
    expect(shownText(events, 'text-delta')).toBe('A first try, a second try.')
    expect(items.map((item) => item.type)).toEqual(['message', 'function_call'])
    const ids = events.map((event) => (event.type === 'text-delta' ? event.itemId : ''))
    expect(ids.at(0)).not.toBe(ids.findLast((id) => id !== ''))
  })

  test('no prefix of an answer yields a call, but the whole does', async () => {
    const full: Answer = { calls: [{ name: 'shell', arguments: { command: ['rm', 'x'] } }] }
    const framesBeforeTheEnd = { responses: 8, chat: 6 }[wire_api]
    for (let cut = 0; cut <= framesBeforeTheEnd; cut += 1) {
      const { items, fault } = await ask([{ ...full, cut }], { wire_api, stream_max_retries: 0 })
      expect({ cut, items, code: fault?.code }).toEqual({ cut, items: [], code: 'bad-stream' })
    }
    expect((await ask([full], { wire_api })).items).toHaveLength(1)
  })

  test('an answer at the output limit keeps its text, drops its calls, and says so', async () => {
    const calls = [{ name: 'shell', arguments: '{"command":["rm","-rf","/tmp/a' }]
    const { items, fault, events } = await ask([{ text: 'I will', calls, finish: 'length' }], { wire_api })
    expect(items.map((item) => item.type)).toEqual(['message'])
    expect(events.some((event) => event.type === 'completed')).toBe(false)
    expect(fault).toMatchObject({
      code: 'context-length',
      message: 'The answer of Local stopped at the output limit of "scripted"',
    })
  })

  test('a filtered answer is told as such', async () => {
    const { fault } = await ask([{ text: 'I wi', finish: 'content-filter' }], { wire_api })
    expect(fault).toMatchObject({
      code: 'bad-request',
      message: 'The content filter of Local stopped the answer',
    })
  })
})
