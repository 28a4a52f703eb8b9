import { expect, test } from 'vitest'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { readHook, type HookAsk } from '../../../../../src/main/core/hook-gateway/hook-body'
import type { Verdict } from '../../../../../src/main/core/hook-gateway/hook-answer'
import { hookBody } from '../../../../fakes/agent-hooks'
import { fakePatchFiles } from '../../../../fakes/fake-patch-files'
import { calls, fakeEngine, fakeModel, fakeSandbox } from '../../../../fakes/fake-world'

type World = ReturnType<typeof fakeEngine>

const live = new AbortController().signal

function ask(
  change: Record<string, unknown> = {},
  [agent, recorded, event, tool]: readonly ['claude-code' | 'codex', 'claude' | 'codex', string, string] = [
    'claude-code',
    'claude',
    'PermissionRequest',
    'Bash',
  ],
): HookAsk {
  const read = readHook(agent, hookBody(recorded, event, tool, change))
  if (read.kind !== 'asks') throw new Error(JSON.stringify(read))
  return read.ask
}

const requests = ({ events }: World): ApprovalRequest[] =>
  events().flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))

/** Asks, answers the request that comes of it, and says what was told the agent. */
async function decided(world: World, asked: HookAsk, decision: Decision): Promise<Verdict> {
  const nth = requests(world).length + 1
  const verdict = world.engine.hookGateway.ask(asked, live)
  const { request } = await world.until('approval.requested', nth)
  await world.engine.decide(request.id, decision, 'window')
  return verdict
}

const yes = (scope?: 'session' | 'rule'): Decision => ({
  ...{ kind: 'allow', offerId: 'only-this' },
  ...(scope && { scope }),
})

test('a hook is an ordinary approval: agent and session named, facts and floor, only what its protocol can carry', async () => {
  const world = fakeEngine()
  const verdict = world.engine.hookGateway.ask(
    ask({ tool_input: { command: 'rm -rf ~', description: 'Tidy' } }),
    live,
  )
  const { request } = await world.until('approval.requested')
  expect(request).toMatchObject({
    command: ['bash', '-lc', 'rm -rf ~'],
    cwd: '/home/dev/project',
    justification: 'Tidy',
    desk: { agent: 'claude-code', session: '5ed1c9d1-7ca0-4370-bf56-82607e82ff01', stops: true },
    stop: { why: { kind: 'desk', agent: 'claude-code' }, evidence: [] },
    sandboxPolicy: { mode: 'danger-full-access' },
    editable: true,
    assessment: { level: 'high' },
  })
  expect(request.offers).toEqual([
    {
      ...{ id: 'only-this', kind: 'only-this', grants: [], onceOnly: undefined },
      ...{
        scopes: ['once', 'session', 'rule'],
        means: { kind: 'answer', agent: 'claude-code', of: 'command' },
      },
    },
  ])
  await world.engine.decide(request.id, { kind: 'deny', message: 'not my home' }, 'window')
  expect(await verdict).toEqual({
    ...{ kind: 'deny', stops: false },
    message:
      'Denied by the user. Nothing ran. Do not work around it; explain what you need, or choose another way. The user says: not my home',
  })
  expect([world.sandbox.runs, world.unconfined.runs]).toEqual([[], []])
})

test.each<readonly [string, Decision, unknown]>([
  ['yes', yes(), { kind: 'allow', script: undefined }],
  ['no and stop', { kind: 'abort' }, { kind: 'deny', stops: true }],
])('%s', async (_, decision, verdict) => {
  expect(await decided(fakeEngine(), ask(), decision)).toMatchObject(verdict as object)
})

test('an edited command is asked about as what it is, and is what the answer carries', async () => {
  const world = fakeEngine()
  const verdict = world.engine.hookGateway.ask(ask(), live)
  const first = await world.until('approval.requested')
  await world.engine.decide(
    first.request.id,
    { kind: 'edit', command: ['bash', '-lc', 'echo "only this"'] },
    'window',
  )
  const second = await world.until('approval.requested', 2)
  expect(second.request).toMatchObject({
    command: ['bash', '-lc', 'echo "only this"'],
    edited: { command: ['bash', '-lc', 'touch /home/dev/project/x && echo done'] },
    stop: { why: { kind: 'desk', edited: true } },
    offers: [{ scopes: ['once'] }],
  })
  await world.engine.decide(second.request.id, yes(), 'window')
  expect(await verdict).toEqual({ kind: 'allow', script: 'echo "only this"' })
})

