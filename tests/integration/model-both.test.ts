import type { ModelProvider } from '@shared/domain/settings'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ask, collect, modelRequest, openLocal, shownText } from '../fakes/model-client'
import { startModelServer, type Answer, type ModelServer } from '../fakes/model-server'

const never = new AbortController().signal

async function serve(script: readonly Answer[] | (() => Answer)): Promise<ModelServer> {
  const server = await startModelServer(script)
  onTestFinished(() => server.close())
  return server
}

const usage = { inputTokens: 120, cachedInputTokens: 20, outputTokens: 30, totalTokens: 150 }

describe.each<ModelProvider['wire_api']>(['responses', 'chat'])('over %s', (wire_api) => {
  test('text streams and comes together, with its usage', async () => {
    const { events, items, fault } = await ask([{ text: 'Grüße, 世界 🙂!' }], { wire_api })
    expect(shownText(events, 'text-delta')).toBe('Grüße, 世界 🙂!')
    expect(events.filter((event) => event.type === 'text-delta').length).toBeGreaterThan(1)
    expect(new Set(events.flatMap((event) => ('itemId' in event ? [event.itemId] : [])))).toEqual(
      new Set(['i1']),
    )
    expect({ items, fault, last: events.at(-1) }).toEqual({
      items: [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Grüße, 世界 🙂!' }] },
      ],
      fault: undefined,
      last: { type: 'completed', usage },
    })
  })

  test('characters cut apart on the wire come through whole', async () => {
    const { events } = await ask([{ text: 'Grüße, 世界 🙂!', splitBytes: 1 }], { wire_api })
    expect(shownText(events, 'text-delta')).toBe('Grüße, 世界 🙂!')
  })

  test('several calls of one answer come whole and in order, after the text', async () => {
    const { items } = await ask(
      [
        {
          reasoning: 'Two looks are enough.',
          text: 'Looking.',
          calls: [
            { name: 'shell', arguments: { command: ['ls', '-la'] }, id: 'call_a' },
            { name: 'shell', arguments: '{"command": [broken', id: 'call_b' },
          ],
        },
      ],
      { wire_api },
    )
    const calls = items.filter((item) => item.type === 'function_call')
    expect(items.map((item) => item.type)).toEqual(['reasoning', 'message', 'function_call', 'function_call'])
    expect(calls).toEqual([
      { type: 'function_call', name: 'shell', arguments: '{"command":["ls","-la"]}', call_id: 'call_a' },
      { type: 'function_call', name: 'shell', arguments: '{"command": [broken', call_id: 'call_b' },
    ])
  })

  test.each<[name: string, script: Answer]>([
    ['before anything came', { hang: true }],
    ['in the middle of the text', { hang: true, text: 'Well, let me think about that.' }],
  ])('an abort %s ends the answer with its reason and cancels the request', async (_name, script) => {
    const server = await serve([script])
    const stop = new AbortController()
    const model = openLocal({ baseUrl: server.baseUrl, provider: { wire_api } })
    const answering = collect(model.stream(modelRequest(), stop.signal))
    const request = await server.request(0)
    const reason = new Error('the person pressed stop')
    stop.abort(reason)
    await expect(answering).rejects.toBe(reason)
    expect(await request.outcome).toBe('client-gone')
    expect(server.requests).toHaveLength(1)
  })

  test('an abort while waiting to try again is not followed by another request', async () => {
    const server = await serve(() => ({ status: 500 }))
    const stop = new AbortController()
    const model = openLocal({ baseUrl: server.baseUrl, provider: { wire_api } })
    const reason = new Error('the person pressed stop')
    const read = async () => {
      for await (const event of model.stream(modelRequest(), stop.signal))
        if (event.type === 'retrying') stop.abort(reason)
    }
    await expect(read()).rejects.toBe(reason)
    expect(server.requests).toHaveLength(1)
  })

  test('a reader who stops reading cancels the request', async () => {
    const server = await serve([{ hang: true, text: 'Well, let me think about that.' }])
    const model = openLocal({ baseUrl: server.baseUrl, provider: { wire_api } })
    for await (const event of model.stream(modelRequest(), never)) if (event.type === 'text-delta') break
    expect(await (await server.request(0)).outcome).toBe('client-gone')
  })

  test('silence in the middle of an answer is given up and tried again', async () => {
    const server = await serve([{ hang: true, text: 'Well' }, { text: 'Done.' }])
    const model = openLocal({ baseUrl: server.baseUrl, provider: { wire_api, stream_idle_timeout_ms: 150 } })
    const { events } = await collect(model.stream(modelRequest(), never))
    expect(events.find((event) => event.type === 'retrying')).toMatchObject({
      reason: 'The answer of Local broke off: nothing came for 0.15 s',
    })
    expect(shownText(events, 'text-delta')).toBe('Done.')
    expect(await (await server.request(0)).outcome).toBe('client-gone')
  })

  test('the key goes into its header and nowhere else', async () => {
    const { requests } = await ask([{ text: 'Hi' }], { wire_api, env_key: 'LOCAL_KEY' })
    const [request] = requests
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sk-very-secret-key',
      'user-agent': 'countersign',
    })
    expect(JSON.stringify(request?.body)).not.toContain('secret')
  })

  test('a provider without a key variable gets a placeholder', async () => {
    const { requests } = await ask([{ text: 'Hi' }], { wire_api })
    expect(requests[0]?.headers.authorization).toBe('Bearer none')
  })

  test('nothing meant for another server is taken from the environment', async () => {
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1')
    vi.stubEnv('OPENAI_ORG_ID', 'org-secret')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'Authorization: Bearer other-secret\nX-Team: secret')
    const { requests } = await ask([{ text: 'Hi' }], { wire_api })
    const { host, connection, ...headers } = requests[0]?.headers ?? {}
    expect({ known: host !== undefined && connection !== undefined, headers }).toEqual({
      known: true,
      headers: {
        accept: 'application/json',
        'accept-encoding': expect.any(String) as string,
        'accept-language': '*',
        authorization: 'Bearer none',
        'content-length': expect.any(String) as string,
        'content-type': 'application/json',
        'sec-fetch-mode': 'cors',
        'user-agent': 'countersign',
      },
    })
  })

  test('configured headers and query parameters go along, and the key only where the server wants it', async () => {
    const provider = {
      wire_api,
      query_params: { 'api-version': '2026-01-01' },
      http_headers: { 'X-Team': 'blue' },
      env_http_headers: { 'api-key': 'LOCAL_KEY' },
    }
    const { requests, fault } = await ask([{ text: 'Hello' }], provider)
    expect(fault).toBeUndefined()
    const { path, headers } = requests[0] ?? {}
    expect(path).toMatch(/\?api-version=2026-01-01$/)
    expect(headers).toMatchObject({
      'x-team': 'blue',
      'api-key': 'sk-very-secret-key',
      'user-agent': 'countersign',
    })
  })
})
