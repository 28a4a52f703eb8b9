import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { SdkVersion } from '../../fakes/codex-sdk'
import { all, bodyText, memberNames, ofKind, recorded, removeWorlds, sdkWorld, shell } from './sdk-world'

afterEach(removeWorlds)

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const patch = (...lines: string[]) =>
  ['*** Begin Patch', '*** Add File: b.txt', ...lines, '*** End Patch'].join('\n')
const applyPatch = (text: string) => ({ calls: [{ name: 'apply_patch', arguments: { input: text } }] })

test.each<SdkVersion>(['0.46.0', '0.101.0', '0.163.0'])(
  'SDK %s: a thread is run, its commands are items, and it is resumed by its id',
  async (version) => {
    const world = await sdkWorld(
      [shell('bash', '-c', 'echo hi > a.txt && cat a.txt'), { text: 'made it' }, { text: 'again' }],
      { version },
    )
    const { thread, work } = world
    // The oldest takes neither an environment nor a key of the address in its arguments.
    const codex = world.codex()
    if (version === '0.46.0') for (const [name, value] of Object.entries(world.env)) vi.stubEnv(name, value)
    try {
      const first = codex.startThread(thread)
      const turn = await first.run('make a file')
      expect(turn.finalResponse).toBe('made it')
      expect(ofKind(turn.items, 'command_execution')).toMatchObject([
        { aggregated_output: 'hi\n', exit_code: 0, status: 'completed' },
      ])
      expect(turn.usage).toEqual({
        input_tokens: 240,
        cached_input_tokens: 40,
        cache_write_input_tokens: 0,
        output_tokens: 60,
        reasoning_output_tokens: 0,
      })
      expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('hi\n')
      const second = codex.resumeThread(first.id ?? '', thread)
      expect((await second.run('and again')).finalResponse).toBe('again')
      expect(second.id).toBe(first.id)
      expect(bodyText(world.requests[2])).toContain('make a file')
      expect(world.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual(
        Array(3).fill(['/v1/responses', 'Bearer sk-of-the-sdk']),
      )
    } finally {
      vi.unstubAllEnvs()
    }
  },
)

test('every line has the members that the real program gives it', async () => {
  const world = await sdkWorld([
    {
      reasoning: '**Thinking** about it',
      calls: [{ name: 'shell', arguments: { command: ['false'], timeout_ms: 60_000 } }],
    },
    shell('bash', '-c', 'echo hi'),
    applyPatch(patch('+text')),
    {
      calls: [
        {
          name: 'update_plan',
          arguments: {
            plan: [
              { step: 'one', status: 'completed' },
              { step: 'two', status: 'pending' },
            ],
          },
        },
      ],
    },
    { text: 'done' },
  ])
  const { events } = await world.codex().startThread(world.thread).runStreamed('go')
  const seen = await all(events)
  const ours = memberNames(seen)
  const theirs = memberNames(recorded())
  const both = [...theirs].filter(([name]) => name !== 'item error')
  expect(both.map(([name]) => [name, ours.get(name)])).toEqual(both)
  expect(seen.map(({ type, item }) => (item ? `${type} ${item.type}` : type))).toEqual([
    'thread.started',
    'turn.started',
    'item.completed reasoning',
    ...['item.started command_execution', 'item.completed command_execution'],
    ...['item.started command_execution', 'item.completed command_execution'],
    ...['item.started file_change', 'item.completed file_change'],
    'item.started todo_list',
    'item.completed agent_message',
    'item.completed todo_list',
    'turn.completed',
  ])
  const items = seen.flatMap(({ type, item }) => (type === 'item.completed' && item ? [item] : []))
  expect(items).toMatchObject([
    { type: 'reasoning', text: '**Thinking** about it' },
    { command: 'false', aggregated_output: '', exit_code: 1, status: 'failed' },
    { command: "bash -c 'echo hi'", aggregated_output: 'hi\n', exit_code: 0, status: 'completed' },
    { changes: [{ path: join(world.work, 'b.txt'), kind: 'add' }], status: 'completed' },
    { type: 'agent_message', text: 'done' },
    {
      type: 'todo_list',
      items: [
        { text: 'one', completed: true },
        { text: 'two', completed: false },
      ],
    },
  ])
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
})

test.each(['on-failure', 'on-request', 'untrusted', 'never'])(
  'what is denied under %s stays undone, is told, and the run ends well',
  async (approvalPolicy) => {
    const world = await sdkWorld((request) =>
      bodyText(request).includes('function_call_output') ? { text: 'gave up' } : shell('touch', target),
    )
    const target = join(world.base, 'outside.txt')
    const turn = await world
      .codex()
      .startThread({ ...world.thread, approvalPolicy })
      .run('go')
    expect([turn.finalResponse, existsSync(target)]).toEqual(['gave up', false])
    expect(ofKind(turn.items, 'command_execution')).toMatchObject([{ status: 'failed' }])
    const asked = approvalPolicy === 'on-failure' || approvalPolicy === 'untrusted'
    expect(ofKind(turn.items, 'error').map(({ message }) => message)).toEqual(
      asked ? [expect.stringContaining('nobody could be asked')] : [],
    )
  },
)

test('the same command succeeds in a folder that was added, and in none beside it', async () => {
  const world = await sdkWorld((request) =>
    bodyText(request).includes('function_call_output') ? { text: 'ok' } : shell('touch', target),
  )
  mkdirSync(join(world.base, 'more'))
  let target = join(world.base, 'more', 'x')
  const added = {
    ...world.thread,
    additionalDirectories: [join(world.base, 'more')],
    approvalPolicy: 'never',
  }
  const first = world.codex().startThread(added)
  await first.run('go')
  expect(existsSync(target)).toBe(true)
  target = join(world.base, 'beside')
  await world.codex().startThread(added).run('go')
  // Read-only stays so, whatever is added.
  target = join(world.base, 'more', 'y')
  await world
    .codex()
    .startThread({ ...added, sandboxMode: 'read-only' })
    .run('go')
  // A thread that is resumed has what it is resumed with.
  await world
    .codex()
    .resumeThread(first.id ?? '', { ...added, sandboxMode: 'read-only' })
    .run('go')
  expect([existsSync(join(world.base, 'beside')), existsSync(target)]).toEqual([false, false])
})

test('pictures and a schema reach the model, and what it answers is handed on', async () => {
  const world = await sdkWorld([{ text: '{"ok":true}' }])
  writeFileSync(join(world.work, 'p.png'), Buffer.from(pixel, 'base64'))
  const outputSchema = {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  }
  const turn = await world
    .codex()
    .startThread(world.thread)
    .run(
      [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
        { type: 'local_image', path: join(world.work, 'p.png') },
      ],
      { outputSchema },
    )
  expect(turn.finalResponse).toBe('{"ok":true}')
  expect(bodyText(world.requests[0])).toContain(`data:image/png;base64,${pixel}`)
  expect(bodyText(world.requests[0])).toContain('one\\n\\ntwo')
  expect(world.requests[0]?.body).toMatchObject({
    text: { format: { type: 'json_schema', schema: outputSchema } },
  })
})

test('an abort ends the run and what it started', async () => {
  const world = await sdkWorld([shell('bash', '-c', 'echo $$ > pid; sleep 600')])
  const abort = new AbortController()
  const { events } = await world.codex().startThread(world.thread).runStreamed('go', { signal: abort.signal })
  const run = all(events)
  run.catch(() => undefined)
  await vi.waitFor(() => expect(existsSync(join(world.work, 'pid'))).toBe(true), { timeout: 120_000 })
  const sleeping = (): string[] =>
    readdirSync('/proc').filter((each) => {
      try {
        return readFileSync(`/proc/${each}/environ`, 'latin1').includes(world.base)
      } catch {
        return false // not a process, or gone
      }
    })
  expect(sleeping().length).toBeGreaterThan(0)
  abort.abort()
  await expect(run).rejects.toThrow('abort')
  await vi.waitFor(() => expect(sleeping()).toEqual([]), { timeout: 120_000 })
})

test('a model that fails rejects with its words, and the lines say it as well', async () => {
  const world = await sdkWorld(() => ({
    status: 400,
    body: { error: { message: 'the model is on holiday' } },
  }))
  const { events } = await world.codex().startThread(world.thread).runStreamed('go')
  const seen: { type: string }[] = []
  await expect(
    (async () => {
      for await (const event of events) seen.push(event)
    })(),
  ).rejects.toThrow('exited with code 1')
  expect(seen.slice(-2)).toEqual([
    { type: 'error', message: expect.stringContaining('the model is on holiday') as string },
    { type: 'turn.failed', error: { message: expect.stringContaining('the model is on holiday') as string } },
  ])
  await expect(world.codex().startThread(world.thread).run('go')).rejects.toThrow('the model is on holiday')
})

test('text with line ends that only some readers know is one line', async () => {
  const said = 'a\u2028b\u2029c\u0085d\re\nf'
  const world = await sdkWorld([shell('printf', '%s', said), { text: said }])
  const turn = await world.codex().startThread(world.thread).run('go')
  expect(turn.finalResponse).toBe(said)
  expect(ofKind(turn.items, 'command_execution')).toMatchObject([{ aggregated_output: said }])
})

test('the key of the SDK is in no command, and goes to no other provider', async () => {
  const world = await sdkWorld([
    shell('bash', '-c', 'env; cat /proc/*/environ | tr "\\0" "\\n"'),
    { text: 'ok' },
  ])
  const turn = await world.codex().startThread(world.thread).run('go')
  const [item] = ofKind(turn.items, 'command_execution')
  expect(item?.['aggregated_output']).toContain('PATH=')
  expect(JSON.stringify(turn.items)).not.toContain('sk-of-the-sdk')
  const other = await sdkWorld([{ text: 'hi' }], {
    config: `model_provider = "mine"\nmodel = "m"\n[model_providers.mine]\nbase_url = "URL"\nwire_api = "responses"\n`,
  })
  const file = join(other.base, 'state', 'config.toml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('URL', other.server.baseUrl))
  await other.codex().startThread(other.thread).run('go')
  expect(JSON.stringify(other.requests[0]?.headers)).not.toContain('sk-of-the-sdk')
})
