import { FaultError } from '@shared/domain/fault'
import { ConfigFile, type ModelChoice } from '@shared/domain/settings'
import { expect, test } from 'vitest'
import {
  createModelProviders,
  endpointOf,
  presetsHere,
} from '../../../../../src/main/adapters/model-openai/providers'
import { recordingClock } from '../../../../fakes/model-client'

const demoChoice: ModelChoice = { provider: 'demo', providerName: 'Demo', model: 'demo', demo: true }
const demo = {
  choices: [demoChoice],
  stream: {
    stream() {
      throw new Error('not asked in these tests')
    },
  },
}

function providers(config: object, env: Record<string, string> = {}, stored?: string) {
  return createModelProviders({
    config: ConfigFile.parse(config),
    env,
    keys: { read: () => stored },
    clock: recordingClock(),
    builtIn: { demo },
  })
}

function faultOf(open: () => unknown): object {
  try {
    open()
  } catch (error) {
    if (error instanceof FaultError) return error.fault
  }
  throw new Error('it opened')
}

const local = { base_url: 'http://127.0.0.1:8080/v1', name: 'Local' }

test.each<[name: string, config: object, choices: ModelChoice[]]>([
  ['nothing configured', {}, [demoChoice]],
  [
    'a model of the default provider',
    { model: 'gpt' },
    [{ provider: 'openai', providerName: 'OpenAI', model: 'gpt', demo: false }, demoChoice],
  ],
  [
    'a model of a configured provider',
    { model: 'qwen', model_provider: 'local', model_providers: { local } },
    [{ provider: 'local', providerName: 'Local', model: 'qwen', demo: false }, demoChoice],
  ],
  ['the demo', { model: 'x', model_provider: 'demo' }, [demoChoice]],
  ['a provider that is not there', { model: 'x', model_provider: 'gone' }, [demoChoice]],
])('the choices with %s end with the demo', (_name, config, choices) => {
  expect(providers(config).choices()).toEqual(choices)
})

test('a built-in provider is handed out as it is, even when the configuration names one like it', () => {
  expect(providers({ model_providers: { demo: local } }).open('demo')).toBe(demo.stream)
})

test.each(['toString', '__proto__', ''])('"%s" is no provider', (id) => {
  expect(faultOf(() => providers({}).open(id))).toMatchObject({ code: 'unknown-provider' })
})

test('an unknown provider is answered with the known ones', () => {
  expect(faultOf(() => providers({ model_providers: { local } }).open('locl'))).toEqual({
    code: 'unknown-provider',
    message:
      'There is no model provider "locl"; known are openai, openrouter, ollama, lmstudio, llamacpp, vllm, local, demo',
    remedy: 'Add [model_providers.locl] to config.toml, or choose another provider',
  })
})

const noKey = 'There is no key for OpenAI: OPENAI_API_KEY is not set, and none is stored'
test.each<[name: string, env: Record<string, string>, stored: string | undefined, message: string]>([
  ['no key', {}, undefined, noKey],
  ['an empty key', { OPENAI_API_KEY: ' \n' }, undefined, noKey],
  [
    'a key that is no key',
    { OPENAI_API_KEY: 'sk-secret\nsecond line' },
    'sk-stored',
    'The key for OpenAI in OPENAI_API_KEY holds characters that no key has',
  ],
  [
    'a stored key that is no key',
    {},
    'sk-secret\nsecond line',
    'The key for OpenAI that is stored holds characters that no key has',
  ],
])('%s is said when the provider is opened', (_name, env, stored, message) => {
  expect(faultOf(() => providers({}, env, stored).open('openai'))).toEqual({
    code: 'missing-key',
    message,
    remedy: 'Give it in Settings, under Providers, or set OPENAI_API_KEY and start Countersign again',
  })
})

test('the configuration may put another address under the name openai', () => {
  expect(() => providers({ model_providers: { openai: local } }).open('openai')).not.toThrow()
})

test('a stored key stands in for the variable, and a local server needs none', () => {
  expect(() => providers({}, {}, 'sk-stored').open('openrouter')).not.toThrow()
  expect(() => providers({}).open('ollama')).not.toThrow()
})

test('a key of the configuration counts behind the variable and the stored one, and instructions say where to get one', () => {
  const own = { ...local, env_key: 'LOCAL_KEY', experimental_bearer_token: 'written' }
  const keyOf = (provider: object, env: Record<string, string>, stored?: string): string =>
    endpointOf(
      {
        config: ConfigFile.parse({ model_providers: { local: provider } }),
        ...{ env, keys: { read: () => stored }, builtIn: { demo } },
      },
      'local',
    ).key
  expect([
    keyOf(own, { LOCAL_KEY: 'of-env' }, 'stored'),
    keyOf(own, {}, 'stored'),
    keyOf(own, {}),
    keyOf({ ...local, experimental_bearer_token: 'written' }, {}),
  ]).toEqual(['of-env', 'stored', 'written', 'written'])
  const told = { ...local, env_key: 'LOCAL_KEY', env_key_instructions: 'Ask Ada.' }
  expect(faultOf(() => keyOf(told, {}))).toMatchObject({ code: 'missing-key', remedy: 'Ask Ada.' })
})

const usual = 'http://127.0.0.1:11434/v1'
test.each([
  [undefined, usual],
  ['', usual],
  ['127.0.0.1:11500', 'http://127.0.0.1:11500/v1'],
  [':11500', 'http://127.0.0.1:11500/v1'],
  ['localhost', 'http://localhost:11434/v1'],
  ['http://[::1]:11500/', 'http://[::1]:11500/v1'],
  ['0.0.0.0:11500', 'http://127.0.0.1:11500/v1'],
  ['[::]', usual],
  ['gpu.example:11434', usual],
  ['192.168.0.7', usual],
  ['127.0.0.1.example', usual],
  ['not an address', usual],
])('with OLLAMA_HOST %j Ollama is looked for at %s', (host, address) => {
  const env = host === undefined ? {} : { OLLAMA_HOST: host }
  expect(presetsHere(env).find(({ id }) => id === 'ollama')?.base_url).toBe(address)
  const { provider } = endpointOf(
    { config: ConfigFile.parse({}), env, keys: { read: () => undefined }, builtIn: {} },
    'ollama',
  )
  expect(provider.base_url).toBe(address)
})