test.each([
  [['touch', 'a b'], "touch 'a b'"],
  [['bash', '-c', 'echo hi', 'name'], "bash -c 'echo hi' name"],
  [['/tmp/bash', '-lc', 'id'], '/tmp/bash -lc id'],
])('an edit that is typed as %j runs as %s', async (command, script) => {
  const world = fakeEngine()
  const verdict = world.engine.hookGateway.ask(ask(), live)
  const first = await world.until('approval.requested')
  await world.engine.decide(first.request.id, { kind: 'edit', command }, 'window')
  const second = await world.until('approval.requested', 2)
  await world.engine.decide(second.request.id, yes(), 'window')
  expect(await verdict).toEqual({ kind: 'allow', script })
})

test('Codex cannot be handed another command, and is not offered one', async () => {
  const world = fakeEngine()
  const verdict = world.engine.hookGateway.ask(ask({}, ['codex', 'codex', 'PermissionRequest', 'Bash']), live)
  const { request } = await world.until('approval.requested')
  expect([request.editable, request.desk?.stops]).toEqual([undefined, false])
  const edit: Decision = { kind: 'edit', command: ['true'] }
  await expect(world.engine.decide(request.id, edit, 'window')).rejects.toThrow('No other command')
  await world.engine.decide(request.id, yes(), 'window')
  expect(await verdict).toEqual({ kind: 'allow', script: undefined })
})

test('a write is a patch with its difference, and a yes for the session is one for that file', async () => {
  const patches = fakePatchFiles({ '/home/dev/project/w.txt': 'hello\n' })
  const world = fakeEngine({ patches })
  const write = ask({}, ['claude-code', 'claude', 'PermissionRequest', 'Write'])
  expect(await decided(world, write, yes('session'))).toMatchObject({ kind: 'allow' })
  const [request] = requests(world)
  expect(request).toMatchObject({
    kind: 'patch',
    changes: {
      '/home/dev/project/w.txt': { type: 'update', unified_diff: '@@ -1,1 +1,1 @@\n-hello\n+hi\n' },
    },
    effect: { act: { kind: 'patch', files: 1, removes: 0, beyond: 0 } },
    offers: [{ scopes: ['once', 'session'], means: { kind: 'answer', of: 'patch' } }],
  })
  expect(await world.engine.hookGateway.ask(write, live)).toMatchObject({ kind: 'allow' })
  expect(requests(world)).toHaveLength(1)
})

test('a patch of Codex is shown as one; what cannot be planned is a call with its arguments', async () => {
  const world = fakeEngine({ patches: fakePatchFiles() })
  const patch = ask({}, ['codex', 'codex', 'PermissionRequest', 'apply_patch'])
  await decided(world, patch, { kind: 'deny' })
  const missing = { file_path: '/home/dev/project/gone', old_string: 'a', new_string: 'b' }
  await decided(world, ask({ tool_name: 'Edit', tool_input: missing }), { kind: 'deny' })
  expect(requests(world)).toMatchObject([
    { kind: 'patch', changes: { '/home/dev/b.txt': { type: 'add', content: 'one\n' } } },
    { kind: 'tool', tool: { invocation: { server: 'Claude Code', tool: 'Edit', arguments: missing } } },
  ])
})

test('a rule answers the same command in the same folder for that agent, and nothing else', async () => {
  const world = fakeEngine()
  await decided(world, ask(), yes('rule'))
  expect(await world.engine.hookGateway.ask(ask({ session_id: 'another' }), live)).toMatchObject({
    kind: 'allow',
  })
  expect(requests(world)).toHaveLength(1)
  expect(await world.engine.listGrants()).toMatchObject([
    {
      scope: 'rule',
      desk: 'claude-code',
      command: ['bash', '-lc', 'touch /home/dev/project/x && echo done'],
    },
  ])
  const others = [
    ask({ cwd: '/home/dev' }),
    ask({ tool_input: { command: 'touch /home/dev/project/x && echo done ' } }),
    ask({ tool_input: { command: 'touch /home/dev/project/x && echo done' }, cwd: '/home/dev/project' }, [
      ...(['codex', 'codex', 'PermissionRequest', 'Bash'] as const),
    ]),
  ]
  for (const other of others)
    expect(await decided(world, other, { kind: 'deny' })).toMatchObject({ kind: 'deny' })
})

test('a yes for the session of an agent is none for another session of it', async () => {
  const world = fakeEngine()
  await decided(world, ask(), yes('session'))
  expect(await world.engine.hookGateway.ask(ask(), live)).toMatchObject({ kind: 'allow' })
  expect(await decided(world, ask({ session_id: 'other' }), { kind: 'deny' })).toMatchObject({ kind: 'deny' })
})

