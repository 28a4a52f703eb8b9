import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { emptyOutput } from '@shared/domain/command-outcome'
import { FaultError } from '@shared/domain/fault'
import { followSessions } from '../../../../../src/main/core/telemetry/follow-sessions'
import { observeModels } from '../../../../../src/main/core/telemetry/observe-models'
import { observeTools } from '../../../../../src/main/core/telemetry/observe-tools'
import type {
  Telemetry,
  TelemetryEvent,
  TelemetrySubject,
} from '../../../../../src/main/core/telemetry/telemetry'
import { createRedactor } from '../../../../../src/main/core/redaction/redact-secrets'
import type { ModelEvent } from '../../../../../src/main/core/ports/models'
import type { Tool } from '../../../../../src/main/core/tools/tool'
import {
  calls,
  exited,
  fakeClock,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
} from '../../../../fakes/fake-world'
import { sampleRequest } from '../../../../fakes/sample-request'

/** Telemetry that keeps what it is told. */
function kept(): Telemetry & { readonly all: (TelemetryEvent & { readonly subject: TelemetrySubject })[] } {
  const all: (TelemetryEvent & { readonly subject: TelemetrySubject })[] = []
  return { all, record: (subject, event) => all.push({ ...event, subject }), close: () => Promise.resolve() }
}

const touch = { id: 'c1', args: { command: ['touch', '/srv/x'] } }

/** A turn in which the sandbox stops a write; `answer` says what is done with the request. */
async function stoppedTurn(answer: (engine: ReturnType<typeof fakeEngine>) => Promise<unknown>) {
  const told = kept()
  const world = fakeEngine({
    model: fakeModel([calls(touch)]),
    sandbox: fakeSandbox([exited(1, [kernelWrite('/srv/x')]), exited(0)]),
  })
  world.engine.subscribe(followSessions(told, 'careful'))
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'write it')
  await world.until('approval.requested')
  await answer(world)
  await world.until('turn.finished')
  return { told: told.all, world, session }
}

test('a conversation, a prompt, a policy, a person and the sandbox are told of, each where it decides', async () => {
  const { told, session } = await stoppedTurn(async ({ engine, until }) => {
    const { request } = await until('approval.requested')
    const offer = request.offers[0]
    if (!offer) throw new Error('nothing is offered')
    await engine.decide(request.id, { kind: 'allow', offerId: offer.id, scope: 'session' }, 'window')
  })
  expect(told.filter(({ name }) => !name.startsWith('sandbox_assessment'))).toEqual([
    {
      name: 'conversation_starts',
      attributes: {
        provider_name: 'fake',
        approval_policy: 'on-failure',
        sandbox_policy: 'workspace-write',
        active_profile: 'careful',
      },
      subject: { sessionId: session.id, model: 'fake-1' },
    },
    expect.objectContaining({ name: 'user_prompt', attributes: { prompt_length: 8, prompt: 'write it' } }),
    expect.objectContaining({
      name: 'tool_decision',
      attributes: { tool_name: 'shell', call_id: 'c1', decision: 'approved', source: 'config' },
    }),
    expect.objectContaining({
      name: 'sandbox_outcome',
      attributes: { tool_name: 'shell', call_id: 'c1', outcome: 'denied', duration_ms: 5 },
    }),
    expect.objectContaining({
      name: 'tool_decision',
      attributes: { tool_name: 'shell', call_id: 'c1', decision: 'approved_for_session', source: 'user' },
    }),
  ])
})

test('each request is told to have been assessed, or not, with its floor', async () => {
  const { told } = await stoppedTurn(async ({ engine, until }) => {
    const { request } = await until('approval.requested')
    await engine.decide(request.id, { kind: 'deny' }, 'flag')
  })
  expect(told.filter(({ name }) => name === 'sandbox_assessment')).toEqual([
    expect.objectContaining({
      attributes: expect.objectContaining({ call_id: 'c1', status: 'disabled' }) as unknown,
    }),
  ])
  expect(told.findLast(({ name }) => name === 'tool_decision')).toMatchObject({
    attributes: { decision: 'denied', source: 'flag' },
  })
})

