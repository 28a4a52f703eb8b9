import { expect, test, vi } from 'vitest'
import { emptyOutput } from '@shared/domain/command-outcome'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { Facts } from '@shared/domain/facts'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { RehearseMode } from '@shared/domain/settings'
import type { RequestRehearsal } from '@shared/domain/request-rehearsal'
import { textDiff } from '../../../../../src/main/adapters/text-diff/text-diff'
import type { FoundRehearsal, RehearsalSpec } from '../../../../../src/main/core/rehearsal/rehearser'
import {
  createRequestRehearsals,
  notContained,
} from '../../../../../src/main/core/rehearsal/create-request-rehearsals'
import { createRedactor } from '../../../../../src/main/core/redaction/redact-secrets'
import { mostShown, showRehearsal } from '../../../../../src/main/core/rehearsal/show-rehearsal'
import { bashParser } from '../../../../fakes/bash-parser'
import { fakeFactsReader } from '../../../../fakes/fake-facts-reader'
import { steppedClock } from '../../../../fakes/fake-views'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, kernelWrite } from '../../../../fakes/fake-world'
import { fakeReadLimits } from '../../../../fakes/read-limits'

/** Rehearsals of requests in a whole engine, with a sandbox that only says what it was asked to rehearse. */
interface Asked {
  readonly spec: RehearsalSpec
  readonly signal: AbortSignal
  readonly answer: (found: FoundRehearsal) => void
}

const deleted: RehearsalChange = { path: '/work/a', kind: 'deleted', type: 'file', bytes: 5 }
const ran = (
  changes: readonly RehearsalChange[] = [deleted],
  evidence: ReturnType<typeof kernelWrite>[] = [],
): FoundRehearsal => ({
  kind: 'ran',
  result: {
    kind: 'exited',
    exitCode: 0,
    durationMs: 1,
    output: { ...emptyOutput, aggregated: 'said sk-known\n' },
    evidence,
  },
  changes,
  limits: [],
  contents: new Map(changes.map((change) => [change, { content: 'text' as const, diff: '-sk-known\n' }])),
})

const facts: Facts = {
  effect: { act: { kind: 'said', text: '' } },
  rows: [],
  lookThrough: [],
  targets: [],
  hosts: [],
  complete: true,
}

function world(mode: RehearseMode | undefined, commands: readonly (readonly string[])[]) {
  const asked: Asked[] = []
  const rehearse = (spec: RehearsalSpec, signal: AbortSignal): Promise<FoundRehearsal> =>
    new Promise((resolve) => {
      asked.push({ spec, signal, answer: resolve })
    })
  const rehearsals = createRequestRehearsals({
    sandbox: { rehearse },
    parser: bashParser(),
    workspace: {
      environment: () => ({}),
      branch: () => Promise.resolve(undefined),
      git: () => Promise.resolve(undefined),
      resolveFolder: (folder) => Promise.resolve(folder),
      home: () => '/home/me',
      program: () => Promise.resolve(undefined),
    },
    // What ended a moment ago is waited for by nobody here.
    clock: {
      ...steppedClock(),
      sleep: (ms, signal) => (ms <= 10 ? Promise.resolve() : steppedClock().sleep(ms, signal)),
    },
    settle: (policy) => policy,
    mode: () => mode,
    bounds: () => undefined,
    limits: fakeReadLimits(),
    reader: fakeFactsReader({
      '/work/a': { git: { tracked: 1, modified: 0, untracked: 0, ignored: 0, complete: true } },
    }),
    textDiff,
    redact: (text) => text.replaceAll('sk-known', '[redacted]'),
  })
  const model = fakeModel([
    calls(...commands.map((command, nth) => ({ id: `c${String(nth)}`, args: { command } }))),
  ])
  const denied = exited(1, [kernelWrite('/home/me/.pi/a', 'unlinkat')])
  const engine = fakeEngine({ rehearsals, model, sandbox: fakeSandbox(() => denied) })
  const told = (): readonly Extract<AgentEvent, { type: 'approval.rehearsed' }>[] =>
    engine.events().flatMap((event) => (event.type === 'approval.rehearsed' ? [event] : []))
  const begin = async () => {
    const session = await engine.engine.createSession({ cwd: '/work' })
    await engine.engine.startTurn(session.id, 'go')
    const { request } = await engine.until('approval.requested')
    return { session, request }
  }
  return { ...engine, rehearsals, asked, told, begin }
}

