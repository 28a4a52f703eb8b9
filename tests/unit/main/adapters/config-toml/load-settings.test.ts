import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'

const env = { HOME: '/home/ada' }
let base = ''

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'countersign-config-'))
})
afterAll(() => rm(base, { recursive: true }))

async function homeWith(source: string): Promise<string> {
  const home = await mkdtemp(join(base, 'home-'))
  await writeFile(join(home, 'config.toml'), source)
  return home
}

test('takes a file that does not exist for the defaults', async () => {
  const home = join(base, 'nowhere')
  const { config, path, text, warnings } = await loadSettings({ home, env })
  expect({ config, path, text, warnings }).toEqual({
    config: { model_providers: {} },
    path: join(home, 'config.toml'),
    text: '',
    warnings: [],
  })
})

test('reads a whole file, with the defaults filled in and writable roots made absolute', async () => {
  const home = await homeWith(`
model = "qwen3"
model_provider = "local"
approval_policy = "untrusted"
sandbox_mode = "workspace-write"

[model_providers.local]
name = "Local server"
base_url = "http://127.0.0.1:11434/v1"

[model_providers.openai]
base_url = "https://proxy.example/v1"
env_key = "PROXY_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 1

[sandbox_workspace_write]
writable_roots = ["/srv/cache", "~/out"]
`)
  expect((await loadSettings({ home, env })).config).toEqual({
    model: 'qwen3',
    model_provider: 'local',
    approval_policy: 'untrusted',
    sandbox_mode: 'workspace-write',
    model_providers: {
      local: {
        name: 'Local server',
        base_url: 'http://127.0.0.1:11434/v1',
        wire_api: 'chat',
        request_max_retries: 4,
        stream_max_retries: 5,
        stream_idle_timeout_ms: 300_000,
      },
      openai: {
        base_url: 'https://proxy.example/v1',
        env_key: 'PROXY_KEY',
        wire_api: 'responses',
        request_max_retries: 0,
        stream_max_retries: 1,
        stream_idle_timeout_ms: 300_000,
      },
    },
    sandbox_workspace_write: {
      writable_roots: ['/srv/cache', '/home/ada/out'],
      network_access: false,
      exclude_tmpdir_env_var: false,
      exclude_slash_tmp: false,
    },
  })
})
