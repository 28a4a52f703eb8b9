import { describe, expect, test } from 'vitest'
import { requestChannels, type RequestChannel } from '@shared/ipc/channels'
import { forms, Reply, type RequestOf } from '@shared/ipc/contract'
import { notAssessed } from '@shared/domain/assessment'
import { FaultError } from '@shared/domain/fault'
import { FleetSettings } from '@shared/domain/fleet-settings'
import type { EngineService } from '../../src/main/core/engine/engine-service'
import type { BroughtBack } from '../../src/main/core/host-link/fleet/fleet-results'
import type { FleetSandboxes } from '../../src/main/core/host-link/fleet/sandboxes'
import { HostFault } from '../../src/main/core/host-link/greet-host'
import { rehearsalBounds } from '../../src/main/core/rehearsal/rehearsal-bounds'
import { rehearsalOf } from '../../src/main/core/rehearsal/rehearse-typed'
import type { HostEngine } from '@shared/domain/host-listing'
import { WindowHosts } from '../../src/main/core/host-link/window-hosts'
import { Notices } from '../../src/main/core/notify/notices'
import { createBridgeServer } from '../../src/main/hosts/bridge/bridge-server'
import { createFakeEngine, createFakeLog } from '../fakes/fake-engine'
import { fakeClock } from '../fakes/fake-world'

