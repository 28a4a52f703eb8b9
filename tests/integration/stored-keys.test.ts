import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../fakes/model-server'
import { runCli } from '../fakes/run-cli'
import { folderWith } from '../fakes/settings-home'

/** Of no form that keys are known by, and in no variable: only the store knows them. */
const stored = {
  key: 'pebble-planted-one',
  other: 'pebble-planted-two',
  token: 'pebble-planted-three',
} as const

const signedIn = JSON.stringify({
  url: 'https://h.example/mcp',
  client: { client_id: 'c', issuer: 'https://h.example' },
  tokens: { access_token: stored.token, token_type: 'Bearer', issuer: 'https://h.example' },
})

test('a stored key, one of a server’s sign-in too, is in no telemetry, no log and no export, whoever wrote it', async () => {
  const said = Object.values(stored).join(' ')
  const model = await startModelServer([
    { calls: [{ name: 'shell', arguments: { command: ['echo', said] } }] },
    { text: `Done: ${said}` },
  ])
  onTestFinished(() => model.close())
  const { root, at } = folderWith({ 'work/x': '' })
  const config = `model = "test-1"
model_provider = "test"
approval_policy = "on-failure"
[model_providers.test]
base_url = "${model.baseUrl}"
env_key = "TEST_MODEL_KEY"
[otel]
log_user_prompt = true
exporter = { file = { path = "${at('told.jsonl')}" } }
`
  const keys = { TEST_MODEL_KEY: stored.key, OTHER_KEY: stored.other, 'mcp:far': signedIn }
  const home = folderWith({ 'config.toml': config, 'auth.json': JSON.stringify(keys) })
  chmodSync(join(home.root, 'auth.json'), 0o600)
  const env = { PATH: process.env.PATH, HOME: root, COUNTERSIGN_HOME: home.root }
  const ran = await runCli(['exec', `use ${said}`, '--cd', at('work')], { env })
  expect([ran.code, model.requests.length]).toEqual([0, 2])
  const exported = await Promise.all(
    ['markdown', 'html'].map((format) =>
      runCli(['export', '--format', format, '--cwd', at('work')], { env }),
    ),
  )
  const logs = readdirSync(home.root).filter((name) => name.endsWith('.log'))
  const told = [
    readFileSync(at('told.jsonl'), 'utf8'),
    ...exported.map(({ out }) => out),
    ...logs.map((name) => readFileSync(join(home.root, name), 'utf8')),
  ]
  expect(exported.map(({ code }) => code)).toEqual([0, 0])
  for (const text of told.slice(0, 3)) expect(text).toContain('[redacted]')
  expect(told.join('\n')).not.toContain('pebble-planted')
})
