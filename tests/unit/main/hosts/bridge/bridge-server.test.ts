import { afterEach, expect, test, vi } from 'vitest'
import type { Push } from '@shared/ipc/push'
import type { EngineService } from '../../../../../src/main/core/engine/engine-service'
import { createBridgeServer } from '../../../../../src/main/hosts/bridge/bridge-server'
import { notAssessed } from '@shared/domain/assessment'
import { createFakeEngine, createFakeLog, delta, sampleSession } from '../../../../fakes/fake-engine'

afterEach(() => {
  vi.useRealTimers()
})

function setUp(
  host: 'desktop' | 'browser' = 'desktop',
  answers: Partial<EngineService> = {},
  startedIn?: string,
) {
  const engine = createFakeEngine(answers)
  const bridge = createBridgeServer({
    engine,
    log: createFakeLog(),
    host,
    version: '1.2.3',
    platform: 'linux',
    home: '/home/ada',
    ...(startedIn !== undefined && { startedIn }),
    searchFiles: () => Promise.resolve([]),
    pickFolder: () => Promise.resolve({ kind: 'picked', path: '/srv/project' }),
  })
  return { engine, bridge }
}

/** A connection with what it was sent, and a promise for the next push. */
function open(bridge: ReturnType<typeof setUp>['bridge']) {
  const sent: Push[] = []
  let wake: (() => void) | undefined
  const connection = bridge.connect((push) => {
    sent.push(push)
    wake?.()
    return Promise.resolve()
  })
  const next = () => new Promise<void>((resolve) => (wake = resolve))
  return { connection, sent, next }
}

test('hello hands over the whole state with the sandbox as a mode', async () => {
  const { bridge, engine } = setUp()
  const state = await engine.state()
  expect(await open(bridge).connection.handle('app.hello', {})).toEqual({
    ok: true,
    value: {
      appearance: {},
      seq: 0,
      version: '1.2.3',
      host: 'desktop',
      platform: 'linux',
      home: '/home/ada',
      sandbox: state.sandbox,
      models: state.models,
      defaults: {
        provider: 'demo',
        model: 'demo',
        approvalPolicy: 'on-request',
        sandboxMode: 'workspace-write',
      },
      sessions: state.sessions,
      approvals: [],
      questions: [],
    },
  })
})

test.each([
  ['/home/ada/src/shop', '/home/ada/src/shop'],
  ['/srv/shop', '/srv/shop'],
  ['/home/ada', undefined],
  ['/home', undefined],
  ['/', undefined],
])('started in %s, it proposes %s to work in', async (startedIn, proposed) => {
  const { connection } = open(setUp('desktop', {}, startedIn).bridge)
  const reply = (await connection.handle('app.hello', {})) as { value: { startedIn?: string } }
  expect(reply.value.startedIn).toBe(proposed)
})

test('hello is answered whatever else the engine knows of its defaults', async () => {
  const { bridge } = setUp('desktop', {
    state: async () => {
      const state = await createFakeEngine().state()
      const defaults = { ...state.defaults, effort: 'high', summary: 'concise' }
      return { ...state, defaults }
    },
  })
  expect(await open(bridge).connection.handle('app.hello', {})).toMatchObject({ ok: true })
})

test('what happens while hello is answered is pushed after the snapshot', async () => {
  const { bridge, engine } = setUp('desktop', {
    state: async () => {
      engine.emit({ kind: 'session', session: sampleSession({ title: 'Meanwhile' }) })
      return createFakeEngine().state()
    },
  })
  const { connection, sent, next } = open(bridge)
  const pushed = next()
  expect(await connection.handle('app.hello', {})).toMatchObject({ ok: true, value: { seq: 0 } })
  await pushed
  expect(sent).toMatchObject([{ seq: 1, kind: 'session', session: { title: 'Meanwhile' } }])
})

