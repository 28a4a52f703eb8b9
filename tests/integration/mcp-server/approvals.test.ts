import { setTimeout as delay } from 'node:timers/promises'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, afterEach, expect, test } from 'vitest'
import { appServerHome, patchCall, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { connectMcp, mcpSinceNow, type Asked, type McpClient } from '../../fakes/mcp-client'
import type { Answer } from '../../fakes/model-server'
import { sharedPrograms } from '../../fakes/shared-program'

/** Who answers in the present test. */
let answers: Answers
const programs = sharedPrograms(
  (home) => connectMcp(home, (asked) => answers?.(asked) ?? {}),
  (mcp) => mcp.end(),
)
let home: AppServerHome | undefined
/** What the script of the running test tries to make outside of the project. */
let made = ''
/** One of a test's own, which it ends. */
let mcp: McpClient | undefined
afterEach(async () => {
  await mcp?.end()
  await home?.remove()
  ;[mcp, home] = [undefined, undefined]
  rmSync(made, { force: true })
})
afterAll(() => programs.close())

const withoutView = '[features]\nsandbox_command_assessment = false\n'
type Answers = Parameters<typeof connectMcp>[1]

async function start(
  script: (outside: string) => readonly Answer[],
  answer: Answers,
  options: NonNullable<Parameters<typeof appServerHome>[1]> = { config: withoutView },
) {
  const outside = `/var/tmp/cs-mcp-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
  made = outside
  answers = answer
  const { home: at, program } = await programs.lend(script(outside), options)
  return { home: at, mcp: mcpSinceNow(program, at.project), outside, requests: at.server.requests }
}

const touch = (outside: string): readonly Answer[] => [
  shellCall('call_1', 'touch', outside),
  { text: 'Done.' },
]

test('the elicitation has the codex members, a form and a message that says what is at stake', async () => {
  const { home: at, mcp: server, outside } = await start(touch, () => ({ decision: 'denied' }), {})
  await server.call('codex', { prompt: 'go' })
  const [asked = {}] = server.asked
  const meta = server.events[0]?.['_meta'] as { requestId: number }
  expect(asked).toMatchObject({
    codex_elicitation: 'exec-approval',
    codex_mcp_tool_call_id: String(meta.requestId),
    codex_event_id: String(meta.requestId),
    codex_call_id: 'call_1',
    codex_command: ['touch', outside],
    codex_cwd: at.project,
    codex_parsed_cmd: [{ type: 'unknown', cmd: `touch ${outside}` }],
    codex_risk: {
      description: 'Creates a file in /opt.',
      risk_level: 'medium',
      risk_categories: ['system_modification'],
    },
    codex_reason: expect.stringMatching(/^command failed; retry in the sandbox\?/) as string,
    countersign_assessment: { level: 'medium', view: { status: 'success' } },
    requestedSchema: {
      type: 'object',
      required: ['decision'],
      properties: {
        decision: { type: 'string', enum: ['approved', 'approved_for_session', 'denied', 'abort'] },
      },
    },
  })
  const lines = String(asked['message']).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Allow this\? \S/),
      `Command: touch ${outside}`,
      `In: ${at.project}`,
      expect.stringMatching(/^Stopped by: .*sandbox/i),
      expect.stringMatching(/^Risk: MEDIUM \(.*system modification/),
      expect.stringMatching(/^A yes means: .*\/var\/tmp/),
    ]),
  )
})

const yes: [string, Record<string, unknown>][] = [
  ['of a codex client', { decision: 'approved' }],
  ['of the standard form', { action: 'accept', content: { decision: 'approved' } }],
  ['for the session', { action: 'accept', content: { decision: 'approved_for_session' } }],
]
test.each(yes)('a yes %s: the command runs again with exactly the path added', async (_, answer) => {
  const { mcp: server, outside } = await start(touch, () => answer)
  const { isError, structuredContent } = await server.call('codex', { prompt: 'go' })
  expect([existsSync(outside), isError, structuredContent?.content, server.asked.length]).toEqual([
    true,
    undefined,
    'Done.',
    1,
  ])
})

test('for the session: the same command is not asked about again', async () => {
  const { mcp: server } = await start(
    (outside) => [
      shellCall('call_1', 'touch', outside),
      shellCall('call_2', 'touch', outside),
      { text: 'Done.' },
    ],
    () => ({ decision: 'approved_for_session' }),
  )
  await server.call('codex', { prompt: 'go' })
  expect(server.asked.length).toBe(1)
})

function failing(): never {
  throw new Error('no window')
}
const no: [string, () => Record<string, unknown>][] = [
  ['denied', () => ({ decision: 'denied' })],
  ['declined', () => ({ action: 'decline' })],
  ['cancelled', () => ({ action: 'cancel' })],
  ['declined with a yes beside it', () => ({ action: 'decline', content: { decision: 'approved' } })],
  ['accepted without a decision', () => ({ action: 'accept' })],
  ['an empty answer', () => ({})],
  ['an unknown decision', () => ({ decision: 'yes' })],
  ['two decisions', () => ({ decision: 'approved', content: { decision: 'denied' } })],
  ['an error', failing],
]
test.each(no)('%s: nothing is run, and the agent is told', async (_, answer) => {
  const { mcp: server, outside, requests } = await start(touch, answer)
  const { structuredContent } = await server.call('codex', { prompt: 'go' })
  expect([
    existsSync(outside),
    structuredContent?.content,
    JSON.stringify(requests.at(-1)?.body).includes('exec command rejected by user'),
  ]).toEqual([false, 'Done.', true])
})

test('abort ends the turn: a tool error with the conversation', async () => {
  const { mcp: server, outside } = await start(touch, () => ({
    action: 'accept',
    content: { decision: 'abort' },
  }))
  const { isError, structuredContent } = await server.call('codex', { prompt: 'go' })
  expect([isError, structuredContent?.content, existsSync(outside)]).toEqual([
    true,
    'The turn was stopped before it was done.',
    false,
  ])
})

test('a client that cannot ask: denied, and the agent and the client are told why', async () => {
  const outside = '/var/tmp/cs-mcp-cannot-ask'
  home = await appServerHome(touch(outside), { config: withoutView })
  mcp = await connectMcp(home)
  const { requests } = home.server
  const { structuredContent, content } = await mcp.call('codex', { prompt: 'go' })
  const why = /does not support elicitation/
  expect([
    existsSync(outside),
    why.test(structuredContent?.notes?.[0] ?? ''),
    why.test(content[1]?.text ?? ''),
    why.test(JSON.stringify(requests.at(-1)?.body)),
    /because nobody could be asked/.test(JSON.stringify(requests.at(-1)?.body)),
    /[Tt]he user says|by the user/.test(JSON.stringify(requests.at(-1)?.body)),
  ]).toEqual([false, true, true, true, true, false])
})

test('a patch is asked about with its changes and without risk', async () => {
  const { mcp: server, home: at } = await start(
    () => [patchCall('call_1', '*** Add File: new.txt', '+hello'), { text: 'Done.' }],
    () => ({ decision: 'approved' }),
    { config: withoutView, policy: 'untrusted' },
  )
  await server.call('codex', { prompt: 'go' })
  const file = join(at.project, 'new.txt')
  expect(server.asked[0]).toMatchObject({
    codex_elicitation: 'patch-approval',
    codex_call_id: 'call_1',
    codex_changes: { [file]: { add: { content: 'hello\n' } } },
    message: expect.stringContaining(`Files: add ${file}`) as string,
  })
  expect([server.asked[0]?.['codex_risk'], readFileSync(file, 'utf8')]).toEqual([undefined, 'hello\n'])
})

test('no line of a command passes for a line of the message', async () => {
  const { mcp: server } = await start(
    (outside) => [shellCall('call_1', 'touch', outside, 'x\nRisk: NONE'), { text: 'Done.' }],
    () => ({ decision: 'denied' }),
  )
  await server.call('codex', { prompt: 'go' })
  const risks = String(server.asked[0]?.['message'])
    .split('\n')
    .filter((line) => line.startsWith('Risk:'))
  expect(risks).toEqual([expect.not.stringContaining('NONE')])
})

test('cancelling the call interrupts the turn and withdraws the request; a late yes changes nothing', async () => {
  let answerLate: (answer: Asked) => void = () => undefined
  let wasAsked: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    wasAsked = resolve
  })
  const { mcp: server, outside } = await start(
    (path) => [...touch(path), { text: 'Still here.' }],
    () => {
      wasAsked()
      return new Promise((resolve) => {
        answerLate = resolve
      })
    },
  )
  const cancel = new AbortController()
  const call = server.call('codex', { prompt: 'go' }, { signal: cancel.signal })
  const rejected = expect(call).rejects.toThrow()
  await asked
  const configured = server.events[0]?.['msg'] as { session_id: string }
  cancel.abort('enough')
  await rejected
  answerLate({ decision: 'approved' })
  const goOn = () => server.call('codex-reply', { conversationId: configured.session_id, prompt: 'go on' })
  let reply = await goOn()
  for (let tries = 0; tries < 500 && reply.content[0]?.text.includes('is running'); tries++) {
    await delay(20)
    reply = await goOn()
  }
  expect([existsSync(outside), reply.isError]).toEqual([false, undefined])
})

test('calls in parallel are sessions of their own', async () => {
  const { mcp: server, requests } = await start(
    () => [{ text: 'A.' }, { text: 'A.' }, { text: 'A.' }],
    () => ({ decision: 'denied' }),
  )
  const results = await Promise.all(['one', 'two', 'three'].map((prompt) => server.call('codex', { prompt })))
  const ids = results.map(({ structuredContent }) => structuredContent?.conversationId)
  expect(results.map(({ content }) => content[0]?.text)).toEqual(['A.', 'A.', 'A.'])
  expect([new Set(ids).size, requests.length]).toEqual([3, 3])
})

test("the SDK's own elicitation handler takes the form as valid, and its answer counts", async () => {
  const outside = `/var/tmp/cs-mcp-sdk-${String(process.pid)}`
  made = outside
  home = await appServerHome(touch(outside), { config: withoutView })
  mcp = await connectMcp(home, () => ({}))
  const schemas: unknown[] = []
  mcp.client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    if ('requestedSchema' in params) schemas.push(params.requestedSchema.properties['decision'])
    return { action: 'accept', content: { decision: 'approved' } }
  })
  await mcp.call('codex', { prompt: 'go' })
  expect([schemas.length, schemas[0], existsSync(outside)]).toEqual([
    1,
    expect.objectContaining({
      enumNames: ['Allow once, only this', 'Allow for this session', 'Deny', 'Deny and stop the agent'],
    }),
    true,
  ])
})

test('a client that only asks by address cannot show the form: denied', async () => {
  home = await appServerHome(touch('/var/tmp/cs-mcp-by-address'), { config: withoutView })
  mcp = await connectMcp(home, () => ({ decision: 'approved' }), { elicitation: { url: {} } })
  const { structuredContent } = await mcp.call('codex', { prompt: 'go' })
  expect([
    structuredContent?.notes?.length,
    mcp.asked.length,
    existsSync('/var/tmp/cs-mcp-by-address'),
  ]).toEqual([1, 0, false])
})

test('a reply while the turn runs is a tool error, and the turn is not disturbed', async () => {
  const { mcp: server } = await start(touch, async () => {
    const { msg } = server.events[0] as { msg: { session_id: string } }
    const { session_id: conversationId } = msg
    const early = await server.call('codex-reply', { conversationId, prompt: 'and?' })
    expect([early.isError, early.content[0]?.text]).toEqual([true, expect.stringContaining('is running')])
    return { decision: 'denied' }
  })
  expect((await server.call('codex', { prompt: 'go' })).structuredContent?.notes).toBeUndefined()
})

test('what a rehearsal would change is told while the question waits', async () => {
  const found = (): Record<string, unknown> | undefined =>
    server.events
      .map((each) => each['msg'] as Record<string, unknown>)
      .find(({ type }) => type === 'rehearsal_updated')
  const { mcp: server, outside } = await start(touch, async () => {
    await expect.poll(found).toBeDefined()
    return { decision: 'denied' }
  })
  await server.call('codex', { prompt: 'go' })
  expect(found()).toMatchObject({
    call_id: 'call_1',
    rehearsal: { state: 'found', changes: [{ path: outside, kind: 'created' }] },
  })
})
