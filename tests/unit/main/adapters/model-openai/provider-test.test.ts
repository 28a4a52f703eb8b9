import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigFile } from '@shared/domain/settings'
import type { KeyStore } from '../../../../../src/main/core/ports/key-store'
import { createModelCatalogue } from '../../../../../src/main/adapters/model-openai/catalogue'
import { recordingClock } from '../../../../fakes/model-client'
import { fakeSettings } from '../../../../fakes/fake-settings'

function keysIn(stored: Record<string, string>): KeyStore {
  const keys = new Map(Object.entries(stored))
  return {
    place: 'memory',
    read: (variable) => keys.get(variable),
    save: (variable, key) => Promise.resolve(void keys.set(variable, key)),
    remove: (variable) => Promise.resolve(void keys.delete(variable)),
  }
}

const defaults = {
  provider: 'demo',
  model: 'demo',
  approvalPolicy: 'on-request',
  sandboxPolicy: { mode: 'read-only', network_access: false },
} as const

function catalogueWith(providers: object, keys: KeyStore, env: Record<string, string> = {}) {
  return createModelCatalogue({
    config: ConfigFile.parse({ model_providers: providers }),
    ...{ keys, env, settings: fakeSettings(defaults), clock: recordingClock(), builtIn: {}, local: [] },
  })
}

/** A server that tells its models to whoever has the right key. */
async function startServer(
  right: string,
): Promise<{ address: string; authorizations: (string | undefined)[] }> {
  const authorizations: (string | undefined)[] = []
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization)
    const known = request.url === '/v1/models' && request.headers.authorization === `Bearer ${right}`
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(known ? { data: [{ id: 'a' }, { id: 'b' }] } : { error: { message: 'no such key' } }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  return { address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`, authorizations }
}

test('a test asks the server with the key that it has, each time anew, and tells a wrong key from a right one', async () => {
  const { address, authorizations } = await startServer('sk-right')
  const keys = keysIn({ OURS_KEY: 'sk-wrong' })
  const catalogue = catalogueWith({ ours: { base_url: address, env_key: 'OURS_KEY' } }, keys)
  const wrong = await catalogue.test('ours')
  expect(wrong).toMatchObject({ kind: 'fails', fault: { code: 'unauthorized' } })
  expect(JSON.stringify(wrong)).not.toContain('sk-wrong')
  await catalogue.saveKey('ours', 'sk-right')
  expect(await catalogue.test('ours')).toMatchObject({ kind: 'answers', models: 2 })
  expect(await catalogue.test('ours')).toMatchObject({ kind: 'answers', models: 2 })
  expect(authorizations).toEqual(['Bearer sk-wrong', 'Bearer sk-right', 'Bearer sk-right'])
})

test('what does not answer, has no key or is not known says so, and nothing repeats a key', async () => {
  const nobody = { base_url: 'http://127.0.0.1:9/v1' }
  const keyless = { base_url: 'https://models.example.org/v1', env_key: 'KEYLESS_KEY' }
  const catalogue = catalogueWith({ nobody, keyless }, keysIn({ OURS_KEY: 'sk-planted' }))
  const kinds: unknown[] = []
  for (const id of ['nobody', 'keyless', 'stranger', '__proto__']) {
    const answer = await catalogue.test(id)
    kinds.push(answer.kind === 'fails' ? answer.fault.code : answer.kind)
    expect(JSON.stringify(answer)).not.toContain('sk-planted')
  }
  expect(kinds).toEqual(['connection-failed', 'missing-key', 'unknown-provider', 'unknown-provider'])
})

test('the list says where each key lies and never what it is; own providers come first', async () => {
  const ours = { name: 'Ours', base_url: 'https://models.example.org/v1', env_key: 'OURS_KEY' }
  const keys = keysIn({ OURS_KEY: 'sk-planted' })
  const catalogue = catalogueWith({ ours }, keys, { OPENAI_API_KEY: 'sk-elsewhere' })
  const listed = catalogue.providers()
  expect(JSON.stringify(listed)).not.toMatch(/sk-/)
  expect(listed.map(({ id, own, key }) => [id, own, key])).toEqual([
    ['ours', true, 'stored'],
    ['openai', false, 'environment'],
    ['openrouter', false, 'missing'],
    ['ollama', false, 'none'],
    ['lmstudio', false, 'none'],
    ['llamacpp', false, 'none'],
    ['vllm', false, 'none'],
  ])
  await catalogue.removeKey('ours')
  expect(catalogue.providers()[0]?.key).toBe('missing')
  await expect(catalogue.removeKey('ollama')).rejects.toThrow('takes no key')
})
