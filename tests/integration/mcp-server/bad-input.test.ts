import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { sinceNow, startAppServer, type AppServerClient, type Message } from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'
import { sharedPrograms } from '../../fakes/shared-program'

const programs = sharedPrograms(
  (at) => Promise.resolve(startAppServer({ env: at.env, cwd: at.project, program: 'mcp-server' })),
  (client) => client.end(),
)
let home: AppServerHome | undefined
/** What the script of the running test tries to make outside of the project. */
let made = ''
let server: AppServerClient | undefined
afterEach(async () => {
  await server?.end()
  await home?.remove()
  rmSync(made, { force: true })
  ;[server, home] = [undefined, undefined]
})
afterAll(() => programs.close())

const withoutView = '[features]\nsandbox_command_assessment = false\n'
const hello = {
  protocolVersion: '2025-06-18',
  capabilities: { elicitation: {} },
  clientInfo: { name: 'raw', version: '1' },
}

async function start(script: (outside: string) => readonly Answer[] = () => []) {
  const outside = `/var/tmp/cs-mcp-raw-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
  made = outside
  home = await appServerHome(script(outside), { config: withoutView })
  const raw = startAppServer({ env: home.env, cwd: home.project, program: 'mcp-server' })
  server = raw
  return { outside, ...speaking(raw) }
}

/** The same with a server that is there for the next test, too, and was greeted. */
async function borrow(script: (outside: string) => readonly Answer[] = () => []) {
  const outside = `/var/tmp/cs-mcp-raw-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
  made = outside
  const { program, isNew } = await programs.lend(script(outside), { config: withoutView })
  const speech = speaking(sinceNow(program))
  if (isNew) await speech.ready()
  return { outside, ...speech }
}

function speaking(raw: AppServerClient) {
  const send = (message: Message): void => {
    raw.send({ jsonrpc: '2.0', ...message })
  }
  const ready = async (): Promise<void> => {
    send({ id: 'hello', method: 'initialize', params: hello })
    await raw.until((each) => each['id'] === 'hello')
    send({ method: 'notifications/initialized' })
  }
  const call = (id: unknown, args: object): void => {
    send({ id, method: 'tools/call', params: { name: 'codex', arguments: args } })
  }
  const answerTo = (id: unknown) => raw.until((each) => each['id'] === id && !('method' in each))
  const asked = () => raw.until((each) => each['method'] === 'elicitation/create')
  return { raw, send, ready, call, answerTo, asked }
}
const touch = (outside: string): readonly Answer[] => [
  shellCall('call_1', 'touch', outside),
  { text: 'Done.' },
]
const codeAndText = (message: Message): string => {
  const { code, message: text } = message['error'] as { code: number; message: string }
  return `${String(code)} ${text}`
}

const lines: [string, string | Message, RegExp][] = [
  ['no JSON', '{"jsonrpc":\n', /^-32700 .*not JSON/],
  ['no object', '[1]\n', /^-32600 .*one JSON object/],
  ['no version', '{"id":5,"method":"ping"}\n', /^-32600 .*jsonrpc "2\.0"/],
  ['no method and no answer', '{"jsonrpc":"2.0","id":5}\n', /^-32600 .*no request with id 5/],
  [
    'an answer that nobody waits for',
    '{"jsonrpc":"2.0","id":5,"result":{"decision":"approved"}}\n',
    /^-32600 .*no request with id 5/,
  ],
  ['an unknown method', '{"jsonrpc":"2.0","id":5,"method":"tools/destroy"}\n', /^-32601 /],
  [
    'initialize again',
    `${JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'initialize', params: hello })}\n`,
    /^-32600 Already initialized/,
  ],
  ['params that are no object', '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[1]}\n', /^-32600 /],
  [
    'a call without a name',
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{}}\n',
    /^-3260[0-9] |^-32603 /,
  ],
]
test.each(lines)(
  '%s: an error that says what was expected, and the server goes on',
  async (_, line, expected) => {
    const { raw, send, answerTo } = await borrow()
    raw.send(line)
    const error = await raw.until((each) => 'error' in each)
    send({ id: 'after', method: 'ping' })
    expect([codeAndText(error), (await answerTo('after'))['result']]).toEqual([
      expect.stringMatching(expected),
      {},
    ])
  },
)

test('bytes that are no UTF-8, and a line of 70 MB, are refused without ending the server', async () => {
  const { raw, ready, send, answerTo } = await start()
  await ready()
  raw.child.stdin?.write(Buffer.from([0x7b, 0xff, 0xfe, 0x0a]))
  const first = await raw.until((each) => 'error' in each)
  const piece = Buffer.alloc(1024 * 1024, 0x20)
  for (let at = 0; at < 70; at++) raw.child.stdin?.write(piece)
  raw.send('\n')
  const second = await raw.until((each) => 'error' in each, 2)
  send({ id: 'after', method: 'ping' })
  await answerTo('after')
  expect([codeAndText(first), codeAndText(second)]).toEqual([
    expect.stringMatching(/^-32700 .*UTF-8/),
    expect.stringMatching(/^-32600 .*longer than/),
  ])
})

