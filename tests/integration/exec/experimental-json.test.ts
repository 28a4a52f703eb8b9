import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cliEntry, jsonLines, runCli, runProgram, type Ran } from '../../fakes/run-cli'
import type { SdkEvent } from '../../fakes/codex-sdk'
import { bodyText, launcher, ofKind, removeWorlds, sdkWorld, shell } from './sdk-world'

afterEach(removeWorlds)

type World = Awaited<ReturnType<typeof sdkWorld>>
const withPrompt = (world: World, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  runCli(['exec', '--experimental-json', ...args], {
    env: { ...world.env, ...env },
    cwd: world.work,
    keepInput: true,
    onChild: (child) => child.stdin?.end('go'),
  })
const address = (world: World): string[] => [
  '--config',
  `openai_base_url="${world.server.baseUrl}"`,
  '--model',
  'm',
]
const items = (ran: Ran) =>
  jsonLines<SdkEvent>(ran).flatMap(({ type, item }) => (type === 'item.completed' && item ? [item] : []))

test('all that the SDK can pass is taken; what is unknown is told in one line', async () => {
  const world = await sdkWorld([{ text: 'hi' }])
  const ran = await withPrompt(
    world,
    [
      ...['-c', 'show_raw_agent_reasoning=true', '-c', 'tools.made_up={ a = 1 }', '-c', 'not_a_key="x"'],
      ...['-c', 'model_reasoning_effort="persistent"', '-c', 'web_search="cached"', ...address(world)],
      ...[
        '--thread-source',
        'ci',
        '--sandbox',
        'workspace-write',
        '--cd',
        world.work,
        '--skip-git-repo-check',
      ],
      ...['--cyber-access-program', 'standard', '-c', 'sandbox_workspace_write.network_access=false'],
      ...['-c', 'approval_policy="on-request"', '-c', 'features.web_search_request=false'],
    ],
    { CODEX_API_KEY: 'sk-x' },
  )
  expect([ran.code, ran.err]).toEqual([
    0,
    'countersign: -c: not known here, without effect: tools, not_a_key, model_reasoning_effort, web_search, cyber_access_program\n',
  ])
  expect(jsonLines<SdkEvent>(ran).map(({ type }) => type)).toEqual([
    'thread.started',
    'turn.started',
    'item.completed',
    'turn.completed',
  ])
})

test.each([
  ['approval_policy="sometimes"', 'approval_policy is "sometimes"'],
  ['sandbox_mode="open"', 'sandbox_mode is "open"'],
  ['sandbox_workspace_write.network_access="yes"', 'network_access is "yes"'],
  ['openai_base_url="ftp://x"', 'openai_base_url is "ftp://x"'],
  ['openai_base_url="http://me:secret@x"', 'openai_base_url holds a user name or a password'],
])('a known key with a wrong value stops the start: %s', async (flag, said) => {
  const world = await sdkWorld([])
  const ran = await withPrompt(world, [...address(world), '-c', flag], { CODEX_API_KEY: 'sk-x' })
  expect([ran.code, ran.out, world.requests.length]).toEqual([2, '', 0])
  expect(ran.err).toContain(said)
  expect(ran.err).not.toContain('secret')
})

test.each([
  [['resume', 'nobody'], 2, 'There is no session nobody'],
  [['two', 'words'], 2, 'expected one prompt, or resume ID'],
  [['--image', '/no/such.png'], 2, '/no/such.png'],
  [['--add-dir', '/no/such/folder'], 2, '/no/such/folder'],
  [['--cd', '/no/such/folder'], 2, '/no/such/folder'],
])('%j ends with %i, no line, and a reason', async (args, code, said) => {
  const world = await sdkWorld([])
  const ran = await withPrompt(world, [...address(world), ...args], { CODEX_API_KEY: 'sk-x' })
  expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(said) as string])
  expect(jsonLines<SdkEvent>(ran).filter(({ type }) => type === 'turn.started')).toEqual([])
})

test('without a model, and without a key, nothing is played in its place', async () => {
  const world = await sdkWorld([])
  const none = await withPrompt(world, [])
  const keyless = await withPrompt(world, address(world))
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('No model is set') as string])
  expect(keyless.code).not.toBe(0)
  expect(keyless.out + keyless.err).toContain('OPENAI_API_KEY')
})

test('`exec --json` keeps its own lines, its exit code and its strictness', async () => {
  const world = await sdkWorld((request) =>
    bodyText(request).includes('function_call_output') ? { text: 'no' } : shell('touch', `${world.base}/x`),
  )
  const args = ['-c', `openai_base_url="${world.server.baseUrl}"`, '-c', 'model="m"']
  const own = { env: { ...world.env, OPENAI_API_KEY: 'k' }, cwd: world.work }
  const ran = await runCli(['exec', '--json', '--approval-policy', 'on-failure', ...args, 'go'], own)
  expect([ran.code, jsonLines<SdkEvent>(ran)[0]?.type]).toEqual([3, 'session.configured'])
  const strict = await runCli(['exec', '--json', '-c', 'not_a_key=1', ...args, 'go'], own)
  expect([strict.code, strict.err]).toEqual([2, expect.stringContaining('unknown key "not_a_key"') as string])
  expect(existsSync(join(world.base, 'x'))).toBe(false)
})

