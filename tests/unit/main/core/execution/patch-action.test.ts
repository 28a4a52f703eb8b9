import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { Decision } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { RunResult } from '../../../../../src/main/core/ports/sandbox'
import { fakePatchFiles, type FakeFile } from '../../../../fakes/fake-patch-files'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, kernelWrite } from '../../../../fakes/fake-world'

const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const inside = patch('*** Add File: a', '+1')
const outside = patch('*** Add File: /etc/a', '+1')

/** One turn whose model sends one call; the person answers what is asked with `decision`. */
async function turn(options: {
  args: unknown
  tool?: string
  policy?: ApprovalPolicy
  results?: readonly RunResult[]
  files?: Readonly<Record<string, FakeFile>>
  decision?: Decision | ((asked: number) => Decision)
}) {
  const patches = fakePatchFiles(options.files)
  const model = fakeModel([calls({ id: 'c1', name: options.tool ?? 'apply_patch', args: options.args })])
  const sandbox = fakeSandbox(options.results ?? [exited(0)])
  const approvalPolicy = options.policy ?? 'on-request'
  const world = fakeEngine({ model, sandbox, patches, defaults: { approvalPolicy } })
  const session = await world.engine.createSession({ cwd: '/work' })
  let asked = 0
  world.engine.subscribe((notice) => {
    if (notice.kind !== 'event' || notice.event.event.type !== 'approval.requested') return
    const { id } = notice.event.event.request
    const { decision = { kind: 'allow', offerId: 'only-this' } } = options
    asked += 1
    void world.engine.decide(id, typeof decision === 'function' ? decision(asked) : decision, 'window')
  })
  await world.engine.startTurn(session.id, 'go')
  await world.until('turn.finished')
  const output = model.requests[1]?.input.find((item) => item.type === 'function_call_output')
  return { ...world, patches, reply: output?.output, seen: shape(world.events()) }
}

const shape = (events: readonly AgentEvent[]): string[] =>
  events.map((event) => event.type).filter((type) => /^(patch|command|approval|turn\.diff|tool)/.test(type))

test('a patch inside is applied once, in the sandbox, without asking', async () => {
  const { reply, seen, sandbox, unconfined, patches } = await turn({ args: { input: inside } })
  expect(reply).toBe(
    '{"output":"Success. Updated the following files:\\nA a\\n","metadata":{"exit_code":0,"duration_seconds":0}}',
  )
  expect(seen).toEqual(['patch.started', 'patch.finished', 'turn.diff'])
  expect([sandbox.runs.length, unconfined.runs.length, patches.settled]).toEqual([1, 0, [true]])
  expect(sandbox.runs[0]).toMatchObject({ cwd: '/', workspace: '/work', staging: '/staging' })
})

test('the shell tool hands a patch over, and nothing else', async () => {
  const { seen } = await turn({ tool: 'shell', args: { command: ['apply_patch', inside] } })
  const other = await turn({ tool: 'shell', args: { command: ['apply_patch', inside, 'x'] } })
  expect([seen, other.seen]).toEqual([
    ['patch.started', 'patch.finished', 'turn.diff'],
    ['command.started', 'command.finished'],
  ])
})

const denied = exited(1, [kernelWrite('/work/d/.countersign-id-9-0.new')])

test.each<[ApprovalPolicy, string[], number]>([
  ['never', ['patch.started', 'patch.finished'], 1],
  ['on-request', ['patch.started', 'patch.finished'], 1],
  ['on-failure', ['patch.started', 'patch.finished', 'approval.requested', 'approval.resolved'], 1],
])('a patch that the sandbox stops is never repeated unasked: %s', async (policy, seen, runs) => {
  const result = await turn({
    policy,
    args: { input: inside },
    results: [denied],
    decision: { kind: 'deny' },
  })
  expect([result.seen, result.sandbox.runs.length, result.unconfined.runs.length]).toEqual([seen, runs, 0])
})

