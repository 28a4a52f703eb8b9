import { mkdtempSync, rmSync } from 'node:fs'
import type { AgentEvent } from '@shared/domain/agent-event'
import { afterEach, expect, test } from 'vitest'
import { composeEngine, type Composed } from '../../../src/main/compose'
import { agentCall, byTask, isOf, outputsIn, spawnCall, waitCall } from '../../fakes/agents-script'
import { plainClient, startAppServer, type AppServerClient } from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'

let home: AppServerHome | undefined
let client: AppServerClient | undefined
let open: Composed | undefined
let outside = ''
afterEach(async () => {
  await client?.end()
  await open?.engine.close()
  await home?.remove()
  rmSync(outside, { recursive: true, force: true })
})

test('an engine killed while an agent asks: the record says how each stood, the model is told, the agent goes on', async () => {
  outside = mkdtempSync('/var/tmp/cs-agents-')
  home = await appServerHome(
    byTask({
      go: [
        spawnCall('ann', 'say it'),
        waitCall('w1', { timeout_ms: 120_000 }),
        spawnCall('bob', 'make b'),
        waitCall('w2', { timeout_ms: 120_000 }),
        // The next engine.
        agentCall('s1', 'send_input', { id: 'bob', message: 'what now?' }),
        waitCall('w3', { timeout_ms: 120_000 }),
        { text: 'Told.' },
      ],
      'say it': [{ text: 'Said.' }],
      'make b': [shellCall('call_1', 'touch', `${outside}/b`), { text: 'I was stopped.' }],
    }),
    { config: '[features]\nsandbox_command_assessment = false\n' },
  )
  const { env, project, server } = home
  const first = startAppServer({ env, cwd: project })
  client = first
  await first.request(1, 'initialize', plainClient)
  const made = await first.request(2, 'newConversation', { cwd: project })
  const { conversationId: id } = made['result'] as { conversationId: string }
  await first.request(3, 'addConversationListener', { conversationId: id })
  await first.request(4, 'sendUserMessage', {
    conversationId: id,
    items: [{ type: 'text', data: { text: 'go' } }],
  })
  await first.until((each) => each['method'] === 'execCommandApproval')
  first.child.kill('SIGKILL')
  await first.end()

  const composed = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  open = composed
  const { engine } = composed
  const { session, events } = await engine.resumeSession({ sessionId: id })
  const agents = events.flatMap(({ event }) =>
    event.type === 'agent.started'
      ? [[event.name, 'started']]
      : event.type === 'agent.finished'
        ? [[event.childId, event.outcome, event.lastMessage ?? event.problem]]
        : [],
  )
  const [ann, bob] = events.flatMap(({ event }) => (event.type === 'agent.started' ? [event.childId] : []))
  expect(agents).toEqual([
    ['ann', 'started'],
    [ann, 'completed', 'Said.'],
    ['bob', 'started'],
    [bob, 'interrupted', 'The engine ended while it worked.'],
  ])
  expect(session).toMatchObject({ status: 'interrupted', pendingApprovals: 0 })
  const child = await engine.openSession(bob ?? '')
  const asked = child.events.flatMap(({ event }) =>
    event.type === 'approval.requested' ? [event.request.state] : [],
  )
  expect([child.session.child?.parentId, child.session.status, asked]).toEqual([
    id,
    'interrupted',
    ['expired'],
  ])

  const told: AgentEvent[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event' && notice.event.sessionId === id) told.push(notice.event.event)
  })
  await engine.startTurn(id, 'and now?')
  await expect.poll(() => told.some(({ type }) => type === 'turn.finished'), { timeout: 120_000 }).toBe(true)
  const mine = server.requests.filter(isOf('go'))
  const news = JSON.stringify(mine.at(-1)?.body)
  expect(news).toContain('status=\\"interrupted\\">The engine ended while it worked.')
  const outputs = Object.assign({}, ...mine.map(outputsIn)) as Record<string, string>
  expect(JSON.parse(outputs['w3'] ?? '')).toMatchObject({
    agents: [
      { id: ann, name: 'ann', status: 'completed' },
      { name: 'bob', status: 'completed', last_message: 'I was stopped.' },
    ],
  })
})
