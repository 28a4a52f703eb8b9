import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { afterEach, expect, test } from 'vitest'
import { composeEngine, type Composed } from '../../../src/main/compose'
import { agentCall, byTask, isOf, outputsIn, spawnCall, waitCall } from '../../fakes/agents-script'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'
import { processesWith } from '../../fakes/processes-with'

let home: AppServerHome | undefined
let open: Composed | undefined
let outside = ''
afterEach(async () => {
  await open?.engine.close()
  await home?.remove()
  rmSync(outside, { recursive: true, force: true })
})

/** A real engine and a session in it, whose model and the models of its agents play these answers. */
async function world(
  tasks: (target: (name: string) => string) => Readonly<Record<string, readonly Answer[]>>,
) {
  outside = mkdtempSync('/var/tmp/cs-agents-')
  const target = (name: string): string => join(outside, name)
  home = await appServerHome(byTask(tasks(target)), {
    config: '[features]\nsandbox_command_assessment = false\n',
  })
  const { env, server, project } = home
  const composed = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  open = composed
  const { engine } = composed
  const told: { readonly sessionId: string; readonly event: AgentEvent }[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event') told.push(notice.event)
  })
  const { id } = await engine.createSession({ cwd: project })
  const of = <T extends AgentEvent['type']>(type: T, sessionId = id) =>
    told.flatMap(({ sessionId: from, event }) =>
      event.type === type && from === sessionId ? [event as Extract<AgentEvent, { type: T }>] : [],
    )
  const waiting = async (): Promise<readonly ApprovalRequest[]> => (await engine.state()).approvals
  const row = async (sessionId = id) => (await engine.openSession(sessionId)).session
  /** What the session's own calls came to, as its model was told last. */
  const outputs = (): Readonly<Record<string, string>> =>
    Object.assign({}, ...server.requests.filter(isOf('go')).map(outputsIn)) as Record<string, string>
  return { engine, id, told, of, waiting, row, outputs, target, project }
}

const patience = { timeout: 120_000 }

test('two agents side by side: both ask in the one queue, each answer goes to its own, the row counts both', async () => {
  const { engine, id, of, waiting, row, target } = await world((at) => ({
    go: [
      spawnCall('ann', 'make a'),
      spawnCall('bob', 'make b'),
      waitCall('w1', { timeout_ms: 120_000 }),
      waitCall('w2', { timeout_ms: 120_000 }),
      { text: 'Both are done.' },
    ],
    'make a': [shellCall('call_1', 'touch', at('a')), { text: 'A is made.' }],
    'make b': [shellCall('call_1', 'touch', at('b')), { text: 'B was not.' }],
  }))
  await engine.startTurn(id, 'go')
  await expect.poll(async () => (await waiting()).length, patience).toBe(2)
  const [ann, bob] = (['ann', 'bob'] as const).map(
    (name) => async () => (await waiting()).find(({ askedBy }) => askedBy?.childName === name),
  )
  const [asksAnn, asksBob] = [await ann?.(), await bob?.()]
  expect(asksAnn).toMatchObject({
    callId: 'call_1',
    command: ['touch', target('a')],
    askedBy: { childId: asksAnn?.sessionId, parentId: id, parentTitle: 'go' },
  })
  expect(await row()).toMatchObject({ pendingApprovals: 2, status: 'needs-you' })
  await engine.decide(asksBob?.id ?? '', { kind: 'deny', message: 'leave it' }, 'window')
  expect(await row()).toMatchObject({ pendingApprovals: 1, status: 'needs-you' })
  await engine.decide(asksAnn?.id ?? '', { kind: 'allow', offerId: 'only-this' }, 'window')
  await expect.poll(() => of('turn.finished').length, patience).toBe(1)
  expect([existsSync(target('a')), existsSync(target('b'))]).toEqual([true, false])
  expect(
    of('agent.finished')
      .map(({ lastMessage }) => lastMessage)
      .toSorted(),
  ).toEqual(['A is made.', 'B was not.'])
  expect(await row()).toMatchObject({ pendingApprovals: 0, status: 'done' })
  expect(of('approval.requested')).toEqual([])
})