const rm = ['rm', '-rf', '/home/me/.pi']
const settled = () => new Promise((resolve) => setTimeout(resolve, 10))

test('the question is there before anything is rehearsed, and the result reaches it as an update', async () => {
  const { begin, asked, told, engine, store } = world(undefined, [rm])
  const { request } = await begin()
  expect(request.rehearsal).toEqual({ state: 'running' })
  await expect.poll(() => asked.length).toBe(1)
  const [first] = asked
  expect(first?.spec).toMatchObject({
    command: rm,
    workspace: '/work',
    policy: { mode: 'workspace-write', network_access: false },
  })
  expect([...(first?.spec.beyond ?? [])]).toEqual(expect.arrayContaining(['/home/me', '/home/me/.pi']))
  first?.answer(ran())
  await expect.poll(() => told().length).toBe(1)
  const found = {
    state: 'found',
    found: {
      status: 'done',
      exitCode: 0,
      counts: { deleted: 1, created: 0, files: 1, bytes: 5 },
      changes: [
        { path: '/work/a', kind: 'deleted', content: 'text', diff: '-[redacted]\n', git: { tracked: 1 } },
      ],
      output: 'said [redacted]\n',
    },
  }
  expect(told()[0]).toMatchObject({ requestId: request.id, rehearsal: found })
  expect((await engine.state()).approvals[0]?.rehearsal).toMatchObject(found)
  expect(JSON.stringify(store.lines)).not.toContain('approval.rehearsed')
})

test('the record keeps what was shown would change, without texts, output and updates', async () => {
  const { begin, asked, told, engine, until, store } = world('auto', [rm])
  const { request, session } = await begin()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.answer(ran())
  await expect.poll(() => told().length).toBe(1)
  await engine.decide(request.id, { kind: 'deny' }, 'window')
  const { request: closed } = await until('approval.resolved')
  expect(closed.rehearsal).toMatchObject({
    state: 'found',
    found: { counts: { deleted: 1 }, changes: [{ path: '/work/a', kind: 'deleted' }], output: '' },
  })
  expect(JSON.stringify(store.lines)).not.toMatch(/redacted|approval\.rehearsed/)
  const { events } = await engine.openSession(session.id)
  expect(events.some(({ event }) => event.type === 'approval.rehearsed')).toBe(false)
})

test.each(['allow', 'deny', 'abort'] as const)(
  '%s ends the rehearsal, which tells nothing any more',
  async (kind) => {
    const { begin, asked, told, engine, until } = world('auto', [rm])
    const { request } = await begin()
    await expect.poll(() => asked.length).toBe(1)
    await engine.decide(request.id, kind === 'allow' ? { kind, offerId: 'only-this' } : { kind }, 'window')
    const { request: closed } = await until('approval.resolved')
    await expect.poll(() => asked[0]?.signal.aborted).toBe(true)
    expect(closed.rehearsal).toBeUndefined()
    asked[0]?.answer(ran())
    await settled()
    expect(told()).toEqual([])
  },
)

test('one at a time in a folder, in the order of the questions, and those answered meanwhile never', async () => {
  const { rehearsals, asked } = world('auto', [])
  const open = (sessionId: string, name: string, cwd = '/work') => {
    const over = new AbortController()
    const updates: RequestRehearsal[] = []
    const rehearsal = rehearsals.open({
      ...{ command: ['rm', name], cwd, evidence: [], signal: over.signal },
      turn: { sessionId, cwd, sandboxPolicy: { mode: 'read-only', network_access: false } },
      checked: { facts, floor: { reasons: [], categories: [] } },
      onUpdate: (update) => updates.push(update),
    })
    rehearsal?.begin()
    return { over, updates }
  }
  const names = () => asked.map(({ spec }) => spec.command[1])
  const first = open('s1', 'a')
  const second = open('s1', 'b')
  open('s1', 'c')
  open('s2', 'd')
  open('s2', 'e', '/elsewhere')
  open('s3', 'f', '/elsewhere')
  await expect.poll(names).toEqual(['a'])
  second.over.abort()
  asked[0]?.answer(ran())
  await expect.poll(names).toEqual(['a', 'c'])
  asked[1]?.answer(ran())
  await expect.poll(names).toEqual(['a', 'c', 'd'])
  asked[2]?.answer(ran())
  await expect.poll(names).toEqual(['a', 'c', 'd', 'e'])
  asked[3]?.answer(ran())
  await expect.poll(names).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect([first.updates.length, second.updates.length]).toEqual([1, 0])
})

