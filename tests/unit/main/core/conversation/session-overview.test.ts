import { expect, test } from 'vitest'
import type { AgentEvent, TokenUsage } from '@shared/domain/agent-event'
import { SessionOverview, mostDecisions, mostTurns } from '@shared/domain/session-overview'
import { emptyOutput } from '@shared/domain/command-outcome'
import { overviewOf } from '../../../../../src/main/core/conversation/session-overview'
import { sampleEvent, sampleRequest } from '../../../../fakes/fake-engine'

const at = '2026-01-02T03:04:05.000Z'
const of = (...events: readonly AgentEvent[]) =>
  overviewOf(events.map((event, index) => sampleEvent(index + 1, event)))
const used = (totalTokens: number): TokenUsage => ({
  ...{ inputTokens: totalTokens - 1, cachedInputTokens: 0, outputTokens: 1, totalTokens },
})
const configured = (model: string): AgentEvent => ({
  ...{ type: 'session.configured', cwd: '/w', provider: 'local', model, approvalPolicy: 'on-request' },
  sandboxPolicy: { mode: 'read-only', network_access: false },
})
const turn = (turnNumber: number): AgentEvent => ({ type: 'turn.started', turnId: 't', turnNumber })
const counts = { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 1, bytes: 3 }
const request = sampleRequest({ id: 'r1', callId: 'c1' })
const finished = (applied: { rule?: string; unasked?: true } | undefined): AgentEvent => ({
  ...{ type: 'command.finished', callId: 'c9' },
  outcome: {
    ...{ kind: 'exited', exitCode: 0, durationMs: 1, output: emptyOutput },
    ...(applied && {
      applied: { counts, leftOut: [], ...applied },
    }),
  },
})

test('a request stands where it was asked, with what became of it', () => {
  const offer = {
    id: 'o1',
    kind: 'outside',
    grants: [],
    scopes: ['session'],
    means: { kind: 'run' },
  } as const
  const answered = {
    ...request,
    offers: [{ ...offer, grants: [], scopes: ['session' as const] }],
    ...({ state: 'answered', decidedBy: 'window', decidedAt: '2026-01-02T03:05:00.000Z' } as const),
    decision: { kind: 'allow', offerId: 'o1', scope: 'session' } as const,
  }
  const own = { kind: 'request', callId: 'c1', effect: request.effect, level: 'not-assessed', at }
  expect(of({ type: 'approval.requested', request }).decisions).toEqual([
    { ...own, seq: 1, outcome: 'waiting' },
  ])
  expect(
    of(turn(1), { type: 'approval.requested', request }, { type: 'approval.resolved', request: answered })
      .decisions,
  ).toEqual([
    {
      ...{ ...own, seq: 2, outcome: 'allowed', by: 'window', scope: 'session', outside: true },
      answeredAt: '2026-01-02T03:05:00.000Z',
    },
  ])
})

test('what a person said with a no is told, and a yes for once has no scope', () => {
  const no = { ...request, state: 'answered', decidedBy: 'browser', decidedAt: at } as const
  const [first] = of({
    type: 'approval.resolved',
    request: { ...no, decision: { kind: 'deny', message: 'use the cache' } },
  }).decisions
  expect(first).toMatchObject({ outcome: 'denied', by: 'browser', message: 'use the cache' })
  const [yes] = of({
    type: 'approval.resolved',
    request: { ...no, decision: { kind: 'allow', offerId: 'o1', scope: 'once' } },
  }).decisions
  expect(yes).not.toHaveProperty('scope')
})

test.each([
  ['a rule of effects', { rule: 'builds' }, [{ name: 'builds' }]],
  ['the policy of effects', { unasked: true as const }, [{}]],
  ['a person, in a request of its own', {}, []],
  ['nobody, since it ran', undefined, []],
])('of a command that was put in place by %s', (_, applied, rows) => {
  const command = ['make', 'all']
  const started: AgentEvent = {
    ...{ type: 'command.started', callId: 'c9', attempt: 1, command, cwd: '/w' },
    ...{ confinement: 'bubblewrap', grants: [] },
  }
  expect(of(started, finished(applied)).decisions).toEqual(
    rows.map((row) => ({ kind: 'rule', seq: 2, callId: 'c9', at, command, ...row })),
  )
})

test('what turns used is summed by turn and model, with how full the context was at the last answer', () => {
  const usage = (total: number, contextWindow?: number): AgentEvent => ({
    ...{ type: 'usage.updated', last: used(total) },
    ...(contextWindow !== undefined && { contextWindow }),
  })
  expect(
    of(configured('small'), turn(1), usage(10, 100), usage(20, 100), configured('large'), usage(5), turn(2))
      .turns,
  ).toEqual([
    {
      ...{ turn: 1, at },
      tokens: {
        'local/small': { inputTokens: 28, cachedInputTokens: 0, outputTokens: 2, totalTokens: 30 },
        'local/large': used(5),
      },
    },
  ])
  expect(of(turn(1), usage(10, 100)).turns).toEqual([
    { turn: 1, at, tokens: { '': used(10) }, context: { used: 10, window: 100 } },
  ])
})

test('the last plan is told, and no more than the contract takes', () => {
  const plan = (step: string): AgentEvent => ({
    ...{ type: 'plan.updated', callId: 'c', plan: [{ step, status: 'pending' }] },
  })
  expect(of(plan('one'), plan('two')).plan).toEqual({ seq: 2, plan: [{ step: 'two', status: 'pending' }] })
  expect(of().plan).toBeUndefined()
  const many = Array.from({ length: mostDecisions + 7 }, (_, n): AgentEvent[] => [
    turn(n + 1),
    { type: 'usage.updated', last: used(2) },
    { type: 'approval.requested', request: { ...request, id: `r${String(n)}` } },
  ])
  const overview = of(...many.flat())
  expect(SessionOverview.parse(overview)).toEqual(overview)
  expect([overview.moreDecisions, overview.moreTurns]).toEqual([7, mostDecisions + 7 - mostTurns])
})
