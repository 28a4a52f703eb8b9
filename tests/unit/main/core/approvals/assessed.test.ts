import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, kernelWrite } from '../../../../fakes/fake-world'
import { heldModel } from '../../../../fakes/fake-views'

const opinion = (risk_level: string): string =>
  JSON.stringify({ description: 'Only cleans up.', risk_level, risk_categories: ['data_deletion'] })

/** A session whose `rm -rf` outside the workspace was denied, with a model that has been asked about it. */
async function stopped() {
  const viewers = heldModel()
  const model = fakeModel([
    calls({ id: 'c1', args: { command: ['rm', '-rf', '/home/me/.pi'], justification: 'It is read-only.' } }),
  ])
  const sandbox = fakeSandbox([exited(1, [kernelWrite('/home/me/.pi/a', 'unlinkat')]), exited(0)])
  const world = fakeEngine({ viewers: viewers.providers, model, sandbox })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  // The model is asked after the person.
  await new Promise(setImmediate)
  const updates = () =>
    world
      .events()
      .flatMap((event): Extract<AgentEvent, { type: 'approval.assessed' }>[] =>
        event.type === 'approval.assessed' ? [event] : [],
      )
  const pending = async () => (await world.engine.state()).approvals
  return { ...world, request, viewers, updates, pending, session }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('the request is there with facts and floor while the model has not answered', async () => {
  const { request, viewers } = await stopped()
  expect(request).toMatchObject({
    effect: { act: { verb: 'delete', state: 'missing', names: [{ name: '~/.pi' }], place: 'outside' } },
    assessment: {
      level: 'high',
      view: { status: 'waiting', model: 'fake-1', text: '' },
      facts: { targets: [{ path: '/home/me/.pi', access: 'delete', inside: false }] },
      floor: { level: 'high' },
      differs: [{ kind: 'claim', claim: 'read-only' }],
    },
  })
  expect(viewers.requests).toHaveLength(1)
})

test('the view reaches the waiting request as an update, and a lower level is overruled in words', async () => {
  const { viewers, updates, pending, store } = await stopped()
  viewers.requests[0]?.finish(opinion('low'))
  await settled()
  expect(updates().at(-1)?.update).toMatchObject({
    level: 'high',
    view: { status: 'success', view: { level: 'low', description: 'Only cleans up.' } },
    differs: [
      expect.objectContaining({ kind: 'model-lower', model: 'low', floor: 'high' }),
      expect.anything(),
    ],
  })
  expect((await pending())[0]?.assessment).toMatchObject({
    level: 'high',
    facts: {},
    view: { status: 'success' },
  })
  expect(store.lines.some((line) => line.type === 'event' && line.event.type === 'approval.assessed')).toBe(
    true,
  )
})

test('what streams is broadcast and is not on file', async () => {
  const { viewers, updates, store } = await stopped()
  await viewers.requests[0]?.say('{"description":"Only cle')
  await settled()
  expect(updates().at(-1)?.update.view).toEqual({ status: 'waiting', model: 'fake-1', text: 'Only cle' })
  expect(store.lines.some((line) => line.type === 'event' && line.event.type === 'approval.assessed')).toBe(
    false,
  )
})

test('an answer does not wait for the model: it is stopped, and the record says so', async () => {
  const { engine, request, viewers, until } = await stopped()
  await engine.decide(request.id, { kind: 'deny' }, 'window')
  const { request: closed } = await until('approval.resolved')
  expect(closed.assessment).toMatchObject({ level: 'high', view: { status: 'cancelled', model: 'fake-1' } })
  expect(viewers.requests[0]?.signal.aborted).toBe(true)
})

test('a view that failed can be asked for again, one that is waited for cannot', async () => {
  const { engine, request, viewers, pending } = await stopped()
  expect(engine.viewAgain(request.id)).toBe(false)
  viewers.requests[0]?.fail(new Error('the server is down'))
  await settled()
  expect((await pending())[0]?.assessment.view.status).toBe('model_error')
  expect(engine.viewAgain(request.id)).toBe(true)
  expect((await pending())[0]?.assessment.view.status).toBe('waiting')
  viewers.requests[1]?.finish(opinion('medium'))
  await settled()
  expect((await pending())[0]?.assessment.view.status).toBe('success')
  expect(engine.viewAgain('nobody')).toBe(false)
})

test('a grant that answers the same command makes no request to a model', async () => {
  const viewers = heldModel()
  const rm = (id: string) => calls({ id, args: { command: ['rm', '-rf', '/home/me/.pi'] } })
  const denied = exited(1, [kernelWrite('/home/me/.pi/a', 'unlinkat')])
  const world = fakeEngine({
    viewers: viewers.providers,
    model: fakeModel([rm('c1'), rm('c2')]),
    sandbox: fakeSandbox((spec) => (spec.permit.grants.length === 0 ? denied : exited(0))),
  })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  await world.engine.decide(request.id, { kind: 'allow', offerId: 'only-this', scope: 'session' }, 'window')
  await world.until('turn.finished')
  expect(world.events().filter((event) => event.type === 'grant.applied')).toHaveLength(1)
  expect(viewers.requests).toHaveLength(1)
})