test('every connection counts its own pushes', async () => {
  const { bridge, engine } = setUp()
  const first = open(bridge)
  await first.connection.handle('app.hello', {})
  const early = first.next()
  engine.emit({ kind: 'event', event: delta(1, 'a') })
  await early
  const second = open(bridge)
  await second.connection.handle('app.hello', {})
  const both = Promise.all([first.next(), second.next()])
  engine.emit({ kind: 'event', event: delta(2, 'b') })
  await both
  expect(first.sent.map((push) => push.seq)).toEqual([1, 2])
  expect(second.sent).toEqual([{ seq: 1, kind: 'events', events: [delta(2, 'b')] }])
  expect(await first.connection.handle('app.hello', {})).toMatchObject({ value: { seq: 2 } })
})

test('closing a connection ends its subscription', () => {
  const { bridge, engine } = setUp()
  const { connection } = open(bridge)
  expect(engine.listeners.size).toBe(1)
  connection.close()
  expect(engine.listeners.size).toBe(0)
})

test.each([
  ['desktop', 'window'],
  ['browser', 'browser'],
] as const)('a decision at the %s host is recorded as made by the %s', async (host, by) => {
  const { bridge, engine } = setUp(host)
  const decision = { kind: 'allow', offerId: 'only-this' } as const
  await open(bridge).connection.handle('approval.decide', { requestId: 'r1', decision })
  expect(engine.calls).toEqual([['decide', 'r1', decision, by]])
})

test('a no of a client that could ask nobody is recorded as nobody’s, and a yes never is', async () => {
  const { bridge, engine } = setUp('browser')
  const { connection } = open(bridge)
  for (const decision of [
    { kind: 'deny' },
    { kind: 'allow', offerId: 'only-this' },
    { kind: 'abort' },
  ] as const)
    await connection.handle('approval.decide', { requestId: 'r1', decision, unasked: true })
  expect(engine.calls.map((call) => call.at(-1))).toEqual(['engine', 'browser', 'browser'])
})

test('a sandbox mode reaches the engine by name, and none stays none', async () => {
  const { bridge, engine } = setUp()
  const { connection } = open(bridge)
  await connection.handle('session.create', { cwd: '/w', sandboxMode: 'read-only' })
  await connection.handle('session.configure', { sessionId: 's1', model: 'demo' })
  expect(engine.calls).toEqual([
    ['createSession', { cwd: '/w', sandboxMode: 'read-only' }],
    ['configureSession', 's1', { model: 'demo' }],
  ])
})

test.each([
  ['~', '/home/ada'],
  ['~/shop', '/home/ada/shop'],
  ['~bob/shop', '~bob/shop'],
  ['/~/shop', '/~/shop'],
])('a session’s folder %s is %s to the engine of this home', async (typed, cwd) => {
  const { bridge, engine } = setUp()
  await open(bridge).connection.handle('session.create', { cwd: typed })
  expect(engine.calls).toEqual([['createSession', { cwd }]])
})

test('folders are completed and looked at from the home of this machine, and for a host that is not in the window not at all', async () => {
  const { bridge, engine } = setUp()
  const { connection } = open(bridge)
  await connection.handle('folder.complete', { typed: '~/sh' })
  await connection.handle('folder.look', { path: '~' })
  for (const [channel, folder] of [
    ['folder.complete', { typed: '/' }],
    ['folder.look', { path: '/' }],
  ] as const)
    expect(await connection.handle(channel, { ...folder, host: 'build1' })).toMatchObject({
      fault: { message: 'There is no host "build1" in this window.' },
    })
  expect(engine.calls).toEqual([
    ['completeFolders', '/home/ada/sh'],
    ['lookAtFolder', '/home/ada'],
  ])
})

test('a message is trimmed before it reaches the engine', async () => {
  const { bridge, engine } = setUp()
  await open(bridge).connection.handle('turn.start', { sessionId: 's1', text: '  hello \n' })
  expect(engine.calls).toEqual([['startTurn', 's1', 'hello']])
})

test('what comes with a turn reaches the engine', async () => {
  const { bridge, engine } = setUp()
  const overrides = { model: 'small', effort: null } as const
  await open(bridge).connection.handle('turn.start', { sessionId: 's1', text: 'hello', overrides })
  expect(engine.calls).toEqual([['startTurn', 's1', 'hello', overrides]])
})

