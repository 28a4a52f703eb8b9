import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
let other: AppServerClient | undefined
afterEach(async () => {
  await client?.end()
  await other?.end()
  await home?.remove()
})

const resultOf = (message: Message): Record<string, unknown> => {
  if (!('result' in message)) throw new Error(JSON.stringify(message))
  return message['result'] as Record<string, unknown>
}
const errorOf = (message: Message): string => (message['error'] as { message: string }).message
const server = `[mcp_servers.memory]
command = "node"
args = ["${join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/server-memory/dist/index.js')}"]
env = { MEMORY_FILE_PATH = "/tmp/cs-memory.json" }
`

async function begin(script: readonly Answer[], config = '') {
  const at = await appServerHome(script, {
    config: `[features]\nsandbox_command_assessment = false\n${config}`,
  })
  home = at
  const one = startAppServer({ env: at.env, cwd: at.project })
  client = one
  await one.request(1, 'initialize', plainClient)
  const made = resultOf(await one.request(2, 'newConversation', { cwd: at.project }))
  const conversationId = String(made['conversationId'])
  await one.request(3, 'addConversationListener', { conversationId })
  let id = 10
  const ask = (method: string, params: object) => one.request(id++, method, params)
  const submit = (op: object) => ask('submitOperation', { conversationId, op })
  const answerOf = async (op: object) => resultOf(await submit(op))['answer']
  return { at, one, made, conversationId, ask, submit, answerOf }
}

test('messages are put by in the home, for its owner alone, and read again by offset', async () => {
  const { at, one, conversationId, submit, answerOf, ask } = await begin([])
  expect(resultOf(await submit({ type: 'add_to_history', text: 'one\ntwo' }))).toEqual({
    submissionId: '0',
  })
  await submit({ type: 'add_to_history', text: 'three' })
  const file = join(at.base, 'history.jsonl')
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8').split('\n').length]).toEqual([0o600, 3])
  const again = resultOf(await ask('newConversation', { cwd: at.project }))
  await ask('archiveConversation', { conversationId: again['conversationId'] })
  const resumed = await ask('resumeConversation', { conversationId })
  expect(resultOf(resumed)['conversationId']).toBe(conversationId)
  const told = (await one.until((each) => each['method'] === 'sessionConfigured'))['params'] as Record<
    string,
    unknown
  >
  expect(told['historyEntryCount']).toBe(2)
  const log_id = told['historyLogId']
  expect([
    await answerOf({ type: 'get_history_entry_request', offset: 1, log_id }),
    await answerOf({ type: 'get_history_entry_request', offset: 7, log_id }),
  ]).toEqual([
    {
      type: 'get_history_entry_response',
      offset: 1,
      log_id,
      entry: { conversation_id: conversationId, ts: expect.any(Number) as number, text: 'three' },
    },
    { type: 'get_history_entry_response', offset: 7, log_id },
  ])
})

test('with [history] persistence none nothing is put by', async () => {
  const { at, submit } = await begin([], '[history]\npersistence = "none"\n')
  expect(resultOf(await submit({ type: 'add_to_history', text: 'secret' }))['submissionId']).toBe('0')
  expect(existsSync(join(at.base, 'history.jsonl'))).toBe(false)
})

test('a pipe in place of the history is an error that says so, and nobody waits', async () => {
  const { at, submit } = await begin([])
  execFileSync('mkfifo', [join(at.base, 'history.jsonl')])
  expect(errorOf(await submit({ type: 'add_to_history', text: 'x' }))).toContain('expected one, or none')
})

test('the path, the prompts and the tools of servers are answered, and told to those who listen', async () => {
  const { at, one, made, conversationId, answerOf } = await begin([], server)
  mkdirSync(join(at.base, 'prompts'))
  writeFileSync(
    join(at.base, 'prompts', 'tidy.md'),
    '---\ndescription: Tidies up\nargument-hint: <folder>\n---\nTidy $1.\n',
  )
  const path = { type: 'conversation_path', conversation_id: conversationId, path: made['rolloutPath'] }
  const prompts = {
    type: 'list_custom_prompts_response',
    custom_prompts: [
      {
        name: 'tidy',
        path: join(at.base, 'prompts', 'tidy.md'),
        content: 'Tidy $1.\n',
        description: 'Tidies up',
        argument_hint: '<folder>',
      },
    ],
  }
  expect([await answerOf({ type: 'get_path' }), await answerOf({ type: 'list_custom_prompts' })]).toEqual([
    path,
    prompts,
  ])
  let listed = (await answerOf({ type: 'list_mcp_tools' })) as { servers: { state: string }[] }
  while (listed.servers[0]?.state === 'starting')
    listed = (await answerOf({ type: 'list_mcp_tools' })) as typeof listed
  expect(listed).toMatchObject({
    type: 'mcp_list_tools_response',
    tools: { memory__read_graph: { name: 'read_graph', inputSchema: { type: 'object' } } },
    auth_statuses: { memory: 'unsupported' },
    servers: [{ name: 'memory', state: 'ready' }],
  })
  const paths = await one.event('conversation_path')
  expect(paths['params']).toEqual({ id: '0', msg: path, conversationId })
  await one.event('list_custom_prompts_response')
  await one.event('mcp_list_tools_response')
})

