import type { AgentEvent } from '@shared/domain/agent-event'
import { messageText } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { fakePatchFiles } from '../../../../fakes/fake-patch-files'
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
}) {
  const { answers, runs = [], policy = 'never' } = made
  const model = fakeModel([...answers])
  const sandbox = fakeSandbox(runs)
  const world = fakeEngine({
    ...{ model, sandbox, defaults: { approvalPolicy: policy } },
    ...(made.patches && { patches: made.patches }),
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