test('a decision from a grant is told apart from one by a person', async () => {
  const told = kept()
  const world = fakeEngine({
    model: fakeModel([calls(touch), calls({ ...touch, id: 'c2' })]),
    sandbox: fakeSandbox([exited(1, [kernelWrite('/srv/x')]), exited(0), exited(0)]),
  })
  world.engine.subscribe(followSessions(told))
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'twice')
  const { request } = await world.until('approval.requested')
  const offer = request.offers[0]
  if (!offer) throw new Error('nothing is offered')
  await world.engine.decide(request.id, { kind: 'allow', offerId: offer.id, scope: 'session' }, 'terminal')
  await world.until('turn.finished')
  const decisions = told.all.flatMap((each) => (each.name === 'tool_decision' ? [each.attributes] : []))
  expect(decisions.map(({ call_id, source }) => [call_id, source])).toEqual([
    ['c1', 'config'],
    ['c1', 'user'],
    ['c2', 'grant'],
  ])
})

const put = (more: object) => ({
  ...{ kind: 'exited', exitCode: 0, durationMs: 5, output: emptyOutput },
  applied: {
    counts: { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 },
    leftOut: [],
    ...more,
  },
})
const setAside = { kind: 'refused', reason: 'It ran on copies.' }
const begins = (attempt: number, more: object = {}) => ({ type: 'command.started', attempt, ...more })
const ends = (outcome: object) => ({ type: 'command.finished', outcome })
const asks = { type: 'approval.requested', request: sampleRequest }
const says = (decision: object) => ({
  type: 'approval.resolved',
  request: { ...sampleRequest, state: 'answered', decidedBy: 'window', decision },
})

