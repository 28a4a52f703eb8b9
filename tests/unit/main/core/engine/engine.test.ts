import { outputText } from '@shared/domain/response-item'
import { stopInWords } from '@shared/messages/stop'
import { expect, test } from 'vitest'
import type { Decision } from '@shared/domain/approval'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
} from '../../../../fakes/fake-world'

const touch = calls({ id: 'c1', args: { command: ['touch', '/srv/x'] } })
const denied = exited(1, [kernelWrite('/srv/x')], 'touch: cannot touch')

async function start(options: Parameters<typeof fakeEngine>[0]) {
  const world = fakeEngine(options)
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  return { ...world, session }
}

/** Starts a turn whose first command is denied, answers, and waits for the end. */
async function decided(decision: Decision, results = [denied, exited(0)]) {
  const model = fakeModel([touch, says('after')])
  const world = await start({ model, sandbox: fakeSandbox(results) })
  const { request } = await world.until('approval.requested')
  const reply = await world.engine.decide(request.id, decision, 'window')
  const end = await world.until('turn.finished')
  const output = model.requests[1]?.input.find((item) => item.type === 'function_call_output')
  return { ...world, request, reply, end, told: output?.output }
}

test('a command without trouble runs in the sandbox and nobody is asked', async () => {
  const model = fakeModel([calls({ id: 'c1', args: { command: ['ls'] } }), says('done')])
  const { until, events, sandbox, unconfined } = await start({
    model,
    sandbox: fakeSandbox([exited(0, [], 'a\n')]),
  })
  expect((await until('turn.finished')).outcome).toBe('completed')
  expect(events().map((event) => event.type)).not.toContain('approval.requested')
  expect([sandbox.runs.length, unconfined.runs.length]).toEqual([1, 0])
  expect(model.requests[1]?.input.at(-1)).toEqual({
    type: 'function_call_output',
    call_id: 'c1',
    output: '{"output":"a\\n","metadata":{"exit_code":0,"duration_seconds":0}}',
  })
})

test('a denied write asks with the path, the effect and the narrowest grant first', async () => {
  const { request } = await decided({ kind: 'deny' })
  expect(request).toMatchObject({
    stage: 'retry',
    effect: { act: { kind: 'files', verb: 'write', names: [{ path: '/srv/x' }], place: 'outside' } },
    stop: { boundary: 'sandbox', evidence: [kernelWrite('/srv/x')] },
    assessment: { level: 'high', view: { status: 'disabled' }, facts: { targets: [{ path: '/srv/x' }] } },
  })
  expect(request.offers.map(({ kind, grants }) => ({ kind, grants }))).toEqual([
    { kind: 'only-this', grants: [{ kind: 'write', path: '/srv/x', extent: 'file' }] },
    { kind: 'outside', grants: [{ kind: 'unsandboxed' }] },
  ])
})

test('allow, only this: runs again in the sandbox with exactly the grant', async () => {
  const { sandbox, unconfined, end } = await decided({ kind: 'allow', offerId: 'only-this' })
  expect(sandbox.runs.map((run) => [run.permit.because, run.permit.grants])).toEqual([
    ['policy-sandboxed', []],
    ['person-widened', [{ kind: 'write', path: '/srv/x', extent: 'file' }]],
  ])
  expect([unconfined.runs.length, end.outcome]).toEqual([0, 'completed'])
})

test('allow outside: the second run, and only it, is without the sandbox', async () => {
  const { sandbox, unconfined } = await decided({ kind: 'allow', offerId: 'outside' })
  expect([sandbox.runs.length, unconfined.runs.map((run) => run.permit.because)]).toEqual([
    1,
    ['person-unsandboxed'],
  ])
})

