import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { McpTool } from '@shared/domain/mcp-server'
import { messageImages, messageText } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { approval } from '../../../renderer/samples'
import { fakePatchFiles } from '../../../../fakes/fake-patch-files'
import { stoppedCall } from '../../../../../src/main/core/conversation/run-again'
import type { McpServers } from '../../../../../src/main/core/mcp/mcp-servers'
import type { ModelEvent } from '../../../../../src/main/core/ports/models'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
} from '../../../../fakes/fake-world'

const touch = calls({ id: 'c1', args: { command: ['touch', '/out'] } })
const remove = calls({ id: 'c1', args: { command: ['rm', '-rf', '/srv/x'] } })

/** A session whose only call was stopped, at the end of its first turn. */
async function stopped(made: {
  readonly patches?: ReturnType<typeof fakePatchFiles>
  readonly answers: readonly (readonly ModelEvent[])[]
  readonly runs?: Parameters<typeof fakeSandbox>[0]
  readonly policy?: 'never' | 'on-failure'
  readonly servers?: McpServers
}) {
  const { answers, runs = [], policy = 'never' } = made
  const model = fakeModel([...answers])
  const sandbox = fakeSandbox(runs)
  const world = fakeEngine({
    ...{ model, sandbox, defaults: { approvalPolicy: policy } },
    ...(made.patches && { patches: made.patches }),
    ...(made.servers && { openMcp: () => made.servers as McpServers }),
  })
  const { id } = await world.engine.createSession({ cwd: made.patches ? '/work' : '/w' })
  await world.engine.startTurn(id, 'go')
  const asked = (): Extract<AgentEvent, { type: 'approval.requested' }>['request'][] =>
    world.events().flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))
  return { ...world, id, model, sandbox, asked }
}

test('what the sandbox stopped under never is asked about by what stopped it, for once, and runs with that after the yes', async () => {
  const made = await stopped({
    answers: [touch, says('I cannot.'), says('Good.')],
    runs: [exited(1, [kernelWrite('/out')]), exited(0, [], 'made')],
  })
  await made.until('turn.finished')
  expect(made.asked()).toEqual([])
  await made.engine.runAgain(made.id, 'c1')
  const first = await Promise.race([made.until('approval.requested'), made.until('turn.finished', 2)])
  if (first.type !== 'approval.requested') throw new Error('it ended without a question')
  const { request } = first
  expect(made.sandbox.runs).toHaveLength(1)
  expect(request).toMatchObject({
    ...{ stage: 'first', command: ['touch', '/out'], cwd: '/w' },
    stop: { boundary: 'sandbox', evidence: [kernelWrite('/out')] },
    offers: [
      { kind: 'only-this', grants: [{ path: '/out' }], scopes: ['once'] },
      { kind: 'outside', scopes: ['once'] },
    ],
  })
  expect(request.callId).not.toBe('c1')
  await made.engine.decide(request.id, { kind: 'allow', offerId: request.offers[0]?.id ?? '' }, 'window')
  expect((await made.until('turn.finished', 2)).lastMessage).toBe('Good.')
  expect(made.sandbox.runs).toHaveLength(2)
  const told = made.model.requests[2]?.input.flatMap((item) =>
    item.type === 'message' ? [messageText(item)] : [],
  )
  expect(told?.at(-1)).toContain('<user_action>')
  expect(told?.at(-1)).toContain('made')
  await expect(made.engine.runAgain(made.id, request.callId)).rejects.toMatchObject({ code: 'bad-request' })
})

test('what the policy refused is asked about, and a no leaves it at that', async () => {
  const made = await stopped({ answers: [remove, says('I cannot.'), says('All right.')] })
  await made.until('turn.finished')
  await made.engine.runAgain(made.id, 'c1')
  const { request } = await made.until('approval.requested')
  expect(request).toMatchObject({ command: ['rm', '-rf', '/srv/x'], assessment: { level: 'high' } })
  expect(request.offers.map(({ scopes }) => scopes)).toEqual(request.offers.map(() => ['once']))
  await made.engine.decide(request.id, { kind: 'deny' }, 'window')
  await made.until('turn.finished', 2)
  expect(made.sandbox.runs).toHaveLength(0)
  expect(made.asked()).toHaveLength(1)
  // That no can be thought better of as well.
  await made.engine.runAgain(made.id, request.callId)
  await made.until('approval.requested', 2)
  await made.engine.interruptTurn(made.id)
})