test('the host picks folders', async () => {
  const { bridge } = setUp()
  expect(await open(bridge).connection.handle('folder.pick', {})).toEqual({
    ok: true,
    value: { kind: 'picked', path: '/srv/project' },
  })
})

test.each(['closed', 'loaded anew'] as const)(
  'what a window leaves out of requests holds until one that is %s had time to come back',
  async (how) => {
    vi.useFakeTimers()
    const { bridge, engine } = setUp()
    const leavers = new Map<string, Set<object>>()
    engine.leavesOut = (id, who, some) => {
      const of = leavers.get(id) ?? new Set()
      if (some) of.add(who)
      else of.delete(who)
      leavers.set(id, of)
      return true
    }
    const held = (): string[] => [...leavers].flatMap(([id, of]) => (of.size > 0 ? [id] : []))
    const before = open(bridge).connection
    const say = (connection: typeof before, requestId: string, some: boolean) =>
      connection.handle('approval.leaves-out', { requestId, some })
    for (const each of ['r1', 'r2', 'r3'])
      expect(await say(before, each, true)).toEqual({ ok: true, value: {} })
    await say(before, 'r2', false)
    if (how === 'closed') before.close()
    const again = how === 'closed' ? open(bridge).connection : before
    await again.handle('app.hello', {})
    expect(held()).toEqual(['r1', 'r3'])
    vi.advanceTimersByTime(20_000)
    await say(again, 'r1', true)
    expect(held()).toEqual(['r1', 'r3'])
    vi.advanceTimersByTime(20_000)
    expect(held()).toEqual(['r1'])
    await say(again, 'r1', false)
    expect(held()).toEqual([])
  },
)

const typedCommand = { argv: ['ls'], cwd: '/work', model: true }

test('a host that judges no commands for terminals says so, and its engine is asked nothing', async () => {
  const { bridge, engine } = setUp('browser')
  const { connection } = open(bridge)
  const rehearsed = { command: ['ls'], cwd: '/work' }
  for (const reply of [
    await connection.handle('command.assess', typedCommand),
    await connection.handle('command.rehearse', rehearsed),
  ])
    expect(reply).toMatchObject({ ok: false, fault: { code: 'bad-request' } })
  expect(engine.calls).toEqual([])
})

test('what is judged for a terminal is called off when that leaves, and no other’s is', async () => {
  const signals: AbortSignal[] = []
  const bridge = createBridgeServer({
    ...{ engine: createFakeEngine(), log: createFakeLog(), host: 'browser', version: '1', platform: 'linux' },
    home: '/',
    searchFiles: () => Promise.resolve([]),
    pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
    typed: () =>
      Promise.resolve({
        assessTyped: (_, signal) => {
          signals.push(signal)
          return Promise.resolve(notAssessed('no'))
        },
        rehearseTyped: () => Promise.reject(new Error('not asked')),
      }),
  })
  const [first, second] = [open(bridge), open(bridge)]
  for (const { connection } of [first, second]) await connection.handle('command.assess', typedCommand)
  first.connection.close()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('a host is told which window searches, and of other questions it is not', async () => {
  const asked: object[] = []
  const route = (channel: string, payload: object) => {
    asked.push({ channel, ...payload })
    return Promise.resolve({ sessions: [], items: [] })
  }
  const { bridge } = setUp('desktop', {
    hosts: { route, asks: { attend: () => () => undefined } },
  } as unknown as Partial<EngineService>)
  const [one, two] = [open(bridge).connection, open(bridge).connection]
  for (const connection of [one, two, one])
    await connection.handle('records.find', { text: 'x', host: 'build1' })
  await one.handle('session.list', { host: 'build1' })
  const windows = asked.map((each) => (each as { window?: string }).window)
  expect([windows[0] === windows[1], windows[0] === windows[2], windows[3]]).toEqual([false, true, undefined])
  expect(windows[0]).toMatch(/^[\w-]{36}$/)
})