test('a yes for the session that one agent got holds for the other and for their session', async () => {
  const { engine, id, of, waiting, target, project } = await world((at) => ({
    go: [
      spawnCall('ann', 'make a'),
      waitCall('w1', { timeout_ms: 120_000 }),
      spawnCall('bob', 'make it too'),
      waitCall('w2', { timeout_ms: 120_000 }),
      shellCall('call_9', 'touch', at('a')),
      { text: 'Done.' },
    ],
    'make a': [shellCall('call_1', 'touch', at('a')), { text: 'Made.' }],
    'make it too': [shellCall('call_1', 'touch', at('a')), { text: 'Made too.' }],
  }))
  await engine.startTurn(id, 'go')
  await expect.poll(async () => (await waiting()).length, patience).toBe(1)
  const [request] = await waiting()
  await engine.decide(request?.id ?? '', { kind: 'allow', offerId: 'only-this', scope: 'session' }, 'window')
  await expect.poll(() => of('turn.finished').length, patience).toBe(1)
  expect([existsSync(target('a')), (await waiting()).length]).toEqual([true, 0])
  expect((await engine.listGrants()).map(({ sessionId, cwd }) => [sessionId, cwd])).toEqual([[id, project]])
  const again = of('command.finished').map(({ outcome }) => outcome.kind)
  expect(again.at(-1)).toBe('exited')
})

test('deny and stop ends the agent’s turn, and its session is told; it goes on itself', async () => {
  const { engine, id, of, waiting, outputs } = await world((at) => ({
    go: [spawnCall('ann', 'make a'), waitCall('w1', { timeout_ms: 120_000 }), { text: 'It was stopped.' }],
    'make a': [shellCall('call_1', 'touch', at('a'))],
  }))
  await engine.startTurn(id, 'go')
  await expect.poll(async () => (await waiting()).length, patience).toBe(1)
  const [request] = await waiting()
  await engine.decide(request?.id ?? '', { kind: 'abort' }, 'window')
  await expect.poll(() => of('turn.finished').length, patience).toBe(1)
  expect([of('turn.finished')[0]?.outcome, of('agent.finished')[0]?.outcome]).toEqual([
    'completed',
    'interrupted',
  ])
  expect(JSON.parse(outputs()['w1'] ?? '')).toMatchObject({
    agents: [{ name: 'ann', status: 'interrupted' }],
  })
})

test('interrupting the session ends its agents and everything that they run', async () => {
  const [a, b] = ['a', 'b'].map((name) => `cs-agent-${name}-${String(process.pid)}`)
  const run = (mark = '') => processesWith(mark).length > 0
  const { engine, id, of, row } = await world(() => ({
    go: [spawnCall('ann', 'sleep a'), spawnCall('bob', 'sleep b'), waitCall('w1', { timeout_ms: 120_000 })],
    'sleep a': [shellCall('call_1', 'bash', '-c', 'sleep 300', a ?? '')],
    'sleep b': [shellCall('call_1', 'bash', '-c', 'sleep 300', b ?? '')],
  }))
  await engine.startTurn(id, 'go')
  await expect.poll(() => [run(a), run(b)], patience).toEqual([true, true])
  await engine.interruptTurn(id)
  await expect
    .poll(() => of('agent.finished').map(({ outcome }) => outcome), patience)
    .toEqual(['interrupted', 'interrupted'])
  expect((await row()).status).toBe('interrupted')
  await expect.poll(() => [run(a), run(b)], patience).toEqual([false, false])
})

test('an agent whose model fails is told with the reason, and can be sent more', async () => {
  const { engine, id, of, outputs } = await world(() => ({
    go: [
      spawnCall('ann', 'fail'),
      waitCall('w1', { timeout_ms: 120_000 }),
      agentCall('s1', 'send_input', { id: 'ann', message: 'again' }),
      waitCall('w2', { timeout_ms: 120_000 }),
      agentCall('c1', 'close_agent', { id: 'ann' }),
      agentCall('s2', 'send_input', { id: 'ann', message: 'once more' }),
      { text: 'Done.' },
    ],
    fail: [{ status: 400, body: { error: { message: 'no such thing' } } }, { text: 'Now it works.' }],
  }))
  await engine.startTurn(id, 'go')
  await expect.poll(() => of('turn.finished').length, patience).toBe(1)
  const read = (callId: string): unknown => JSON.parse(outputs()[callId] ?? '')
  expect(read('w1')).toMatchObject({
    agents: [{ status: 'failed', problem: expect.stringContaining('no such thing') as string }],
  })
  expect(read('w2')).toMatchObject({ agents: [{ status: 'completed', last_message: 'Now it works.' }] })
  expect(read('c1')).toMatchObject({ status: 'closed', last_message: 'Now it works.' })
  expect(outputs()['s2']).toBe(
    'send_input: The agent ann was closed and takes no more work. Start another one.',
  )
})
