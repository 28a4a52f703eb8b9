import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'

let home: AppServerHome | undefined
let client: AppServerClient | undefined
afterEach(async () => {
  await client?.end()
  await home?.remove()
})

async function begin(script: readonly Answer[], config = '') {
  home = await appServerHome(script, { config })
  client = startAppServer({ env: home.env, cwd: home.project })
  await client.request('init', 'initialize', plainClient)
  return { server: client, project: home.project, env: home.env }
}
const resultOf = (message: Message) => message['result'] as Record<string, unknown>
const items = (text: string) => [{ type: 'text', data: { text } }]
const told = (server: AppServerClient, type: string): string[] =>
  server.messages.flatMap((each) =>
    each['method'] === `codex/event/${type}` ? [(each['params'] as { id: string }).id] : [],
  )

test('a message enters the turn that runs; one with other settings is a turn behind it, and an interrupt drops that', async () => {
  const { server, project } = await begin([
    shellCall('call_1', 'sh', '-c', 'until test -e go-on; do sleep 0.1; done'),
    { text: 'As you say.' },
    shellCall('call_2', 'sleep', '30'),
  ])
  const { conversationId } = resultOf(await server.request(1, 'newConversation', { cwd: project }))
  await server.request(2, 'addConversationListener', { conversationId })
  await server.request(3, 'addConversationListener', { conversationId, experimentalRawEvents: true })
  await server.request(4, 'sendUserMessage', { conversationId, items: items('one') })
  await server.event('exec_command_begin')
  await server.request(5, 'sendUserMessage', { conversationId, items: items('two') })
  const settings = { cwd: project, approvalPolicy: 'never', model: 'test-1', summary: 'auto' }
  const other = { conversationId, ...settings, sandboxPolicy: { mode: 'read-only' } }
  await server.request(6, 'sendUserTurn', { ...other, items: items('three') })
  await server.request(7, 'sendUserTurn', { ...other, items: items('four') })
  writeFileSync(join(project, 'go-on'), '')
  await server.event('exec_command_begin', 2)
  await server.request(8, 'interruptConversation', { conversationId })
  expect([
    told(server, 'user_message'),
    told(server, 'task_started'),
    told(server, 'task_complete'),
    told(server, 'turn_aborted'),
  ]).toEqual([['0', '0', '2'], ['0', '2'], ['0'], ['3', '2']])
  const raw = server.messages.flatMap((each) => {
    const { id, msg } = (each['params'] ?? {}) as { id?: string; msg?: Message }
    const item = msg?.['type'] === 'raw_response_item' ? (msg['item'] as Message) : undefined
    const said = JSON.stringify(item?.['content'] ?? '')
    return item && !said.includes('<environment')
      ? [`${String(id)} ${String(item['role'] ?? item['type'])}`]
      : []
  })
  expect(raw.slice(0, 6)).toEqual([
    '0 user',
    '0 function_call',
    '0 function_call_output',
    '0 user',
    '0 assistant',
    '2 user',
  ])
})

test('a turn’s own settings hold from then on, and bad ones start nothing', async () => {
  const { server, project } = await begin([{ text: 'Read.' }])
  const { conversationId } = resultOf(await server.request(1, 'newConversation', { cwd: project }))
  await server.request(2, 'addConversationListener', { conversationId })
  const turn = {
    conversationId,
    items: items('go'),
    cwd: project,
    approvalPolicy: 'never',
    sandboxPolicy: { mode: 'read-only' },
    model: 'test-9',
    effort: null,
    summary: 'auto',
  }
  const bad = await server.request(3, 'sendUserTurn', { ...turn, cwd: '/no/such/folder' })
  const good = await server.request(4, 'sendUserTurn', turn)
  await server.event('task_complete')
  expect([bad['error'], good['result'], told(server, 'task_started').length]).toMatchObject([
    { code: -32600 },
    {},
    1,
  ])
  expect(home?.server.requests.map(({ body }) => (body as { model: string }).model)).toEqual(['test-9'])
})

test('another process lists, takes up and archives what was said', async () => {
  const first = await begin([{ text: 'Hello back.' }, { text: 'Still here.' }])
  const made = resultOf(await first.server.request(1, 'newConversation', { cwd: first.project }))
  const { conversationId, rolloutPath } = made
  await first.server.request(2, 'addConversationListener', { conversationId })
  await first.server.request(3, 'sendUserMessage', { conversationId, items: items('hello') })
  await first.server.event('task_complete')
  await first.server.end()

  client = startAppServer({ env: first.env, cwd: first.project })
  await client.request('init', 'initialize', plainClient)
  const listed = resultOf(await client.request(1, 'listConversations', { pageSize: 5 }))
  expect(listed['items']).toMatchObject([{ conversationId, path: rolloutPath, preview: 'hello' }])
  const resumed = resultOf(await client.request(2, 'resumeConversation', { path: rolloutPath }))
  expect(resumed).toMatchObject({ conversationId, rolloutPath })
  const messages = resumed['initialMessages'] as { type: string; message?: string }[]
  expect(
    messages.filter(({ type }) => /^(user|agent)_message$/.test(type)).map(({ message }) => message),
  ).toEqual(['hello', 'Hello back.'])
  expect(client.messages.filter((each) => each['method'] === 'sessionConfigured')).toHaveLength(1)
  await client.request(3, 'addConversationListener', { conversationId })
  await client.request(4, 'sendUserMessage', { conversationId, items: items('again') })
  expect((await client.event('task_complete'))['params']).toMatchObject({
    msg: { last_agent_message: 'Still here.' },
  })
  expect(resultOf(await client.request(5, 'archiveConversation', { conversationId, rolloutPath }))).toEqual(
    {},
  )
  expect(resultOf(await client.request(6, 'listConversations', {}))['items']).toEqual([])
})

