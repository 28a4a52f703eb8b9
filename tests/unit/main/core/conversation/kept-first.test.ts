import { expect, test } from 'vitest'
import type { TurnsFrom } from '../../../../../src/main/core/checkpoints/kept-turns'
import {
  TurnCheckpoints,
  type RestorePlace,
  type RewindFound,
} from '../../../../../src/main/core/checkpoints/turn-checkpoints'
import type { Clock } from '../../../../../src/main/core/ports/system'
import type { FollowedTurn, TurnToFollow } from '../../../../../src/main/core/turn/turn-context'
import {
  calls,
  exited,
  fakeClock,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  says,
  type FakeAnswer,
} from '../../../../fakes/fake-world'

/** A folder that is only kept when told; `followed` has the turns of which it is kept, and "end" behind each, or "as begun" where nothing ran in it. */
class SlowKeeping extends TurnCheckpoints {
  readonly #begun: Promise<void>
  readonly followed: (number | 'end' | 'as begun')[] = []

  constructor(
    begun: Promise<void>,
    readonly late = false,
  ) {
    super({
      sandbox: fakeSandbox(),
      workspace: { environment: () => ({}), home: () => '/home/me' },
      folders: {
        due: () => Promise.resolve([]),
        has: () => Promise.resolve(true),
        again: () => Promise.resolve(),
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

  override follow({ turnNumber }: TurnToFollow): FollowedTurn {
    this.followed.push(turnNumber)
    return {
      begun: this.#begun.then(() => !this.late),
      late: this.#begun.then(() => this.late),
      end: (idle) => this.followed.push(idle === true ? 'as begun' : 'end'),
    }
  }

  override lookRewind(_: RestorePlace, { turnNumber, acts }: TurnsFrom): Promise<RewindFound> {
    return Promise.resolve({ files: [], since: [], more: turnNumber, tooLarge: [String(acts)] })
  }
}

function slowKeeping(late = false) {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const kept = (): void => {
    resolve(undefined)
  }
  return { checkpoints: new SlowKeeping(promise, late), kept }
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

test.each([true, false])(
  'that a folder is not kept in time is told before the first call, once (%j)',
  async (late) => {
    const { checkpoints, kept } = slowKeeping(late)
    const model = fakeModel([ask, calls({ id: 'c2', args: { command: ['touch', 'more'] } }), says('done')])
    const world = fakeEngine({ model, sandbox: fakeSandbox([exited(0), exited(0)]), checkpoints })
    const { id } = await world.engine.createSession({ cwd: '/work' })
    await world.engine.startTurn(id, 'go')
    kept()
    await world.until('turn.finished')
    const told = world
      .events()
      .flatMap((event) =>
        event.type === 'turn.noted' ? [event.text] : event.type === 'command.started' ? [event.callId] : [],
      )
    const note = 'The folder was not kept in time for undo: what this turn changes in it cannot be undone.'
    expect(told).toEqual([...(late ? [note] : []), 'c1', 'c2'])
  },
)

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

const kept = async (answers: readonly FakeAnswer[], prepare: (clock: Clock) => void) => {
  const { checkpoints, kept: now } = slowKeeping()
  now()
  const world = fakeEngine({ model: fakeModel(answers), checkpoints })
  prepare(world.clock)
  const { id } = await world.engine.createSession({ cwd: '/work' })
  for (const nth of [1, 2]) {
    await world.engine.startTurn(id, 'go')
    await world.until('turn.finished', nth)
  }
  return checkpoints.followed
}

test('of a turn that asks for nothing and is soon over nothing is kept', async () => {
  const never = (clock: Clock): void => {
    clock.sleep = () => new Promise(() => undefined)
  }
  expect(await kept([says('at once')], never)).toEqual([])
  expect(await kept([says('at once'), ask, says('done')], never)).toEqual([2, 'end'])
})

test('while its model takes longer, the folder is kept meanwhile, and once', async () => {
  const waits: number[] = []
  const { promise: asked, resolve: answer } = Promise.withResolvers<undefined>()
  const slow: FakeAnswer = async function* () {
    await asked
    yield* ask
  }
  const followed = await kept([slow, says('done'), says('at once')], (clock) => {
    clock.sleep = async (ms, signal) => {
      waits.push(ms)
      if (waits.length > 1) await new Promise((_, over) => signal?.addEventListener('abort', over))
      setImmediate(() => {
        answer(undefined)
      })
    }
  })
  expect(followed).toEqual([1, 'end'])
})

test.for([
  ['in words only ends as it began', [], 'as begun'],
  ['in which a command ran does not', [ask], 'end'],
  ['beside a process that stays does not either', [], 'end'],
] as const)('a turn %s', async ([title, calling, end]) => {
  const { checkpoints, kept: now } = slowKeeping()
  now()
  const never = new Promise<never>(() => undefined)
  const sandbox = title.includes('stays') ? { ...fakeSandbox(), run: () => never } : fakeSandbox()
  const stays = calls({ id: 'c0', name: 'exec_command', args: { cmd: 'watch', yield_time_ms: 250 } })
  const slow: FakeAnswer = async function* () {
    await expect.poll(() => checkpoints.followed.at(-1)).toBe(2)
    yield* says('two')
  }
  const model = fakeModel([stays, says('one'), ...calling, slow])
  const world = fakeEngine({ model, sandbox, checkpoints })
  const { id } = await world.engine.createSession({ cwd: '/work' })
  for (const nth of [1, 2]) {
    await world.engine.startTurn(id, 'go')
    await world.until('turn.finished', nth)
  }
  expect(checkpoints.followed).toEqual([1, 'end', 2, end])
})

test('who goes back to before turns that did nothing goes back to the first that did something', async () => {
  const { checkpoints, kept: now } = slowKeeping()
  now()
  const search: FakeAnswer = [
    { type: 'search', itemId: 's' },
    { type: 'search', itemId: 's', done: 'tar' },
  ]
  const unknown = calls({ id: 'n', name: 'no_such_tool', args: {} })
  const model = fakeModel([
    ...[unknown, says('one'), ask, says('done'), says('three')],
    [...search, ...says('four')],
  ])
  const { engine, until } = fakeEngine({ model, checkpoints })
  const { id } = await engine.createSession({ cwd: '/work' })
  for (const nth of [1, 2, 3, 4]) {
    await engine.startTurn(id, 'go')
    await until('turn.finished', nth)
  }
  const looks = await Promise.all([1, 2, 3, 4].map((turn) => engine.restores.lookRewind(id, turn)))
  const from = looks.map((look) =>
    look.kind === 'ready' && look.files.kind === 'ready' ? look.files : undefined,
  )
  expect(from.map((files) => [files?.more, files?.tooLarge[0]])).toEqual([
    [1, '2'],
    [2, '2'],
    // Of what is not known to change nothing it is taken that it may have.
    [3, '4'],
    [4, '4'],
  ])
})