test('on-failure: an approved retry runs in the sandbox again, at most four times', async () => {
  const { sandbox, unconfined } = await turn({
    policy: 'on-failure',
    args: { input: inside },
    results: [denied],
  })
  expect([sandbox.runs.length, unconfined.runs.length]).toEqual([4, 0])
  expect(sandbox.runs.map((run) => run.permit.because)).toEqual([
    'policy-sandboxed',
    'person-widened',
    'person-widened',
    'person-widened',
  ])
})

test('after a yes to a part, only that part is asked about and run again', async () => {
  const { events, sandbox, reply } = await turn({
    policy: 'on-failure',
    args: { input: patch('*** Add File: a', '+1', '*** Add File: b', '+2', '*** Add File: c', '+3') },
    results: [denied],
    decision: (asked) => ({
      kind: 'allow',
      offerId: 'only-this',
      ...(asked === 1 && { leaveOut: ['/work/b'] }),
      ...(asked === 2 && { leaveOut: ['/work/c'] }),
    }),
  })
  const files = (type: 'approval.requested' | 'patch.started') =>
    events().flatMap((event) => {
      if (event.type !== type) return []
      const changes = event.type === 'patch.started' ? event.changes : event.request.changes
      return [Object.keys(changes ?? {}).map((path) => path.slice('/work/'.length))]
    })
  expect(files('approval.requested')).toEqual([['a', 'b', 'c'], ['a', 'c'], ['a']])
  expect(files('patch.started')).toEqual([['a', 'b', 'c'], ['a', 'c'], ['a'], ['a']])
  expect(sandbox.runs).toHaveLength(4)
  expect(reply).toMatch(/unchanged: b, c\./)
})

test('only an explicit yes to "outside" runs without the sandbox', async () => {
  const { sandbox, unconfined } = await turn({
    args: { input: outside },
    decision: { kind: 'allow', offerId: 'outside' },
  })
  expect([sandbox.runs.length, unconfined.runs.map((run) => run.permit.because)]).toEqual([
    0,
    ['person-unsandboxed'],
  ])
})

test.each<[string, Parameters<typeof turn>[0], RegExp]>([
  [
    'denied',
    { args: { input: outside }, decision: { kind: 'deny', message: 'no' } },
    /^patch rejected by user\n.*The user says: no$/,
  ],
  [
    'outside under never',
    { policy: 'never', args: { input: outside } },
    /^patch rejected: writing outside of the project; rejected by user approval settings$/,
  ],
  ['empty', { args: { input: patch() } }, /^patch rejected: empty patch$/],
  ['malformed', { args: { input: 'x' } }, /^apply_patch verification failed: line 1: the first line must be/],
  [
    'not fitting',
    { args: { input: patch('*** Delete File: a') } },
    /^apply_patch verification failed: line 2: a does not exist/,
  ],
  ['no input', { args: {} }, /^failed to parse function arguments: expected/],
  ['arguments that are no JSON', { args: '{' }, /^failed to parse function arguments: expected/],
  [
    'a body without a command',
    { tool: 'shell', args: { command: [inside] } },
    /^apply_patch verification failed: .*call apply_patch/,
  ],
])('nothing runs when the patch is %s', async (_, options, text) => {
  const { reply, sandbox, unconfined, patches } = await turn(options)
  expect(reply).toMatch(text)
  expect([sandbox.runs.length, unconfined.runs.length, patches.staged.length]).toEqual([0, 0, 0])
})

test('a run that times out is taken back before anything else happens', async () => {
  const output = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }
  const hung: RunResult = { kind: 'timed-out', durationMs: 1, output, evidence: [] }
  const { sandbox, patches } = await turn({ args: { input: inside }, results: [hung, exited(1)] })
  expect([sandbox.runs.map((run) => run.command[0]), patches.settled]).toEqual([['apply', 'undo'], [false]])
})

test('what is shown of a large patch is bounded, and says how much is missing', async () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => `+line ${at}`)
  const { events } = await turn({ args: { input: patch('*** Add File: a', ...lines) } })
  const started = events().find((event) => event.type === 'patch.started')
  const change = started?.changes['/work/a']
  expect(change).toMatchObject({ type: 'add', omitted: expect.any(Number) as number })
  expect(JSON.stringify(change).length).toBeLessThan(400_000)
})
