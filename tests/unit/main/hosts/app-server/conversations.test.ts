import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { assistantMessage } from '@shared/domain/response-item'
import type { TurnOverrides } from '@shared/domain/session'
import { bashParser } from '../../../../fakes/bash-parser'
import { createFakeEngine, createFakeLog, sampleEvent, sampleSession } from '../../../../fakes/fake-engine'
import { sampleRequest } from '../../../../fakes/sample-request'
import { turn, started } from '../../../../fakes/wire-events'
import type { EngineService } from '../../../../../src/main/core/engine/engine-service'
import { Connection } from '../../../../../src/main/hosts/app-server/client-connection'
import { Conversations } from '../../../../../src/main/hosts/app-server/conversations'
import { carryOut } from '../../../../../src/main/hosts/app-server/operations'
import { MessageWriter } from '../../../../../src/main/hosts/protocol/message-writer'

interface Told {
  readonly method: string
  readonly params: { readonly id?: string; readonly msg: ToldMsg }
}
interface ToldMsg {
  readonly type: string
  readonly call_id?: string
}

/** What a rehearsal of a waiting request makes of it: no grant lets the command through, and what it did could be put in place. */
const rehearsed = (request: ApprovalRequest): ApprovalRequest => ({
  ...request,
  rehearsal: {
    state: 'found',
    found: {
      ...{ status: 'done', exitCode: 0, durationMs: 1, output: '', limits: [], moreLimits: 0, attempts: [] },
      changes: [{ path: '/home/me/made', kind: 'created', type: 'folder', bytes: 0, content: 'none' }],
      counts: { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 },
      applies: { kind: 'possible', id: 'h1' },
    },
  },
  offers: [
    {
      ...{ id: 'only-this-rehearsed', kind: 'only-this', grants: [], scopes: ['once'] },
      means: { kind: 'run', mayFail: 'lacks' },
    },
  ],
})

/** The conversation `s1` of a client that listens, over an engine that only records; `approvals` wait in it. */
async function world(answers: Partial<EngineService> = {}, raw = false) {
  const approvals: ApprovalRequest[] = []
  const engine = createFakeEngine({
    pendingApproval: (id) => approvals.find((each) => each.id === id),
    ...answers,
  })
  const sink = new PassThrough()
  const writer = new MessageWriter(sink)
  let count = 0
  const conversations = new Conversations({
    ...{ engine, writer, log: createFakeLog(), parser: bashParser() },
    connection: new Connection(writer, {}),
    capabilities: () => ({ assessmentUpdates: true }),
    ids: { next: () => `made-${String(count++)}` },
  })
  engine.subscribe((notice) => {
    conversations.take(notice)
  })
  await conversations.open(sampleSession())
  conversations.listen('s1', raw)
  const conversation = conversations.get('s1')
  let seq = 0
  const emit = (event: AgentEvent, sessionId = 's1'): void => {
    engine.emit({ kind: 'event', event: sampleEvent((seq += 1), event, sessionId) })
  }
  let text = ''
  let marks = 0
  /** What was told so far. */
  const told = async (): Promise<Told[]> => {
    const mark = `so far ${String((marks += 1))}`
    await conversation.emit({ type: 'background_event', message: mark })
    while (!text.includes(mark)) text += String(await once(sink, 'data'))
    const lines = text.split('\n').filter((line) => line !== '')
    return lines
      .map((line) => JSON.parse(line) as Told)
      .filter(({ method }) => method.startsWith('codex/event/'))
  }
  const ask = async (change: Partial<ApprovalRequest>): Promise<void> => {
    const request = { ...sampleRequest, sessionId: 's1', ...change }
    approvals.push(request)
    emit({ type: 'approval.requested', request }, request.sessionId)
    await told()
  }
  const called = (name: string): unknown[] => engine.calls.filter(([method]) => method === name)
  const decide = (id: string, decision: 'approved' | 'denied'): Promise<unknown> =>
    carryOut(
      { type: 'exec_approval', id, decision },
      { engine, conversations, conversation, conversationId: 's1', submissionId: '9' },
    )
  const say = (said: string, overrides?: TurnOverrides): Promise<void> =>
    conversation.submit(conversations.message('s1', [{ type: 'text', text: said }], overrides))
  return { engine, emit, told, ask, called, decide, say, approvals }
}

const noTurn = new FaultError({ code: 'no-turn', message: 'none' })
const inForce: TurnOverrides = { model: 'demo', cwd: '/home/ada/project', approvalPolicy: 'on-failure' }