test('messages, turns, settings and compaction go as operations; their events carry the submission', async () => {
  const { at, one, submit, answerOf } = await begin([
    { text: 'One.' },
    { text: 'Two.' },
    { text: 'A summary.' },
  ])
  const items = [{ type: 'text', text: 'go' }]
  const first = resultOf(await submit({ type: 'user_input', items }))
  const done = await one.event('task_complete')
  expect([first['submissionId'], (done['params'] as { id: string }).id]).toEqual(['0', '0'])
  await answerOf({ type: 'override_turn_context', model: 'test-2', effort: 'low', summary: 'concise' })
  const turn = {
    type: 'user_turn',
    items,
    cwd: at.project,
    approval_policy: 'never',
    sandbox_policy: { mode: 'danger-no-network' },
    model: 'test-3',
    summary: 'auto',
  }
  expect(resultOf(await submit(turn))['submissionId']).toBe('2')
  await one.event('task_complete', 2)
  const compacted = resultOf(await submit({ type: 'compact' }))
  const end = await one.event('task_complete', 3)
  expect([compacted['submissionId'], (end['params'] as { id: string }).id]).toEqual(['3', '3'])
  const bodies = home?.server.requests.map(({ body }) => body as { model: string; reasoning?: object })
  expect(bodies?.slice(0, 2)).toMatchObject([
    { model: 'test-1' },
    { model: 'test-3', reasoning: { effort: 'low', summary: 'auto' } },
  ])
})

test('an approval is decided by its own id; one of another conversation, kind or time is an error', async () => {
  const outside = `/var/tmp/cs-operation-${String(process.pid)}`
  const { at, one, conversationId, submit, ask } = await begin([
    shellCall('call_1', 'touch', outside),
    { text: 'Done.' },
  ])
  await submit({ type: 'user_input', items: [{ type: 'text', text: 'go' }] })
  const asked = await one.until((each) => each['method'] === 'execCommandApproval')
  const { approvalId: id } = asked['params'] as { approvalId: string }
  const second = resultOf(await ask('newConversation', { cwd: at.project }))
  const elsewhere = await ask('submitOperation', {
    conversationId: second['conversationId'],
    op: { type: 'exec_approval', id, decision: 'approved' },
  })
  const kind = await submit({ type: 'patch_approval', id, decision: 'approved' })
  for (const refused of [elsewhere, kind]) expect(errorOf(refused)).toContain('waits in this conversation')
  expect(existsSync(outside)).toBe(false)
  expect(resultOf(await submit({ type: 'exec_approval', id, decision: 'denied' }))).toHaveProperty(
    'submissionId',
  )
  await one.event('task_complete')
  expect(errorOf(await submit({ type: 'exec_approval', id, decision: 'approved' }))).toContain('waits')
  expect([existsSync(outside), conversationId.length > 0]).toEqual([false, true])
})

test('an approval is decided by the submission that its turn was begun with', async () => {
  const outside = `/var/tmp/cs-submission-${String(process.pid)}`
  const { one, submit } = await begin([shellCall('call_1', 'touch', outside), { text: 'Done.' }])
  const op = { type: 'user_input', items: [{ type: 'text', text: 'go' }] }
  const { submissionId } = resultOf(await submit(op))
  const asked = await one.event('exec_approval_request')
  expect((asked['params'] as { id: string }).id).toBe(submissionId)
  await submit({ type: 'exec_approval', id: submissionId, decision: 'approved' })
  await one.event('task_complete')
  expect(existsSync(outside)).toBe(true)
  rmSync(outside)
})