test('nothing is called before initialize', async () => {
  const { raw, call, answerTo } = await start()
  call(1, { prompt: 'go' })
  expect(codeAndText(await answerTo(1))).toMatch(/^-32600 Not initialized/)
  expect(home?.server.requests.length).toBe(0)
  expect((await raw.end()).code).toBe(0)
})

test('the id of a call that runs cannot be used again, and its own answer still comes', async () => {
  const { raw, call, send, answerTo, asked } = await borrow(touch)
  call(7, { prompt: 'go' })
  const { id } = await asked()
  send({ id: 7, method: 'ping' })
  const error = await raw.until((each) => 'error' in each)
  send({ id, result: { decision: 'denied' } })
  const answer = await answerTo(7)
  expect([codeAndText(error), error['id'], answer['result']]).toEqual([
    expect.stringMatching(/id 7 is that of a request which is not answered/),
    undefined,
    expect.objectContaining({ structuredContent: expect.objectContaining({ content: 'Done.' }) as object }),
  ])
})

const unreadable: [string, (id: unknown) => Message][] = [
  ['null', (id) => ({ id, result: null })],
  ['text', (id) => ({ id, result: 'approved' })],
  [
    'a yes beside an error',
    (id) => ({ id, result: { decision: 'approved' }, error: { code: 1, message: 'x' } }),
  ],
]
test.each(unreadable)('the answer is %s: denied, and the turn goes on', async (_, answer) => {
  const { call, send, answerTo, asked, outside } = await borrow(touch)
  call(1, { prompt: 'go' })
  send(answer((await asked())['id']))
  expect([(await answerTo(1))['result'], existsSync(outside)]).toEqual([
    expect.objectContaining({
      structuredContent: expect.objectContaining({
        content: 'Done.',
        notes: [expect.stringContaining('did not answer it readably')],
      }) as object,
    }),
    false,
  ])
})

test('a second answer is an error and changes nothing', async () => {
  const { raw, call, send, answerTo, asked, outside } = await borrow(touch)
  call(1, { prompt: 'go' })
  const { id } = await asked()
  send({ id, result: { decision: 'denied' } })
  send({ id, result: { decision: 'approved' } })
  const error = await raw.until((each) => 'error' in each)
  await answerTo(1)
  expect([codeAndText(error), existsSync(outside)]).toEqual([expect.stringMatching(/^-32600 /), false])
})

test('a client that is gone in the middle of an approval: nothing runs, exit code 0', async () => {
  const { raw, ready, call, asked, outside } = await start(touch)
  await ready()
  call(1, { prompt: 'go' })
  await asked()
  expect([await raw.end(), existsSync(outside)]).toEqual([{ code: 0, signal: null }, false])
  // On a busy machine the engine may say that it was ended before it had closed; else nothing.
  expect(raw.stderr()).toMatch(/^(?:countersign: end: the engine did not close within \d+ ms\n)?$/)
})

test('a yes without a line end is the last thing that counts, and then the end denies', async () => {
  const { raw, ready, call, asked, outside } = await start(touch)
  await ready()
  call(1, { prompt: 'go' })
  const { id } = await asked()
  raw.send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"decision":"app`)
  expect([(await raw.end()).code, existsSync(outside)]).toEqual([0, false])
})

test('a bad configuration is a tool error that names the file, the line and what was expected', async () => {
  const { raw, ready, call, answerTo } = await start()
  writeFileSync(join(home?.base ?? '', 'config.toml'), 'modle = "x"\n')
  await ready()
  call(1, { prompt: 'go' })
  expect((await answerTo(1))['result']).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/config\.toml:1: .*modle.*model/) as string }],
  })
  expect((await raw.end()).code).toBe(0)
})

test('a bad option: nothing starts, exit code 2, nothing on standard output', async () => {
  home = await appServerHome([])
  const raw = startAppServer({
    env: home.env,
    cwd: home.project,
    program: 'mcp-server',
    args: ['-c', 'modle="x"'],
  })
  server = raw
  const { code } = await raw.end()
  expect([code, raw.messages.length, /modle/.test(raw.stderr())]).toEqual([2, 0, true])
})

test("the command line's options hold for every call, and the call's own go before them", async () => {
  home = await appServerHome([{ text: 'One.' }, { text: 'Two.' }])
  const raw = startAppServer({
    env: home.env,
    cwd: home.project,
    program: 'mcp-server',
    args: ['-c', 'model="flagged-1"'],
  })
  server = raw
  raw.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello })
  await raw.until((each) => each['id'] === 0)
  for (const [id, args] of [
    [1, { prompt: 'go' }],
    [2, { prompt: 'go', config: { model: 'called-1' } }],
  ] as const) {
    raw.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'codex', arguments: args } })
    await raw.until((each) => each['id'] === id && 'result' in each)
  }
  expect(home.server.requests.map(({ body }) => (body as { model: string }).model)).toEqual([
    'flagged-1',
    'called-1',
  ])
})

test('SIGTERM ends it as an end of input does, with code 130', async () => {
  const { raw, ready, call, asked, outside } = await start(touch)
  await ready()
  call(1, { prompt: 'go' })
  await asked()
  raw.child.kill('SIGTERM')
  expect([(await raw.end()).code, existsSync(outside)]).toEqual([130, false])
})