test('`exec --add-dir` opens a folder for a new session under the mode that is asked for, and is refused for an old one', async () => {
  const world = await sdkWorld(
    (request) =>
      bodyText(request).includes('function_call_output')
        ? { text: 'ok' }
        : shell('touch', `${world.base}/more/x`),
    { config: 'model = "m"\nsandbox_mode = "read-only"\napproval_policy = "never"\n' },
  )
  const more = join(world.base, 'more')
  mkdirSync(more)
  const own = { env: { ...world.env, OPENAI_API_KEY: 'k' }, cwd: world.work }
  const args = ['exec', '-c', `openai_base_url="${world.server.baseUrl}"`, '--add-dir', '../more']
  await runCli([...args, 'go'], own)
  expect(existsSync(join(more, 'x'))).toBe(false)
  await runCli([...args, '--sandbox', 'workspace-write', 'go'], own)
  expect(existsSync(join(more, 'x'))).toBe(true)
  const refused = await runCli([...args, '--resume', '--', 'go'], own)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('for a new session') as string])
})

test('a prompt and an output of any size pass, and the lines stay whole', async () => {
  const world = await sdkWorld([
    shell('bash', '-c', 'head -c 20000000 /dev/zero | tr "\\0" x'),
    { text: 'ok' },
  ])
  const prompt = `${'é\u2028'.repeat(50_000)}end`
  const turn = await world.codex().startThread(world.thread).run(prompt)
  expect(turn.finalResponse).toBe('ok')
  const [item] = ofKind(turn.items, 'command_execution')
  expect(item).toMatchObject({ exit_code: 0, aggregated_output: expect.stringMatching(/^x+/) as string })
  expect(JSON.stringify(item).length).toBeLessThan(5_000_000)
  expect(bodyText(world.requests[0])).toContain('end')
})

test('a folder that is listed as untrusted stays read-only for a run that names no mode', async () => {
  const world = await sdkWorld((request) =>
    bodyText(request).includes('function_call_output') ? { text: 'ok' } : shell('touch', `${world.work}/x`),
  )
  const file = join(world.base, 'state', 'config.toml')
  writeFileSync(file, `[projects."${world.work}"]\ntrust_level = "untrusted"\n`)
  const { sandboxMode, ...unnamed } = world.thread
  const options = { ...unnamed, networkAccessEnabled: true, additionalDirectories: [world.work] }
  const thread = world.codex().startThread({ ...options, approvalPolicy: 'never' })
  await thread.run('go')
  await world
    .codex()
    .resumeThread(thread.id ?? '', options)
    .run('go')
  expect(existsSync(join(world.work, 'x'))).toBe(false)
  await world
    .codex()
    .startThread({ ...options, sandboxMode })
    .run('go')
  expect(existsSync(join(world.work, 'x'))).toBe(true)
})

test('at a terminal nobody is asked either, and nothing but lines is written', async () => {
  const world = await sdkWorld((request) =>
    bodyText(request).includes('function_call_output') ? { text: 'no' } : shell('touch', `${world.base}/x`),
  )
  const line = [process.execPath, cliEntry, 'exec', '--experimental-json', ...address(world)]
    .concat('-c', 'approval_policy="on-failure"', 'go')
    .map((word) => `'${word}'`)
    .join(' ')
  const ran = await runProgram('script', ['-qec', line, '/dev/null'], {
    env: { ...world.env, CODEX_API_KEY: 'sk-x' },
    cwd: world.work,
  })
  expect(ran.code).toBe(0)
  expect(items(ran).map(({ type }) => type)).toEqual(['command_execution', 'error', 'agent_message'])
})

test('a model that counts nothing leaves a usage of nothing', async () => {
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' }
  const done = { ...item, content: [{ type: 'output_text', text: 'hi', annotations: [] }] }
  const frames = [
    { type: 'response.created', response: { id: 'r', status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', output_index: 0, item_id: 'msg_1', content_index: 0, delta: 'hi' },
    { type: 'response.output_item.done', output_index: 0, item: done },
    { type: 'response.completed', response: { id: 'r', status: 'completed', output: [done], usage: null } },
  ]
  const raw = frames.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`)
  const world = await sdkWorld([{ raw }])
  const turn = await world.codex().startThread(world.thread).run('go')
  expect([turn.finalResponse, turn.usage]).toEqual([
    'hi',
    {
      input_tokens: 0,
      cached_input_tokens: 0,
      cache_write_input_tokens: 0,
      output_tokens: 0,
      reasoning_output_tokens: 0,
    },
  ])
})

test('a tool of a server that the SDK configures is an item with its answer', async () => {
  const server = join(import.meta.dirname, '../../fakes/hostile-mcp-server.mjs')
  const world = await sdkWorld((request) => {
    const names = (request.body as { tools: { name?: string }[] }).tools.map(({ name }) => name ?? '')
    const name = names.find((each) => each.includes('look')) ?? 'none'
    return bodyText(request).includes('function_call_output')
      ? { text: 'looked' }
      : { calls: [{ name, arguments: {} }] }
  })
  const config = { mcp_servers: { eyes: { command: process.execPath, args: [server, 'plain'] } } }
  const turn = await world.codex({ config }).startThread(world.thread).run('go')
  expect(ofKind(turn.items, 'mcp_tool_call')).toEqual([
    expect.objectContaining({
      server: 'eyes',
      tool: 'look',
      arguments: {},
      error: null,
      status: 'completed',
    }),
  ])
})

test('an ordinary user has it as well', async () => {
  const world = await sdkWorld([shell('bash', '-c', 'id -u > who; cat who'), { text: 'me' }])
  const wrapper = join(world.base, 'as-nobody')
  const as = 'setpriv --reuid=65534 --regid=65534 --clear-groups'
  writeFileSync(wrapper, `#!/bin/sh\nexec ${as} '${launcher}' "$@"\n`, { mode: 0o755 })
  const made = await runProgram('chown', ['-R', '65534:65534', world.base], { env: world.env })
  expect(made.code).toBe(0)
  const turn = await world.codex({ codexPathOverride: wrapper }).startThread(world.thread).run('go')
  expect(ofKind(turn.items, 'command_execution')).toMatchObject([
    { aggregated_output: '65534\n', status: 'completed' },
  ])
})