/** The largest valid payload of every channel, and the keys it cannot do without. */
const valid: { [C in RequestChannel]: { payload: RequestOf<C>; required: string[] } } = {
  'app.hello': { payload: {}, required: [] },
  'session.create': {
    payload: {
      cwd: '/work',
      provider: 'demo',
      model: 'demo',
      approvalPolicy: 'untrusted',
      sandboxMode: 'read-only',
      demo: true,
      worktree: { base: 'main', name: 'mend-the-clock' },
    },
    required: [],
  },
  'session.open': { payload: { sessionId: 's1', before: 7, from: 3 }, required: ['sessionId'] },
  'session.configure': {
    payload: {
      sessionId: 's1',
      provider: 'demo',
      model: 'demo',
      approvalPolicy: 'never',
      sandboxMode: 'workspace-write',
      cwd: '/other',
      effort: 'low',
      summary: null,
    },
    required: ['sessionId'],
  },
  'session.list': { payload: { cursor: 'c', limit: 10, archived: true, search: 'x' }, required: [] },
  'session.resume': { payload: { sessionId: 's1' }, required: ['sessionId'] },
  'session.fork': {
    payload: { sessionId: 's1', beforeUserMessage: 2 },
    required: ['sessionId', 'beforeUserMessage'],
  },
  'session.rename': { payload: { sessionId: 's1', title: 'New' }, required: ['sessionId', 'title'] },
  'session.archive': { payload: { sessionId: 's1', removeWorktree: true }, required: ['sessionId'] },
  'session.unarchive': { payload: { sessionId: 's1' }, required: ['sessionId'] },
  'session.delete': { payload: { sessionId: 's1', removeWorktree: true }, required: ['sessionId'] },
  'session.export': { payload: { sessionId: 's1', format: 'json' }, required: ['sessionId', 'format'] },
  'session.find': { payload: { sessionId: 's1', text: 'a' }, required: ['sessionId', 'text'] },
  'session.overview': { payload: { sessionId: 's1' }, required: ['sessionId'] },
  'session.changes': { payload: { sessionId: 's1' }, required: ['sessionId'] },
  'records.find': { payload: { text: 'a', cursor: 'c' }, required: ['text'] },
  'turn.start': {
    payload: {
      sessionId: 's1',
      text: 'hello',
      images: [{ type: 'local_image', path: '/tmp/x.png' }],
      overrides: {
        cwd: '/work',
        provider: 'local',
        model: 'small',
        approvalPolicy: 'never',
        sandboxPolicy: { mode: 'read-only', network_access: false },
        effort: null,
        summary: 'concise',
        outputSchema: { type: 'object' },
      },
    },
    required: ['sessionId', 'text'],
  },
  'turn.steer': {
    payload: {
      sessionId: 's1',
      text: 'and this',
      images: [{ type: 'local_image', path: '/tmp/x.png' }],
      clientId: 'w1',
    },
    required: ['sessionId', 'text', 'clientId'],
  },
  'model.list': { payload: {}, required: [] },
  'model.save-key': { payload: { provider: 'openai', key: 'sk-1' }, required: ['provider', 'key'] },
  'model.remove-key': { payload: { provider: 'openai' }, required: ['provider'] },
  'model.providers': { payload: {}, required: [] },
  'model.test': { payload: { provider: 'openai' }, required: ['provider'] },
  'model.add-provider': {
    payload: {
      name: 'Ours',
      address: 'https://models.example.org/v1',
      wireApi: 'responses',
      model: 'large',
      key: 'sk-1',
    },
    required: ['name', 'address', 'wireApi'],
  },
  'turn.retry': { payload: { sessionId: 's1' }, required: ['sessionId'] },
  'turn.run-again': { payload: { sessionId: 's1', callId: 'c1' }, required: ['sessionId', 'callId'] },
  'session.compact': { payload: { sessionId: 's1' }, required: ['sessionId'] },
  'review.start': {
    payload: { sessionId: 's1', target: { kind: 'branch', branch: 'main' } },
    required: ['sessionId', 'target'],
  },
  'command.assess': {
    payload: { argv: ['ls'], cwd: '/work', policy: { mode: 'danger-no-network' }, model: true },
    required: ['argv', 'cwd', 'model'],
  },
  'command.rehearse': {
    payload: { command: ['ls'], cwd: '/work', policy: { mode: 'danger-no-network' }, timeoutMs: 500 },
    required: ['command', 'cwd'],
  },
  'session.save': { payload: { sessionId: 's1', format: 'json' }, required: ['sessionId', 'format'] },
  'turn.interrupt': { payload: { sessionId: 's1', turnId: 't1' }, required: ['sessionId'] },
  'process.stop': { payload: { sessionId: 's1', callId: 'c1' }, required: ['sessionId', 'callId'] },
  'port.open': {
    payload: { sessionId: 's1', callId: 'c1', port: 3000 },
    required: ['sessionId', 'callId', 'port'],
  },
  'terminal.open': {
    payload: { sessionId: 's1', columns: 80, rows: 24 },
    required: ['sessionId', 'columns', 'rows'],
  },
  'terminal.read': {
    payload: { sessionId: 's1', run: 1, after: 7 },
    required: ['sessionId', 'run', 'after'],
  },
  'terminal.write': {
    payload: { sessionId: 's1', run: 1, text: 'ls\r' },
    required: ['sessionId', 'run', 'text'],
  },
  'terminal.resize': {
    payload: { sessionId: 's1', columns: 80, rows: 24 },
    required: ['sessionId', 'columns', 'rows'],
  },
  'terminal.end': { payload: { sessionId: 's1', run: 1 }, required: ['sessionId', 'run'] },
  'approval.decide': {
    payload: { requestId: 'r1', decision: { kind: 'deny', message: 'no' } },
    required: ['requestId', 'decision'],
  },
  'approval.check-rule': {
    payload: { requestId: 'r1', rule: 'npm test *' },
    required: ['requestId', 'rule'],
  },
  'approval.view-again': { payload: { requestId: 'r1' }, required: ['requestId'] },
  'approval.leaves-out': { payload: { requestId: 'r1', some: true }, required: ['requestId', 'some'] },
  'approval.rehearse': { payload: { requestId: 'r1' }, required: ['requestId'] },
  'question.answer': {
    payload: { questionId: 'q1', answer: { action: 'accept', content: { name: 'Ada' } } },
    required: ['questionId', 'answer'],
  },
  'question.open': { payload: { questionId: 'q1' }, required: ['questionId'] },
  'mcp.list': { payload: {}, required: [] },
  'mcp.enable': { payload: { server: 'files', enabled: true }, required: ['server', 'enabled'] },
  'mcp.restart': { payload: { server: 'files' }, required: ['server'] },
  'mcp.sign-in': { payload: { server: 'files' }, required: ['server'] },
  'mcp.visit': { payload: { server: 'files' }, required: ['server'] },
  'stream.open': {
    payload: { sessionId: 's1', callId: 'c', port: 80 },
    required: ['sessionId', 'callId', 'port'],
  },
  'stream.read': { payload: { sessionId: 's1', stream: '0'.repeat(32) }, required: ['sessionId', 'stream'] },
  'stream.write': {
    payload: { sessionId: 's1', stream: '0'.repeat(32), data: 'eA==', last: true },
    required: ['sessionId', 'stream', 'data', 'last'],
  },
  'stream.end': { payload: { sessionId: 's1', stream: '0'.repeat(32) }, required: ['sessionId', 'stream'] },
  'host.list': { payload: {}, required: [] },
  'host.add': {
    payload: { name: 'build1', via: 'ssh', target: 'build1' },
    required: ['name', 'via', 'target'],
  },
  'host.remove': { payload: { name: 'build1' }, required: ['name'] },
  'host.test': { payload: { name: 'build1' }, required: ['name'] },
  'host.look': { payload: { name: 'build1' }, required: ['name'] },
  'host.retry': { payload: { name: 'build1' }, required: ['name'] },
  'host.on-close': { payload: { name: 'build1', ends: true }, required: ['name', 'ends'] },
  'host.lend': { payload: { name: 'build1', providers: ['openai'] }, required: ['name', 'providers'] },
  'host.set-fleet': {
    payload: {
      ...{ name: 'fleet', context: 'c', namespace: 'n', template: 't', ready_seconds: 1, idle_minutes: 5 },
    },
    required: ['name', 'context', 'namespace', 'template', 'ready_seconds', 'idle_minutes'],
  },
  'sandbox.list': { payload: { fleet: 'fleet' }, required: ['fleet'] },
  'sandbox.clean': {
    payload: { fleet: 'fleet', sandboxes: ['0123456789'] },
    required: ['fleet', 'sandboxes'],
  },
  'sandbox.begin': {
    payload: { fleet: 'fleet', id: 'one', work: { kind: 'clone', from: 'origin' } },
    required: ['fleet', 'id', 'work'],
  },
  'sandbox.cancel': { payload: { fleet: 'fleet', id: 'one' }, required: ['fleet', 'id'] },
  'sandbox.look': { payload: { sandbox: 'fleet/0123456789' }, required: ['sandbox'] },
  'sandbox.delete': {
    payload: { sandbox: 'fleet/0123456789', session: 'fleet/0123456789:s1', unasked: false },
    required: ['sandbox', 'session', 'unasked'],
  },
  'host.answer': { payload: { ask: 'ask-1', answer: 'a b' }, required: ['ask'] },
  'fleet.changes': { payload: { host: 'fleet/3701144ef3' }, required: ['host'] },
  'fleet.apply': {
    payload: { host: 'fleet/3701144ef3', changes: 'c1', folder: '~/shop', files: ['a.ts'] },
    required: ['host', 'changes', 'folder', 'files'],
  },
  'fleet.branch': {
    payload: { host: 'fleet/3701144ef3', repository: '/work', name: 'mended' },
    required: ['host', 'repository', 'name'],
  },
  'mcp.sign-out': { payload: { server: 'files' }, required: ['server'] },
  'grant.list': { payload: {}, required: [] },
  'grant.suspend': { payload: { key: 'all', suspended: true }, required: ['key', 'suspended'] },
  'grant.narrow': {
    payload: { grantId: 'g1', to: { text: 'npm test *', without: [0] } },
    required: ['grantId', 'to'],
  },
  'grant.revoke': { payload: { grantId: 'g1' }, required: ['grantId'] },
  'file.open': { payload: { sessionId: 's1', path: 'a.ts', line: 3 }, required: ['sessionId', 'path'] },
  'file.read': { payload: { sessionId: 's1', path: '/work/a' }, required: ['sessionId', 'path'] },
  'files.search': { payload: { sessionId: 's1', query: 'a' }, required: ['sessionId', 'query'] },
  'effect-rule.offer': { payload: { requestId: 'r1' }, required: ['requestId'] },
  'effect-rule.save': {
    payload: {
      requestId: 'r1',
      rehearsal: 'h1',
      width: 'kind',
      ends: { at: '2026-12-01T18:00:00+01:00', runs: 5, branch: 'main' },
      held: true,
    },
    required: ['requestId', 'rehearsal', 'width'],
  },
  'effect-rule.list': { payload: {}, required: [] },
  'effect-rule.suggest': { payload: { answer: { key: 'k', take: true } }, required: [] },
  'effect-rule.suspend': { payload: { name: 'builds', suspended: true }, required: ['name', 'suspended'] },
  'effect-rule.remove': { payload: { name: 'builds' }, required: ['name'] },
  'prompts.list': { payload: {}, required: [] },
  'settings.read': { payload: { cwd: '/work' }, required: [] },
  'settings.write': {
    payload: { version: 'v1', edits: [{ key: 'model', value: 'small' }] },
    required: ['version', 'edits'],
  },
  'doctor.run': { payload: {}, required: [] },
  'decisions.count': { payload: {}, required: [] },
  'rules.import': { payload: { write: false }, required: ['write'] },
  'history.replay': { payload: { days: 30 }, required: ['days'] },
  'desk.look': { payload: {}, required: [] },
  'desk.connect': { payload: { agent: 'claude-code', on: true }, required: ['agent', 'on'] },
  'kept.read': { payload: {}, required: [] },
  'kept.show': { payload: {}, required: [] },
  'folder.pick': { payload: {}, required: [] },
  'folder.complete': { payload: { typed: '/ho' }, required: ['typed'] },
  'folder.files': { payload: { path: '/work', query: 'a' }, required: ['path', 'query'] },
  'agents.list': { payload: {}, required: [] },
  'folder.look': { payload: { path: '/work' }, required: ['path'] },
  'folder.trust': { payload: { path: '/work', trust: 'trusted' }, required: ['path', 'trust'] },
  'turn.changes': { payload: { sessionId: 's1', turnNumber: 1 }, required: ['sessionId', 'turnNumber'] },
  'restore.list': { payload: { path: '/work' }, required: ['path'] },
  'restore.look': { payload: { sessionId: 's1', way: 'undo' }, required: ['sessionId', 'way'] },
  'restore.do': {
    payload: { sessionId: 's1', way: 'undo', turnNumber: 1, sinceToo: false },
    required: ['sessionId', 'way', 'sinceToo'],
  },
  'rewind.look': { payload: { sessionId: 's1', turnNumber: 1 }, required: ['sessionId', 'turnNumber'] },
  'rewind.do': {
    payload: { sessionId: 's1', turnNumber: 1, lastTurn: 2, files: true, sinceToo: false },
    required: ['sessionId', 'turnNumber', 'lastTurn', 'files', 'sinceToo'],
  },
  'worktree.state': { payload: { sessionId: 's1' }, required: ['sessionId'] },
  'window.open': { payload: { sessionId: 's1' }, required: ['sessionId'] },
}

