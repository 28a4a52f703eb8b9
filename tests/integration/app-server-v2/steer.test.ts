import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { choose, type AcpClient } from '../../fakes/acp-client'
import type { Message } from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { connectCodexAcp } from '../../fakes/codex-acp'
import type { Answer } from '../../fakes/model-server'
import { greetSecond, type SecondClient } from '../../fakes/second-client'

let home: AppServerHome | undefined
let client: SecondClient | undefined
let acp: AcpClient | undefined
afterEach(async () => {
  await client?.end()
  await acp?.end()
  client = acp = undefined
  await home?.remove()
})

async function start(script: readonly Answer[]) {
  home = await appServerHome(script)
  client = await greetSecond(home)
  return { at: client, where: home }
}

/** Runs until the project has a file. */
const waits = shellCall('call_wait', 'sh', '-c', 'until test -e go-on; do sleep 0.1; done; echo went on')
const goOn = ({ project }: AppServerHome): void => {
  writeFileSync(join(project, 'go-on'), '')
}
const text = (said: string) => [{ type: 'text', text: said }]
const error = (answer: Message) =>
  answer['error'] as { code: number; message: string; data?: Record<string, unknown> }
/** What a request told the model, in short: kinds of items, and texts of messages of the user. */
const told = (where: AppServerHome, nth: number): readonly string[] => {
  const { input = [] } = (where.server.requests[nth]?.body ?? {}) as {
    input?: { type?: string; role?: string; content?: string | { text?: string }[] }[]
  }
  return input.flatMap(({ type, role, content = [] }) => {
    if (type !== undefined && type !== 'message') return [type]
    const said = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')
    return role === 'user' && !said.startsWith('<') ? [said] : []
  })
}

const kinds = (at: SecondClient): unknown[] =>
  at.all('item/completed').map(({ item }) => (item as Message)['type'])

test('a message for the turn that runs is taken behind the output of its command, under the client’s own id', async () => {
  const { at, where } = await start([waits, { text: 'As you say.' }])
  const threadId = await at.thread()
  const turnId = await at.turn(threadId, 'Begin.')
  await at.until((each) => JSON.stringify(each).includes('"commandExecution"'))
  const answer = await at.call('turn/steer', {
    ...{ threadId, input: text('Only the first.'), expectedTurnId: turnId },
    clientUserMessageId: 'mine-1',
  })
  expect(answer).toEqual({ turnId })
  expect(kinds(at)).toEqual(['userMessage'])
  goOn(where)
  const { turn } = await at.told('turn/completed')
  expect([(turn as Message)['id'], at.all('turn/started').length]).toEqual([turnId, 1])
  expect(kinds(at)).toEqual(['userMessage', 'commandExecution', 'userMessage', 'agentMessage'])
  const item = { type: 'userMessage', clientId: 'mine-1', content: text('Only the first.') }
  expect(at.all('item/started').at(2)).toMatchObject({ threadId, turnId, item })
  expect(told(where, 1)).toEqual(['Begin.', 'function_call', 'function_call_output', 'Only the first.'])
  const read = await at.call('thread/read', { threadId, includeTurns: true })
  const { turns } = read['thread'] as { turns: { items: Message[] }[] }
  expect(turns.map(({ items }) => items.map((each) => each['type']))).toEqual([kinds(at)])
  expect(turns[0]?.items[2]).toMatchObject(item)
})

test('a turn that is interrupted keeps it on record, and a resumed thread goes on with it', async () => {
  const { at, where } = await start([{ hang: true, text: 'I wait.' }, { text: 'As you say.' }])
  const threadId = await at.thread()
  const turnId = await at.turn(threadId, 'Begin.')
  await at.told('item/agentMessage/delta')
  await at.call('turn/steer', { threadId, input: text('Not so.'), expectedTurnId: turnId })
  await at.call('turn/interrupt', { threadId, turnId })
  await at.told('turn/completed')
  expect(kinds(at)).toEqual(['userMessage', 'userMessage'])
  await at.end()
  const again = (client = await greetSecond(where))
  await again.call('thread/resume', { threadId })
  await again.turn(threadId, 'Otherwise.')
  await again.told('turn/completed')
  expect(told(where, 1)).toEqual(['Begin.', 'Not so.', 'Otherwise.'])
})

