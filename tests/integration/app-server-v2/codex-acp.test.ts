import { existsSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  acpSinceNow,
  callReported,
  choose,
  said,
  type AcpClient,
  type AnswerPermission,
} from '../../fakes/acp-client'
import { appServerHome, patchCall, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { connectCodexAcp } from '../../fakes/codex-acp'
import type { Answer } from '../../fakes/model-server'
import { sharedPrograms } from '../../fakes/shared-program'

/** Who answers in the present test. */
let answers: AnswerPermission = choose(/^decline$/)
const programs = sharedPrograms(
  (home) => connectCodexAcp(home, (...asked) => answers(...asked)),
  (client) => client.end(),
)
let home: AppServerHome | undefined
let acp: AcpClient | undefined
let made = ''
afterEach(async () => {
  await acp?.end()
  await home?.remove()
  ;[acp, home] = [undefined, undefined]
  if (made !== '') rmSync(made, { recursive: true, force: true })
})
afterAll(() => programs.close())

const withoutView = '[features]\nsandbox_command_assessment = false\n'

async function start(
  script: (outside: string) => readonly Answer[],
  answer: AnswerPermission = choose(/^decline$/),
  options: NonNullable<Parameters<typeof appServerHome>[1]> = { config: withoutView, policy: 'on-request' },
) {
  const outside = `/var/tmp/cs-v2-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
  made = outside
  answers = answer
  const lent = await programs.lend(script(outside), options)
  return { home: lent.home, acp: acpSinceNow(lent.program, lent.home.project), outside }
}

/** A call that asks to leave the sandbox, as the agent may under `on-request`. */
const escalated = (id: string, ...command: string[]): Answer => ({
  calls: [
    {
      id,
      name: 'shell',
      arguments: { command, with_escalated_permissions: true, justification: 'It lies elsewhere.' },
    },
  ],
})
const touch = (outside: string): readonly Answer[] => [
  escalated('call_1', 'touch', outside),
  { text: 'Done.' },
]

test('a prompt through codex-acp: the command runs, its output and the message are streamed', async () => {
  const { acp: at } = await start(() => [shellCall('call_1', 'echo', 'hello'), { text: 'Done.' }])
  expect(await at.prompt(await at.begin(), 'Say hello.')).toBe('end_turn')
  expect(said(at.updates)).toBe('Done.')
  expect(callReported(at.updates, 'call_1')).toMatchObject({ status: 'completed' })
  expect(JSON.stringify(callReported(at.updates, 'call_1'))).toMatch(/hello/)
  expect(at.asked).toEqual([])
})

test('what the sandbox stopped is asked about as the one permission that it lacks, and a yes gives exactly that', async () => {
  const { acp: at, outside } = await start(
    (path) => [shellCall('call_1', 'touch', path), { text: 'Done.' }],
    choose(/^allow_permissions_turn$/),
    { config: withoutView, policy: 'on-failure' },
  )
  expect(await at.prompt(await at.begin(), 'go')).toBe('end_turn')
  const [asked] = at.asked
  expect(asked?.toolCall).toMatchObject({
    rawInput: { permissions: { network: null, fileSystem: { read: null, write: [outside] } } },
    locations: [{ path: outside }],
  })
  expect([existsSync(outside), callReported(at.updates, 'call_1')['status'], at.asked.length]).toEqual([
    true,
    'completed',
    1,
  ])
})

test('a command that asks for more is asked about with what was offered for it, and a yes runs it', async () => {
  const { acp: at, outside } = await start(touch, choose(/^allow_once$/))
  expect(await at.prompt(await at.begin(), 'go')).toBe('end_turn')
  const [asked] = at.asked
  expect(asked?.toolCall).toMatchObject({ toolCallId: 'call_1', title: `touch ${outside}` })
  expect(asked?.options.map(({ optionId }) => optionId)).toEqual(
    expect.arrayContaining(['allow_once', 'decline', 'cancel']),
  )
  expect([existsSync(outside), callReported(at.updates, 'call_1')['status'], at.asked.length]).toEqual([
    true,
    'completed',
    1,
  ])
})

const noes: [string, AnswerPermission, string][] = [
  ['denied', choose(/^decline$/), 'end_turn'],
  ['denied and stopped', choose(/^cancel$/), 'cancelled'],
  ['cancelled by the editor', () => ({ outcome: { outcome: 'cancelled' } }), 'cancelled'],
  ['an error', () => Promise.reject(new Error('no such dialog')), 'cancelled'],
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

test('for the session: the same command is not asked about again', async () => {
  const { acp: at } = await start(
    (outside) => [
      escalated('call_1', 'touch', outside),
      escalated('call_2', 'touch', outside),
      { text: 'Done.' },
    ],
    choose(/^allow_for_session$/),
  )
  await at.prompt(await at.begin(), 'go')
  expect([at.asked.length, callReported(at.updates, 'call_2')['status']]).toEqual([1, 'completed'])
})

test('a patch beyond the folder is shown with its text, and applied once it is allowed', async () => {
  const { acp: at, outside } = await start(
    (path) => [patchCall('call_1', `*** Add File: ${path}`, '+one'), { text: 'Done.' }],
    choose(/^allow_once$/),
  )
  expect(await at.prompt(await at.begin(), 'go')).toBe('end_turn')
  expect(JSON.stringify(at.asked[0]?.toolCall)).toContain(outside)
  expect(readFileSync(outside, 'utf8')).toBe('one\n')
  expect(callReported(at.updates, 'call_1')['status']).toBe('completed')
})

test('a cancelled prompt ends as cancelled, and what was asked is taken back', async () => {
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

test('a plan and a turn that fails come through', async () => {
  const plan = { plan: [{ step: 'one', status: 'in_progress' }] }
  const { acp: at } = await start(() => [{ calls: [{ id: 'call_p', name: 'update_plan', arguments: plan }] }])
  await at.prompt(await at.begin(), 'go')
  expect(said(at.updates)).toMatch(/the script has no answer left/)
  expect(at.updates.find(({ sessionUpdate }) => sessionUpdate === 'plan')).toMatchObject({
    entries: [{ content: 'one', status: 'in_progress' }],
  })
})

test('a session is listed and loaded again with what was said, by another codex-acp', async () => {
  const where = await appServerHome(
    [shellCall('call_1', 'echo', 'hello'), { text: 'First.' }, { text: 'Second.' }],
    { config: withoutView, policy: 'on-request' },
  )
  home = where
  const at = await connectCodexAcp(where, choose(/^decline$/))
  const sessionId = await at.begin()
  await at.prompt(sessionId, 'Say hello.')
  await at.end()
  acp = await connectCodexAcp(where, choose(/^decline$/))
  const { sessions } = await acp.agent.request('session/list', { cwd: where.project })
  expect(sessions.map((each) => each.sessionId)).toContain(sessionId)
  await acp.agent.request('session/load', { sessionId, cwd: where.project, mcpServers: [] })
  expect(acp.updates.find(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')).toMatchObject({
    content: { text: 'Say hello.' },
  })
  expect(said(acp.updates)).toBe('First.')
  expect(callReported(acp.updates, 'call_1')['status']).toBe('completed')
  await acp.prompt(sessionId, 'more')
  expect(said(acp.updates)).toMatch(/Second\.$/)
})
