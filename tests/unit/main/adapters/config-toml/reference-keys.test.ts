import { expect, test } from 'vitest'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'

const load = (text: string) => loadSettings({ home: '/home/me/.c', env: { HOME: '/home/me' }, text })

/** What the reference documents never stops the start: it means something here, or there is one line that says it does not. */
test.each([
  'disable_response_storage = true',
  'preferred_auth_method = "apikey"',
  'include_plan_tool = true',
  'model_reasoning_summary_format = "none"',
  'instructions = "x"',
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
