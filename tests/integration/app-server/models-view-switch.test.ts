import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { connectMcp } from '../../fakes/mcp-client'
import type { Answer, RecordedRequest } from '../../fakes/model-server'

let home: AppServerHome
let client: AppServerClient
afterEach(async () => {
  await client.end()
  await home.remove()
})
const script: Answer[] = []
/** What an agent that works for a conversation is answered. */
const childScript: Answer[] = []
const target = '/opt/cs-models-view'
const resultOf = (message: Message) => message['result'] as Record<string, unknown>

let id = 1
const ask = (method: string, params: object): Promise<Message> => client.request(id++, method, params)

async function begin(config = '') {
  id = 1
  for (const each of [script, childScript]) each.length = 0
  const byAgent = (request: RecordedRequest): boolean =>
    JSON.stringify(request.body).includes('make the file') &&
    !JSON.stringify(request.body).includes('"spawn_1"')
  home = await appServerHome((request) => (byAgent(request) ? childScript : script).shift(), { config })
  client = startAppServer({ env: home.env, cwd: home.project })
  await ask('initialize', plainClient)
}
async function made(config: object): Promise<string> {
  const { conversationId } = resultOf(await ask('newConversation', { cwd: home.project, config }))
  await ask('addConversationListener', { conversationId })
  return String(conversationId)
}
/** How often a model was asked about a risk. */
const asked = (): number =>
  home.server.requests.filter(({ body }) => ((body as { tools?: unknown[] }).tools ?? []).length === 0).length

/** A turn whose command is stopped; the question that the client gets, which it denies. */
async function stopped(conversationId: string, ...answers: Answer[]) {
  const before = asked()
  const seen = client.messages.length
  script.push(...(answers.length > 0 ? answers : [shellCall('c', 'touch', target), { text: 'Done.' }]))
  const items = [{ type: 'text', data: { text: 'go' } }]
  await ask('sendUserMessage', { conversationId, items })
  const later = (each: Message): boolean => client.messages.indexOf(each) >= seen
  const question = await client.until((each) => each['method'] === 'execCommandApproval' && later(each))
  client.send({ id: question['id'], result: { decision: 'denied' } })
  await client.until((each) => each['method'] === 'codex/event/task_complete' && later(each))
  const { risk, assessment } = question['params'] as {
    risk?: { risk_level: string }
    assessment: { view: { status: string; reason?: string } }
  }
  const { status, reason } = assessment.view
  return { asked: asked() - before, risk: risk?.risk_level, status, reason }
}
const off = { asked: 0, risk: undefined, status: 'disabled', reason: 'turned off for this session' }
const on = { asked: 1, risk: 'high', status: 'success', reason: undefined }

test('a conversation has its own switch, however it is spelt, and others beside it keep theirs', async () => {
  await begin()
  const offs: object[] = [
    { experimental_sandbox_command_assessment: false },
    { 'features.sandbox_command_assessment': false },
    { 'features.experimental_sandbox_command_assessment': false },
    {
      features: { sandbox_command_assessment: false },
      'features.experimental_sandbox_command_assessment': true,
    },
    {
      'features.sandbox_command_assessment': false,
      features: { experimental_sandbox_command_assessment: true },
    },
    { experimental_sandbox_command_assessment: true, features: { sandbox_command_assessment: false } },
  ]
  for (const config of offs) expect([config, await stopped(await made(config))]).toEqual([config, off])
  expect(await stopped(await made({}))).toEqual(on)
  expect(existsSync(target)).toBe(false)
})

test('where the server has it off, one conversation can have it, and keeps it when it is taken up again or forked', async () => {
  await begin('[features]\nsandbox_command_assessment = false\n')
  expect((await stopped(await made({}))).reason).toBe('turned off in config.toml')
  const conversationId = await made({ 'features.sandbox_command_assessment': true })
  expect(await stopped(conversationId)).toEqual(on)
  const forked = resultOf(await ask('forkConversation', { conversationId, nthUserMessage: 0 }))
  await ask('addConversationListener', { conversationId: forked['conversationId'] })
  expect(await stopped(String(forked['conversationId']))).toEqual(on)
  await ask('unloadConversation', { conversationId })
  await ask('resumeConversation', { conversationId })
  await ask('addConversationListener', { conversationId })
  expect(await stopped(conversationId)).toEqual(on)
  await ask('unloadConversation', { conversationId })
  const config = { experimental_sandbox_command_assessment: false }
  await ask('resumeConversation', { conversationId, overrides: { config } })
  await ask('addConversationListener', { conversationId })
  expect(await stopped(conversationId)).toEqual(off)
})

test('an agent that works for it is asked about as it is', async () => {
  await begin()
  const conversationId = await made({ experimental_sandbox_command_assessment: false })
  childScript.push(shellCall('c', 'touch', target), { text: 'Not made.' })
  const call = (id: string, name: string, args: object): Answer => ({
    calls: [{ id, name, arguments: { ...args } }],
  })
  const seen = await stopped(
    conversationId,
    call('spawn_1', 'spawn_agent', { message: 'make the file', name: 'maker' }),
    call('wait_1', 'wait', {}),
    { text: 'Done.' },
  )
  expect(seen).toEqual(off)
  const question = client.messages.find(({ method }) => method === 'execCommandApproval')
  expect(question?.['params']).toMatchObject({
    assessment: { asked_by: expect.stringContaining('maker') as string },
  })
})

