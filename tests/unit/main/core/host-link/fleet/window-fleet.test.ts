import { expect, test } from 'vitest'
import { FleetSettings } from '@shared/domain/fleet-settings'
import type { HostState } from '@shared/domain/host-state'
import type { WindowHost } from '../../../../../../src/main/core/host-link/window-host'
import { HostFault } from '../../../../../../src/main/core/host-link/greet-host'
import { WindowFleet } from '../../../../../../src/main/core/host-link/fleet/window-fleet'
import type {
  FleetSandbox,
  FleetSandboxes,
  ListedSandbox,
} from '../../../../../../src/main/core/host-link/fleet/sandboxes'
import { fakeClock } from '../../../../../fakes/fake-world'

const settings = FleetSettings.parse({
  ...{ kind: 'agent-sandbox', context: 'prod', namespace: 'agents', template: 'node24' },
})
const nameOf = (at: number): string => at.toString(16).padStart(10, '0')
const listed = (name: string, more: Partial<ListedSandbox> = {}): ListedSandbox => ({
  ...{ name, kind: 'claim', object: `countersign-${name}`, madeAt: 0, endsAt: 0 },
  ...{ held: false, ready: true, begun: true },
  ...more,
})

/** A fleet of a window over a cluster that says what the test has it say; hosts are connected at once. */
function open(cluster: Partial<FleetSandboxes>, onClose?: 'keep' | 'end') {
  const closed: string[] = []
  const held: string[] = []
  const deleted: string[] = []
  const all = {
    list: () => Promise.resolve([]),
    hold: ({ object }: Pick<FleetSandbox, 'object'>) => {
      held.push(object)
      return () => Promise.resolve(void held.splice(held.indexOf(object), 1))
    },
    delete: ({ object }: Pick<FleetSandbox, 'object'>) => Promise.resolve(void deleted.push(object)),
    script: () =>
      Promise.resolve({ end: { kind: 'exit', code: 0 }, out: `/w\n${'0'.repeat(40)}\n`, err: '' }),
    remember: () => Promise.resolve(),
    clock: fakeClock(),
    ...cluster,
  } as unknown as FleetSandboxes
  const fleet = new WindowFleet({
    ...{ name: 'fleet', open: () => Promise.resolve(all) },
    settings: { ...settings, ...(onClose && { on_close: onClose }) },
    endsWhatItBegan: () => onClose === 'end',
    place: { remoteAddress: () => Promise.resolve(undefined), sendFolder: () => Promise.reject(new Error()) },
    client: () => new Promise(() => undefined),
    askClient: () => Promise.reject(new HostFault({ kind: 'silent' }, { said: '' })),
    makeHost: (name, _, onState) => {
      const state: HostState = { name, state: 'connected' }
      const request = () => Promise.resolve({ id: `${name}:s1` })
      const start = (): void => {
        onState(state)
      }
      const close = (): void => void closed.push(`${name} left`)
      const endAndClose = () => Promise.resolve(void closed.push(`${name} ended`))
      const more = { retry: () => undefined, close, endAndClose, sessions: new Map() }
      const waits = { approvals: new Map(), questions: new Map() }
      return { state, request, start, ...more, ...waits } as unknown as WindowHost
    },
    left: () => undefined,
    changed: () => undefined,
  })
  return { fleet, held, deleted, closed }
}

const clone = { kind: 'clone', from: 'https://example.com/shop.git' } as const
const made = (name: string): FleetSandbox => ({
  ...{ name, kind: 'claim', object: `countersign-${name}`, pod: 'pod' },
})

test('so many of a fleet are shown and held, under names that we make; of the others it is said that there are some', async () => {
  const ours = Array.from({ length: 52 }, (_, at) => listed(nameOf(at)))
  const odd = ['build1', '0123456789.x', '012345678g', '01234567890', ''].map((name) => listed(name))
  const waits = listed('ffffffffff', { ready: false })
  const { fleet, held } = open({ list: () => Promise.resolve([...odd, ...ours, waits]) })
  await fleet.look()
  expect([fleet.hosts().length, held.length, fleet.state.fleet?.others]).toEqual([50, 50, 3])
  expect(fleet.hosts().every(({ state }) => /^fleet\/[0-9a-f]{10}$/.test(state.name))).toBe(true)
  await fleet.close()
  expect(held).toEqual([])
})

test('what is begun while they are looked for stays, though the cluster had not told of it; what is gone leaves', async () => {
  const answers = [[listed('aaaaaaaaaa')], [listed('bbbbbbbbbb')]]
  const asked = Promise.withResolvers<undefined>()
  const { fleet } = open({
    list: async () => {
      const answer = answers.shift() ?? []
      if (answers.length === 0) await asked.promise
      return answer
    },
    make: () => Promise.resolve(made('cccccccccc')),
  })
  await fleet.look()
  const looking = fleet.look()
  expect(await fleet.begin('one', clone)).toMatchObject({ kind: 'begun' })
  asked.resolve(undefined)
  await looking
  expect(fleet.hosts().map(({ state }) => state.name)).toEqual(['fleet/cccccccccc', 'fleet/bbbbbbbbbb'])
})

