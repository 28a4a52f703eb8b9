import { expect, test } from 'vitest'
import type { NewProvider } from '@shared/domain/provider-listing'
import type { SettingEdit, SettingsReply, SettingsView } from '@shared/domain/settings-view'
import { addProvider } from '../../../../../src/main/core/settings/add-provider'
import { noSettings } from '../../../../fakes/fake-settings'

const ours: NewProvider = { name: 'Our server', address: 'https://models.example.org/v1/', wireApi: 'chat' }

function places(taken: string[], reply?: SettingsReply, view: SettingsView = noSettings) {
  const stored = new Map<string, string>()
  const written: (readonly SettingEdit[])[] = []
  return {
    stored,
    written,
    taken,
    keys: {
      save: (variable: string, key: string) => Promise.resolve(void stored.set(variable, key)),
      remove: (variable: string) => Promise.resolve(void stored.delete(variable)),
    },
    settings: {
      read: () => Promise.resolve(view),
      write: (_: string, edits: readonly SettingEdit[]): Promise<SettingsReply> => {
        written.push(edits)
        return Promise.resolve(reply ?? { kind: 'written', view })
      },
    },
  }
}

test('the provider, its own key variable and the chosen model are written in one edit; the key goes to the key store', async () => {
  const at = places([])
  const added = await addProvider(at, { ...ours, model: 'large', key: 'sk-planted' })
  expect([added.provider, [...at.stored], at.written]).toEqual([
    'our-server',
    [['COUNTERSIGN_OUR_SERVER_KEY', 'sk-planted']],
    [
      [
        {
          key: 'model_providers.our-server',
          value: {
            name: 'Our server',
            base_url: 'https://models.example.org/v1',
            wire_api: 'chat',
            env_key: 'COUNTERSIGN_OUR_SERVER_KEY',
          },
        },
        { key: 'model_provider', value: 'our-server' },
        { key: 'model', value: 'large' },
      ],
    ],
  ])
})

test.each([
  ['OpenAI', ['openai'], 'openai-2'],
  ['openai', ['openai', 'openai-2'], 'openai-3'],
  ['日本', [], 'server'],
  ['"]\nmodel = "x', [], 'model-x'],
])('the name %j beside %j becomes %j: nothing that is there changes', async (name, taken, id) => {
  expect((await addProvider(places(taken), { ...ours, name })).provider).toBe(id)
})

test.each<[string, boolean]>([
  ['http://127.0.0.1:1234/v1', true],
  ['http://localhost:1234/v1', true],
  ['http://[::1]:1234/v1', true],
  ['http://192.168.0.9/v1', false],
  ['http://127.0.0.1.example.org/v1', false],
  ['http://localhost.example.org/v1', false],
])('a key for %s is taken: %s', async (address, taken) => {
  const at = places([])
  const added = addProvider(at, { ...ours, address, key: 'sk-planted' }).then(
    () => true,
    () => false,
  )
  expect([await added, at.stored.size, at.written.length]).toEqual(taken ? [true, 1, 1] : [false, 0, 0])
})

test.each<[string, SettingsReply, SettingsView, string]>([
  ['a refusal', { kind: 'refused', message: 'no table here' }, noSettings, 'no table here'],
  ['a conflict', { kind: 'conflict', view: noSettings }, noSettings, 'changed meanwhile'],
  ['a broken file', { kind: 'written', view: noSettings }, { ...noSettings, problem: 'line 3' }, 'line 3'],
])('%s is told, and no key stays behind', async (_, reply, view, message) => {
  const at = places([], reply, view)
  await expect(addProvider(at, { ...ours, key: 'sk-planted' })).rejects.toThrow(message)
  expect(at.stored.size).toBe(0)
})