const bounds = rehearsalBounds(undefined)

const gone = (): Promise<never> =>
  Promise.reject(new HostFault({ kind: 'fault', message: 'gone' }, { said: '' }))

/** A fleet whose one sandbox is gone when it is asked anything. */
function emptyFleet(): FleetSandboxes {
  const sandbox = { name: '0123456789', kind: 'claim', object: 'countersign-0123456789', ready: true }
  const lists = [[sandbox]]
  return { list: () => Promise.resolve(lists.shift() ?? []), find: gone } as unknown as FleetSandboxes
}

/** What the engine of a host says of itself. */
const saysNothing: HostEngine = { file: '/c', settings: [], models: [], servers: [], rules: 0, leftOut: 0 }

/** A host that never answers but to what its engine is, and a fleet. */
function silentHost(): WindowHosts {
  const hosts = new WindowHosts({
    client: () => new Promise(() => undefined),
    test: () => Promise.reject(new HostFault({ kind: 'silent' }, { said: '' })),
    carryPort: () => Promise.reject(new Error('no')),
    ...{ clock: fakeClock(), notices: new Notices(createFakeLog()) },
    fleets: {
      open: () => Promise.resolve(emptyFleet()),
      askClient: gone,
      place: { remoteAddress: () => Promise.resolve(undefined), sendFolder: gone },
    },
  })
  const fleet = FleetSettings.parse({
    ...{ kind: 'agent-sandbox', context: 'prod', namespace: 'agents', template: 'node24' },
  })
  hosts.follow({ build1: { command: ['ssh', 'build1'], engine: 'countersign' } }, { fleet })
  return Object.assign(hosts, { look: () => Promise.resolve(saysNothing) })
}

