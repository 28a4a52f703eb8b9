import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelPreset } from '@shared/domain/model-presets'
import { ConfigFile } from '@shared/domain/settings'
import type { KeyStore } from '../../../../../src/main/core/ports/key-store'
import { expect, onTestFinished, test } from 'vitest'
import {
  createModelCatalogue,
  findLocalServers,
} from '../../../../../src/main/adapters/model-openai/catalogue'
import { fakeSettings } from '../../../../fakes/fake-settings'
import { recordingClock } from '../../../../fakes/model-client'

/** A server on a free port of this machine; returns its address with /v1 and what was asked of it. */
async function serve(answer: RequestListener) {
  const asked: { path: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, asked }
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const models = (...ids: string[]): RequestListener =>
  json({ object: 'list', data: ids.map((id) => ({ id })) })

const preset = (base_url: string, id = 'ollama'): ModelPreset => ({
  id,
  name: id,
  base_url,
  wire_api: 'chat',
  local: true,
})

function catalogue(
  config: object,
  given: { env?: Record<string, string>; local?: ModelPreset[]; keys?: KeyStore } = {},
) {
  return createModelCatalogue({
    config: ConfigFile.parse(config),
    env: given.env ?? {},
    keys: given.keys ?? memoryKeys(),
    clock: recordingClock(),
    builtIn: {},
    settings: fakeSettings({
      provider: 'mine',
      model: 'a',
      approvalPolicy: 'on-request',
      sandboxPolicy: { mode: 'read-only', network_access: false },
    }),
    local: given.local ?? [],
  })
}

function memoryKeys(): KeyStore {
  const keys = new Map<string, string>()
  return {
    place: 'memory',
    read: (variable) => keys.get(variable),
    save: (variable, key) => Promise.resolve(void keys.set(variable, key)),
    remove: (variable) => Promise.resolve(void keys.delete(variable)),
  }
}

const names = (choices: readonly { provider: string; model: string }[]) =>
  choices.map(({ provider, model }) => `${provider}/${model}`)

test('the configured provider tells its models with its key; the configured one stands first, other uses are left out', async () => {
  const { url, asked } = await serve(models('z-1', 'text-embedding-3', 'a-1', 'whisper-1', 'a-1'))
  const config = {
    model: 'z-1',
    model_provider: 'mine',
    model_providers: { mine: { name: 'Mine', base_url: url, env_key: 'MY_KEY' } },
  }
  const { choices, problems } = await catalogue(config, { env: { MY_KEY: 'sk-1' } }).list(false)
  expect({ choices: names(choices), problems }).toEqual({ choices: ['mine/z-1', 'mine/a-1'], problems: [] })
  expect(asked).toEqual([{ path: '/v1/models', authorization: 'Bearer sk-1' }])
})

test('the answer is kept until it is asked for anew; a failure is not kept', async () => {
  let fails = true
  const { url, asked } = await serve((request, response) => {
    ;(fails ? json({ error: { message: 'no' } }, 500) : models('a'))(request, response)
  })
  const it = catalogue({ model_providers: { mine: { base_url: url } } })
  expect((await it.list(false)).problems).toMatchObject([
    { provider: 'mine', fault: { code: 'server-error' } },
  ])
  fails = false
  for (const fresh of [false, false, true]) expect(names((await it.list(fresh)).choices)).toEqual(['mine/a'])
  expect(asked).toHaveLength(3)
})

test.each<[string, RequestListener, string]>([
  ['refuses the key', json({ error: { message: 'bad key' } }, 401), 'unauthorized'],
  ['answers something else', json({ hello: 1 }), 'bad-stream'],
  ['sends a page', (_request, response) => response.end('<html>'), 'bad-stream'],
])(
  'a provider that %s is a problem with a remedy and keeps the configured model',
  async (_, answer, code) => {
    const { url } = await serve(answer)
    const config = { model: 'm', model_provider: 'mine', model_providers: { mine: { base_url: url } } }
    const { choices, problems } = await catalogue(config).list(false)
    expect(names(choices)).toEqual(['mine/m'])
    expect(problems).toMatchObject([
      { provider: 'mine', fault: { code, remedy: expect.any(String) as string } },
    ])
  },
)

test('a missing key is a problem, and nothing is sent', async () => {
  const { url, asked } = await serve(models('a'))
  const { problems } = await catalogue({
    model_providers: { mine: { base_url: url, env_key: 'GONE' } },
  }).list(false)
  expect(problems).toMatchObject([{ fault: { code: 'missing-key' } }])
  expect(asked).toEqual([])
})

test('servers on this machine are found and offered, without a key', async () => {
  const { url, asked } = await serve(models('qwen3:8b'))
  const { choices, local } = await catalogue({}, { local: [preset(url)] }).list(false)
  expect(local).toEqual([
    { provider: 'ollama', name: 'ollama', address: new URL(url).host, models: ['qwen3:8b'] },
  ])
  expect(names(choices)).toEqual(['ollama/qwen3:8b'])
  expect(asked.map(({ authorization }) => authorization)).toEqual([undefined])
})

test.each<[string, RequestListener]>([
  ['is something else', (_request, response) => response.end('hello')],
  ['sends another kind of JSON', json([])],
  ['sends an error', json({ data: [] }, 404)],
  ['never answers', () => undefined],
  [
    'leads elsewhere',
    (_request, response) => response.writeHead(302, { location: 'http://example.org/' }).end(),
  ],
  ['never stops', (_request, response) => setInterval(() => response.write('x'.repeat(100_000)), 1).unref()],
])('what listens at a usual port and %s is no model server', async (_, answer) => {
  const { url } = await serve(answer)
  expect(await findLocalServers([preset(url)])).toEqual([])
})

test('only this machine is asked', async () => {
  expect(await findLocalServers([preset('http://192.0.2.1:11434/v1')])).toEqual([])
})

test('a server without models is there all the same, and names that hide something are left out', async () => {
  const { url } = await serve(models('good', 'bad\u202ename', 'two words', ''))
  const empty = await serve(json({ object: 'list', data: null }))
  expect(await findLocalServers([preset(url), preset(empty.url, 'vllm')])).toMatchObject([
    { provider: 'ollama', models: ['good'] },
    { provider: 'vllm', models: [] },
  ])
})

test('a saved key opens a provider that had none, without a restart', async () => {
  const { url, asked } = await serve(models('a'))
  const it = catalogue({ model_providers: { mine: { base_url: url, env_key: 'MY_KEY' } } })
  expect(names((await it.list(false)).choices)).toEqual([])
  expect(await it.saveKey('mine', 'sk-2')).toBe('memory')
  expect(names((await it.list(false)).choices)).toEqual(['mine/a'])
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer sk-2'])
  await expect(it.saveKey('ollama', 'sk-3')).rejects.toMatchObject({ code: 'bad-request' })
})
