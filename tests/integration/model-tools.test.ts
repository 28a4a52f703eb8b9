import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startModelServer, type Answer, type ModelServer } from '../fakes/model-server'
import { jsonLines, runCli } from '../fakes/run-cli'

let base: string
let server: ModelServer | undefined
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-tools-')
})
afterEach(async () => {
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

/** A whole answer of a Responses server that is these items and nothing else. */
function items(...output: readonly { readonly type: string }[]): Answer {
  const events = [
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: { output: [], usage: null } },
  ]
  return { raw: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`) }
}

interface Sent {
  readonly tools: readonly { readonly type: string; readonly name?: string }[]
  readonly input: readonly { readonly type: string }[]
  readonly text?: unknown
  readonly max_output_tokens?: number
}

/** Runs one turn of the CLI against a server that answers by the script; `config` stands before the provider's table. */
async function turn(
  config: string,
  script: readonly Answer[],
  wire = 'responses',
  env: NodeJS.ProcessEnv = {},
) {
  server = await startModelServer(script)
  writeFileSync(
    join(base, 'config.toml'),
    `model_provider = "test"\n${config}\n[model_providers.test]\nbase_url = "${server.baseUrl}"\nwire_api = "${wire}"\nrequest_max_retries = 0\nstream_max_retries = 0\n`,
  )
  const work = join(base, 'work')
  mkdirSync(work)
  const ran = await runCli(['exec', '--json', '--cd', work, 'go'], {
    env: {
      PATH: process.env['PATH'],
      HOME: base,
      COUNTERSIGN_HOME: base,
      ...env,
    },
  })
  const bodies = server.requests.map(({ body }) => body as Sent)
  return { ran, bodies, work, events: jsonLines<{ readonly type: string }>(ran) }
}

const names = (sent: Sent | undefined) =>
  (sent?.tools ?? []).map(({ type, name }) =>
    type === 'function' ? name : `${type}${name === undefined ? '' : ` ${name}`}`,
  )

const patch = '*** Begin Patch\n*** Add File: made.txt\n+by a patch\n*** End Patch\n'

test('a codex model is offered the patch as text, and its custom call is applied and answered in kind', async () => {
  const { bodies, work } = await turn(
    'model = "gpt-5-codex"\n[features]\nsandbox_command_assessment = false',
    [
      items({
        type: 'custom_tool_call',
        ...{ name: 'apply_patch', input: patch, call_id: 'c1', status: 'completed' },
      }),
      { text: 'Made.' },
    ],
  )
  expect(readFileSync(join(work, 'made.txt'), 'utf8')).toBe('by a patch\n')
  expect(names(bodies[0])).toContain('custom apply_patch')
  expect(bodies[0]?.tools.find(({ type }) => type === 'custom')).toMatchObject({
    format: { type: 'grammar', syntax: 'lark' },
  })
  expect(bodies[1]?.input.slice(-2)).toMatchObject([
    { type: 'custom_tool_call', name: 'apply_patch', input: patch, call_id: 'c1' },
    { type: 'custom_tool_call_output', call_id: 'c1', output: expect.stringContaining('made.txt') as string },
  ])
})

test('a freeform patch that is no patch is told, and nothing is changed', async () => {
  const { bodies, work } = await turn(
    'model = "gpt-5-codex"\n[features]\nsandbox_command_assessment = false',
    [
      items({ type: 'custom_tool_call', ...{ name: 'apply_patch', input: '{"input": 5}', call_id: 'c1' } }),
      { text: 'No.' },
    ],
  )
  expect(existsSync(join(work, 'made.txt'))).toBe(false)
  expect(bodies[1]?.input.at(-1)).toMatchObject({
    type: 'custom_tool_call_output',
    output: expect.stringMatching(/verification failed|Begin Patch/) as string,
  })
})

test('a model with the built-in shell calls it, in the sandbox, with its variables read like the words of the command', async () => {
  const action = {
    type: 'exec',
    command: ['bash', '-c', 'echo "$GREETING" > said.txt; touch "$HOME/outside.txt"; cat said.txt'],
    env: { GREETING: 'hello' },
    timeout_ms: 20_000,
    working_directory: null,
    user: null,
  }
  const { bodies, work } = await turn(
    'model = "codex-mini-latest"\napproval_policy = "never"\n[features]\nsandbox_command_assessment = false',
    [
      items({ type: 'local_shell_call', ...{ id: 'ls1', call_id: 'c1', status: 'completed', action } }),
      { text: 'Said.' },
    ],
  )
  expect(names(bodies[0])).toContain('local_shell')
  expect(names(bodies[0])).not.toContain('shell')
  expect(readFileSync(join(work, 'said.txt'), 'utf8')).toBe('hello\n')
  expect(existsSync(join(base, 'outside.txt'))).toBe(false)
  expect(bodies[1]?.input.slice(-2)).toMatchObject([
    { type: 'local_shell_call', call_id: 'c1', action: { command: action.command } },
    { type: 'function_call_output', call_id: 'c1', output: expect.stringContaining('hello') as string },
  ])
})

test('a built-in shell call for another user, and half a call, run nothing', async () => {
  const action = { type: 'exec', command: ['touch', 'made.txt'], env: {}, user: 'postgres' }
  const { bodies, work } = await turn(
    'model = "codex-mini-latest"\n[features]\nsandbox_command_assessment = false',
    [
      items({ type: 'local_shell_call', ...{ id: 'ls1', call_id: 'c1', status: 'completed', action } }),
      items({ type: 'local_shell_call', ...{ id: 'ls2', call_id: 'c2', status: 'incomplete', action } }),
    ],
  )
  expect(existsSync(join(work, 'made.txt'))).toBe(false)
  expect(JSON.stringify(bodies[1]?.input.at(-1))).toContain('expected no')
})

test('a search at the server is offered only when it is switched on, shown, kept, and sent again', async () => {
  const search = {
    type: 'web_search_call',
    id: 'ws1',
    status: 'completed',
    action: { type: 'search', query: 'node 24' },
  }
  const message = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Found.' }],
  }
  const call = { type: 'function_call', name: 'update_plan', arguments: '{"plan":[]}', call_id: 'c1' }
  const { bodies, events } = await turn(
    'model = "m"\n[features]\nsandbox_command_assessment = false\nweb_search_request = true',
    [items(search, message, call), { text: 'Done.' }],
  )
  expect(names(bodies[0])).toContain('web_search')
  expect(events.filter(({ type }) => type.startsWith('search.'))).toMatchObject([
    { type: 'search.started' },
    { type: 'search.finished', query: 'node 24' },
  ])
  expect(bodies[1]?.input.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['web_search_call', 'message', 'function_call', 'function_call_output']),
  )
})

test.each([
  [
    'nothing configured',
    '',
    ['shell', 'exec_command', 'write_stdin', 'apply_patch', 'update_plan', 'view_image'],
    [],
  ],
  [
    'features switched off',
    '[features]\nunified_exec = false\nview_image_tool = false',
    ['shell', 'apply_patch'],
    ['exec_command', 'write_stdin', 'view_image', 'web_search'],
  ],
  [
    'older names of them',
    'experimental_use_unified_exec_tool = false\ninclude_view_image_tool = false\nexperimental_use_freeform_apply_patch = true\n[tools]\nweb_search = true',
    ['custom apply_patch', 'web_search'],
    ['exec_command', 'view_image'],
  ],
] as const)('tools on offer with %s', async (_name, config, offered, left) => {
  const { bodies, ran } = await turn(`model = "m"\n${config}`, [{ text: 'Hi' }])
  expect(ran.code, ran.err).toBe(0)
  expect(names(bodies[0])).toEqual(expect.arrayContaining([...offered]))
  for (const name of left) expect(names(bodies[0])).not.toContain(name)
})

test.each(['responses', 'chat'])(
  'over %s the limits of an answer are sent, and a search is not where the format has none',
  async (wire) => {
    const { bodies } = await turn(
      'model = "m"\nmodel_verbosity = "low"\nmodel_max_output_tokens = 900\n[features]\nweb_search_request = true\napply_patch_freeform = true',
      [{ text: 'Hi' }],
      wire,
    )
    expect(bodies[0]).toMatchObject(
      wire === 'responses'
        ? { text: { verbosity: 'low' }, max_output_tokens: 900 }
        : { verbosity: 'low', max_completion_tokens: 900 },
    )
    expect(JSON.stringify(bodies[0]?.tools).includes('web_search')).toBe(wire === 'responses')
    expect(JSON.stringify(bodies[0]?.tools).includes('"custom"')).toBe(wire === 'responses')
  },
)

test('commands get the variables that the configuration lets them have, inside and outside of the sandbox', async () => {
  const print = { name: 'shell', arguments: JSON.stringify({ command: ['env'] }) }
  const policy =
    '[shell_environment_policy]\ninherit = "core"\nset = { STAGE = "test", SHOWN = "1" }\nexclude = ["USER"]\n'
  for (const mode of ['workspace-write', 'danger-full-access']) {
    const { bodies } = await turn(
      `model = "m"\nsandbox_mode = "${mode}"\napproval_policy = "never"\n${policy}[features]\nsandbox_command_assessment = false`,
      [{ calls: [print] }, { text: 'Hi' }],
      'chat',
      { USER: 'ada', LOGNAME: 'ada', MY_SETTING: 'x', API_TOKEN: 'hunter2hunter2' },
    )
    const told = JSON.stringify((bodies[1] as unknown as { messages: unknown[] }).messages.at(-1))
    for (const there of ['STAGE=test', 'SHOWN=1', 'LOGNAME=ada', 'PATH=']) expect(told).toContain(there)
    for (const gone of ['MY_SETTING', 'USER=ada', 'API_TOKEN'])
      expect(told.replaceAll('LOGNAME=ada', '')).not.toContain(gone)
    await server?.close()
    rmSync(join(base, 'work'), { recursive: true })
  }
})
