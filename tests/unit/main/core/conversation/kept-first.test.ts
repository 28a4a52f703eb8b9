import { expect, test } from 'vitest'
import { TurnCheckpoints } from '../../../../../src/main/core/checkpoints/turn-checkpoints'
import type { FollowedTurn } from '../../../../../src/main/core/turn/turn-context'
import {
  calls,
  exited,
  fakeClock,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  says,
} from '../../../../fakes/fake-world'

/** A folder that is only kept when told. */
class SlowKeeping extends TurnCheckpoints {
  readonly #begun: Promise<void>

  constructor(begun: Promise<void>) {
    super({
      sandbox: fakeSandbox(),
      workspace: { environment: () => ({}), home: () => '/home/me' },
      folders: {
        due: () => Promise.resolve([]),
        has: () => Promise.resolve(true),
        broken: () => Promise.resolve([]),
        left: () => Promise.resolve([]),
        drop: () => Promise.resolve(),
        of: () => Promise.resolve('/store'),
        plan: () => Promise.resolve(''),
      },
      log: { error: () => undefined },
      clock: fakeClock(),
      budget: () => ({ bytes: 1, ageMs: 1 }),
    })
    this.#begun = begun
  }

  override follow(): FollowedTurn {
    return { begun: this.#begun.then(() => true), end: () => undefined }
  }
}

function slowKeeping() {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const kept = (): void => {
    resolve(undefined)
  }
  return { checkpoints: new SlowKeeping(promise), kept }
}

const ask = calls({ id: 'c1', args: { command: ['touch', 'made'] } })

test('a person is asked before the folder is kept for undo, and what they allowed waits for it', async () => {
  const { checkpoints, kept } = slowKeeping()
  const sandbox = fakeSandbox([exited(0)])
  const model = fakeModel([ask, says('done')])
  const world = fakeEngine({ model, sandbox, checkpoints, defaults: { approvalPolicy: 'untrusted' } })
  const { id } = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(id, 'go')
  const { request } = await world.until('approval.requested')
  await world.engine.decide(request.id, { kind: 'allow', offerId: request.offers[0]?.id ?? '' }, 'window')
  await world.until('approval.resolved')
  await new Promise(setImmediate)
  expect(sandbox.runs).toEqual([])
  kept()
  expect((await world.until('turn.finished')).outcome).toBe('completed')
  expect(sandbox.runs).toHaveLength(1)
})

const patch = '*** Begin Patch\n*** Add File: made\n+one\n*** End Patch\n'

test.for([
  ['a command that nobody is asked about', ask],
  ['a patch', calls({ id: 'c1', name: 'apply_patch', args: { input: patch } })],
  ['a process that stays', calls({ id: 'c1', name: 'exec_command', args: { cmd: 'touch made' } })],
  ['a child', calls({ id: 'c1', name: 'spawn_agent', args: { name: 'one', message: 'touch made' } })],
] as const)('%s waits for it as well', async ([, call]) => {
  const { checkpoints, kept } = slowKeeping()
  const sandbox = fakeSandbox([exited(0)])
  const model = fakeModel([call, says('done'), says('done')])
  const world = fakeEngine({ model, sandbox, checkpoints })
  const { id } = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(id, 'go')
  await world.until('turn.started')
  const done = (): readonly string[] =>
    world.events().flatMap(({ type }) => (/^(?:patch|command|agent)\./.test(type) ? [type] : []))
  for (let round = 0; round < 20; round += 1) await new Promise(setImmediate)
  expect([sandbox.runs.length, done()]).toEqual([0, []])
  kept()
  await expect.poll(() => done().length).toBeGreaterThan(0)
})