test('no more than eight are made at once, and all of them are given up with the window', async () => {
  const stops: AbortSignal[] = []
  const { fleet } = open({
    make: (stop: AbortSignal) => {
      stops.push(stop)
      return new Promise((_, reject) => {
        stop.addEventListener('abort', () => {
          reject(new HostFault({ kind: 'stopped' }, { said: '' }))
        })
      })
    },
  })
  const begun = Array.from({ length: 8 }, (_, at) => fleet.begin(String(at), clone))
  await expect(fleet.begin('more', clone)).rejects.toThrow('expected that one of them is ready first')
  expect(fleet.cancel('0')).toBe(true)
  expect(await begun[0]).toEqual({ kind: 'cancelled' })
  expect(fleet.cancel('0')).toBe(false)
  await fleet.close()
  expect(await Promise.all(begun)).toEqual(Array(8).fill({ kind: 'cancelled' }))
  expect(stops).toHaveLength(8)
})

test('one whose work does not come there is deleted, and what cannot be deleted is said', async () => {
  const script = () =>
    Promise.resolve({ end: { kind: 'exit', code: 1 } as const, out: '', err: 'no\u202Eway' })
  const { fleet, held, deleted } = open({ make: () => Promise.resolve(made('aaaaaaaaaa')), script })
  expect(await fleet.begin('one', clone)).toEqual({
    ...{ kind: 'failed', why: { kind: 'fleet', what: { kind: 'clone' } }, said: 'no\u202Eway' },
  })
  expect([deleted, held, fleet.hosts()]).toEqual([['countersign-aaaaaaaaaa'], [], []])
  const stays = open({
    ...{ make: () => Promise.resolve(made('aaaaaaaaaa')), script },
    delete: () => Promise.reject(new HostFault({ kind: 'stopped' }, { said: '' })),
  })
  expect(await stays.fleet.begin('one', clone)).toMatchObject({ left: 'it was stopped' })
})

test.each([
  ['by this window alone', false],
  ['by another run as well', true],
])(
  'a sandbox that is kept %s is listed as left over where nothing runs there, and deleted where nobody else keeps it',
  async (_by, byOthers) => {
    const [shown, never, elsewhere] = [nameOf(1), nameOf(2), nameOf(3)]
    const heldHere = (): boolean => held.includes(`countersign-${shown}`)
    const { fleet, held, deleted } = open({
      find: () => Promise.resolve({} as FleetSandbox),
      hostOf: () => ({ command: ['kubectl'], engine: 'countersign' }),
      list: () =>
        Promise.resolve(
          [
            listed(shown, { held: byOthers || heldHere() }),
            listed(never, { ready: false, begun: false }),
            listed(elsewhere, { ready: false, held: true }),
          ].filter(({ object }) => !deleted.includes(object)),
        ),
    })
    await fleet.look()
    expect((await fleet.list()).map(({ name, use }) => [name, use])).toEqual([
      [shown, 'left'],
      [never, 'not-ready'],
      [elsewhere, 'connected'],
    ])
    const cleaned = await fleet.clean([shown, never, elsewhere, nameOf(4)])
    const gone = byOthers ? [never] : [shown, never]
    expect([cleaned.deleted, deleted]).toEqual([gone, gone.map((name) => `countersign-${name}`)])
    expect(cleaned.stays.map(({ name, use }) => [name, use])).toEqual(
      [...(byOthers ? [shown] : []), elsewhere].map((name) => [name, 'connected']),
    )
    expect([heldHere(), fleet.host(shown) !== undefined]).toEqual([byOthers, byOthers])
  },
)

test('a fleet that cannot be looked at says why where it is tested', async () => {
  const why = new HostFault({ kind: 'silent' }, { said: 'no route' })
  const { fleet } = open({ look: () => Promise.reject(why) })
  expect(await fleet.test()).toEqual({ kind: 'fails', why: { kind: 'silent' }, banner: '', said: 'no route' })
})

test.each([
  [undefined, 'left'],
  ['keep', 'left'],
  ['end', 'ended'],
] as const)(
  'with on_close = %j what was begun in its sandboxes is %s with the program, and none is deleted',
  async (onClose, how) => {
    const { fleet, held, deleted, closed } = open(
      { list: () => Promise.resolve([listed(nameOf(1))]) },
      onClose,
    )
    await fleet.look()
    await fleet.close()
    expect([closed[0], held, deleted]).toEqual([`fleet/${nameOf(1)} ${how}`, [], []])
  },
)

test('a sandbox that is not there any more is left, and nothing ended in it', async () => {
  let there = [listed(nameOf(1))]
  const { fleet, closed } = open({ list: () => Promise.resolve(there) }, 'end')
  await fleet.look()
  there = []
  await fleet.look()
  expect(closed).toEqual([`fleet/${nameOf(1)} left`])
})