/** What brings the work of sandboxes here, with nothing in them. */
const brought: BroughtBack = {
  changes: () => Promise.resolve({ id: 'c', files: [] }),
  apply: () => Promise.resolve({ kind: 'applied', sessionId: 's', files: 1 }),
  branch: () => Promise.resolve({ branch: 'countersign/a', base: '0'.repeat(40), changed: true }),
  close: () => undefined,
}

function connect(answers: Partial<EngineService> = {}, hosts: WindowHosts | undefined = silentHost()) {
  const engine = createFakeEngine(answers)
  const log = createFakeLog()
  const bridge = createBridgeServer({
    engine: Object.assign(engine, { hosts, results: brought }),
    log,
    host: 'desktop',
    portStreams: () => ({
      open: () => Promise.resolve('0'.repeat(32)),
      read: () => Promise.resolve({ data: Buffer.from('x'), over: true }),
      write: () => Promise.resolve(),
      end: () => undefined,
      endAll: () => undefined,
      close: () => undefined,
    }),
    version: '1.2.3',
    platform: 'linux',
    home: '/home/ada',
    searchFiles: () => Promise.resolve([]),
    typed: () =>
      engine.doctor().then(() => ({
        assessTyped: () => Promise.resolve(notAssessed('no')),
        rehearseTyped: () => Promise.resolve(rehearsalOf({ kind: 'refused', reason: 'no' }, bounds, 0)),
      })),
    pickFolder: () => engine.doctor().then(() => ({ kind: 'cancelled' as const })),
  })
  return { engine, log, connection: bridge.connect(() => Promise.resolve()) }
}