test('with "ask" nothing begins until the person asks for it, and then once', async () => {
  const { begin, asked, told, engine } = world('ask', [rm])
  const { request } = await begin()
  expect(request.rehearsal).toEqual({ state: 'offered', because: 'asks' })
  await settled()
  expect(asked).toHaveLength(0)
  expect(engine.rehearse(request.id)).toBe(true)
  expect(engine.rehearse(request.id)).toBe(false)
  expect(engine.rehearse('nobody')).toBe(false)
  await expect.poll(() => asked.length).toBe(1)
  expect(told().map(({ rehearsal }) => rehearsal.state)).toEqual(['running'])
  asked[0]?.answer({ kind: 'unavailable', reason: 'no room' })
  await expect.poll(() => told().length).toBe(2)
  expect(told()[1]?.rehearsal).toMatchObject({ found: { status: 'unavailable', reason: 'no room' } })
})

test('with "off" there is none, and none to ask for', async () => {
  const { begin, asked, engine } = world('off', [rm])
  const { request } = await begin()
  expect(request.rehearsal).toBeUndefined()
  expect(engine.rehearse(request.id)).toBe(false)
  await settled()
  expect(asked).toHaveLength(0)
})

test('what a rehearsal would not contain waits for the person, with the rule', async () => {
  const { begin, asked } = world('auto', [['sh', '-c', ':(){ :|:& };:; rm -rf /home/me/.pi']])
  const { request } = await begin()
  expect(request.rehearsal).toMatchObject({ state: 'offered', because: 'not-contained' })
  await settled()
  expect(asked).toHaveLength(0)
})

test('a command that needs no decision is never looked at', async () => {
  const open = vi.fn(() => undefined)
  const engine = fakeEngine({
    rehearsals: { open, whyNot: () => Promise.resolve(undefined) },
    model: fakeModel([calls({ id: 'c1', args: { command: ['ls'] } })]),
  })
  const session = await engine.engine.createSession({ cwd: '/work' })
  await engine.engine.startTurn(session.id, 'go')
  await engine.until('turn.finished')
  expect(open).not.toHaveBeenCalled()
})

test('what a first try was refused beyond the session is opened for a second, once', async () => {
  const { begin, asked, told } = world('auto', [rm])
  await begin()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.answer(
    ran([], [kernelWrite('/srv/cache/x', 'openat'), kernelWrite('/work/.git/config', 'openat')]),
  )
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]?.spec.beyond).toContain('/srv/cache')
  expect(asked[1]?.spec.beyond).not.toContain('/work/.git')
  asked[1]?.answer(ran([deleted], [kernelWrite('/other/y', 'openat')]))
  await expect.poll(() => told().length).toBe(1)
  expect(told()[0]?.rehearsal).toMatchObject({ found: { counts: { deleted: 1 } } })
  expect(asked).toHaveLength(2)
})

test('more than can be shown is counted', async () => {
  const { begin, asked, told } = world('auto', [rm])
  await begin()
  await expect.poll(() => asked.length).toBe(1)
  const many = Array.from({ length: 30_000 }, (_, n): RehearsalChange => {
    const kind = n === 29_999 ? 'deleted' : 'created'
    return { path: `/work/${String(n)}`, kind, type: 'file', bytes: 1 }
  })
  asked[0]?.answer(ran(many))
  await expect.poll(() => told().length).toBe(1)
  const rehearsal = told()[0]?.rehearsal as Extract<RequestRehearsal, { state: 'found' }>
  expect(rehearsal.found.counts).toMatchObject({ created: 29_999, deleted: 1 })
  expect(rehearsal.found.changes).toHaveLength(2_000)
  expect(rehearsal.found.changes[0]?.kind).toBe('deleted')
})

test.each([
  ['delete.root', undefined],
  ['persist.file', undefined],
  ['network.exfiltration', undefined],
  ['resources.fork-bomb', 'resources.fork-bomb'],
  ['privilege.container', 'privilege.container'],
  ['secrets.file', 'secrets.file'],
  ['write.device', 'write.device'],
  ['mine.anything', 'mine.anything'],
  ['', ''],
])('a high level by %s is contained: %s', (rule, expected) => {
  expect(notContained({ level: 'high', reasons: [{ rule, level: 'high' }], categories: [] })).toBe(expected)
  expect(
    notContained({ level: 'medium', reasons: [{ rule, level: 'medium' }], categories: [] }),
  ).toBeUndefined()
})

