import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Message } from '../../fakes/app-server-client'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import type { RecordedRequest } from '../../fakes/model-server'
import { bearing, connectWeb, startListening, type ListeningServer } from '../../fakes/listening-server'
import { greetSecond, type SecondClient } from '../../fakes/second-client'

const hostile = join(import.meta.dirname, '../../fakes/hostile-mcp-server.mjs')

let home: AppServerHome | undefined
let client: SecondClient | undefined
let listening: ListeningServer | undefined
afterEach(async () => {
  await client?.end()
  client = undefined
  await listening?.end()
  listening = undefined
  await home?.remove()
})

const call = { calls: [{ id: 'call_1', name: 'h__look', arguments: {} }] }
/** A home whose sessions have a server that asks, and a model that calls its tool, which a rule allows. */
async function homeThatAsks(manner: string, calls = 1): Promise<AppServerHome> {
  const server = `[mcp_servers.h]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(hostile)}, "${manner}"]\n`
  const script = Array.from({ length: calls }, () => [call, { text: 'Done.' }]).flat()
  home = await appServerHome(script, { policy: 'on-request', config: server })
  return home
}
/** A turn in which the server asks; what is asked about the call itself is allowed. */
async function asked(manner: string, params: object = {}) {
  const where = await homeThatAsks(manner)
  const at = await greetSecond(where)
  client = at
  const threadId = await at.thread(params)
  const turnId = await at.turn(threadId)
  const approval = await at.asked()
  at.send({ id: approval.id as number, result: { decision: 'accept' } })
  const question = () => at.asked(2)
  return { at, where, threadId, turnId, question }
}
/** What the server got, as the model was told. */
function outputs(requests: readonly RecordedRequest[]): unknown[] {
  const last = requests.at(-1)?.body as { input: { type: string; output?: unknown }[] } | undefined
  return (last?.input ?? []).filter(({ type }) => type === 'function_call_output').map(({ output }) => output)
}
const elicitation = 'mcpServer/elicitation/request'
const isMethod = (name: string) => (each: Message) => each['method'] === name
/** The lines on record that hold a text. */
const recorded = ({ base }: AppServerHome, text: string): string[] =>
  globSync(join(base, 'sessions/**/*.jsonl')).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(text)),
  )

test('a form reaches the client, and what it is filled in with reaches the server', async () => {
  const { at, where, threadId, turnId, question } = await asked('asks-form')
  const { id, method, params } = await question()
  expect(method).toBe(elicitation)
  expect(params).toMatchObject({
    ...{ threadId, turnId, serverName: 'h', mode: 'form' },
    message: expect.stringMatching(/^Where shall it go\?/) as unknown,
    requestedSchema: {
      ...{ type: 'object', required: ['name', 'size'] },
      properties: { size: { type: 'integer', minimum: 1, maximum: 5 }, sure: { default: true } },
    },
    _meta: { countersign: { tool: 'look', secret: [] } },
  })
  expect(at.all('thread/status/changed').at(-1)).toMatchObject({
    status: { type: 'active', activeFlags: ['waitingOnUserInput'] },
  })
  const content = { name: 'Ada', size: 2, colour: 'b', tags: ['a'] }
  at.send({
    id: id as number,
    result: { action: 'accept', content: { ...content, mail: null }, _meta: null },
  })
  await at.until(
    (each) =>
      each['method'] === 'serverRequest/resolved' &&
      (each['params'] as { requestId: unknown }).requestId === id,
  )
  await at.told('turn/completed')
  expect(outputs(where.server.requests)).toEqual([JSON.stringify({ action: 'accept', content })])
})

test('a turn that is stopped takes the question back, and a late answer is refused', async () => {
  const { at, threadId, turnId, question } = await asked('asks-url')
  const { id, params } = await question()
  expect(params).toMatchObject({ mode: 'url', url: 'https://xn--pple-43d.example/login?to=apple.com' })
  await at.call('turn/interrupt', { threadId, turnId })
  await at.told('turn/completed')
  expect(at.all('serverRequest/resolved').map(({ requestId }) => requestId)).toContain(id)
  at.send({ id: id as number, result: { action: 'accept' } })
  await at.until((each) => JSON.stringify(each).includes('waits for an answer'))
})

