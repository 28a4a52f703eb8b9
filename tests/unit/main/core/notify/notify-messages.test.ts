import { effectInWords } from '@shared/messages/effect'
import { expect, test } from 'vitest'
import type { ModelStream } from '../../../../../src/main/core/ports/models'
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
      effect: effectInWords(request.effect),
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

test('an agent’s question is told as its session’s, with its name; the end of its turn is not', async () => {
  const model: ModelStream = {
    async *stream({ input }) {
      await Promise.resolve()
      const child = JSON.stringify(input).includes('touch it')
      const called = input.some(({ type }) => type === 'function_call_output')
      if (called) yield* says('ok')
      else if (child) yield* calls({ id: 'c1', args: { command: ['touch', '/srv/x'] } })
      else yield* calls({ id: 's', name: 'spawn_agent', args: { name: 'ann', message: 'touch it' } })
    },
  }
  const world = fakeEngine({ model, sandbox: fakeSandbox([exited(1, [kernelWrite('/srv/x')]), exited(0)]) })
  const messageOf = createNotifyMessages()
  const messages: unknown[] = []
  world.engine.subscribe((notice) => {
    const message = messageOf(notice)
    if (message) messages.push(message)
  })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  await world.engine.decide(request.id, { kind: 'deny' }, 'window')
  await world.until('agent.finished')
  await world.until('turn.finished', 2)
  expect(messages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'approval-requested', 'thread-id': session.id, 'asked-by': 'ann' }),
      expect.objectContaining({ type: 'agent-turn-complete', 'thread-id': session.id }),
    ]),
  )
  expect(messages).toHaveLength(2)
})
