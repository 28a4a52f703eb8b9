import { expect, test } from 'vitest'
import type { RunSpec } from '../../../../../src/main/core/ports/sandbox'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox } from '../../../../fakes/fake-world'

test.each([
  [
    ['git', 'branch', '-m', 'a', 'b'],
    { predicted: { removed: [], git: [{ folder: '/work', changes: 'configuration' }] } },
  ],
  [['mv', 'lib', '/srv/lib'], { predicted: { removed: ['/work/lib'], git: [] } }],
  [['cargo', 'add', 'serde'], { fetches: ['cargo'] }],
])('the engine tells the sandbox what %j will do', async (command, told) => {
  const seen: RunSpec[] = []
  const sandbox = fakeSandbox((spec) => {
    seen.push(spec)
    return exited(0)
  })
  const world = fakeEngine({ model: fakeModel([calls({ id: 'c1', args: { command } })]), sandbox })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  await world.until('turn.finished')
  expect(seen).toMatchObject([told])
})

test('and nothing of a command that only looks', async () => {
  const seen: RunSpec[] = []
  const sandbox = fakeSandbox((spec) => {
    seen.push(spec)
    return exited(0)
  })
  const command = ['git', 'branch', '--list']
  const world = fakeEngine({ model: fakeModel([calls({ id: 'c1', args: { command } })]), sandbox })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  await world.until('turn.finished')
  expect(seen.map(({ predicted, fetches }) => [predicted, fetches])).toEqual([[undefined, undefined]])
})
