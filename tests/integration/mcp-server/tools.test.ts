import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { connectMcp, type McpClient } from '../../fakes/mcp-client'
import type { Answer } from '../../fakes/model-server'

let home: AppServerHome | undefined
let mcp: McpClient | undefined
afterEach(async () => {
  await mcp?.end()
  await home?.remove()
})

async function start(script: readonly Answer[], config = '') {
  home = await appServerHome(script, { config })
  mcp = await connectMcp(home)
  return { home, mcp, bodies: () => home?.server.requests.map(({ body }) => body as Body) ?? [] }
}
interface Body {
  readonly model: string
  readonly instructions?: string
  readonly input: unknown
}
const types = (client: McpClient) => client.events.map((each) => (each['msg'] as { type: string }).type)

test('the tools are listed under both names, with the documented inputs and no others', async () => {
  const { mcp: server } = await start([])
  const { tools } = await server.client.listTools()
  const inputs = Object.fromEntries(
    tools.map(({ name, inputSchema }) => [
      name,
      [Object.keys(inputSchema.properties ?? {}), inputSchema.required, inputSchema['additionalProperties']],
    ]),
  )
  const begin = [
    ['prompt', 'model', 'profile', 'cwd', 'approval-policy', 'sandbox', 'config', 'base-instructions'],
    ['prompt'],
    false,
  ]
  const reply = [['conversationId', 'prompt'], ['conversationId', 'prompt'], false]
  expect(inputs).toEqual({
    codex: begin,
    'codex-reply': reply,
    countersign: begin,
    'countersign-reply': reply,
  })
})

test('a call returns the last message and the conversation id, and a reply goes on with what was said', async () => {
  const { mcp: server, bodies } = await start([
    shellCall('call_1', 'echo', 'from the sandbox'),
    { text: 'First answer.' },
    { text: 'Second answer.' },
  ])
  const first = await server.call('codex', { prompt: 'say something' })
  const conversationId = first.structuredContent?.conversationId ?? ''
  expect(first).toEqual({
    content: [{ type: 'text', text: 'First answer.' }],
    structuredContent: { conversationId, content: 'First answer.' },
  })
  const second = await server.call('countersign-reply', { conversationId, prompt: 'and now?' })
  expect(second.structuredContent).toEqual({ conversationId, content: 'Second answer.' })
  const last = JSON.stringify(bodies().at(-1)?.input)
  expect(
    ['say something', 'from the sandbox', 'First answer.', 'and now?'].map((each) => last.includes(each)),
  ).toEqual([true, true, true, true])
})

test('every event of the call is told under its request, in order', async () => {
  const { mcp: server } = await start([shellCall('call_1', 'echo', 'hi'), { text: 'Done.' }])
  const { structuredContent } = await server.call('codex', { prompt: 'go' })
  const metas = server.events.map((each) => (each['_meta'] as { requestId?: unknown }).requestId)
  expect([new Set(metas).size, typeof metas[0]]).toEqual([1, 'number'])
  const kept = types(server).filter((each) => !each.endsWith('_delta'))
  expect(kept[0]).toBe('session_configured')
  expect(kept.filter((each) => /^(task|exec|agent|session|user)_/.test(each))).toEqual([
    'session_configured',
    'task_started',
    'user_message',
    'exec_command_begin',
    'exec_command_end',
    'agent_message',
    'task_complete',
  ])
  expect(server.events[0]).toMatchObject({ id: '', msg: { session_id: structuredContent?.conversationId } })
  expect(server.events.at(-1)).toMatchObject({ id: String(metas[0]), msg: { last_agent_message: 'Done.' } })
})

test('progress counts up where the client asked for it', async () => {
  const { mcp: server } = await start([shellCall('call_1', 'echo', 'hi'), { text: 'Done.' }])
  const seen: { progress: number; message?: string | undefined }[] = []
  await server.call('codex', { prompt: 'go' }, { onprogress: (progress) => seen.push(progress) })
  expect(seen.map(({ message }) => message)).toEqual(['The turn has begun', 'Running echo hi', 'Done.'])
  expect(seen.map(({ progress }) => progress)).toEqual([1, 2, 3])
})

