import { afterEach, expect, test } from 'vitest'
import { startAppServer, type AppServerClient, type Message } from '../../fakes/app-server-client'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import { greetSecond, secondClient, type SecondClient } from '../../fakes/second-client'
import type { Answer } from '../../fakes/model-server'

let home: AppServerHome | undefined
let plain: AppServerClient | undefined
let client: SecondClient | undefined
afterEach(async () => {
  await (client ?? plain)?.end()
  client = plain = undefined
  await home?.remove()
})

async function start(script: readonly Answer[] = [{ text: 'Done.' }]) {
  home = await appServerHome(script)
  client = await greetSecond(home)
  return { at: client, where: home }
}
const error = (answer: Message) => answer['error'] as { code: number; message: string }

test('the greeting says where things are, and who is greeted', async () => {
  home = await appServerHome([])
  plain = startAppServer({ env: home.env, cwd: home.project })
  const answer = await plain.request(1, 'initialize', secondClient)
  expect(answer['result']).toEqual({
    userAgent: expect.stringMatching(/^countersign\/\S+ \(.*\) \S+ \(sample; 1\.0\.0\)$/) as unknown,
    codexHome: home.base,
    platformFamily: 'unix',
    platformOs: process.platform === 'darwin' ? 'macos' : process.platform,
  })
})

test('a client that says nothing of itself is known by its first request', async () => {
  home = await appServerHome([{ text: 'Done.' }])
  plain = startAppServer({ env: home.env, cwd: home.project })
  const { clientInfo } = secondClient
  await plain.request(1, 'initialize', { clientInfo })
  plain.send({ method: 'initialized' })
  const made = await plain.request(2, 'thread/start', { cwd: home.project })
  const { thread } = made['result'] as { thread: { id: string; originator: string } }
  expect(thread.originator).toBe('sample')
  await plain.request(3, 'turn/start', { threadId: thread.id, input: [{ type: 'text', text: 'go' }] })
  await plain.until((each) => each['method'] === 'turn/completed')
  // From then on it is a client of this protocol alone.
  expect(error(await plain.request(4, 'newConversation', {})).code).toBe(-32_601)
})

test('a client of the first protocol stays one', async () => {
  home = await appServerHome([])
  plain = startAppServer({ env: home.env, cwd: home.project })
  await plain.request(1, 'initialize', { ...secondClient, capabilities: { scopedDecisions: true } })
  const made = await plain.request(2, 'newConversation', { cwd: home.project })
  expect(made['result']).toHaveProperty('conversationId')
  expect(error(await plain.request(3, 'thread/start', {})).message).toMatch(
    /there is no method "thread\/start"/,
  )
})

test('what is not there is "method not found" by its name; what is wrong says what was expected', async () => {
  const { at } = await start()
  let next = 0
  const codes = async (method: string, params?: unknown) => {
    next += 1
    const { code, message } = error(await at.request(next, method, params))
    return [code, message] as const
  }
  expect(await codes('realtime/sing')).toEqual([-32_601, 'method not found: "realtime/sing"'])
  expect(await codes('__proto__')).toEqual([-32_601, 'method not found: "__proto__"'])
  expect(await codes('turn/start', { input: [] })).toEqual([
    -32_602,
    expect.stringMatching(/^Invalid params: turn\/start: threadId: .*expected string/),
  ])
  expect(await codes('turn/start', { threadId: 'none', input: [{ type: 'text', text: 'x' }] })).toEqual([
    -32_600,
    expect.stringMatching(/thread not found: none; expected one that thread\/start/),
  ])
  expect(await codes('thread/start', { sandbox: 'none' })).toEqual([
    -32_602,
    expect.stringMatching(/sandbox: .*"workspace-write"/),
  ])
  expect(await codes('initialize', secondClient)).toEqual([-32_600, expect.stringMatching(/only once/)])
  expect(await codes('thread/start', { ephemeral: true })).toEqual([
    -32_600,
    expect.stringMatching(/ephemeral: .*expected false/),
  ])
})

test('what a client does not want to be told is not told', async () => {
  home = await appServerHome([{ text: 'Done.' }])
  plain = startAppServer({ env: home.env, cwd: home.project })
  const capabilities = { optOutNotificationMethods: ['item/agentMessage/delta', 'thread/started'] }
  await plain.request(1, 'initialize', { ...secondClient, capabilities })
  const made = await plain.request(2, 'thread/start', { cwd: home.project })
  const threadId = (made['result'] as { thread: { id: string } }).thread.id
  await plain.request(3, 'turn/start', { threadId, input: [{ type: 'text', text: 'go' }] })
  await plain.until((each) => each['method'] === 'turn/completed')
  const names = new Set(plain.messages.map((each) => each['method']))
  expect([
    names.has('item/agentMessage/delta'),
    names.has('thread/started'),
    names.has('item/completed'),
  ]).toEqual([false, false, true])
})
