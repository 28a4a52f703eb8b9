import { expect, test } from 'vitest'
import type { Push } from '@shared/ipc/push'
import { PushQueue } from '../../../../../src/main/hosts/bridge/push-queue'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
} from '../../../../fakes/fake-world'

interface Told {
  readonly kind: string
  readonly text: string
}

/** A command that the sandbox stops, asked about and answered; what was told of it, in order. */
async function played(decide: 'deny' | 'abort') {
  const model = fakeModel([calls({ id: 'c1', args: { command: ['touch', '/srv/x'] } }), says('done')])
  const world = fakeEngine({ model, sandbox: fakeSandbox([exited(1, [kernelWrite('/srv/x')])]) })
  const pushes: Push[] = []
  const window = new PushQueue((push) => Promise.resolve(void pushes.push(push)), {
    dropped: () => undefined,
    broken: () => undefined,
  })
  window.start()
  const told: string[] = []
  world.engine.subscribe((notice) => {
    window.offer(notice)
    if (notice.kind === 'session') {
      const { status, pendingApprovals, activity } = notice.session
      told.push(`row ${status} ${String(pendingApprovals)} ${activity}`)
    } else if (JSON.stringify(notice).includes('"offers"'))
      told.push(notice.kind === 'event' ? notice.event.event.type : notice.kind)
  })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'touch it')
  const { request } = await world.until('approval.requested')
  const waits = world.engine.pendingApproval(request.id)
  await world.engine.decide(request.id, { kind: decide }, 'window')
  await world.until('turn.finished')
  await expect.poll(() => pushes.some((push) => JSON.stringify(push).includes('turn.finished'))).toBe(true)
  return { told, pushes, request, waits, after: world.engine.pendingApproval(request.id) }
}

test('a request is announced once, its end once, and the row of its session follows', async () => {
  const { told } = await played('deny')
  expect(told.filter((line) => !line.startsWith('row'))).toEqual(['approval.requested', 'approval.resolved'])
  const at = told.indexOf('approval.requested')
  expect([told[at + 1], told[told.indexOf('approval.resolved') + 1]]).toEqual([
    'row needs-you 1 Writes /srv/x, outside the workspace.',
    'row running 0 Thinking',
  ])
})

test('a window gets a request once, and its end once', async () => {
  const { pushes, request } = await played('abort')
  const holding = pushes.flatMap((push): Told[] =>
    push.kind === 'events'
      ? push.events.map(({ event }): Told => ({ kind: event.type, text: JSON.stringify(event) }))
      : [{ kind: push.kind, text: JSON.stringify(push) }],
  )
  const named = holding.filter(({ text }) => text.includes(request.id) && text.includes('"offers"'))
  expect(named.map(({ kind }) => kind)).toEqual(['approval.requested', 'approval.resolved'])
})

test('what waits is known by its id while it waits, and not any more when it is over', async () => {
  const { waits, request, after } = await played('deny')
  expect([waits?.id, waits?.state, after]).toEqual([request.id, 'pending', undefined])
})