const badPayloads = requestChannels.flatMap((channel) => {
  const { payload, required } = valid[channel]
  const without = (key: string) =>
    Object.fromEntries(Object.entries(payload).filter(([name]) => name !== key))
  return [
    ...[undefined, null, 'text', 42, true, []].map((wrong) => ({
      channel,
      what: `${wrong === undefined ? 'nothing' : JSON.stringify(wrong)} instead of an object`,
      bad: wrong,
    })),
    { channel, what: 'an unknown key', bad: { ...payload, extra: 1 } },
    ...required.map((key) => ({ channel, what: `no ${key}`, bad: without(key) })),
    ...Object.keys(payload).map((key) => ({
      channel,
      what: `${key} of the wrong type`,
      bad: { ...payload, [key]: { odd: 1 } },
    })),
  ]
})

test.each(badPayloads)('$channel refuses $what, and the engine hears nothing', async ({ channel, bad }) => {
  const { connection, engine } = connect()
  const reply = await connection.handle(channel, bad)
  expect(Reply.parse(reply)).toEqual({
    ok: false,
    fault: { code: 'bad-request', message: expect.stringMatching(`^${channel}: .+`) as string },
  })
  expect(engine.calls).toEqual([])
})

test.each(requestChannels)('%s answers a valid payload with what the contract says', async (channel) => {
  const { connection } = connect()
  const reply = await connection.handle(channel, valid[channel].payload)
  expect(reply).toMatchObject({ ok: true })
  expect(reply.ok && forms[channel].response.safeParse(reply.value).success).toBe(true)
})

test.each([['session.destroy'], ['__proto__'], [''], [undefined], [null], [7], [['app.hello']]])(
  'the channel %j is unknown',
  async (channel) => {
    const { connection, engine } = connect()
    expect(await connection.handle(channel, {})).toEqual({
      ok: false,
      fault: {
        code: 'bad-request',
        message: `Unknown request; expected one of ${requestChannels.join(', ')}`,
      },
    })
    expect(engine.calls).toEqual([])
  },
)

describe('a refusal', () => {
  test('says what was expected, and does not repeat what was sent', async () => {
    const { connection } = connect()
    const reply = await connection.handle('approval.decide', {
      requestId: 'r1',
      decision: { kind: 'deny', message: 'secret'.repeat(2000) },
    })
    expect(reply).toEqual({
      ok: false,
      fault: {
        code: 'bad-request',
        message: expect.stringMatching(/^approval\.decide: decision\.message: .*4000/) as string,
      },
    })
    expect(JSON.stringify(reply)).not.toContain('secret')
  })

  test('stays one bounded line however many keys were sent', async () => {
    const { connection } = connect()
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}\n`, 1]))
    const reply = await connection.handle('app.hello', keys)
    expect(!reply.ok && reply.fault.message.length < 600 && !reply.fault.message.includes('\n')).toBe(true)
  })
})

describe('what the engine throws', () => {
  test('is logged and comes back as its fault', async () => {
    const fault = { code: 'unknown-session', message: 'There is no session s9' } as const
    const { connection, log } = connect({ openSession: () => Promise.reject(new FaultError(fault)) })
    expect(await connection.handle('session.open', { sessionId: 's9' })).toEqual({ ok: false, fault })
    expect(log.lines).toEqual(['bridge session.open failed'])
  })

  test('comes back as internal, without a stack, when it is no fault', async () => {
    const { connection } = connect({
      startTurn: () => {
        throw new TypeError('x is undefined')
      },
    })
    expect(await connection.handle('turn.start', valid['turn.start'].payload)).toEqual({
      ok: false,
      fault: { code: 'internal', message: 'x is undefined' },
    })
  })

  test('an answer that breaks the contract never reaches the window', async () => {
    const broken = { turnId: 5 } as unknown as { turnId: string }
    const { connection, log } = connect({ startTurn: () => Promise.resolve(broken) })
    expect(await connection.handle('turn.start', valid['turn.start'].payload)).toEqual({
      ok: false,
      fault: { code: 'internal', message: 'turn.start: the answer did not have the agreed form' },
    })
    expect(log.lines).toHaveLength(1)
  })
})