test('a yes that meets a new denial asks again and keeps what was granted', async () => {
  const world = await start({
    model: fakeModel([touch]),
    sandbox: fakeSandbox([denied, exited(1, [kernelWrite('/srv/y')]), exited(0)]),
  })
  const first = await world.until('approval.requested')
  await world.engine.decide(first.request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
  const second = await world.until('approval.requested', 2)
  expect(second.request.offers[0]?.grants).toEqual([
    { kind: 'write', path: '/srv/x', extent: 'file' },
    { kind: 'write', path: '/srv/y', extent: 'file' },
  ])
})

test('deny: the turn goes on, nothing more runs, and the agent is told what and why', async () => {
  const { sandbox, unconfined, told, end } = await decided({ kind: 'deny', message: 'use ./out instead' })
  expect(told).toMatch(
    /^exec command rejected by user\nDenied by the user\. .*write to \/srv\/x.*The user says: use \.\/out instead$/s,
  )
  expect([sandbox.runs.length, unconfined.runs.length, end.outcome]).toEqual([1, 0, 'completed'])
})

test('deny and stop: the turn ends there', async () => {
  const { end, told } = await decided({ kind: 'abort' })
  expect([end.outcome, told]).toEqual(['interrupted', undefined])
})

test('an offer that the request does not have is refused and the request still waits', async () => {
  const world = await start({ model: fakeModel([touch]), sandbox: fakeSandbox([denied]) })
  const { request } = await world.until('approval.requested')
  await expect(
    world.engine.decide(request.id, { kind: 'allow', offerId: 'everything' }, 'window'),
  ).rejects.toThrow('This request has no offer "everything"; expected one of: only-this, outside.')
  expect((await world.engine.state()).approvals.map((each) => each.state)).toEqual(['pending'])
})

test('answering twice changes nothing and says so', async () => {
  const { engine, request } = await decided({ kind: 'deny' })
  expect(await engine.decide(request.id, { kind: 'allow', offerId: 'outside' }, 'browser')).toMatchObject({
    kind: 'already',
    state: 'answered',
    decidedBy: 'window',
  })
  expect(await engine.decide('no-such', { kind: 'deny' }, 'browser')).toEqual({ kind: 'unknown' })
})

test('a decision that cannot be recorded does not count', async () => {
  const world = await start({ model: fakeModel([touch]), sandbox: fakeSandbox([denied, exited(0)]) })
  const { request } = await world.until('approval.requested')
  world.store.failing = true
  await expect(
    world.engine.decide(request.id, { kind: 'allow', offerId: 'outside' }, 'window'),
  ).rejects.toThrow('the disk is full')
  expect([(await world.engine.state()).approvals.length, world.unconfined.runs.length]).toEqual([1, 0])
  world.store.failing = false
  expect(await world.engine.decide(request.id, { kind: 'deny' }, 'window')).toEqual({ kind: 'accepted' })
})

test.each([
  ['fails', 1, 'accepted'],
  ['does not', 0, 'already'],
])(
  'an answer that comes while another is put on record waits for that: where it %s it is %s',
  async (_, failures, kind) => {
    const world = await start({ model: fakeModel([touch]), sandbox: fakeSandbox([denied, exited(0)]) })
    const { request } = await world.until('approval.requested')
    let tries = 0
    Object.defineProperty(world.store, 'failing', { get: () => (tries += 1) <= failures })
    const first = world.engine.decide(request.id, { kind: 'allow', offerId: 'outside' }, 'window')
    const second = world.engine.decide(request.id, { kind: 'deny' }, 'browser')
    const [one, other] = await Promise.allSettled([first, second])
    expect(one.status).toBe(failures === 0 ? 'fulfilled' : 'rejected')
    expect(other).toMatchObject({
      value: { kind, ...(kind === 'already' && { state: 'answered', decidedBy: 'window' }) },
    })
  },
)

test('an interrupt while a person is asked denies the request and ends the turn', async () => {
  const world = await start({ model: fakeModel([touch]), sandbox: fakeSandbox([denied]) })
  const { request } = await world.until('approval.requested')
  // Another turn than the one that runs is meant.
  await world.engine.interruptTurn(world.session.id, 'another')
  expect((await world.engine.state()).approvals.map(({ state }) => state)).toEqual(['pending'])
  const { turnId } = await world.until('turn.started')
  await world.engine.interruptTurn(world.session.id, turnId)
  expect((await world.until('turn.finished')).outcome).toBe('interrupted')
  expect((await world.until('approval.resolved')).request).toMatchObject({
    id: request.id,
    state: 'cancelled',
  })
  expect(
    await world.engine.decide(request.id, { kind: 'allow', offerId: 'outside' }, 'window'),
  ).toMatchObject({ kind: 'already', state: 'cancelled' })
  expect(world.unconfined.runs).toEqual([])
})

test('closing the engine denies what waits', async () => {
  const world = await start({ model: fakeModel([touch]), sandbox: fakeSandbox([denied]) })
  await world.until('approval.requested')
  await world.engine.close()
  expect((await world.until('approval.resolved')).request.state).toBe('cancelled')
})

test('an interrupt while the model streams ends the turn, and the history stays whole', async () => {
  const model = fakeModel([
    async function* (_, signal) {
      yield { type: 'text-delta', itemId: 'm', text: 'I am' }
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'))
        })
      })
    },
  ])
  const world = await start({ model })
  await world.until('message.delta')
  await world.engine.interruptTurn(world.session.id)
  expect((await world.until('turn.finished')).outcome).toBe('interrupted')
})

test('two calls of one answer run in order; the second is "aborted" after a stop', async () => {
  const model = fakeModel([
    calls({ id: 'c1', args: { command: ['touch', '/srv/x'] } }, { id: 'c2', args: { command: ['ls'] } }),
  ])
  const world = await start({ model, sandbox: fakeSandbox([denied]) })
  const { request } = await world.until('approval.requested')
  await world.engine.decide(request.id, { kind: 'abort' }, 'window')
  await world.until('turn.finished')
  expect(world.sandbox.runs.length).toBe(1)
  expect(
    world.store.lines.flatMap((line) =>
      line.type === 'item' && line.item.type === 'function_call_output'
        ? [[line.item.call_id, outputText(line.item.output).split('\n')[0]]]
        : [],
    ),
  ).toEqual([
    ['c1', 'exec command rejected by user'],
    ['c2', 'aborted'],
  ])
})

