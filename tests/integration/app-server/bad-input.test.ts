import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'

let home: AppServerHome
let client: AppServerClient
beforeEach(async () => {
  home = await appServerHome([])
  client = startAppServer({ env: home.env, cwd: home.project })
})
afterEach(async () => {
  await client.end()
  await home.remove()
})

const errorOf = (message: Message) => message['error'] as { code: number; message: string }
const refused = (nth: number): Promise<Message> =>
  client.until((each) => 'error' in each && each['id'] === null, nth)
const initialize = () => client.request('init', 'initialize', plainClient)

test.each<[string, string, unknown, string]>([
  ['wrong types', 'newConversation', { cwd: 42 }, 'newConversation: cwd: '],
  ['a wrong policy', 'newConversation', { approvalPolicy: 'always' }, 'approvalPolicy'],
  ['parameters that are no object', 'newConversation', 'x', 'expected object'],
  ['an unknown method', 'noSuchMethod', {}, 'expected one of: initialize, '],
  ['the name of an object member', '__proto__', {}, 'there is no method'],
  [
    'an unknown conversation',
    'sendUserMessage',
    { conversationId: '00000000-0000-7000-8000-000000000000', items: [] },
    'conversation not found: 00000000-0000-7000-8000-000000000000',
  ],
  [
    'an unknown subscription',
    'removeConversationListener',
    { subscriptionId: 'x' },
    'subscription not found: x',
  ],
  ['initialize once more', 'initialize', plainClient, 'Already initialized'],
  ['ChatGPT login', 'loginChatGpt', {}, 'not supported here'],
  ['a key that no header can carry', 'loginApiKey', { apiKey: 'a\nb' }, 'visible ASCII'],
  [
    'a bad configuration value',
    'newConversation',
    { config: { sandbox_mode: 'open' } },
    'config.sandbox_mode',
  ],
  ['a folder that is not there', 'newConversation', { cwd: '/no/such/folder' }, '/no/such/folder'],
  ['a program that is not there', 'execOneOffCommand', { command: [] }, 'command'],
])('%s: -32600 and what was expected', async (_, method, params, reason) => {
  await initialize()
  const error = errorOf(await client.request(2, method, params))
  expect(error).toEqual({ ...error, code: -32600, message: expect.stringContaining(reason) as string })
})

test('a request before initialize is refused, and initialize is answered all the same', async () => {
  const early = await client.request(1, 'userInfo')
  expect(errorOf(early)).toEqual({
    code: -32600,
    message: 'Not initialized; expected "initialize" before userInfo',
  })
  expect(await initialize()).toHaveProperty('result.userAgent')
})

test('a jsonrpc member is accepted', async () => {
  client.send({ jsonrpc: '2.0', id: 'a', method: 'initialize', params: plainClient })
  expect(await client.until((each) => each['id'] === 'a')).toHaveProperty('result')
})

test.each<[string, string | Uint8Array, number, string]>([
  ['no JSON', '{"id":1,', -32700, 'not JSON'],
  ['a list', '[]', -32600, 'expected one JSON object'],
  ['a number', '12', -32600, 'expected one JSON object'],
  ['an empty object', '{}', -32600, 'expected "method"'],
  ['a method that is no text', '{"id":7,"method":4}', -32600, '"method" must be a string'],
  ['an id that is no id', '{"id":{"a":1},"method":"userInfo"}', -32600, '"id" must be'],
  ['an id with a fraction', '{"id":1.5,"method":"userInfo"}', -32600, '"id" must be'],
  [
    'an answer that nobody waits for',
    '{"id":5,"result":{"decision":"approved"}}',
    -32600,
    'no request with id 5',
  ],
  [
    'an error that nobody waits for',
    '{"id":"x","error":{"code":1,"message":"no"}}',
    -32600,
    'no request with id "x"',
  ],
  ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), -32700, 'not UTF-8'],
])('a line with %s: an error, and the next line counts', async (_, line, code, reason) => {
  client.child.stdin?.write(line)
  client.child.stdin?.write('\n')
  const found = await client.until((each) => 'error' in each)
  expect(errorOf(found)).toEqual({ code, message: expect.stringContaining(reason) as string })
  expect(await initialize()).toHaveProperty('result')
})

test('a line of 100 MB is refused without being held, and the next line counts', async () => {
  const { stdin } = client.child
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let sent = 0; sent < 100; sent++)
    if (stdin?.write(piece) === false) await new Promise((resolve) => stdin.once('drain', resolve))
  client.send('\n')
  expect(errorOf(await refused(1)).message).toContain('longer than 67108864 bytes')
  expect(await initialize()).toHaveProperty('result')
})

test('an id in use is refused under no id; once it is answered it can be used again', async () => {
  await initialize()
  client.send({ id: 3, method: 'execOneOffCommand', params: { command: ['sleep', '1'] } })
  client.send({ id: 3, method: 'userInfo' })
  const first = await client.until((each) => 'error' in each || each['id'] === 3)
  expect(first).toHaveProperty(
    'error.message',
    expect.stringContaining('id 3 is that of a request which is not answered yet'),
  )
  expect(await client.until((each) => each['id'] === 3)).toHaveProperty('result.exitCode', 0)
  client.send({ id: 3, method: 'userInfo' })
  expect(await client.until((each) => each['id'] === 3, 2)).toHaveProperty('result.allegedUserEmail', null)
})

test('half a line at the end of input: an error and exit 0', async () => {
  await initialize()
  client.child.stdin?.write('{"id":9,"method":"userIn')
  const ended = await client.end()
  expect([ended.code, errorOf(client.messages.at(-1) ?? {}).code]).toEqual([0, -32700])
})

test('a bad config.toml is the answer to what needs it, not the end', async () => {
  const bad = await appServerHome([], { config: 'sandbox_mode = "open"\n' })
  const server = startAppServer({ env: bad.env })
  await server.request(1, 'initialize', plainClient)
  const answer = await server.request(2, 'newConversation', { cwd: bad.project })
  expect(errorOf(answer).message).toContain('config.toml')
  expect((await server.end()).code).toBe(0)
  await bad.remove()
})

test('a client that vanishes in the middle of an approval: denied, nothing runs, exit 0', async () => {
  const asking = await appServerHome([shellCall('call_1', 'touch', '/opt/cs-vanished')], {
    policy: 'untrusted',
  })
  const server = startAppServer({ env: asking.env })
  await server.request(1, 'initialize', plainClient)
  const made = await server.request(2, 'newConversation', { cwd: asking.project })
  const { conversationId } = made['result'] as Message
  await server.request(3, 'sendUserMessage', {
    conversationId,
    items: [{ type: 'text', data: { text: 'go' } }],
  })
  await server.until((each) => each['method'] === 'execCommandApproval')
  expect((await server.end()).code).toBe(0)
  expect(asking.server.requests.filter(({ body }) => JSON.stringify(body).includes('call_1'))).toEqual([])
  await asking.remove()
})