test('an engine that is killed keeps what was taken, and nothing waits any more', async () => {
  const { at, where } = await start([waits, { hang: true, text: 'I wait.' }, { text: 'As you say.' }])
  const threadId = await at.thread()
  const turnId = await at.turn(threadId, 'Begin.')
  await at.until((each) => JSON.stringify(each).includes('"commandExecution"'))
  await at.call('turn/steer', { threadId, input: text('Only the first.'), expectedTurnId: turnId })
  goOn(where)
  await at.told('item/agentMessage/delta')
  at.child.kill('SIGKILL')
  await at.end()
  const again = (client = await greetSecond(where))
  const { thread } = await again.call('thread/resume', { threadId })
  const { turns } = thread as { turns: { status: string; items: Message[] }[] }
  expect(turns.map(({ status, items }) => [status, items.map((each) => each['type'])])).toEqual([
    ['interrupted', ['userMessage', 'commandExecution', 'userMessage']],
  ])
  await again.turn(threadId, 'Go on.')
  await again.told('turn/completed')
  expect(told(where, 2).slice(-3)).toEqual(['function_call_output', 'Only the first.', 'Go on.'])
})

test('what takes no message says so in the words that clients look for', async () => {
  const { at } = await start([{ text: 'Done.' }, { hang: true, text: 'I look.' }])
  const threadId = await at.thread()
  const steer = (params: object): Promise<Message> =>
    at.request(JSON.stringify(params), 'turn/steer', {
      ...{ threadId, input: text('and this'), expectedTurnId: 'x' },
      ...params,
    })
  expect(error(await steer({}))).toMatchObject({
    code: -32_600,
    message: expect.stringMatching(/^no active turn to steer/) as unknown,
  })
  expect(error(await steer({ threadId: 'none' })).message).toMatch(/thread not found: none/)
  for (const bad of [{ input: [] }, { expectedTurnId: '' }, { expectedTurnId: 5 }, { input: 'x' }])
    expect(error(await steer(bad)).code).toBe(-32_602)
  await at.turn(threadId)
  await at.told('turn/completed')
  const target = { type: 'custom', instructions: 'Look at the names.' }
  const { turn } = await at.call('review/start', { threadId, target })
  const { id: expectedTurnId } = turn as { id: string }
  await at.told('turn/started', 2)
  expect(error(await steer({ expectedTurnId: 'other' })).message).toMatch(/it is for other/)
  expect(error(await steer({ expectedTurnId }))).toMatchObject({
    code: -32_600,
    data: {
      message: 'A review takes no message while it runs.',
      codexErrorInfo: { activeTurnNotSteerable: { turnKind: 'review' } },
    },
  })
  await at.call('turn/interrupt', { threadId, turnId: expectedTurnId })
})

test('an editor steers through codex-acp', async () => {
  const withoutView = '[features]\nsandbox_command_assessment = false\n'
  home = await appServerHome([waits, { text: 'As you say.' }], { config: withoutView, policy: 'on-request' })
  acp = await connectCodexAcp(home, choose(/^decline$/))
  const sessionId = await acp.begin()
  const ended = acp.prompt(sessionId, 'Begin.')
  await expect.poll(() => JSON.stringify(acp?.updates)).toContain('call_wait')
  const prompt = text('Only the first.')
  const answer: unknown = await acp.agent.request('_session/steering', { sessionId, prompt })
  expect(answer).toEqual({ outcome: 'injected' })
  goOn(home)
  expect(await ended).toBe('end_turn')
  expect(told(home, 1)).toEqual(['Begin.', 'function_call', 'function_call_output', 'Only the first.'])
})
