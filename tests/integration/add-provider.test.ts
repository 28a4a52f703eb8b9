import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { loadSettings } from '../../src/main/adapters/config-toml/load-settings'
import { createSettingsFile } from '../../src/main/adapters/config-toml/settings-file'
import { createKeyFile } from '../../src/main/adapters/key-file/key-file'
import { createModelCatalogue } from '../../src/main/adapters/model-openai/catalogue'
import { createModelProviders } from '../../src/main/adapters/model-openai/providers'
import { recordingClock } from '../fakes/model-client'
import { startModelServer } from '../fakes/model-server'
import { folderWith } from '../fakes/settings-home'

test('a server that is added can be listed and spoken to at once, with its own key and no other', async () => {
  const server = await startModelServer([{ text: 'Hello.' }])
  onTestFinished(() => server.close())
  const { at } = folderWith({ 'home/config.toml': '# mine\napproval_policy = "untrusted" # careful\n' })
  const place = { home: at('home'), env: {}, managed: [] }
  const settings = createSettingsFile(place, await loadSettings(place), () => undefined)
  const keys = await createKeyFile(at('home'))
  const parts = {
    get config() {
      return settings.config()
    },
    ...{
      settings,
      keys,
      env: { OPENAI_API_KEY: 'sk-other' },
      clock: recordingClock(),
      builtIn: {},
      local: [],
    },
  }
  const catalogue = createModelCatalogue(parts)
  const providers = createModelProviders(parts)

  const added = await catalogue.addProvider({
    name: 'OpenAI',
    address: server.baseUrl,
    wireApi: 'chat',
    model: 'chosen',
    key: 'sk-planted',
  })
  expect(added).toEqual({ provider: 'openai-2', file: at('home/config.toml') })
  const text = readFileSync(added.file, 'utf8')
  expect(text).toContain('# mine\napproval_policy = "untrusted" # careful\n')
  expect(text).not.toContain('sk-planted')
  expect((await settings.defaults()).provider).toBe('openai-2')

  const request = {
    sessionId: 's1',
    model: 'chosen',
    instructions: '',
    input: [],
    tools: [],
  }
  const types: string[] = []
  for await (const { type } of providers.open(added.provider).stream(request, new AbortController().signal))
    types.push(type)
  expect(types).toContain('completed')
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-planted')

  const { choices } = await catalogue.list(true)
  expect(choices.filter(({ provider }) => provider === 'openai-2')).toEqual([
    { provider: 'openai-2', providerName: 'OpenAI', model: 'chosen', demo: false },
    { provider: 'openai-2', providerName: 'OpenAI', model: 'scripted', demo: false },
  ])
})
