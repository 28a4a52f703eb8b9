import type { McpServers } from '../../../../../src/main/core/mcp/mcp-servers'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import { messageText } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { reviewAsTurn } from '../../../../../src/main/core/conversation/session'
import type { TurnContext } from '../../../../../src/main/core/turn/turn-context'
import { fakeReviews } from '../../../../fakes/fake-reviews'
import type { ModelEvent, ModelRequest } from '../../../../../src/main/core/ports/models'
import type { RunResult, RunSpec } from '../../../../../src/main/core/ports/sandbox'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
  type FakeAnswer,
} from '../../../../fakes/fake-world'

const target = { kind: 'uncommitted' } as const
const answer = JSON.stringify({
  findings: [{ title: 'Close it', body: 'It leaks.', priority: 1 }],
  overall_explanation: 'A leak.',
})

async function world(
  script: readonly FakeAnswer[],
  approvalPolicy: ApprovalPolicy = 'on-request',
  results: (spec: RunSpec) => RunResult = () => exited(0),
) {
  const model = fakeModel(script)
  const sandbox = fakeSandbox(results)
  const made = fakeEngine({ model, sandbox })
  const parent = await made.engine.createSession({
    cwd: '/work',
    approvalPolicy,
    sandboxPolicy: { mode: 'danger-full-access' },
  })
  const of = (id: string): AgentEvent[] =>
    made.notices.flatMap((notice) =>
      notice.kind === 'event' && notice.event.sessionId === id ? [notice.event.event] : [],
    )
  const ended = async (nth = 1): Promise<AgentEvent> => {
    for (;;) {
      const found = of(parent.id).filter(({ type }) => type === 'turn.finished')[nth - 1]
      if (found) return found
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  /** The row of the review's own session, as it was told last. */
  const child = () =>
    made.notices.findLast((notice) => notice.kind === 'session' && notice.session.child !== undefined)
  return { ...made, model, sandbox, parent, of, ended, child }
}

test('a review is a turn: entered, a child that reads, exited, and a note that counts as no message', async () => {
  const { engine, parent, of, ended, model, child } = await world([says(answer), says('Understood.')])
  const { turnId } = await engine.startReview(parent.id, target)
  expect(await ended()).toMatchObject({ turnId, outcome: 'completed' })
  const types = of(parent.id).map(({ type }) => type)
  expect(types.filter((type) => /^(turn|review|agent|user)/.test(type))).toEqual([
    'turn.started',
    'review.entered',
    'agent.started',
    'agent.finished',
    'agent.finished',
    'review.exited',
    'turn.finished',
  ])
  expect(child()).toMatchObject({
    session: {
      model: 'review-model',
      approvalPolicy: 'never',
      sandboxPolicy: { mode: 'read-only', network_access: false },
      child: { kind: 'review', parentId: parent.id },
    },
  })
  expect(model.requests[0]?.instructions).toContain('You review a change')
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['shell', 'exec_command', 'write_stdin'])

  await engine.startTurn(parent.id, 'And now?')
  await ended(2)
  const told = (model.requests[1]?.input ?? []).map(messageText).join('\n')
  expect(told).toMatch(/<user_action>[^]*\[P1\] Close it[^]*And now\?/)
  expect((await engine.openSession(parent.id)).session.title).toBe('Review of what was changed')
})

test.each<[ApprovalPolicy, ApprovalPolicy]>([
  ['untrusted', 'untrusted'],
  ['on-failure', 'never'],
  ['never', 'never'],
  [
    {
      granular: {
        sandbox_approval: true,
        rules: true,
        request_permissions: true,
        mcp_elicitations: true,
        skill_approval: true,
      },
    },
    'never',
  ],
])('under %j a review is %j', async (policy, its) => {
  const { engine, parent, ended, child } = await world([says('Fine.')], policy)
  await engine.startReview(parent.id, target)
  await ended()
  expect(child()).toMatchObject({ session: { approvalPolicy: its } })
})

const touch = (id: string): readonly ModelEvent[] => calls({ id, args: { command: ['touch', '/opt/x'] } })

test('what a person granted to the session opens nothing to its review', async () => {
  const script = [touch('c1'), says('done'), touch('c1'), says('done'), touch('c1'), says('done')]
  const { engine, parent, ended, sandbox, until } = await world(script, 'on-failure', ({ permit }) =>
    permit.grants.length > 0 ? exited(0) : exited(1, [kernelWrite('/opt/x')]),
  )
  await engine.configureSession(parent.id, { sandboxPolicy: { mode: 'read-only', network_access: false } })
  await engine.startTurn(parent.id, 'write it')
  const { request } = await until('approval.requested')
  const offerId = request.offers.find(({ kind }) => kind === 'only-this')?.id ?? ''
  await engine.decide(request.id, { kind: 'allow', offerId, scope: 'session' }, 'window')
  await ended()
  const opened = (): number[] => sandbox.runs.map(({ permit }) => permit.grants.length)
  expect(opened()).toEqual([0, 1])
  await engine.startReview(parent.id, target)
  await ended(2)
  expect(opened()).toEqual([0, 1, 0])
  // It is in force all the same: the session's own command is let through by it.
  await engine.startTurn(parent.id, 'again')
  await ended(3)
  expect(opened()).toEqual([0, 1, 0, 1])
})

test('an interrupt ends the review and its child; the next turn is told that there is no result', async () => {
  const hang: FakeAnswer = async function* (_: ModelRequest, signal) {
    yield { type: 'text-delta', itemId: 'm', text: 'Reading' }
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('aborted'))
      })
    })
  }
  const { engine, parent, of, ended, until, child, model } = await world([hang, says('Yes.')])
  await engine.startReview(parent.id, target)
  await until('message.delta')
  await engine.interruptTurn(parent.id)
  expect(await ended()).toMatchObject({ outcome: 'interrupted' })
  const exitedEvent = of(parent.id).find(({ type }) => type === 'review.exited')
  expect(exitedEvent).toMatchObject({ files: [] })
  expect(exitedEvent).not.toHaveProperty('output')
  expect(child()).toMatchObject({ session: { status: 'interrupted' } })
  await engine.startTurn(parent.id, 'Was it reviewed?')
  await ended(2)
  expect((model.requests.at(-1)?.input ?? []).map(messageText).join()).toContain('there is no result')
})

