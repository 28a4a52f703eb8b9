import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { SandboxStatus } from '@shared/domain/doctor'
import { FaultError } from '@shared/domain/fault'
import type { HostProblem } from '@shared/domain/host-problem'
import type { HostSettings } from '@shared/domain/host-settings'
import type { AppSnapshot } from '@shared/ipc/contract'
import type { Push } from '@shared/ipc/push'
import type { EngineNotice } from '../../../../../src/main/core/engine/engine-service'
import { HostFault } from '../../../../../src/main/core/host-link/greet-host'
import type { HostNotice } from '../../../../../src/main/core/host-link/host-client'
import { Notices } from '../../../../../src/main/core/notify/notices'
import { WindowHosts } from '../../../../../src/main/core/host-link/window-hosts'
import {
  createFakeEngine,
  createFakeLog,
  sampleEvent,
  sampleRequest,
  sampleSession,
} from '../../../../fakes/fake-engine'
import { fakeClock } from '../../../../fakes/fake-world'
import { sampleQuestion } from '../../../../fakes/sample-question'
import { withHosts } from '../../../../../src/main/core/host-link/with-hosts'

type Unnumbered<P> = P extends Push ? Omit<P, 'seq'> : never

/** An engine on another machine that says what the test has it say. */
class There {
  readonly asked: (readonly [string, unknown])[] = []
  snapshot: Partial<AppSnapshot> = {}
  sandbox: SandboxStatus = { kind: 'available', backend: 'bubblewrap', version: '1' }
  clients = 0
  tests = 0
  fault: HostFault | undefined
  answer: unknown = {}
  /** It never answers to this. */
  silentOn: string | undefined
  #seq = 0
  #listener: (notice: HostNotice) => void = () => undefined

  readonly test = () => {
    this.tests += 1
    return Promise.resolve({
      version: '1',
      platform: 'linux',
      roundTripMs: 1,
      leftOut: 0,
      checks: [],
      banner: '',
      said: '',
    })
  }

