import { outputText } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
} from '../../../fakes/fake-world'

const touch = calls({ id: 'c1', args: { command: ['touch', '/srv/x'] } })
const denied = exited(1, [kernelWrite('/srv/x')], 'touch: cannot touch')

async function started(options: Parameters<typeof fakeEngine>[0]) {
  const world = fakeEngine(options)
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  return world
}

test('under untrusted an approved first run that is denied something else asks again: never silently without the sandbox', async () => {
  const world = await started({
    model: fakeModel([touch]),
    sandbox: fakeSandbox([exited(1, [kernelWrite('/srv/other')])]),
    defaults: { approvalPolicy: 'untrusted' },
  })
  const first = await world.until('approval.requested')
  await world.engine.decide(first.request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
  const second = await world.until('approval.requested', 2)
  expect([first.request.stage, second.request.stage, world.unconfined.runs.length]).toEqual([
    'first',
    'retry',
    0,
  ])
})

test('one that is denied the very thing that the yes was for is not asked about again: the card and the agent are told', async () => {
  const world = await started({
    model: fakeModel([touch, says('done')]),
    sandbox: fakeSandbox([denied]),
    defaults: { approvalPolicy: 'untrusted' },
  })
  const first = await world.until('approval.requested')
  expect(first.request.offers[0]?.grants).toMatchObject([{ kind: 'write', path: '/srv/x' }])
  await world.engine.decide(first.request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
  await world.until('turn.finished')
  expect(await world.until('command.finished')).toMatchObject({
    outcome: { kind: 'denied', evidence: [{ target: '/srv/x' }] },
  })
  const told = world.store.lines.flatMap((line) =>
    line.type === 'item' && line.item.type === 'function_call_output' ? [outputText(line.item.output)] : [],
  )
  expect(told).toEqual([expect.stringMatching(/^failed in sandbox: the sandbox stopped a write to \/srv\/x/)])
  expect([
    world.events().filter(({ type }) => type === 'approval.requested').length,
    world.unconfined.runs,
  ]).toEqual([1, []])
})