test.each([
  ['failed soon', 1, 1, '/home/me/new/x', true],
  ['failed late', 1, 5001, '/home/me/new/x', false],
  ['succeeded', 0, 1, '/home/me/new/x', false],
  ['failed by what is protected', 1, 1, '/home/me/.ssh/x', false],
])(
  'a run on copies that %s at a place nobody named, and what is heard of it',
  async (...[, exitCode, durationMs, target, isTriedAgain]) => {
    const heard = { stdout: '', stderr: '' }
    const { rehearsals, asked } = world('auto', [])
    const updates: RequestRehearsal[] = []
    const rehearsal = rehearsals.open({
      ...{ command: ['./w'], cwd: '/work', evidence: [], signal: new AbortController().signal },
      turn: { sessionId: 's1', cwd: '/work', sandboxPolicy: { mode: 'read-only', network_access: false } },
      checked: { facts, floor: { reasons: [], categories: [] } },
      asRun: {
        timeoutMs: 60_000,
        onOutput: (stream, text) => (heard[stream] += text),
        stop: new AbortController().signal,
      },
      onUpdate: (update) => updates.push(update),
    })
    rehearsal?.begin()
    await expect.poll(() => asked.length).toBe(1)
    const protectedBy = target.includes('/.ssh/') ? '/home/me/.ssh' : undefined
    const evidence = [{ ...kernelWrite(target, 'mkdir'), ...(protectedBy !== undefined && { protectedBy }) }]
    const first = ran([], evidence)
    if (first.kind !== 'ran' || first.result.kind !== 'exited') throw new Error('it ran')
    const output = { ...first.result.output, stdout: 'begun\n', stderr: 'refused\n' }
    asked[0]?.spec.onOutput?.('stdout', output.stdout)
    asked[0]?.spec.onOutput?.('stderr', output.stderr)
    asked[0]?.answer({ ...first, result: { ...first.result, output, exitCode, durationMs } })
    if (!isTriedAgain) {
      await expect.poll(() => updates.length).toBe(1)
      expect(asked).toHaveLength(1)
      return
    }
    await expect.poll(() => asked.length).toBe(2)
    expect(asked[1]?.spec.beyond).toEqual(['/home/me/new'])
    for (const text of ['beg', 'un\ndo', 'ne\nbegun\n']) asked[1]?.spec.onOutput?.('stdout', text)
    asked[1]?.spec.onOutput?.('stderr', 'no more\n')
    expect(heard).toEqual({ stdout: 'begun\ndone\nbegun\n', stderr: 'refused\nno more\n' })
    asked[1]?.answer(ran())
    await expect.poll(() => updates.length).toBe(1)
    expect(updates[0]).toMatchObject({ state: 'found', found: { exitCode: 0, counts: { deleted: 1 } } })
  },
)

test('what a rehearsal shows raises the level of a question that waits, with its reason, and the view changes nothing of that', async () => {
  const { begin, asked, told, engine, events } = world('auto', [['cp', 'a', '/home/me/notes']])
  const { request } = await begin()
  const { level } = request.assessment
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.answer(ran([{ path: '/home/me/.bashrc', kind: 'changed', type: 'file', bytes: 5 }]))
  await expect.poll(() => told().length).toBe(1)
  const updates = events().flatMap((event) => (event.type === 'approval.assessed' ? [event.update] : []))
  expect([level, updates.at(-1)]).toMatchObject([
    'medium',
    {
      level: 'high',
      floor: {
        reasons: expect.arrayContaining([expect.objectContaining({ rule: 'persist.file' })]) as unknown,
      },
    },
  ])
  const [waits] = (await engine.state()).approvals
  expect([waits?.assessment.level, waits?.assessment.floor?.level]).toEqual(['high', 'high'])
})

test('of a key over the cut of what was printed no part is shown', () => {
  const printed = `planted-and-more\n${'x'.repeat(mostShown.output - 10)}\n`
  const found = ran()
  const shown = showRehearsal(
    { status: 'done', exitCode: 0, changes: [], attempts: [], limits: [], durationMs: 1 },
    {
      ...found,
      result: { ...(found as { result: object }).result, output: { ...emptyOutput, aggregated: printed } },
    } as never,
    { git: new Map(), redact: createRedactor(['planted-and-more']) },
  )
  expect(shown.output).toContain('xxx')
  expect(shown.output).not.toMatch(/more/)
})