test('model, folder, config, profile and instructions are those of the call', async () => {
  const {
    home: at,
    mcp: server,
    bodies,
  } = await start(
    [shellCall('call_1', 'pwd'), { text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }],
    '[profiles.careful]\nmodel = "careful-1"\napproval_policy = "untrusted"\n',
  )
  mkdirSync(join(at.project, 'inner'))
  await server.call('codex', {
    prompt: 'go',
    model: 'other-1',
    cwd: 'inner',
    'base-instructions': 'Answer in one word.',
  })
  const { structuredContent } = await server.call('codex', { prompt: 'go', profile: 'careful' })
  await server.call('codex', {
    prompt: 'go',
    config: { model: 'third-1', sandbox_workspace_write: { network_access: true } },
  })
  expect(bodies().map(({ model }) => model)).toEqual(['other-1', 'other-1', 'careful-1', 'third-1'])
  expect(bodies().map(({ instructions }) => instructions === 'Answer in one word.')).toEqual([
    true,
    true,
    false,
    false,
  ])
  const [, second, , last] = bodies().map(({ input }) => JSON.stringify(input))
  expect(second).toContain(join(at.project, 'inner'))
  expect(last).toContain('<network_access>enabled')
  expect(JSON.stringify(bodies()[2]?.input)).toContain('<approval_policy>untrusted')
  expect(structuredContent?.content).toBe('Two.')
})

const bad: [string, string, Record<string, unknown>, RegExp][] = [
  ['no prompt', 'codex', {}, /prompt.*expected string/],
  ['an unknown member', 'codex', { prompt: 'go', sandbx: 'read-only' }, /sandbx/],
  [
    'an unknown policy',
    'codex',
    { prompt: 'go', 'approval-policy': 'always' },
    /approval-policy.*"on-request"/,
  ],
  ['an unknown mode', 'codex', { prompt: 'go', sandbox: 'none' }, /sandbox.*"read-only"/],
  ['a folder that is not there', 'codex', { prompt: 'go', cwd: '/nowhere/at/all' }, /\/nowhere\/at\/all/],
  ['an unknown profile', 'codex', { prompt: 'go', profile: 'x' }, /profile.*not defined/],
  ['an unknown key', 'codex', { prompt: 'go', config: { modle: 'x' } }, /modle/],
  [
    'a key that starts a program',
    'codex',
    { prompt: 'go', config: { notify: ['sh', '-c', 'id'] } },
    /config\.notify is not for a call to set; expected one of: model,/,
  ],
  ['a key with a value in it', 'codex', { prompt: 'go', config: { 'a=b': 1 } }, /expected a key/],
  [
    'an unknown conversation',
    'codex-reply',
    { conversationId: 'x', prompt: 'go' },
    /no conversation "x"; expected the conversationId/,
  ],
  ['an unknown tool', 'codex-go', { prompt: 'go' }, /expected one of: codex, codex-reply/],
]
test('bad arguments are tool errors that say what was expected, and nothing is asked of the model', async () => {
  const { mcp: server, bodies } = await start([])
  const got = []
  for (const [what, name, args, expected] of bad) {
    const { isError, content } = await server.call(name, args)
    got.push([what, isError, expected.test(content[0]?.text ?? '') || content[0]?.text])
  }
  expect(got).toEqual(bad.map(([what]) => [what, true, true]))
  expect(bodies()).toEqual([])
})

test('a turn that fails is a tool error with the reason and the conversation, which can go on', async () => {
  const { mcp: server } = await start([
    { status: 400, body: { error: { message: 'no such thing' } } },
    { text: 'Better.' },
  ])
  const failed = await server.call('codex', { prompt: 'go' })
  expect([failed.isError, failed.structuredContent?.content]).toEqual([
    true,
    expect.stringContaining('no such thing'),
  ])
  const conversationId = failed.structuredContent?.conversationId ?? ''
  expect((await server.call('codex-reply', { conversationId, prompt: 'again' })).content[0]?.text).toBe(
    'Better.',
  )
})