test('nothing runs before the settings that it could take away have been looked at', async () => {
  const look = Promise.withResolvers<undefined>()
  const model = fakeModel([touch, says('ok')])
  const toolSettings = {
    follow: () => ({ begun: look.promise, changed: () => Promise.resolve(['.npmrc']) }),
  }
  const world = await start({ model, sandbox: fakeSandbox([exited(0)]), toolSettings })
  await expect.poll(() => model.requests.length).toBeGreaterThan(0)
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  expect(world.sandbox.runs).toEqual([])
  look.resolve(undefined)
  expect((await world.until('turn.noted')).text).toMatch(/^This turn changed \.npmrc: /)
  expect(world.sandbox.runs).toHaveLength(1)
})

test('words in the output are no denial', async () => {
  const world = await start({
    model: fakeModel([touch, says('ok')]),
    sandbox: fakeSandbox([exited(1, [], 'touch: Permission denied')]),
  })
  expect((await world.until('command.finished')).outcome).toMatchObject({ kind: 'exited', exitCode: 1 })
  await world.until('turn.finished')
  expect(world.events().some((event) => event.type === 'approval.requested')).toBe(false)
})

test.each([
  ['on-request', /^failed in sandbox: the sandbox stopped a write to \/srv\/x \(openat\)\n/],
  ['never', /^failed in sandbox: /],
] as const)('under %s a denial goes back to the model and nobody is asked', async (approvalPolicy, told) => {
  const model = fakeModel([touch, says('ok')])
  const world = await start({ model, sandbox: fakeSandbox([denied]), defaults: { approvalPolicy } })
  await world.until('turn.finished')
  expect(model.requests[1]?.input.at(-1)).toMatchObject({ output: expect.stringMatching(told) as string })
  expect(world.events().some((event) => event.type === 'approval.requested')).toBe(false)
})

test('without a sandbox every command becomes an approval that says so, and only outside is offered', async () => {
  const sandbox = fakeSandbox([], {
    kind: 'unavailable',
    reason: 'bubblewrap is missing',
    remedy: 'sudo apt install bubblewrap',
  })
  const world = await start({ model: fakeModel([calls({ id: 'c1', args: { command: ['ls'] } })]), sandbox })
  const { request } = await world.until('approval.requested')
  expect([
    request.stop.boundary,
    stopInWords(request.stop, request.naming),
    request.offers.map((offer) => offer.kind),
  ]).toEqual([
    'missing-sandbox',
    'There is no working sandbox: bubblewrap is missing. Nothing contains this command, so it runs only if you allow it.',
    ['outside'],
  ])
  expect([sandbox.runs, world.unconfined.runs]).toEqual([[], []])
})

test.each([
  ['{"command": "ls"', 'the arguments are not valid JSON'],
  ['{"command": "ls"}', 'expected array'],
  ['{"command": []}', 'needs at least a program name'],
  ['{"command": [""]}', 'command[0] is empty'],
  ['{"command": ["a\\u0000b"]}', 'must not contain NUL'],
  ['{"command": ["ls"], "timeout_ms": 0}', 'expected number to be >0'],
  ['{"command": ["ls"], "timeout_ms": -1}', 'expected number to be >0'],
])('malformed arguments %s are told to the model and nothing runs', async (args, problem) => {
  const model = fakeModel([calls({ id: 'c1', args }), says('sorry')])
  const world = await start({ model })
  expect((await world.until('tool.rejected')).reason).toContain(problem)
  expect((await world.until('turn.finished')).outcome).toBe('completed')
  expect(world.sandbox.runs).toEqual([])
})

test('an unknown tool is named to the model, which goes on', async () => {
  const model = fakeModel([calls({ id: 'c1', name: 'rm_rf', args: {} }), says('sorry')])
  const world = await start({ model })
  await world.until('turn.finished')
  expect(model.requests[1]?.input.at(-1)).toMatchObject({
    output:
      'unsupported call: there is no tool "rm_rf"; expected one of: shell, exec_command, write_stdin, apply_patch, spawn_agent, send_input, wait, close_agent. Nothing ran.',
  })
})

test('one turn at a time', async () => {
  const world = await start({ model: fakeModel([touch]), sandbox: fakeSandbox([denied]) })
  await world.until('approval.requested')
  await expect(world.engine.startTurn(world.session.id, 'again')).rejects.toThrow(
    'A turn is running in this session.',
  )
})

test('a message that cannot be recorded is not sent, and the session stays usable', async () => {
  const world = fakeEngine({ model: fakeModel([says('hello')]) })
  const session = await world.engine.createSession({ cwd: '/work' })
  world.store.failing = true
  await expect(world.engine.startTurn(session.id, 'go')).rejects.toThrow('the disk is full')
  world.store.failing = false
  await world.engine.startTurn(session.id, 'go')
  expect((await world.until('turn.finished')).outcome).toBe('completed')
})