test('what a person denied is asked about again before anything runs, with what may be given for longer', async () => {
  const made = await stopped({
    policy: 'on-failure',
    answers: [touch, says('No then.'), says('Good.')],
    runs: [exited(1, [kernelWrite('/out')]), exited(0)],
  })
  const first = (await made.until('approval.requested')).request
  await made.engine.decide(first.id, { kind: 'deny' }, 'window')
  await made.until('turn.finished')
  await made.engine.runAgain(made.id, 'c1')
  const { request } = await made.until('approval.requested', 2)
  expect(made.sandbox.runs).toHaveLength(1)
  expect(request.offers.map(({ kind, grants, scopes }) => [kind, grants, scopes])).toEqual(
    first.offers.map(({ kind, grants, scopes }) => [kind, grants, scopes]),
  )
  await made.engine.decide(request.id, { kind: 'abort' }, 'window')
  expect((await made.until('turn.finished', 2)).outcome).toBe('interrupted')
  expect(made.model.requests).toHaveLength(2)
})

test('a call that ran, is not there, or waits is no such command', async () => {
  const made = await stopped({ answers: [touch, says('Done.')], runs: [exited(0)] })
  await made.until('turn.finished')
  for (const id of ['c1', 'c2', '__proto__'])
    await expect(made.engine.runAgain(made.id, id)).rejects.toMatchObject({ code: 'bad-request' })
  expect(made.events().filter(({ type }) => type === 'turn.started')).toHaveLength(1)
})

const input = '*** Begin Patch\n*** Add File: /etc/a\n+1\n*** End Patch'

test('a patch that the policy refused is asked about, for once, and applied after the yes', async () => {
  const patches = fakePatchFiles()
  const made = await stopped({
    patches,
    answers: [calls({ id: 'c1', name: 'apply_patch', args: { input } }), says('I cannot.'), says('Good.')],
    runs: [exited(0)],
  })
  await made.until('turn.finished')
  expect([made.asked(), patches.settled]).toEqual([[], []])
  await made.engine.runAgain(made.id, 'c1')
  const { request } = await made.until('approval.requested')
  expect(request).toMatchObject({ kind: 'patch', stage: 'first', stop: { boundary: 'sandbox' } })
  expect(Object.keys(request.changes ?? {})).toEqual(['/etc/a'])
  expect(request.offers.map(({ scopes }) => scopes)).toEqual(request.offers.map(() => ['once']))
  expect(patches.settled).toEqual([])
  await made.engine.decide(request.id, { kind: 'allow', offerId: request.offers[0]?.id ?? '' }, 'window')
  expect((await made.until('turn.finished', 2)).lastMessage).toBe('Good.')
  expect(patches.settled).toEqual([true])
  await expect(made.engine.runAgain(made.id, request.callId)).rejects.toMatchObject({ code: 'bad-request' })
})

test('a patch that would be applied unasked by now is asked about all the same', async () => {
  const patches = fakePatchFiles()
  const inside = input.replace('/etc/a', 'a')
  const made = await stopped({
    patches,
    answers: [calls({ id: 'c1', name: 'apply_patch', args: { input: inside } }), says('Hm.'), says('Good.')],
    runs: [exited(1, [kernelWrite('/work/a')]), exited(0)],
  })
  await made.until('turn.finished')
  await made.engine.runAgain(made.id, 'c1')
  const { request } = await made.until('approval.requested')
  expect([request.stop.why.kind, made.sandbox.runs.length]).toEqual(['again', 1])
  await made.engine.decide(request.id, { kind: 'deny' }, 'window')
  await made.until('turn.finished', 2)
  expect(made.sandbox.runs).toHaveLength(1)
})

/** A server with one tool, and the calls that reached it. */
function server(annotations: McpTool['annotations'] = {}) {
  const tool: McpTool = {
    ...{ server: 'notes', name: 'add', offeredAs: 'notes__add', description: '', inputSchema: {}, hash: 'h' },
    annotations,
  }
  const called: unknown[] = []
  let cause: 'changed' | undefined
  const offered = [tool]
  const servers = {
    ...{ status: () => [], tools: () => offered, ready: () => Promise.resolve(), follow: () => undefined },
    current: (it: McpTool) => Promise.resolve(it),
    stopped: () => ({ answered: [], take: () => Promise.resolve([]) }),
    call: (_: unknown, args: unknown) => {
      if (cause) return Promise.resolve({ kind: 'stopped', cause, reason: 'another one', durationMs: 0 })
      called.push(args)
      const images = [{ mimeType: 'image/png', data: 'AA==' }]
      return Promise.resolve({ kind: 'answered', text: 'kept', failed: false, images, durationMs: 1 })
    },
    close: () => Promise.resolve(),
  } as unknown as McpServers
  const becomes = (next: typeof cause): void => {
    cause = next
  }
  return { servers, called, becomes, take: () => offered.pop() }
}
const add = calls({ id: 'c1', name: 'notes__add', args: { text: 'a' } })