test('pictures go to the model and are told back; one that is none starts nothing', async () => {
  const { server, project } = await begin([{ text: 'A dot.' }])
  const { conversationId } = resultOf(await server.request(1, 'newConversation', { cwd: project }))
  await server.request(2, 'addConversationListener', { conversationId })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = join(project, 'dot.png')
  writeFileSync(file, png)
  writeFileSync(join(project, 'no.png'), 'plain text')
  const local = (path: string) => ({ type: 'localImage', data: { path } })
  const bad = [
    await server.request(3, 'sendUserMessage', { conversationId, items: [local(join(project, 'no.png'))] }),
    await server.request(4, 'sendUserMessage', {
      conversationId,
      items: [{ type: 'image', data: { imageUrl: 'file:///etc/passwd' } }],
    }),
    await server.request(5, 'sendUserMessage', { conversationId, items: [] }),
  ]
  expect(bad.map((each) => (each['error'] as { code: number } | undefined)?.code)).toEqual([
    -32600, -32600, -32600,
  ])
  const url = `data:image/png;base64,${png.toString('base64')}`
  await server.request(6, 'sendUserMessage', {
    conversationId,
    items: [...items('what is it?'), { type: 'image', data: { imageUrl: url } }, local(file)],
  })
  const said = await server.event('user_message')
  expect((said['params'] as { msg: unknown }).msg).toEqual({
    type: 'user_message',
    message: 'what is it?',
    images: [url],
  })
  await server.event('task_complete')
  const [request] = home?.server.requests ?? []
  expect(JSON.stringify(request?.body).split(url)).toHaveLength(3)
})

test('a new conversation has its own profile, instructions and tools, and keeps them', async () => {
  const config = '[profiles.quick]\nmodel = "test-quick"\nmodel_reasoning_effort = "low"\n'
  const { server, project, env } = await begin([{ text: 'One.' }, { text: 'Two.' }], config)
  const made = resultOf(
    await server.request(1, 'newConversation', {
      cwd: project,
      profile: 'quick',
      baseInstructions: 'Be brief.',
      includeApplyPatchTool: false,
    }),
  )
  const { conversationId, rolloutPath } = made
  await server.request(2, 'addConversationListener', { conversationId })
  await server.request(3, 'sendUserMessage', { conversationId, items: items('one') })
  await server.event('task_complete')
  const messageOf = async (id: number, method: string, params: object): Promise<unknown> =>
    ((await server.request(id, method, params))['error'] as { message?: string } | undefined)?.message
  expect([
    await messageOf(4, 'newConversation', { profile: 'slow' }),
    await messageOf(5, 'newConversation', { config: { notify: ['x'] } }),
    await messageOf(6, 'newConversation', { config: { sandbox_mode: 'none' } }),
    await messageOf(7, 'newConversation', { config: { 'some.future': 1 } }),
    await messageOf(8, 'resumeConversation', { path: rolloutPath, overrides: { profile: 'quick' } }),
  ]).toEqual([
    expect.stringContaining('"slow", which is not defined'),
    expect.stringContaining('config.notify counts for the whole server'),
    expect.stringContaining('config.sandbox_mode'),
    undefined,
    expect.stringContaining('profile counts for a new conversation only'),
  ])
  await server.end()
  const other = startAppServer({ env, cwd: project })
  client = other
  await other.request('init', 'initialize', plainClient)
  await other.request(1, 'resumeConversation', { path: rolloutPath })
  await other.request(2, 'addConversationListener', { conversationId })
  await other.request(3, 'sendUserMessage', { conversationId, items: items('two') })
  await other.event('task_complete')
  const bodies = home?.server.requests.map(({ body }) => {
    const { model, instructions, tools } = body as {
      model: string
      instructions: string
      tools: { name: string }[]
    }
    return { model, instructions, tools: tools.map(({ name }) => name) }
  })
  const asked = {
    model: 'test-quick',
    instructions: 'Be brief.',
    tools: [
      'shell',
      'exec_command',
      'write_stdin',
      'update_plan',
      'view_image',
      'spawn_agent',
      'send_input',
      'wait',
      'close_agent',
    ],
  }
  expect(bodies).toEqual([asked, asked])
})