test.each<[string, TurnOverrides | undefined, string, Partial<EngineService>?]>([
  ['without settings is said to it', undefined, 'steerTurn'],
  ['with the settings in force is said to it', inForce, 'steerTurn'],
  ['with another model is a turn behind it', { ...inForce, model: 'other' }, 'none'],
  [
    'with a narrower sandbox is a turn behind it',
    { sandboxPolicy: { mode: 'read-only', network_access: false } },
    'none',
  ],
  ['that is to have a form is a turn behind it', { outputSchema: {} }, 'none'],
  [
    'to a turn that takes none is one behind it',
    undefined,
    'none',
    { steerTurn: () => Promise.reject(noTurn) },
  ],
])('a message while a turn runs, %s', async (_, overrides, expected, answers) => {
  const { emit, called, say } = await world(answers)
  await say('one')
  emit(turn)
  await say('two', overrides)
  expect([called('startTurn').length, called('steerTurn').length]).toEqual([1, expected === 'none' ? 0 : 1])
  emit({ type: 'turn.finished', turnId: 't1', outcome: 'completed' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(called('startTurn').length).toBe(expected === 'none' ? 2 : 1)
})

test('settings that were changed while a turn runs are not those of that turn', async () => {
  const { emit, called, say } = await world()
  await say('one')
  emit(turn)
  const { model, provider, cwd, approvalPolicy, sandboxPolicy } = sampleSession()
  emit({ type: 'session.configured', model, provider, cwd, approvalPolicy, sandboxPolicy })
  await say('two', inForce)
  expect(called('steerTurn')).toEqual([])
})

test('what waits is answered by the submission that it was told under, a yes only where it is alone', async () => {
  const { emit, ask, called, decide, say } = await world()
  await say('go')
  emit(turn)
  await expect(decide('0', 'approved')).rejects.toThrow('no exec approval "0" waits')
  await ask({ id: 'r1', callId: 'c1' })
  await decide('0', 'approved')
  expect(called('decide')).toMatchObject([['decide', 'r1', { kind: 'allow' }, 'client']])
  await ask({ id: 'r2', callId: 'c2' })
  await expect(decide('0', 'approved')).rejects.toThrow('expected the approvalId of one: r1, r2')
  await expect(decide('1', 'approved')).rejects.toThrow('no exec approval "1" waits')
  await decide('0', 'denied')
  expect(called('decide').slice(1)).toMatchObject([
    ['decide', 'r1', { kind: 'deny' }, 'client'],
    ['decide', 'r2', { kind: 'deny' }, 'client'],
  ])
})

test('an answer by an operation is one to the request as it was told, whatever was rehearsed since', async () => {
  const { emit, ask, called, decide, say, approvals } = await world()
  await say('go')
  emit(turn)
  await ask({ id: 'r1', callId: 'c1' })
  approvals.splice(0, 1, ...approvals.map(rehearsed))
  await decide('r1', 'approved')
  await decide('0', 'approved')
  const run = ['decide', 'r1', { kind: 'allow', offerId: 'only-this' }, 'client']
  expect(called('decide')).toMatchObject([run, run])
  await ask({ ...rehearsed(sampleRequest), id: 'r2', callId: 'c2' })
  await decide('r2', 'approved')
  expect(called('decide').at(-1)).toEqual(['decide', 'r2', { kind: 'apply', rehearsal: 'h1' }, 'client'])
})

test('what an agent runs and asks is told in the conversation that it works for, and what a review does is not', async () => {
  const { engine, emit, told, ask, decide, called, say } = await world()
  await say('go')
  emit(turn)
  const child = (id: string, kind: 'agent' | 'review') =>
    sampleSession({ id, child: { parentId: 's1', name: 'ann', kind } })
  engine.emit({ kind: 'session', session: child('k1', 'agent') })
  engine.emit({ kind: 'session', session: child('k2', 'review') })
  emit(started, 'k1')
  emit(started, 'k2')
  const askedBy = { childId: 'k1', childName: 'ann', parentId: 's1', parentTitle: 'Tidy the cache' }
  await ask({ id: 'r1', callId: 'c1', sessionId: 'k1', askedBy })
  const calls = (await told()).flatMap(({ params: { id, msg } }) =>
    msg.call_id === undefined ? [] : [[id, msg.type, msg.call_id]],
  )
  expect(calls).toEqual([
    ['0', 'exec_command_begin', 'k1/c1'],
    ['0', 'exec_approval_request', 'k1/c1'],
  ])
  await decide('0', 'approved')
  expect(called('decide')).toMatchObject([['decide', 'r1', { kind: 'allow' }, 'client']])
})

test.each([true, false])('items of the history are told to who asked for them: %s', async (raw) => {
  const { engine, told } = await world({}, raw)
  engine.emit({ kind: 'item', sessionId: 's1', item: assistantMessage('Hi.') })
  engine.emit({ kind: 'item', sessionId: 's2', item: assistantMessage('Not here.') })
  const items = (await told()).filter(({ params: { msg } }) => msg.type === 'raw_response_item')
  expect(items.map(({ params }) => params.msg)).toEqual(
    raw ? [{ type: 'raw_response_item', item: assistantMessage('Hi.') }] : [],
  )
})