test('what is not known is passed over and told once, what is wrong or counts for all is refused', async () => {
  await begin()
  const refused = async (config: object): Promise<unknown> =>
    (
      (await ask('newConversation', { cwd: home.project, config }))['error'] as
        | { message?: string }
        | undefined
    )?.message
  expect([
    await refused({ 'features.sandbox_command_assessment': 'no' }),
    await refused({ features: 'none' }),
    await refused({ 'features.web_search_request': true }),
    await refused({ 'features.sandbox_command_assessment': false, notify: ['x'] }),
  ]).toEqual([
    expect.stringContaining('config.features.sandbox_command_assessment: Invalid input: expected boolean'),
    expect.stringContaining('config.features: Invalid input: expected object'),
    expect.stringContaining('config.features.web_search_request counts for the whole server'),
    expect.stringContaining('config.notify counts for the whole server'),
  ])
  const config = {
    'some.future': 1,
    'features.later': true,
    ['x'.repeat(5000)]: 2,
    ['a.'.repeat(1_000_000)]: 3,
    'features.sandbox_command_assessment': false,
    __proto__: null,
  }
  const conversationId = await made(config)
  await ask('addConversationListener', { conversationId })
  expect(await stopped(conversationId)).toEqual(off)
  const notes = client.messages.flatMap((each) =>
    each['method'] === 'codex/event/background_event'
      ? [(each['params'] as { msg: { message: string } }).msg.message]
      : [],
  )
  const told = notes.filter((note) => note.includes('not known here'))
  expect(told).toEqual([
    expect.stringMatching(/^not known here, and passed over: "config\.some", .*x…/s) as string,
  ])
  expect(told[0]?.length).toBeLessThan(600)
})

test('the first who listens is told what began, and nobody is told it twice', async () => {
  await begin()
  const made = resultOf(await ask('newConversation', { cwd: home.project, model: 'test-3' }))
  const { conversationId, rolloutPath } = made
  await ask('addConversationListener', { conversationId })
  await ask('addConversationListener', { conversationId })
  await ask('submitOperation', { conversationId, op: { type: 'override_turn_context', model: 'test-4' } })
  const first = await client.event('session_configured')
  expect(first['params']).toEqual({
    id: '',
    conversationId,
    msg: {
      type: 'session_configured',
      session_id: conversationId,
      model: 'test-3',
      history_log_id: expect.any(Number) as number,
      history_entry_count: 0,
      rollout_path: rolloutPath,
    },
  })
  script.push({ text: 'Hello.' })
  const items = [{ type: 'text', data: { text: 'go' } }]
  await ask('sendUserMessage', { conversationId, items })
  await client.event('task_complete')
  // One that is taken up begins with what holds now.
  await ask('unloadConversation', { conversationId })
  await ask('resumeConversation', { conversationId })
  await ask('addConversationListener', { conversationId })
  expect((await client.event('session_configured', 2))['params']).toMatchObject({ msg: { model: 'test-4' } })
  await ask('submitOperation', { conversationId, op: { type: 'get_path' } })
  await client.event('conversation_path')
  const order = client.messages.map(({ method }) => method)
  expect(order.filter((method) => method === 'codex/event/session_configured')).toHaveLength(2)
  const answered = client.messages.findIndex(
    ({ result }) => (result as { subscriptionId?: string } | undefined)?.subscriptionId !== undefined,
  )
  expect(client.messages.indexOf(first)).toBeGreaterThan(answered)
})

test('who writes a call of the MCP server has no such switch: it decides what the person is shown', async () => {
  await begin()
  const risks: unknown[] = []
  const mcp = await connectMcp(home, (params) => {
    risks.push(params['codex_risk'] === undefined ? 'none' : 'one')
    return { decision: 'denied' }
  })
  const told: unknown[] = []
  for (const config of [
    { experimental_sandbox_command_assessment: false },
    { 'features.sandbox_command_assessment': false },
    {},
  ]) {
    script.push(shellCall('c', 'touch', target), { text: 'Done.' })
    const { isError, content } = (await mcp.call('codex', { prompt: 'go', config })) as {
      readonly isError?: boolean
      readonly content: readonly { readonly text: string }[]
    }
    if (isError === true) script.length = 0
    told.push([isError ?? false, /^config\.\S+ is not for a call to set/.exec(content[0]?.text ?? '')?.[0]])
  }
  await mcp.end()
  expect(told).toEqual([
    [true, 'config.experimental_sandbox_command_assessment is not for a call to set'],
    [true, 'config.features.sandbox_command_assessment is not for a call to set'],
    [false, undefined],
  ])
  expect(risks).toEqual(['one'])
})