test('one turn at a time: a review waits for no turn, and no turn for it', async () => {
  const { engine, parent, ended } = await world([says('Fine.')])
  await engine.startReview(parent.id, target)
  await expect(engine.startTurn(parent.id, 'hi')).rejects.toMatchObject({ fault: { code: 'turn-running' } })
  await expect(engine.startReview(parent.id, target)).rejects.toMatchObject({
    fault: { code: 'turn-running' },
  })
  await ended()
})

test('a session that works for another one has no review of its own', async () => {
  const events: AgentEvent[] = []
  const context = {
    turnId: 't1',
    signal: new AbortController().signal,
    emit: (event: AgentEvent) => events.push(event),
  } as unknown as TurnContext
  const review = await fakeReviews(target, '/work')
  const end = await reviewAsTurn({ context, remember: () => Promise.resolve() }, review)
  expect([end.outcome, events.map(({ type }) => type)]).toEqual([
    'failed',
    ['review.entered', 'error.reported', 'review.exited'],
  ])
})

test('no MCP server is started for a review, and none of its session’s tools is offered to it', async () => {
  const places: unknown[] = []
  const model = fakeModel([says('Fine.')])
  const tool = { server: 's', name: 'write', title: 'write', description: '', inputSchema: {} }
  const { engine, until } = fakeEngine({
    model,
    openMcp: (place) => {
      places.push(place)
      return {
        ready: () => Promise.resolve(),
        tools: () => [tool],
        close: () => Promise.resolve(),
        follow: () => undefined,
      } as unknown as McpServers
    },
  })
  const { id } = await engine.createSession({ cwd: '/work' })
  await engine.startReview(id, target)
  await until('review.exited')
  expect([places.length, model.requests[0]?.tools.map(({ name }) => name)]).toEqual([
    1,
    ['shell', 'exec_command', 'write_stdin'],
  ])
})
