import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { plainClient, startAppServer, type AppServerClient } from '../../fakes/app-server-client'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'

let home: AppServerHome | undefined
let client: AppServerClient | undefined
afterEach(async () => {
  await client?.end()
  await home?.remove()
})

const id = '01a1fcea-1380-7a43-9822-732ce2d0cbd5'
const text = (role: string, type: string, said: string) => ({
  type: 'message',
  role,
  content: [{ type, text: said }],
})
const action = { type: 'exec', command: ['ls'], env: {}, timeout_ms: 1000 }

/** One of each kind of item that other programs write, with their outputs, and one that nobody here has heard of. */
const items: readonly object[] = [
  text('developer', 'input_text', 'Permissions: as you like.'),
  {
    type: 'message',
    role: 'user',
    ...{
      content: [
        { type: 'input_text', text: 'Look' },
        { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
      ],
    },
  },
  {
    type: 'reasoning',
    ...{ id: 'rs_1', summary: [{ type: 'summary_text', text: 'Think.' }], encrypted_content: 'opaque' },
  },
  { type: 'function_call', ...{ name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' } },
  { type: 'function_call_output', ...{ call_id: 'c1', output: 'a.txt' } },
  {
    type: 'custom_tool_call',
    ...{ status: 'completed', call_id: 'c2', name: 'apply_patch', input: '*** Begin Patch' },
  },
  { type: 'custom_tool_call_output', ...{ call_id: 'c2', output: 'Done' } },
  { type: 'local_shell_call', ...{ call_id: 'c3', status: 'completed', action } },
  { type: 'function_call_output', ...{ call_id: 'c3', output: 'b.txt' } },
  { type: 'web_search_call', ...{ status: 'completed', action: { type: 'search', query: 'node' } } },
  { type: 'hologram', ...{ beams: 3 } },
  { type: 'ghost_snapshot', ...{ ghost_commit: { id: 'abc', parent: null } } },
  { type: 'custom_tool_call', ...{ call_id: 'c4', name: 'apply_patch', input: 'never answered' } },
  { type: 'function_call_output', ...{ call_id: 'nobody', output: 'an orphan' } },
  text('assistant', 'output_text', 'Looked.'),
]

test('a rollout made elsewhere, with every kind of item, is gone on with: all of it is kept, paired and sent again', async () => {
  home = await appServerHome([{ text: 'Going on.' }])
  const line = (type: string, payload: unknown) =>
    JSON.stringify({ timestamp: '2026-11-21T07:02:41.483Z', type, payload })
  const file = join(home.base, `sessions/2026/11/21/rollout-2026-11-21T07-02-41-${id}.jsonl`)
  const before = [
    line('session_meta', {
      ...{ id, timestamp: '2026-11-21T07:02:41.483Z', cwd: home.project, originator: 'codex_cli_rs' },
      ...{ cli_version: '0.60.0', instructions: null, source: 'cli' },
    }),
    ...items.map((item) => line('response_item', item)),
  ].join('\n')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${before}\n`)

  client = startAppServer({ env: home.env })
  await client.request(0, 'initialize', plainClient)
  client.send({ method: 'initialized' })
  const resumed = await client.request(1, 'resumeConversation', { path: file })
  const { conversationId } = resumed['result'] as { conversationId: string }
  await client.request(2, 'addConversationListener', { conversationId })
  client.send({
    id: 3,
    method: 'sendUserMessage',
    params: { conversationId, items: [{ type: 'text', data: { text: 'Go on' } }] },
  })
  await client.event('task_complete')

  const { body } = await home.server.request(0)
  const { input } = body as { input: readonly { readonly type: string; readonly call_id?: string }[] }
  const sent = input
    .filter(({ type }) => type !== 'message')
    .map(({ type, call_id }) => [type, call_id].filter(Boolean).join(' '))
  expect(sent).toEqual([
    'reasoning',
    'function_call c1',
    'function_call_output c1',
    'custom_tool_call c2',
    'custom_tool_call_output c2',
    'local_shell_call c3',
    'function_call_output c3',
    'web_search_call',
    'custom_tool_call c4',
    'custom_tool_call_output c4',
  ])
  expect(
    input.find(({ type, call_id }) => type === 'custom_tool_call_output' && call_id === 'c4'),
  ).toMatchObject({ output: 'aborted' })
  expect(JSON.stringify(input)).toContain('data:image/png;base64,AA==')
  // What was there stays as it was, byte for byte, and what is new stands behind it.
  const after = readFileSync(file, 'utf8')
  expect(after.startsWith(`${before}\n`)).toBe(true)
  expect(after).toContain('Going on.')
})
