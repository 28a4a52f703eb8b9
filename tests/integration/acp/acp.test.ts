import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  acpSinceNow,
  callReported,
  choose,
  connectAcp,
  said,
  type AnswerPermission,
} from '../../fakes/acp-client'
import { appServerHome, patchCall, shellCall } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'
import { sharedPrograms } from '../../fakes/shared-program'

/** Who answers in the present test. */
let answers: AnswerPermission = choose(/^deny$/)
const programs = sharedPrograms(
  (home) => connectAcp(home, (...asked) => answers(...asked)),
  (acp) => acp.end(),
)
let made = ''
afterEach(() => {
  if (made !== '') rmSync(made, { recursive: true, force: true })
})
afterAll(() => programs.close())

const withoutView = { config: '[features]\nsandbox_command_assessment = false\n' }

async function start(
  script: (outside: string) => readonly Answer[],
  answer: AnswerPermission = choose(/^deny$/),
  options: NonNullable<Parameters<typeof appServerHome>[1]> = withoutView,
) {
  const outside = `/var/tmp/cs-acp-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
  made = outside
  answers = answer
  const { home, program } = await programs.lend(script(outside), options)
  return { home, acp: acpSinceNow(program, home.project), outside }
}

const kinds = (updates: readonly SessionUpdate[]): string[] => updates.map((each) => each.sessionUpdate)

const touch = (outside: string): readonly Answer[] => [
  shellCall('call_1', 'touch', outside),
  { text: 'Done.' },
]

test('a session begins with its modes and settings; a turn is told and ends', async () => {
  const { acp: at, home: where } = await start(() => [
    shellCall('call_1', 'echo', 'hello'),
    { text: 'Done.' },
  ])
  expect(at.initialized).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'countersign' },
    agentCapabilities: { loadSession: true, promptCapabilities: { image: true } },
  })
  const opened = await at.agent.request('session/new', { cwd: where.project, mcpServers: [] })
  expect(opened.modes?.currentModeId).toBe('custom')
  expect(opened.configOptions?.map(({ id }) => id)).toEqual([
    'model',
    'reasoning_effort',
    'approval_policy',
    'sandbox_mode',
  ])
  expect(await at.prompt(opened.sessionId, 'Say hello.')).toBe('end_turn')
  expect(said(at.updates)).toBe('Done.')
  expect(callReported(at.updates, 'call_1')).toMatchObject({
    title: 'echo hello',
    kind: 'execute',
    status: 'completed',
  })
  expect(JSON.stringify(callReported(at.updates, 'call_1')['content'])).toMatch(/hello/)
  expect(kinds(at.updates)).toContain('available_commands_update')
  expect(at.asked).toEqual([])
})

test('what the sandbox stopped is asked about with facts and offers, and a yes runs it with exactly that', async () => {
  const { acp: at, outside } = await start(touch, choose(/^Allow once, only this/))
  expect(await at.prompt(await at.begin(), 'go')).toBe('end_turn')
  const [asked] = at.asked
  expect(asked?.options.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['allow_once', 'allow_always', 'reject_once']),
  )
  expect(asked?.options.at(-2)).toMatchObject({ optionId: 'deny', kind: 'reject_once' })
  expect(JSON.stringify(asked?.toolCall.content)).toMatch(
    /Stopped by: .*Allow once, only this.* means: .*\/var\/tmp/,
  )
  expect(asked?.toolCall).toMatchObject({ toolCallId: 'call_1', title: `touch ${outside}` })
  expect([existsSync(outside), callReported(at.updates, 'call_1')['status']]).toEqual([true, 'completed'])
})

test('for the session: the same command is not asked about again', async () => {
  const { acp: at } = await start(
    (outside) => [
      shellCall('call_1', 'touch', outside),
      shellCall('call_2', 'touch', outside),
      { text: 'Done.' },
    ],
    choose(/^allow:session:/),
  )
  await at.prompt(await at.begin(), 'go')
  expect(at.asked.length).toBe(1)
  expect(callReported(at.updates, 'call_2')['status']).toBe('completed')
})

const noes: [string, AnswerPermission, string][] = [
  ['denied', choose(/^deny$/), 'end_turn'],
  ['denied and stopped', choose(/^abort$/), 'cancelled'],
  ['cancelled by the client', () => ({ outcome: { outcome: 'cancelled' } }), 'end_turn'],
  [
    'an option that was not offered',
    () => ({ outcome: { outcome: 'selected', optionId: 'allow:once:x' } }),
    'end_turn',
  ],
  ['an answer of another form', () => ({ outcome: 'yes' }) as never, 'end_turn'],
  ['an error', () => Promise.reject(new Error('no such dialog')), 'end_turn'],
]
test.each(noes)('%s: nothing runs', async (_, answer, reason) => {
  const { acp: at, outside } = await start(touch, answer)
  expect(await at.prompt(await at.begin(), 'go')).toBe(reason)
  expect([existsSync(outside), callReported(at.updates, 'call_1')['status'], at.asked.length]).toEqual([
    false,
    'failed',
    1,
  ])
})

test('the model’s view follows the question, which does not wait for it', async () => {
  const { acp: at } = await start(
    touch,
    async () => {
      await expect
        .poll(() => JSON.stringify(at.updates.filter((each) => 'toolCallId' in each)))
        .toMatch(/Model's view: medium/)
      return { outcome: { outcome: 'selected', optionId: 'deny' } }
    },
    { view: { text: viewOf, delayMs: 60 } },
  )
  await at.prompt(await at.begin(), 'go')
  expect(JSON.stringify(at.asked[0]?.toolCall.content)).not.toMatch(/Model's view/)
})
const viewOf = JSON.stringify({ description: 'Creates a file.', risk_level: 'medium', risk_categories: [] })

test('a cancelled turn ends as cancelled, and takes its question back', async () => {
  let withdrawn = false
  const { acp: at, outside } = await start(touch, async (asked, signal) => {
    await at.agent.notify('session/cancel', { sessionId: asked.sessionId })
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true })
    })
    withdrawn = true
    return { outcome: { outcome: 'cancelled' } }
  })
  expect(await at.prompt(await at.begin(), 'go')).toBe('cancelled')
  await expect.poll(() => withdrawn).toBe(true)
  expect(existsSync(outside)).toBe(false)
})

test('a patch is told as diffs, with the two sides of each hunk', async () => {
  const { acp: at, home: where } = await start(() => [
    patchCall('call_1', '*** Update File: a.txt', '@@', '-two', '+2'),
    { text: 'Done.' },
  ])
  writeFileSync(join(where.project, 'a.txt'), 'one\ntwo\nthree\n')
  await at.prompt(await at.begin(), 'go')
  const path = join(where.project, 'a.txt')
  expect(readFileSync(path, 'utf8')).toBe('one\n2\nthree\n')
  expect(callReported(at.updates, 'call_1')).toMatchObject({
    kind: 'edit',
    status: 'completed',
    locations: [{ path }],
    content: [{ type: 'diff', path, oldText: 'one\ntwo\nthree', newText: 'one\n2\nthree' }],
  })
})

test('modes and settings are changed, told, and refused where there is no such', async () => {
  const { acp: at } = await start(() => [{ text: 'Done.' }])
  const sessionId = await at.begin()
  await at.agent.request('session/set_mode', { sessionId, modeId: 'read-only' })
  await expect
    .poll(() => at.updates.find((each) => each.sessionUpdate === 'current_mode_update'))
    .toMatchObject({ currentModeId: 'read-only' })
  const changed = await at.agent.request('session/set_config_option', {
    sessionId,
    configId: 'approval_policy',
    value: 'never',
  })
  expect(changed.configOptions.map(({ currentValue }) => currentValue)).toEqual(
    expect.arrayContaining(['never', 'read-only']),
  )
  await expect(at.agent.request('session/set_mode', { sessionId, modeId: 'full' })).rejects.toThrow(
    /expected one of availableModes/,
  )
  await expect(
    at.agent.request('session/set_config_option', { sessionId, configId: 'model', value: 'no/such' }),
  ).rejects.toThrow(/expected one of configOptions/)
})

test('a session is listed, taken up again with what was said, resumed without, closed and deleted', async () => {
  const { acp: at, home: where } = await start(() => [
    shellCall('call_1', 'echo', 'hello'),
    { text: 'First.' },
    { text: 'Second.' },
  ])
  const sessionId = await at.begin()
  await at.prompt(sessionId, 'Say hello.')
  expect(await at.agent.request('session/list', { cwd: where.project })).toMatchObject({
    sessions: [{ sessionId, cwd: where.project }],
  })
  expect(await at.agent.request('session/list', { cwd: '/elsewhere' })).toEqual({ sessions: [] })
  await at.agent.request('session/close', { sessionId })
  await expect(at.prompt(sessionId, 'more')).rejects.toThrow(/not open here; expected session\/new/)

  const before = at.updates.length
  await at.agent.request('session/load', { sessionId, cwd: where.project, mcpServers: [] })
  const retold = at.updates.slice(before)
  expect(retold.find((each) => each.sessionUpdate === 'user_message_chunk')).toMatchObject({
    content: { text: 'Say hello.' },
  })
  expect(said(retold)).toBe('First.')
  expect(callReported(retold, 'call_1')['status']).toBe('completed')
  await at.prompt(sessionId, 'more')
  expect(said(at.updates)).toMatch(/Second\.$/)

  await at.agent.request('session/close', { sessionId })
  const resumed = at.updates.length
  await at.agent.request('session/resume', { sessionId, cwd: where.project })
  expect(kinds(at.updates.slice(resumed)).filter((each) => each.endsWith('_chunk'))).toEqual([])

  await at.agent.request('session/delete', { sessionId })
  expect(await at.agent.request('session/list', { cwd: where.project })).toEqual({ sessions: [] })
})

test('what cannot be is refused with what was expected, and the connection goes on', async () => {
  const { acp: at, home: where } = await start(() => [{ text: 'Done.' }])
  const refused = (params: Parameters<typeof at.agent.request<'session/new'>>[1]) =>
    expect(at.agent.request('session/new', params)).rejects
  await refused({ cwd: 'here', mcpServers: [] }).toThrow(/no absolute path/)
  await refused({ cwd: join(where.base, 'nowhere'), mcpServers: [] }).toThrow(/nowhere/)
  await refused({
    cwd: where.project,
    mcpServers: [{ type: 'sse', name: 'old', url: 'http://127.0.0.1:1/', headers: [] }],
  }).toThrow(/expected a command, or "http"/)
  const sessionId = await at.begin()
  await expect(at.agent.request('session/prompt', { sessionId, prompt: [] })).rejects.toThrow(
    /prompt is empty/,
  )
  await expect(
    at.agent.request('session/prompt', {
      sessionId,
      prompt: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }],
    }),
  ).rejects.toThrow(/Sound cannot be handed/)
  await expect(at.agent.request('session/prompt', { sessionId: 'none', prompt: [] })).rejects.toThrow(
    /not open here/,
  )
  await expect(at.agent.request('no/such', {})).rejects.toThrow(/not found/i)
  expect(await at.prompt(sessionId, 'go')).toBe('end_turn')
})

test('a turn that fails is an error that says why', async () => {
  const { acp: at } = await start(() => [])
  await expect(at.prompt(await at.begin(), 'go')).rejects.toThrow(/the script has no answer left/)
})

test('a session that is closed in the middle of a turn answers its prompt, and nothing runs on', async () => {
  const { acp: at } = await start(() => [shellCall('call_1', 'sleep', '600'), { text: 'Done.' }])
  const sessionId = await at.begin()
  const turn = at.prompt(sessionId, 'go')
  await expect.poll(() => callReported(at.updates, 'call_1')['status']).toBe('in_progress')
  await at.agent.request('session/close', { sessionId })
  expect(await turn).toBe('cancelled')
})

test('an editor that is gone leaves nothing running', async () => {
  const home = await appServerHome([shellCall('call_1', 'sleep', '600'), { text: 'Done.' }], withoutView)
  const at = await connectAcp(home, choose(/^deny$/))
  try {
    const turn = at.prompt(await at.begin(), 'go').catch(() => undefined)
    await expect.poll(() => callReported(at.updates, 'call_1')['status']).toBe('in_progress')
    expect(await at.end()).toBe(0)
    await turn
  } finally {
    await home.remove()
  }
})