test('under never no client is asked', async () => {
  const where = await homeThatAsks('asks-reading')
  const at = await greetSecond(where)
  client = at
  await at.turn(await at.thread({ approvalPolicy: 'never' }))
  await at.told('turn/completed')
  expect(at.messages.filter((each) => 'method' in each && 'id' in each)).toEqual([])
  expect(outputs(where.server.requests)).toEqual(['{"action":"decline"}'])
})

test('an agent that may ask asks the client, and its model gets the answer', async () => {
  const questions = [
    { id: 'store', header: 'Store', question: 'Where to?', options: [{ label: 'A', description: 'a' }] },
  ]
  const asks = { calls: [{ id: 'call_1', name: 'request_user_input', arguments: { questions } }] }
  const config = '[features]\ndefault_mode_request_user_input = true\n'
  const where = await appServerHome([asks, { text: 'Done.' }], { policy: 'on-request', config })
  home = where
  const at = await greetSecond(where)
  client = at
  const threadId = await at.thread()
  const turnId = await at.turn(threadId)
  const { id, method, params } = await at.asked()
  expect([method, params]).toMatchObject([
    'item/tool/requestUserInput',
    {
      threadId,
      turnId,
      itemId: 'call_1',
      questions: [{ id: 'store', isOther: true, options: [{ label: 'A' }] }],
    },
  ])
  at.send({ id: id as number, result: { answers: { store: { answers: ['elsewhere'] } } } })
  await at.told('turn/completed')
  expect(outputs(where.server.requests)).toEqual(['{"answers":{"store":{"answers":["elsewhere"]}}}'])
})

test('those who follow are asked, and the first answer counts; the last one who goes answers nothing', async () => {
  const where = await homeThatAsks('asks', 2)
  listening = await startListening(where, ['--listen', 'ws://127.0.0.1:0'])
  const { listen, token } = listening
  const open = () => connectWeb(listen, bearing(token))
  const [first, second, stranger] = [await open(), await open(), await open()]
  const { thread } = (await first.call('thread/start', { cwd: where.project })) as { thread: { id: string } }
  const threadId = thread.id
  await second.call('thread/resume', { threadId })
  /** What the server asks the second client in its nth turn. */
  const asks = async (nth: number): Promise<Message> => {
    await second.call('turn/start', { threadId, input: [{ type: 'text', text: 'go' }] })
    const named = (method: string) => () =>
      second.messages.filter((each) => each['method'] === method)[nth - 1]
    const approvals = named('item/commandExecution/requestApproval')
    await second.until(() => approvals() !== undefined)
    second.send({ id: approvals()?.['id'], result: { decision: 'accept' } })
    const questions = named(elicitation)
    await second.until(() => questions() !== undefined)
    return questions() ?? {}
  }
  const { id } = await asks(1)
  await first.until(isMethod(elicitation))
  // Who takes the thread up now is asked as well.
  const third = await open()
  await third.call('thread/resume', { threadId })
  expect(await third.until(isMethod(elicitation))).toMatchObject({ params: { threadId, serverName: 'h' } })
  third.socket.close()
  first.socket.close()
  second.send({ id, result: { action: 'accept', content: { name: 'Ada' } } })
  await second.until(isMethod('turn/completed'))
  expect(outputs(where.server.requests)).toEqual(['{"action":"accept","content":{"name":"Ada"}}'])
  await asks(2)
  second.socket.close()
  const ends = () => recorded(where, '"question.resolved"')
  await expect.poll(() => ends().length, { timeout: 60_000 }).toBe(2)
  expect(ends().map((line) => /"state":"(\w+)"/.exec(line)?.[1])).toEqual(['answered', 'withdrawn'])
  expect(ends()[1]).not.toContain('"action"')
  expect(stranger.messages.filter(isMethod(elicitation))).toEqual([])
})