test.each<[string, readonly object[], readonly string[]]>([
  ['what was put in place unasked', [begins(1), ends(put({ unasked: true }))], ['approved by config']],
  ['what a rule answered', [begins(1), ends(put({ rule: 'builds' }))], ['approved by grant']],
  [
    'what a rule answered in another run',
    [begins(1), ends(setAside), begins(2), ends(put({ rule: 'builds' }))],
    ['approved by grant'],
  ],
  [
    'what a person put in place',
    [begins(1), asks, says({ kind: 'apply', rehearsal: 'h1' }), ends(put({}))],
    ['approved by user'],
  ],
  ['what a person denied', [begins(1), asks, says({ kind: 'deny' }), ends(setAside)], ['denied by user']],
  ['what a person stopped alone', [begins(1), ends(setAside)], ['abort by user']],
  ['what is known to be safe', [begins(1), ends({ ...put({}), applied: undefined })], ['approved by config']],
  ['what no copies carry', [begins(1, { notOnCopies: { because: 'stays' } })], ['approved by config']],
])(
  'under the policy of effects a command is counted by what decided it at its end: %s',
  (_, events, said) => {
    const told = kept()
    const follow = followSessions(told)
    const settings = {
      cwd: '/w',
      provider: 'fake',
      model: 'fake-1',
      sandboxPolicy: sampleRequest.sandboxPolicy,
    }
    const about = { callId: 'c1', command: ['make'], cwd: '/w', confinement: 'bubblewrap', grants: [] }
    const all = [
      { type: 'session.configured', approvalPolicy: 'effects', ...settings },
      ...events,
      { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
    ]
    for (const [seq, event] of all.entries())
      follow({
        kind: 'event',
        event: { sessionId: 's1', seq, at: '', event: { ...about, ...event } as unknown as AgentEvent },
      })
    const decisions = told.all.flatMap((each) => (each.name === 'tool_decision' ? [each.attributes] : []))
    expect(decisions.map(({ decision, source }) => `${decision} by ${source}`)).toEqual(said)
  },
)

test('a decision on a call of a server’s tool is told under the tool’s name', () => {
  const told = kept()
  const tool = {
    invocation: { server: 'notes', tool: 'look', arguments: {} },
    offeredAs: 'notes__look',
    description: '',
    annotations: {},
  }
  const request = {
    ...sampleRequest,
    kind: 'tool',
    tool,
    state: 'answered',
    decision: { kind: 'deny' },
  } as const
  const event = { type: 'approval.resolved', request } as const
  followSessions(told)({ kind: 'event', event: { sessionId: 's', seq: 1, at: '', event } })
  expect(told.all).toMatchObject([{ name: 'tool_decision', attributes: { tool_name: 'notes__look' } }])
})

async function streamed(answer: () => AsyncIterable<ModelEvent>): Promise<unknown[]> {
  const told = kept()
  const clock = fakeClock()
  const models = observeModels({ open: () => ({ stream: answer }), choices: () => [] }, told, clock)
  const request = { sessionId: 's', model: 'm', instructions: '', input: [], tools: [] }
  try {
    for await (const event of models.open('p').stream(request, new AbortController().signal))
      if (event.type === 'text-delta') clock.advance(7)
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
  }
  return told.all.map(({ name, attributes }) => ({ name, ...attributes }))
}

test('each attempt at a request is told of, the failed ones with their reason, and the end with its tokens', async () => {
  const usage = { inputTokens: 3, cachedInputTokens: 1, outputTokens: 2, totalTokens: 5 }
  const told = await streamed(async function* () {
    await Promise.resolve()
    yield { type: 'retrying', attempt: 1, reason: 'the server is busy' }
    yield { type: 'text-delta', itemId: 'i', text: 'x' }
    yield { type: 'completed', usage }
  })
  expect(told).toEqual([
    { name: 'api_request', attempt: 1, duration_ms: 0, 'error.message': 'the server is busy' },
    { name: 'api_request', attempt: 2, duration_ms: 0 },
    {
      name: 'sse_event',
      'event.kind': 'response.completed',
      duration_ms: 7,
      input_token_count: 3,
      output_token_count: 2,
      cached_token_count: 1,
      tool_token_count: 5,
    },
  ])
})

test('an answer that breaks is told of, and still breaks', async () => {
  const told = await streamed(async function* () {
    await Promise.resolve()
    yield { type: 'text-delta', itemId: 'i', text: 'x' }
    throw new FaultError({ code: 'bad-stream', message: 'cut off' })
  })
  expect(told.at(-1)).toEqual({
    name: 'sse_event',
    'event.kind': 'error',
    duration_ms: 7,
    'error.message': 'cut off',
  })
})

test('a tool call is told of with its result, cut to the preview, and whether what it ran succeeded', async () => {
  const told = kept()
  const tool: Tool = {
    spec: { name: 'shell', description: '', parameters: {} },
    run: (call, turn) => {
      turn.emit({
        type: 'command.finished',
        callId: call.callId,
        outcome: {
          kind: 'exited',
          exitCode: 1,
          durationMs: 1,
          output: { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 },
        },
      })
      return Promise.resolve({ text: 'line\n'.repeat(100), ends: false })
    },
  }
  const [observed] = observeTools([tool], told, fakeClock(), (text) => text)
  const emitted: string[] = []
  const turn = { sessionId: 's', emit: (event: { type: string }) => emitted.push(event.type) }
  await observed?.run({ callId: 'c', arguments: '{}' }, turn as never, undefined as never)
  const [{ attributes } = { attributes: {} }] = told.all
  expect(attributes).toMatchObject({ tool_name: 'shell', call_id: 'c', arguments: '{}', success: false })
  expect('output' in attributes && String(attributes.output).split('\n').length).toBe(65)
  expect(emitted).toEqual(['command.finished'])
})

test('a key over the cut of an output or of arguments is not told in part', async () => {
  const told = kept()
  const text = `${'x'.repeat(2040)} planted-and-more`
  const tool: Tool = {
    spec: { name: 'shell', description: '', parameters: {} },
    run: () => Promise.resolve({ text, ends: false }),
  }
  const [observed] = observeTools([tool], told, fakeClock(), createRedactor(['planted-and-more']))
  const turn = { sessionId: 's', emit: () => undefined }
  await observed?.run({ callId: 'c', arguments: text }, turn as never, undefined as never)
  expect(told.all).toHaveLength(1)
  expect(JSON.stringify(told.all)).not.toContain('plan')
})