test('a call of a server’s tool that needs a yes is told by its own begin and end, and no command’s', async () => {
  const call = { calls: [{ id: 'call_1', name: 'memory__create_entities', arguments: { entities: [] } }] }
  const { one, submit } = await begin([call, { text: 'Done.' }], server)
  await submit({ type: 'user_input', items: [{ type: 'text', text: 'go' }] })
  const asked = await one.until((each) => each['method'] === 'execCommandApproval')
  one.send({ id: asked['id'], result: { decision: 'approved' } })
  await one.event('task_complete')
  const types = one.messages.flatMap(({ method }) =>
    /exec_|mcp_tool/.test(String(method)) ? [String(method).replace('codex/event/', '')] : [],
  )
  expect(types).toEqual(['exec_approval_request', 'mcp_tool_call_begin', 'mcp_tool_call_end'])
})

test('a fork has what stood before a message; both go on', async () => {
  const { one, conversationId, ask, submit } = await begin([
    { text: 'One.' },
    { text: 'Two.' },
    { text: 'Three.' },
  ])
  for (const nth of [1, 2]) {
    await submit({ type: 'user_input', items: [{ type: 'text', text: `message ${String(nth)}` }] })
    await one.event('task_complete', nth)
  }
  const forked = resultOf(await ask('forkConversation', { conversationId, nthUserMessage: 1 }))
  const said = (forked['initialMessages'] as { type: string; message?: string }[]).filter(
    ({ type }) => type === 'user_message',
  )
  expect([said.map(({ message }) => message), forked['conversationId'] === conversationId]).toEqual([
    ['message 1'],
    false,
  ])
  await ask('addConversationListener', { conversationId: forked['conversationId'] })
  await ask('sendUserMessage', {
    conversationId: forked['conversationId'],
    items: [{ type: 'text', data: { text: 'other' } }],
  })
  await one.event('task_complete', 3)
  const sent = JSON.stringify(home?.server.requests.at(-1)?.body)
  expect([sent.includes('message 1'), sent.includes('message 2')]).toEqual([true, false])
})

test('unloaded, a conversation is ended in order, stays in the list and is free for another server', async () => {
  const { at, one, made, conversationId, ask, submit } = await begin([shellCall('call_1', 'sleep', '600')])
  await submit({ type: 'user_input', items: [{ type: 'text', text: 'go' }] })
  await one.event('exec_command_begin')
  expect(resultOf(await ask('unloadConversation', { conversationId }))).toEqual({})
  await one.event('shutdown_complete')
  const types = one.messages.flatMap(({ method }) => (typeof method === 'string' ? [method] : []))
  expect(types.indexOf('codex/event/turn_aborted')).toBeLessThan(
    types.indexOf('codex/event/shutdown_complete'),
  )
  expect(errorOf(await submit({ type: 'get_path' }))).toContain('conversation not found')
  const listed = resultOf(await ask('listConversations', {}))['items'] as { conversationId: string }[]
  expect(listed.map((each) => each.conversationId)).toEqual([conversationId])
  other = startAppServer({ env: at.env, cwd: at.project })
  await other.request(1, 'initialize', plainClient)
  const taken = await other.request(2, 'resumeConversation', { path: made['rolloutPath'] })
  expect(resultOf(taken)['conversationId']).toBe(conversationId)
  expect(existsSync(String(made['rolloutPath']))).toBe(true)
})

test('shutdown ends every conversation in order, and then the server, with code 0', async () => {
  const { at, one, ask, submit } = await begin([shellCall('call_1', 'sleep', '600')])
  const second = resultOf(await ask('newConversation', { cwd: at.project }))
  await ask('addConversationListener', { conversationId: second['conversationId'] })
  await submit({ type: 'user_input', items: [{ type: 'text', text: 'go' }] })
  await one.event('exec_command_begin')
  const closed = new Promise((resolve) => one.child.once('close', (code) => resolve(code)))
  expect(resultOf(await ask('shutdown', {}))).toEqual({})
  expect(await closed).toBe(0)
  expect(one.messages.filter(({ method }) => method === 'codex/event/shutdown_complete').length).toBe(2)
})

test.each([
  ['an operation that is none', { type: 'dance' }, 'op.type'],
  ['one with a member too many', { type: 'get_path', more: 1 }, 'more'],
  ['a message that is no text', { type: 'add_to_history', text: 7 }, 'op.text'],
  [
    'a picture that is none',
    { type: 'user_input', items: [{ type: 'local_image', path: '/etc/passwd' }] },
    '',
  ],
  ['a folder that is none', { type: 'override_turn_context', cwd: '/nowhere/at/all' }, '/nowhere/at/all'],
])('%s: an error that says what was expected, and the conversation goes on', async (_, op, reason) => {
  const { submit, answerOf } = await begin([])
  expect(errorOf(await submit(op))).toContain(reason)
  expect(await answerOf({ type: 'get_path' })).toMatchObject({ type: 'conversation_path' })
})
