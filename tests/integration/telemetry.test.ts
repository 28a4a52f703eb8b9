import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../fakes/model-server'
import { runCli, type Ran } from '../fakes/run-cli'
import { folderWith } from '../fakes/settings-home'

const planted = {
  environment: 'environment-planted-1',
  header: 'header-planted-2',
  prompt: 'sk-promptplanted-3',
} as const

interface TelemetryLine {
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

/** One run of the built program against a scripted model, with keys in its environment, a header and the prompt. */
async function run(
  otel: string,
  before?: (told: string) => void,
): Promise<{ ran: Ran; root: string; lines: () => TelemetryLine[] }> {
  const model = await startModelServer([
    { calls: [{ name: 'shell', arguments: { command: ['bash', '-c', 'echo $TEST_MODEL_KEY; exit 3'] } }] },
    { text: 'Done.' },
  ])
  onTestFinished(() => model.close())
  const { root, at } = folderWith({ 'work/x': '' })
  const told = at('telemetry.jsonl')
  before?.(told)
  const config = `model = "test-1"
model_provider = "test"
approval_policy = "on-failure"
[model_providers.test]
base_url = "${model.baseUrl}"
env_key = "TEST_MODEL_KEY"
http_headers = { x-team = "${planted.header}" }
[otel]
${otel.replace('TOLD', told)}
`
  const home = folderWith({ 'config.toml': config })
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    COUNTERSIGN_HOME: home.root,
    TEST_MODEL_KEY: planted.environment,
  }
  const prompt = `use ${planted.prompt} and ${planted.environment}`
  const ran = await runCli(['exec', prompt, '--cd', at('work')], { env })
  const lines = (): TelemetryLine[] =>
    existsSync(told)
      ? readFileSync(told, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as TelemetryLine)
      : []
  return { ran, root: home.root, lines }
}

/** Every file below a folder with its text. */
function filesBelow(root: string): { readonly path: string; readonly text: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

test('telemetry is off by default, and a key in the environment or a header is in no file of the home', async () => {
  const { ran, root, lines } = await run('')
  const files = filesBelow(root).filter(({ path }) => !path.endsWith('config.toml'))
  expect([ran.code, lines()]).toEqual([0, []])
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(({ text }) => text.includes(planted.header))).toEqual([])
  // What a person types is their session's record, and stands nowhere else.
  const outside = files.filter(({ path }) => !/[/\\](?:archived_)?sessions[/\\]/.test(path))
  expect(outside.filter(({ text }) => Object.values(planted).some((key) => text.includes(key)))).toEqual([])
})

test('a file gets every event of a run, with prompts by their length and no key', async () => {
  const { ran, lines } = await run('exporter = { file = { path = "TOLD" } }')
  const told = lines()
  expect(ran.code).toBe(0)
  expect(told.map(({ name }) => name.replace('countersign.', ''))).toEqual(
    expect.arrayContaining([
      'conversation_starts',
      'user_prompt',
      'api_request',
      'sse_event',
      'tool_decision',
      'tool_result',
    ]),
  )
  expect(told.find(({ name }) => name.endsWith('user_prompt'))?.attributes).toMatchObject({
    'event.name': 'countersign.user_prompt',
    model: 'test-1',
    prompt: '[REDACTED]',
  })
  expect(told.find(({ name }) => name.endsWith('tool_result'))?.attributes).toMatchObject({
    tool_name: 'shell',
    success: false,
    model: 'test-1',
  })
  const text = JSON.stringify(told)
  for (const key of Object.values(planted)) expect(text).not.toContain(key)
})

test('a link in the file’s place gets nothing, and the run goes on', async () => {
  let elsewhere = ''
  const { ran } = await run('exporter = { file = { path = "TOLD" } }', (told) => {
    elsewhere = `${told}-elsewhere`
    writeFileSync(elsewhere, 'theirs')
    symlinkSync(elsewhere, told)
  })
  expect([ran.code, readFileSync(elsewhere, 'utf8')]).toEqual([0, 'theirs'])
})

test('a prompt that is asked for is told, without the keys in it', async () => {
  const { lines } = await run('exporter = { file = { path = "TOLD" } }\nlog_user_prompt = true')
  expect(lines().find(({ name }) => name.endsWith('user_prompt'))?.attributes['prompt']).toBe(
    'use [redacted] and [redacted]',
  )
})

test('an OTLP endpoint gets the records with the configured headers before the program ends', async () => {
  const bodies: string[] = []
  const headers: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    headers.push(request.headers['x-tenant'])
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { ran } = await run(
    `exporter = { otlp-http = { endpoint = "http://127.0.0.1:${String(port)}/v1/logs", headers = { x-tenant = "tenant-planted" } } }`,
  )
  expect(ran.code).toBe(0)
  expect(headers).toContain('tenant-planted')
  const text = bodies.join('')
  expect(text).toContain('countersign.conversation_starts')
  expect(text).toContain('countersign.tool_result')
  for (const key of [...Object.values(planted), 'tenant-planted']) expect(text).not.toContain(key)
})

test('an endpoint that is not there changes nothing about the run', async () => {
  const { ran } = await run('exporter = { otlp-http = { endpoint = "http://127.0.0.1:9/v1/logs" } }')
  expect(ran).toMatchObject({ code: 0, err: '' })
})