  readonly client = () => {
    this.clients += 1
    return Promise.resolve({
      connect: () =>
        this.fault
          ? Promise.reject(this.fault)
          : Promise.resolve({ banner: '', said: '', aheadMs: 0 } as never),
      subscribe: (listener: (notice: HostNotice) => void) => {
        this.#listener = listener
        return () => undefined
      },
      request: (channel: string, payload: unknown) => {
        this.asked.push([channel, payload])
        if (channel === this.silentOn) return new Promise<never>(() => undefined)
        const { sessions = [], approvals = [], questions = [] } = this.snapshot
        return Promise.resolve(
          (channel === 'app.hello'
            ? { seq: this.#seq, sandbox: this.sandbox, sessions, approvals, questions }
            : this.answer) as never,
        )
      },
      close: () => undefined,
    })
  }

  say(notice: HostNotice): void {
    this.#listener(notice)
  }

  push(body: Unnumbered<Push>): void {
    this.#seq += 1
    this.say({ kind: 'push', push: { ...body, seq: this.#seq } })
  }
}

const settings = (name: string): HostSettings => ({ command: [name], engine: 'countersign' })

async function twoHosts(sandbox?: SandboxStatus) {
  const a = new There()
  const b = new There()
  if (sandbox) b.sandbox = sandbox
  a.snapshot = { sessions: [sampleSession({ title: 'On a' })], approvals: [sampleRequest()] }
  b.snapshot = { sessions: [sampleSession({ title: 'On b' })] }
  const hosts = new WindowHosts({
    client: ({ command }) => (command[0] === 'a' ? a : b).client(),
    test: ({ command }) => (command[0] === 'a' ? a : b).test(),
    carryPort: () => Promise.reject(new Error('no')),
    clock: fakeClock(),
    notices: new Notices(createFakeLog()),
  })
  const told: EngineNotice[] = []
  hosts.subscribe((notice) => told.push(notice))
  hosts.follow({ a: settings('a'), b: settings('b') })
  await expect.poll(() => hosts.states().map(({ state }) => state)).toEqual(['connected', 'connected'])
  return { a, b, hosts, told }
}

const ended = { kind: 'ended', end: { kind: 'exit', code: 255 } } as const

const over = async (hosts: WindowHosts): Promise<HostProblem | undefined> => {
  await expect.poll(() => hosts.states()[0]?.state).toBe('over')
  return hosts.states()[0]?.why
}

test('what two hosts call the same is two things here, and each is asked about its own alone', async () => {
  const { a, b, hosts } = await twoHosts()
  expect(hosts.known().sessions.map(({ id, title }) => [id, title])).toEqual([
    ['a:s1', 'On a'],
    ['b:s1', 'On b'],
  ])
  await hosts.route('turn.interrupt', { sessionId: 'b:s1' })
  expect(b.asked.at(-1)).toEqual(['turn.interrupt', { sessionId: 's1' }])
  expect(a.asked.map(([channel]) => channel)).toEqual(['app.hello'])
  // What names no host is this machine's.
  expect(hosts.route('turn.interrupt', { sessionId: 's1' })).toBeUndefined()
  expect(hosts.route('app.hello', {})).toBeUndefined()
})

test('folders of a host are completed and looked at by its engine alone, and only what can be read as a path of it is offered', async () => {
  const { a, b, hosts } = await twoHosts()
  const folders = ['/srv/shop', 'srv', '~/shop', '/srv/\u202Epohs', `/${'x'.repeat(5_000)}`]
  a.answer = { folders }
  expect(await hosts.route('folder.complete', { host: 'a', typed: '~/sh' })).toEqual({
    folders: ['/srv/shop'],
  })
  a.answer = { kind: 'missing', problem: 'x'.repeat(9_000) }
  const look = await hosts.route('folder.look', { host: 'a', path: '/srv/none' })
  expect(look).toEqual({ kind: 'missing', problem: 'x'.repeat(4_096) })
  expect(a.asked.slice(1)).toEqual([
    ['folder.complete', { typed: '~/sh' }],
    ['folder.look', { path: '/srv/none' }],
  ])
  for (const typed of ['srv', '../srv', '~bob/'])
    await expect(hosts.route('folder.complete', { host: 'a', typed })).rejects.toThrow('its absolute path')
  await expect(hosts.route('folder.look', { host: 'c', path: '/' })).rejects.toThrow('no host "c"')
  a.say({ kind: 'lost', why: ended })
  await expect(hosts.route('folder.look', { host: 'a', path: '/' })).rejects.toThrow('a is not connected.')
  expect([a.asked.length, b.asked.length]).toEqual([3, 1])
  expect(hosts.route('folder.complete', { typed: '/srv' })).toBeUndefined()
})

test.each<[string, Unnumbered<Push>]>([
  ['a session of another host', { kind: 'session', session: sampleSession({ id: 'b:s1' }) }],
  [
    'a parent that is another host’s',
    { kind: 'session', session: sampleSession({ child: { parentId: 'b:s1', name: 'x', kind: 'agent' } }) },
  ],
  ['the end of one of another host', { kind: 'removed', sessionId: 'b:s1' }],
  [
    'an answer to a request of another host',
    {
      kind: 'events',
      events: [
        sampleEvent(1, {
          type: 'approval.assessed',
          requestId: 'b:r1',
          update: { level: 'low', categories: [], reason: '', differs: [], state: 'done' } as never,
        }),
      ],
    },
  ],
])(
  'a host that tells of %s is not spoken with any more, and nothing of the other changes',
  async (_, push) => {
    const { a, hosts, told } = await twoHosts()
    const before = told.length
    a.push(push)
    expect(await over(hosts)).toEqual({ kind: 'broken', what: { kind: 'id' } })
    expect(hosts.known().sessions.map(({ id }) => id)).toEqual(['b:s1'])
    expect(hosts.states()[1]?.state).toBe('connected')
    expect(JSON.stringify(told.slice(before).filter(({ kind }) => kind !== 'hosts'))).not.toContain('b:')
    await expect(hosts.decide('a:r1', { kind: 'deny' })).rejects.toThrow('a is not connected.')
  },
)

test('what a host says of windows, sandboxes, servers and grants is told to nobody here', async () => {
  const { a, told } = await twoHosts()
  const before = told.length
  a.push({ kind: 'show', sessionId: 's1' })
  a.push({ kind: 'command', command: 'session.delete' })
  a.push({ kind: 'grants', grants: [] })
  a.push({ kind: 'servers' })
  a.push({ kind: 'sandbox', sandbox: { kind: 'available', backend: 'bubblewrap' } as never })
  a.push({ kind: 'hosts', hosts: [{ name: 'b', state: 'lost' }] })
  expect(told.length).toBe(before)
})

test('a host cannot say that one of its requests is asked by a run of this machine', async () => {
  const { a, hosts } = await twoHosts()
  const request = sampleRequest({ id: 'r2', remoteRun: { program: 'exec', folder: '/', pid: 1 } })
  a.push({ kind: 'events', events: [sampleEvent(1, { type: 'approval.requested', request })] })
  const kept = hosts.known().approvals.find(({ id }) => id === 'a:r2')
  expect(kept).toMatchObject({ sessionId: 'a:s1' })
  expect(kept).not.toHaveProperty('remoteRun')
})

test('a host that asks without end is given up', async () => {
  const { a, hosts } = await twoHosts()
  const events = Array.from({ length: 501 }, (_, n) =>
    sampleEvent(n + 1, { type: 'approval.requested', request: sampleRequest({ id: `r${String(n)}` }) }),
  )
  a.push({ kind: 'events', events })
  expect(await over(hosts)).toEqual({ kind: 'broken', what: { kind: 'waiting' } })
  expect(hosts.known().approvals).toEqual([])
})

test('while it is lost it is asked nothing, not even later, and what it asked stays in sight', async () => {
  const { a, hosts } = await twoHosts()
  a.say({ kind: 'lost', why: ended, said: 'the disk is full\n' })
  expect(hosts.states()[0]).toEqual({ name: 'a', state: 'lost', why: ended, said: 'the disk is full' })
  const asked = a.asked.length
  await expect(hosts.decide('a:r1', { kind: 'deny' })).rejects.toThrow(FaultError)
  a.say({ kind: 'back', resumed: true, engine: 'x', aheadMs: 0 })
  expect([a.asked.length, hosts.known().approvals.length]).toEqual([asked, 1])
  expect(hosts.states()[0]?.state).toBe('connected')
})

test('where something was missed, what is over there is over here, and windows ask for the rest', async () => {
  const { a, hosts, told } = await twoHosts()
  a.push({
    kind: 'events',
    events: [
      sampleEvent(1, { type: 'question.asked', question: sampleQuestion({ id: 'q1', sessionId: 's1' }) }),
    ],
  })
  a.snapshot = {
    sessions: [sampleSession({ id: 's2' })],
    approvals: [sampleRequest({ id: 'r2', sessionId: 's2' })],
  }
  a.say({ kind: 'lost', why: ended })
  told.length = 0
  a.say({ kind: 'back', resumed: false, engine: 'another', aheadMs: 0 })
  await expect.poll(() => hosts.states()[0]?.state).toBe('connected')
  const { sessions, approvals, questions } = hosts.known()
  expect([sessions.map(({ id }) => id).toSorted(), approvals.map(({ id }) => id), questions]).toEqual([
    ['a:s2', 'b:s1'],
    ['a:r2'],
    [],
  ])
  expect(told.flatMap((notice) => (notice.kind === 'event' ? [notice.event.event.type] : []))).toEqual([
    'approval.requested',
    'approval.resolved',
    'question.resolved',
  ])
  expect(told.at(-1)).toMatchObject({ kind: 'hosts', anew: true })
})

test('over a line that came back, a clock that was set meanwhile has all that is known told anew, by the clock here', async () => {
  const { a, hosts } = await twoHosts()
  const made = () => hosts.known().sessions.map(({ createdAt }) => createdAt)
  const [here = ''] = made()
  const back = (aheadMs: number): void => {
    a.say({ kind: 'lost', why: ended })
    a.say({ kind: 'back', resumed: true, engine: 'x', aheadMs })
  }
  // So near is how long a greeting takes.
  back(-1_999)
  expect([a.asked.length, made()[0]]).toEqual([1, here])
  back(3_600_000)
  await expect.poll(() => hosts.states()[0]?.state).toBe('connected')
  const hourBefore = new Date(Date.parse(here) - 3_600_000).toISOString()
  expect([a.asked.length, made()]).toEqual([2, [hourBefore, here]])
})

const version9: HostProblem = {
  ...{ kind: 'version', there: '9', thereProtocol: 1, expected: '1', expectedProtocol: 1 },
}

test('a host that another version runs on is not tried again before somebody says so', async () => {
  const { a, hosts } = await twoHosts()
  a.fault = new HostFault(version9, { said: 'words', lasting: true })
  hosts.follow({ b: settings('b') })
  expect(hosts.known().sessions.map(({ id }) => id)).toEqual(['b:s1'])
  hosts.follow({ a: settings('a'), b: settings('b') })
  expect(await over(hosts)).toEqual(version9)
  expect(hosts.states()[0]?.said).toBe('words')
  a.fault = undefined
  const before = a.clients
  hosts.retry('a')
  expect(hosts.states()[0]).toEqual({ name: 'a', state: 'connecting' })
  hosts.retry('a')
  await expect.poll(() => hosts.states()[0]?.state).toBe('connected')
  hosts.retry('a')
  expect(a.clients).toBe(before + 1)
  expect(() => {
    hosts.retry('c')
  }).toThrow('There is no host "c" in this window.')
})

test.each([
  ['which fits', ` ${'x'.repeat(2_000)}\n`, 'x'.repeat(2_000)],
  ['of which', `first\n${'x'.repeat(2_000)}`, `… 6 more characters before this\n${'x'.repeat(2_000)}`],
  ['in pairs', `a${'😀'.repeat(1_000)}z`, `… 3 more characters before this\n${'😀'.repeat(999)}z`],
])(
  'what a host said beside its engine, %s, stands in its row, and how much is left out',
  async (_, said, shown) => {
    const { a, hosts } = await twoHosts()
    a.say({ kind: 'over', fault: new HostFault({ kind: 'silent' }, { said, lasting: true }) })
    await over(hosts)
    expect(hosts.states()[0]?.said).toBe(shown)
  },
)

test('a host whose question nobody answered waits for somebody, and what is known of it stays in sight', async () => {
  const { a, hosts } = await twoHosts()
  a.say({ kind: 'over', fault: new HostFault({ kind: 'unanswered' }, { said: '', lasting: true }) })
  expect(await over(hosts)).toEqual({ kind: 'unanswered' })
  expect(hosts.known().approvals.map(({ id }) => id)).toEqual(['a:r1'])
  await expect(hosts.decide('a:r1', { kind: 'deny' })).rejects.toThrow('a is not connected.')
  a.snapshot = { sessions: [] }
  hosts.retry('a')
  await expect.poll(() => hosts.states()[0]?.state).toBe('connected')
  expect(a.clients).toBe(2)
  expect(hosts.known().approvals).toEqual([])
})

test('a host is tested over a line of its own, once at a time, and by a name of the configuration alone', async () => {
  const { a, hosts } = await twoHosts()
  const both = await Promise.all([hosts.test('a'), hosts.test('a')])
  expect([a.tests, both[0].kind, both[1] === both[0]]).toEqual([1, 'answers', true])
  await hosts.test('a')
  expect([a.tests, a.clients]).toEqual([2, 1])
  for (const name of ['c', '__proto__', 'constructor', ''])
    await expect(hosts.test(name)).rejects.toThrow(`There is no host "${name}" in this window.`)
})

/** Hosts that no line leads to; a test of one comes to this. */
const unreached = (fault = new HostFault({ kind: 'silent' }, { said: '' })): WindowHosts =>
  new WindowHosts({
    client: () => Promise.reject(new Error('no')),
    test: () => Promise.reject(fault),
    carryPort: () => Promise.reject(new Error('no')),
    clock: fakeClock(),
    notices: new Notices(createFakeLog()),
  })

test('a host that config.toml keeps from windows is in none', () => {
  const hosts = unreached()
  hosts.follow({ a: { ...settings('a'), window: false } })
  expect(hosts.states()).toEqual([])
})

test('another program of this machine gets one word for ssh as the way to a host, and none where it takes more', () => {
  const hosts = unreached()
  const by = (...command: string[]) => ({ ...settings('a'), command, window: false })
  hosts.follow({
    ...{
      a: by('ssh', 'me@build1'),
      b: by('ssh', '-p', '22', 'build1'),
      c: by('docker', 'exec', '-i', 'shop'),
    },
    ...{ d: by('ssh', '-F'), e: by('/usr/bin/ssh', 'build1'), f: by('ssh', 'a/b') },
  })
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'none', 'toString']
  expect(names.map((name) => hosts.sshDestination(name))).toEqual([
    'me@build1',
    ...Array<undefined>(7).fill(undefined),
  ])
})

test('what a host that cannot be had said is told whole by its test, windows show it or not', async () => {
  const hosts = unreached(new HostFault(version9, { said: 'who?', banner: 'hello\n' }))
  hosts.follow({ a: { ...settings('a'), window: false } })
  expect(await hosts.test('a')).toEqual({
    ...{ kind: 'fails', why: version9, banner: 'hello\n', said: 'who?' },
  })
})

test('an engine with hosts gives an answer to the host or to itself, by whose the request is', async () => {
  const { a, hosts } = await twoHosts()
  const own = createFakeEngine()
  const shown = withHosts(own, { hosts }, () => undefined)
  a.answer = { kind: 'accepted' }
  await shown.decide('a:r1', { kind: 'deny' }, 'window')
  expect(own.calls.map(([name]) => name)).not.toContain('decide')
  await shown.decide('r1', { kind: 'deny' }, 'window')
  expect(own.calls.map(([name]) => name)).toContain('decide')
  const windows = [{}, {}]
  for (const who of windows) shown.leavesOut('a:r1', who, true)
  for (const who of windows) shown.leavesOut('a:r1', who, false)
  expect(
    a.asked.filter(([channel]) => channel === 'approval.leaves-out').map(([, payload]) => payload),
  ).toEqual([
    { requestId: 'r1', some: true },
    { requestId: 'r1', some: false },
  ])
})

const inSession = (sessionId: string, event: AgentEvent) => ({ ...sampleEvent(1, event), sessionId })

test('a window that is closed ends on a host whose entry says so what it began there and is under way still, and nothing else', async () => {
  const { a, b, hosts } = await twoHosts()
  for (const [session, turnId] of [
    ['over', 't1'],
    ['begun', 't2'],
    ['steered', 't3'],
  ] as const) {
    const channel = session === 'steered' ? 'turn.steer' : 'turn.start'
    a.answer = { turnId }
    await hosts.route(channel, { sessionId: `a:${session}`, text: 'go', clientId: 'c' })
  }
  b.answer = { turnId: 't1' }
  await hosts.route('turn.start', { sessionId: 'b:begun', text: 'go' })
  for (const begun of [true, false]) {
    a.answer = { begun, run: 3 }
    await hosts.route('terminal.open', { sessionId: begun ? 'a:other' : 'a:shared', columns: 80, rows: 24 })
  }
  const kept = (callId: string): AgentEvent => ({ type: 'command.kept', callId, processId: 1 })
  const exited = { kind: 'exited', exitCode: 0, durationMs: 1 } as never
  a.push({
    kind: 'events',
    events: [
      ...['server', 'brief'].map((callId) => inSession('begun', kept(callId))),
      inSession('other', kept('not-ours')),
      inSession('begun', { type: 'command.finished', callId: 'brief', outcome: exited }),
      // The turn before, told late.
      inSession('begun', { type: 'turn.finished', turnId: 't1', outcome: 'completed' }),
      inSession('over', { type: 'turn.finished', turnId: 't1', outcome: 'completed' }),
    ],
  })
  const before = [a.asked.length, b.asked.length]
  hosts.follow({ a: { ...settings('a'), on_close: 'end' }, b: { ...settings('b'), on_close: 'keep' } })
  expect([a.clients, b.clients]).toEqual([1, 1])
  await hosts.close()
  expect(a.asked.slice(before[0])).toEqual([
    ['turn.interrupt', { sessionId: 'begun', turnId: 't2' }],
    ['process.stop', { sessionId: 'begun', callId: 'server' }],
    ['terminal.end', { sessionId: 'other', run: 3 }],
  ])
  expect(b.asked.length).toBe(before[1])
})

test.each([
  [
    'is lost',
    (a: There) => {
      a.say({ kind: 'lost', why: ended })
    },
    0,
  ],
  [
    'does not answer',
    (a: There) => {
      a.silentOn = 'turn.interrupt'
    },
    1,
  ],
] as const)('a host that %s when a window is closed is left as it is', async (_, happens, asked) => {
  const { a, hosts } = await twoHosts()
  hosts.follow({ a: { ...settings('a'), on_close: 'end' }, b: settings('b') })
  a.answer = { turnId: 't1' }
  await hosts.route('turn.start', { sessionId: 'a:s1', text: 'go' })
  happens(a)
  await hosts.close()
  expect(a.asked.filter(([channel]) => channel === 'turn.interrupt').length).toBe(asked)
})

test('of what was begun nothing is ended that was over while the line was lost', async () => {
  const { a, hosts } = await twoHosts()
  hosts.follow({ a: { ...settings('a'), on_close: 'end' }, b: settings('b') })
  a.answer = { turnId: 't1' }
  for (const id of ['s1', 's2']) await hosts.route('turn.start', { sessionId: `a:${id}`, text: 'go' })
  a.snapshot = {
    sessions: [sampleSession({ id: 's1', status: 'running' }), sampleSession({ id: 's2', status: 'idle' })],
  }
  a.say({ kind: 'lost', why: ended })
  a.say({ kind: 'back', resumed: false, engine: 'x', aheadMs: 0 })
  await expect.poll(() => hosts.states()[0]?.state).toBe('connected')
  await hosts.close()
  const interrupted = a.asked.filter(([channel]) => channel === 'turn.interrupt')
  expect(interrupted).toEqual([['turn.interrupt', { sessionId: 's1', turnId: 't1' }]])
})

test('that a host has no sandbox but its container is said with its name, as its engine says it', async () => {
  const none = { kind: 'unavailable', reason: 'refused', remedy: '' } as const
  const boundary = { ...none, container: { kind: 'boundary', sign: '/.dockerenv' } } as const
  const { a, b, hosts } = await twoHosts(boundary)
  const said = () => hosts.states().map((state) => state.boundary)
  expect(said()).toEqual([undefined, 'container'])
  b.say({ kind: 'lost', why: ended })
  expect(said()).toEqual([undefined, 'container'])
  a.push({ kind: 'sandbox', sandbox: { ...none, container: { kind: 'unused', why: 'no-sign' } } })
  b.push({ kind: 'sandbox', sandbox: none })
  expect(said()).toEqual([undefined, undefined])
  a.push({ kind: 'sandbox', sandbox: boundary })
  expect(said()).toEqual(['container', undefined])
})