test('a rule of the desk is none for our own sessions, nor is ours one for the desk', async () => {
  const script = 'touch /srv/x'
  const shell = calls({ id: 'c1', args: { command: ['bash', '-lc', script] } })
  const world = fakeEngine({
    ...{ model: fakeModel([shell]), sandbox: fakeSandbox() },
    defaults: { approvalPolicy: 'untrusted', sandboxPolicy: { mode: 'danger-full-access' } },
  })
  await decided(world, ask({ tool_input: { command: script } }), yes('rule'))
  const session = await world.engine.createSession({ cwd: '/home/dev/project' })
  await world.engine.startTurn(session.id, 'go')
  const own = await world.until('approval.requested', 2)
  expect(own.request).toMatchObject({ sessionId: session.id, command: ['bash', '-lc', script] })
  for (const grant of await world.engine.listGrants()) await world.engine.revokeGrant(grant.id)
  const [offer] = own.request.offers
  await world.engine.decide(
    own.request.id,
    { kind: 'allow', offerId: offer?.id ?? '', scope: 'session' },
    'window',
  )
  await world.until('turn.finished', 2)
  expect(await decided(world, ask({ tool_input: { command: script } }), { kind: 'deny' })).toMatchObject({
    kind: 'deny',
  })
})

test('requests of one session wait side by side; an agent that goes away takes back its own', async () => {
  const world = fakeEngine()
  const gone = new AbortController()
  const first = world.engine.hookGateway.ask(ask(), gone.signal)
  const second = world.engine.hookGateway.ask(ask({ tool_input: { command: 'make' } }), live)
  await world.until('approval.requested', 2)
  gone.abort()
  expect(await first).toEqual({ kind: 'none' })
  const one = requests(world).find(({ command }) => command[2] !== 'make')
  const two = requests(world).find(({ command }) => command[2] === 'make')
  expect(one?.sessionId).toBe(two?.sessionId)
  expect(one?.turnId).toBe(two?.turnId)
  await world.engine.decide(two?.id ?? '', yes(), 'window')
  expect(await second).toMatchObject({ kind: 'allow' })
  await world.until('turn.finished')
  expect(
    world.events().flatMap((each) => (each.type === 'approval.resolved' ? [each.request.state] : [])),
  ).toEqual(['cancelled', 'answered'])
  // The next begins a turn of its own in the same session.
  await decided(world, ask({ tool_input: { command: 'ls' } }), yes())
  expect(requests(world).map(({ sessionId, turnNumber }) => [sessionId, turnNumber])).toEqual([
    [one?.sessionId, 1],
    [one?.sessionId, 1],
    [one?.sessionId, 2],
  ])
})

test('an engine that closes, a turn that is stopped and a client that is gone at once are no answer', async () => {
  const world = fakeEngine()
  expect(await world.engine.hookGateway.ask(ask(), AbortSignal.abort())).toEqual({ kind: 'none' })
  const stopped = world.engine.hookGateway.ask(ask(), live)
  const { request } = await world.until('approval.requested', 2)
  await world.engine.interruptTurn(request.sessionId)
  expect(await stopped).toEqual({ kind: 'none' })
  const closing = world.engine.hookGateway.ask(ask(), live)
  await world.until('approval.requested', 3)
  await world.engine.close()
  expect(await closing).toEqual({ kind: 'none' })
  await expect(world.engine.hookGateway.ask(ask(), live)).rejects.toThrow('closed')
})

test('no turn of ours begins in a session of the desk, and nothing of it is set', async () => {
  const world = fakeEngine()
  await decided(world, ask(), yes())
  await world.until('turn.finished')
  const { sessionId: id } = requests(world)[0] ?? { sessionId: '' }
  const { engine } = world
  await expect(engine.startTurn(id, 'go')).rejects.toThrow('Claude Code, which runs elsewhere')
  await expect(engine.retryTurn(id)).rejects.toThrow('runs elsewhere')
  await expect(engine.compactSession(id)).rejects.toThrow('runs elsewhere')
  await expect(engine.configureSession(id, { approvalPolicy: 'never' })).rejects.toThrow('runs elsewhere')
  await expect(engine.resumeSession({ sessionId: id }, { model: 'x' })).rejects.toThrow('runs elsewhere')
})

test('60 requests of one moment are 60 approvals, each answered by itself', async () => {
  const world = fakeEngine()
  const asked = Array.from({ length: 60 }, (_, at) =>
    world.engine.hookGateway.ask(ask({ tool_input: { command: `make t${String(at)}` } }), live),
  )
  await world.until('approval.requested', 60)
  for (const [at, request] of requests(world).entries())
    await world.engine.decide(request.id, at % 2 === 0 ? yes() : { kind: 'deny' }, 'window')
  const kinds = (await Promise.all(asked)).map(({ kind }) => kind)
  expect([kinds.filter((kind) => kind === 'allow'), kinds.filter((kind) => kind === 'deny')]).toMatchObject([
    { length: 30 },
    { length: 30 },
  ])
})