test('a call of a server’s tool that the policy refused is asked about, for once, and made with its arguments after the yes', async () => {
  const { servers, called } = server()
  const made = await stopped({ servers, answers: [add, says('I cannot.'), says('Good.')] })
  await made.until('turn.finished')
  expect([made.asked(), called]).toEqual([[], []])
  await made.engine.runAgain(made.id, 'c1')
  const { request } = await made.until('approval.requested')
  expect(request).toMatchObject({
    ...{ kind: 'tool', tool: { invocation: { server: 'notes', tool: 'add', arguments: { text: 'a' } } } },
    offers: [{ kind: 'only-this', scopes: ['once'] }],
  })
  expect(called).toEqual([])
  await made.engine.decide(request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
  expect((await made.until('turn.finished', 2)).lastMessage).toBe('Good.')
  expect(called).toEqual([{ text: 'a' }])
  const told = made.model.requests[2]?.input.at(-1)
  expect(told && messageText(told)).toMatch(/<user_action>[^]*add of the MCP server notes[^]*kept/)
  expect(told && messageImages(told)).toEqual(['data:image/png;base64,AA=='])
  await expect(made.engine.runAgain(made.id, request.callId)).rejects.toMatchObject({ code: 'bad-request' })
})

test('a call of a tool that a person denied is asked about again with what may be given for longer; a second no is one', async () => {
  const { servers, called } = server()
  const made = await stopped({ servers, policy: 'on-failure', answers: [add, says('No.'), says('No then.')] })
  const first = (await made.until('approval.requested')).request
  await made.engine.decide(first.id, { kind: 'deny' }, 'window')
  await made.until('turn.finished')
  await made.engine.runAgain(made.id, 'c1')
  const { request } = await made.until('approval.requested', 2)
  expect(request.offers).toEqual(first.offers)
  expect(request.callId).not.toBe('c1')
  await made.engine.decide(request.id, { kind: 'deny' }, 'window')
  await made.until('turn.finished', 2)
  expect(called).toEqual([])
})

test('a call whose tool had become another is asked about as it is by now, also where its server says that it only reads', async () => {
  const { servers, called, becomes } = server({ readOnly: true })
  becomes('changed')
  const made = await stopped({ servers, policy: 'on-failure', answers: [add, says('Hm.'), says('Good.')] })
  await made.until('turn.finished')
  becomes(undefined)
  await made.engine.runAgain(made.id, 'c1')
  const { request } = await made.until('approval.requested')
  expect(called).toEqual([])
  await made.engine.decide(request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
  await made.until('turn.finished', 2)
  expect(called).toEqual([{ text: 'a' }])
})

test('a call of a tool that is not there any more is asked of nobody and ends with that', async () => {
  const { servers, called, take } = server()
  const made = await stopped({ servers, answers: [add, says('I cannot.'), says('I see.')] })
  await made.until('turn.finished')
  take()
  await made.engine.runAgain(made.id, 'c1')
  await made.until('turn.finished', 2)
  expect([made.asked(), called]).toEqual([[], []])
  const told = made.model.requests[2]?.input.at(-1)
  expect(told && messageText(told)).toContain('no such tool any more')
})

test('a call of a tool that was answered, or of which only a connection was denied, is no stopped one', async () => {
  const { servers } = server({ readOnly: true })
  const made = await stopped({ servers, policy: 'on-failure', answers: [add, says('Done.')] })
  await made.until('turn.finished')
  await expect(made.engine.runAgain(made.id, 'c1')).rejects.toMatchObject({ code: 'bad-request' })
  const events = [
    { type: 'mcp.started', callId: 'c1', invocation: { server: 'notes', tool: 'add', arguments: {} } },
    {
      type: 'approval.resolved',
      request: approval('q', {
        callId: 'c1',
        stage: 'network',
        state: 'answered',
        decision: { kind: 'deny' },
      }),
    },
  ].map((event) => ({ sessionId: 's', seq: 1, at: '', event }) as SessionEvent)
  expect(() => stoppedCall({ events, items: [] }, 'c1')).toThrow('Nothing of this session was stopped')
})
