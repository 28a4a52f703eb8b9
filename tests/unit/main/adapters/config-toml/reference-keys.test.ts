import { expect, test } from 'vitest'
import { settingRows } from '../../../../../src/main/adapters/config-toml/setting-rows'
import { knownSecrets } from '../../../../../src/main/core/redaction/known-secrets'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'

const load = (text: string) => loadSettings({ home: '/home/me/.c', env: { HOME: '/home/me' }, text })

/** What the reference documents never stops the start: it means something here, or there is one line that says it does not. */
test.each([
  'disable_response_storage = true',
  'preferred_auth_method = "apikey"',
  'include_plan_tool = true',
  'model_reasoning_summary_format = "none"',
])('%s is told once and has no effect', async (line) => {
  const { warnings } = await load(line)
  const [name = ''] = line.split(' ')
  expect(warnings).toEqual([expect.stringMatching(`:1: ${name} is not supported here and has no effect`)])
})

test('streamable_shell is an older name of what keeps programs running', async () => {
  const { config, warnings } = await load('[features]\nstreamable_shell = false\n')
  expect(config.features).toMatchObject({ unified_exec: false })
  expect(warnings).toEqual([expect.stringContaining('older name; write features.unified_exec')])
})

test('a server may have its time in milliseconds, and variables by their names', async () => {
  const { config, warnings } = await load(
    '[mcp_servers.a]\ncommand = "x"\nenv_vars = ["A_KEY"]\nstartup_timeout_ms = 1500\n',
  )
  expect(config.mcp_servers?.['a']).toMatchObject({ startup_timeout_sec: 1.5, env_vars: ['A_KEY'] })
  expect(warnings).toEqual([expect.stringContaining('write startup_timeout_sec')])
})

test('seconds win where both are said', async () => {
  const { config } = await load(
    '[mcp_servers.a]\ncommand = "x"\nstartup_timeout_ms = 1500\nstartup_timeout_sec = 7\n',
  )
  expect(config.mcp_servers?.['a']).toMatchObject({ startup_timeout_sec: 7 })
})

test('the protocol of an exporter is JSON, whatever is asked for', async () => {
  const { config, warnings } = await load(
    '[otel]\nexporter = { otlp-http = { endpoint = "http://127.0.0.1:1/v1/logs", protocol = "binary" } }\n',
  )
  expect(config.otel?.exporter).toMatchObject({ 'otlp-http': { endpoint: 'http://127.0.0.1:1/v1/logs' } })
  expect(warnings).toEqual([
    expect.stringContaining('otel.exporter.otlp-http.protocol is not supported here'),
  ])
})

test('an exporter by gRPC is none', async () => {
  const { config, warnings } = await load(
    '[otel]\nexporter = { otlp-grpc = { endpoint = "http://127.0.0.1:1" } }\n',
  )
  expect(config.otel?.exporter).toBe('none')
  expect(warnings).toEqual([expect.stringContaining('otel.exporter.otlp-grpc is not supported here')])
})

test('a value of a wrong form still stops it', async () => {
  await expect(load('[mcp_servers.a]\ncommand = "x"\nenv_vars = "A"\n')).rejects.toThrow(/env_vars/)
})

test.each([
  ['instructions = "x"', { instructions: 'x' }],
  ['developer_instructions = "x"', { developer_instructions: 'x' }],
  ['experimental_instructions_file = "x.md"', { experimental_instructions_file: 'x.md' }],
  ['compact_prompt = "x"', { compact_prompt: 'x' }],
  ['tool_output_token_limit = 500', { tool_output_token_limit: 500 }],
  ['allow_login_shell = false', { allow_login_shell: false }],
  ['hide_agent_reasoning = true', { hide_agent_reasoning: true }],
  ['show_raw_agent_reasoning = true', { show_raw_agent_reasoning: true }],
])('%s takes effect, and nobody is warned', async (line, expected) => {
  const { config, warnings } = await load(line)
  expect([config, warnings]).toEqual([expect.objectContaining(expected), []])
})

test('openai without a model is told once, and is as if nothing were named', async () => {
  const { config, warnings } = await load('model_provider = "openai"')
  expect([config.model_provider, warnings]).toEqual([
    undefined,
    [
      expect.stringMatching(
        /:1: model_provider is "openai", but no model is named, so that it has no effect/,
      ),
    ],
  ])
  const named = await load('model_provider = "openai"\nmodel = "m"')
  expect([named.config.model_provider, named.warnings]).toEqual(['openai', []])
})

const provider = '[model_providers.a]\nbase_url = "http://127.0.0.1:1"\n'

test('a key in the configuration is none that settings show', async () => {
  const settings = await load(
    `${provider}experimental_bearer_token = "sk-planted"\nenv_key = "A"\nenv_key_instructions = "Ask Ada."`,
  )
  const rows = JSON.stringify(settingRows(settings))
  expect([rows.includes('sk-planted'), rows.includes('[redacted]'), rows.includes('Ask Ada.')]).toEqual([
    false,
    true,
    true,
  ])
  expect(knownSecrets(settings.config, {})).toContain('sk-planted')
})

test('a key that could not stand in a header stops it, and is not repeated', async () => {
  const loading = load(`${provider}experimental_bearer_token = "sk planted"`)
  await expect(loading).rejects.toThrow(/experimental_bearer_token/)
  await expect(loading).rejects.not.toThrow(/sk planted/)
})

test('what may be a key in an address, or among the words of a command, is none that settings show', async () => {
  const settings = await load(
    `${provider.replace('127.0.0.1:1', '127.0.0.1:1/v1?key=planted-2')}http_headers = { x = "planted-3" }
[mcp_servers.far]
url = "https://h.example/mcp?k=planted-4&v=planted-5"
[mcp_servers.near]
command = "server"
args = ["--with", "planted-3", "--api-key=planted-6", "sk-planted-7", "kept-word"]
[otel]
exporter = { otlp-http = { endpoint = "https://me:planted-1@h.example/otel" } }
`,
  )
  const rows = JSON.stringify(settingRows(settings))
  expect(rows).not.toMatch(/planted/)
  for (const kept of [
    '127.0.0.1:1/v1',
    'https://h.example/mcp?k=',
    '@h.example/otel',
    'kept-word',
    '--api-key',
  ])
    expect(rows).toContain(kept)
})

test.each([
  `${provider}http_headers = "Bearer planted"`,
  `${provider}query_params = "key=planted"`,
  'openai_base_url = "htps://me:planted@h"',
  '[mcp_servers.a]\nurl = "htps://h/mcp?k=planted"',
  '[mcp_servers.a]\ncommand = "x"\nenv = "API_KEY=planted"',
  '[mcp_servers.a]\nurl = "https://h/mcp"\nenv_http_headers = "planted"',
  '[otel]\nexporter = { otlp-http = { endpoint = "htp://me:planted@h" } }',
  '[otel]\nexporter = { otlp-http = { endpoint = "http://h", headers = "planted" } }',
])('%s stops it, and what may be a key is not repeated', async (text) => {
  const said = await load(text).then(
    () => 'nothing',
    (error: unknown) => String(error),
  )
  expect(said).toMatch(/^ConfigError: .*; expected /)
  expect(said).not.toMatch(/planted/)
})
