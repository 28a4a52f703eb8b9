import { expect, test } from 'vitest'
import { createNotifyMessages } from '../../../../../src/main/core/notify/notify-messages'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
} from '../../../../fakes/fake-world'

async function played(decide: 'deny' | 'abort') {
  const model = fakeModel([calls({ id: 'c1', args: { command: ['touch', '/srv/x'] } }), says('all done')])
  const world = fakeEngine({ model, sandbox: fakeSandbox([exited(1, [kernelWrite('/srv/x')]), exited(0)]) })
  const messageOf = createNotifyMessages()
  const messages: unknown[] = []
  world.engine.subscribe((notice) => {
    const message = messageOf(notice)
    if (message) messages.push(message)
  })
  const session = await world.engine.createSession({ cwd: '/work' })
  const { turnId } = await world.engine.startTurn(session.id, 'touch it')
  const { request } = await world.until('approval.requested')
  await world.engine.decide(request.id, { kind: decide }, 'window')
  await world.until('turn.finished')
  return { messages, session, turnId, request }
}

test('a pending approval and the end of the turn are told, the decision is not', async () => {
  const { messages, session, turnId, request } = await played('deny')
  expect(messages).toEqual([
    {
      type: 'approval-requested',
      'thread-id': session.id,
      'turn-id': turnId,
      'approval-id': request.id,
      cwd: '/work',
      effect: request.effect,
      'risk-level': 'high',
    },
    {
      type: 'agent-turn-complete',
      'thread-id': session.id,
      'turn-id': turnId,
      cwd: '/work',
      'input-messages': ['touch it'],
      'last-assistant-message': 'all done',
    },
  ])
})

test('a turn that was stopped is not told as complete', async () => {
  const { messages } = await played('abort')
  expect(messages).toHaveLength(1)
})
