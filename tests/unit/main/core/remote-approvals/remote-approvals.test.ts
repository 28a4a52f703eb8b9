import { beforeEach, expect, test, vi } from 'vitest'
import type { NamedPath } from '@shared/domain/named-path'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { askElsewhere } from '../../../../../src/main/core/remote-approvals/ask-elsewhere'
import { RemoteApprovals } from '../../../../../src/main/core/remote-approvals/remote-approvals'
import type { RunLine, LineEnd } from '../../../../../src/main/core/remote-approvals/window-transport'
import type { AskElsewhere, AskingEngine } from '../../../../../src/main/core/remote-approvals/windows'
import { withRemoteApprovals } from '../../../../../src/main/core/remote-approvals/with-remote-approvals'
import { createFakeEngine, createFakeLog } from '../../../../fakes/fake-engine'
import { transportTo, type NamedWindow } from '../../../../fakes/run-lines'
import { stoppedClock } from '../../../../fakes/host-gates'
import { runEngine } from '../../../../fakes/run-engine'
import { sampleRequest } from '../../../../fakes/sample-request'

const yes: Decision = { kind: 'allow', offerId: 'only-this' }
const from = { program: 'exec', folder: '/work', pid: 7 }
let nth = 0
const ids = { next: () => `ours-${String((nth += 1))}` }
const newList = (): RemoteApprovals =>
  new RemoteApprovals({ ids, clock: stoppedClock, log: createFakeLog(), home: '/home/ada' })
beforeEach(() => {
  nth = 0
})

const window = (name: string, list = newList()): NamedWindow & { list: RemoteApprovals } => ({
  name,
  list,
  arrive: (remoteRun, line) => list.arrive(remoteRun, line),
})

function start(windows: NamedWindow[], more: Partial<AskElsewhere> = {}) {
  const made = runEngine()
  const decided = vi.fn<AskingEngine['decide']>((...given) => made.queue.decide(...given))
  const run = { ...made, decided, engine: { ...made.engine, decide: decided } }
  const unasked: string[] = []
  const said: string[] = []
  const asked = askElsewhere(
    run.engine,
    {
      from,
      mine: () => true,
      unasked: ({ id }) => {
        unasked.push(id)
        void run.engine.decide(id, { kind: 'deny' }, 'engine')
      },
      say: (line) => {
        said.push(line)
      },
      ...more,
    },
    transportTo(windows),
  )
  return { ...run, unasked, said, asked }
}

const request = (id: string, change: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  ...sampleRequest,
  id,
  ...change,
})

/** What is listed once something is. */
const listed = async (list: RemoteApprovals, count = 1): Promise<readonly ApprovalRequest[]> => {
  await vi.waitFor(() => expect(list.pending()).toHaveLength(count))
  return list.pending()
}

test('a request stands in a window under ids of its own, with who asks, and its answer is given to the run', async () => {
  const there = window('a')
  const run = start([there])
  const answered = run.ask(request('r1', { remoteRun: { program: 'serve', folder: '/', pid: 1 } }))
  const [shown] = await listed(there.list)
  expect(shown).toEqual({ ...sampleRequest, id: 'ours-1', sessionId: 'ours-2', remoteRun: from })
  expect(await there.list.decide('ours-1', yes, 'window')).toEqual({ kind: 'accepted' })
  expect(await answered).toMatchObject({ kind: 'decided', decision: yes, request: { decidedBy: 'window' } })
  expect([there.list.pending(), run.unasked]).toEqual([[], []])
})

test('what the run learns of it reaches every window, also one that was opened later', async () => {
  const first = window('a')
  const windows = [first]
  const run = start(windows)
  void run.ask(request('r1'))
  await listed(first.list)
  const better = { ...sampleRequest.assessment, level: 'high', reason: 'it deletes' } as const
  run.queue.assess('r1', better)
  await vi.waitFor(() => expect(first.list.pending()[0]?.assessment).toEqual(better))
  const second = window('b')
  windows.push(second)
  void run.ask(request('r2'))
  expect((await listed(second.list, 2)).map(({ assessment }) => assessment.level)).toEqual([
    'high',
    'not-assessed',
  ])
  expect(first.list.prompt(first.list.pending()[0]?.id ?? '', 'view-again')).toBe(true)
  await vi.waitFor(() => expect(second.list.pending()[0]?.assessment.view.status).toBe('waiting'))
})

test('what a window’s tabs leave out is told to the run once, and ends with the window', async () => {
  const there = window('a')
  const run = start([there])
  const leavesOut = vi.spyOn(run.engine, 'leavesOut')
  void run.ask(request('r1'))
  const [asked] = await listed(there.list)
  const [one, other] = [{}, {}]
  const id = asked?.id ?? ''
  for (const [who, some] of [
    [one, true],
    [other, true],
    [one, false],
  ] as const)
    expect(there.list.leavesOut(id, who, some)).toBe(true)
  expect(there.list.leavesOut('none', one, true)).toBeUndefined()
  await vi.waitFor(() =>
    expect(leavesOut.mock.calls.map(([of, , some]) => [of, some])).toEqual([['r1', true]]),
  )
  there.list.close()
  await vi.waitFor(() => expect(leavesOut.mock.calls.at(-1)?.[2]).toBe(false))
})

test('paths are named for whoever sits at the window, and not for the run’s own home', async () => {
  const there = window('a')
  const { ask } = start([there])
  const naming = { roots: ['/work'], home: '/srv/robot' }
  const files = (...names: NamedPath[]): ApprovalRequest['effect'] => ({
    act: { kind: 'files', verb: 'delete', state: 'one', names, things: 1, exact: true },
  })
  const theirs = files(
    { name: '~/x', path: '/srv/robot/x' },
    { name: '/home/ada/y', path: '/home/ada/y' },
    { name: '$Z' },
  )
  void ask(request('r1', { naming, effect: theirs }))
  expect((await listed(there.list))[0]).toMatchObject({
    naming: { roots: ['/work'], home: '/home/ada' },
    effect: files(
      { name: '/srv/robot/x', path: '/srv/robot/x' },
      { name: '~/y', path: '/home/ada/y' },
      { name: '$Z' },
    ),
  })
})

test('two runs with the same ids do not meet, nor does one meet the window’s own', async () => {
  const there = window('a')
  const own = createFakeEngine({
    pendingApproval: (id) => (id === 'r1' ? sampleRequest : undefined),
    decide: () => Promise.resolve({ kind: 'accepted' }),
  })
  const both = [start([there]), start([there])]
  const shown = withRemoteApprovals(own, there.list, () => undefined)
  const answers = both.map((run) => run.ask(request('r1')))
  const pending = await listed(there.list, 2)
  expect(new Set(pending.flatMap(({ id, sessionId }) => [id, sessionId])).size).toBe(4)
  expect(pending.flatMap(({ id, sessionId }) => [id, sessionId])).not.toContain('s1')
  // The window's own, and no remote run's.
  await shown.decide('r1', yes, 'window')
  expect([both[0]?.decided, both[1]?.decided].map((each) => each?.mock.calls)).toEqual([[], []])
  await shown.decide(pending[1]?.id ?? '', { kind: 'deny' }, 'browser')
  expect(await answers[1]).toMatchObject({ decision: { kind: 'deny' } })
  expect((await shown.state()).approvals).toHaveLength(1)
  expect(both[0]?.decided.mock.calls).toEqual([])
})

test('an engine that keeps things private is laid beside the remote runs whole', async () => {
  class Kept {
    readonly #secret = 'kept'
    state = () => Promise.resolve({ approvals: [sampleRequest], questions: [] })
    exportSession(): string {
      return this.#secret
    }
  }
  const shown = withRemoteApprovals(new Kept() as never, newList(), () => undefined)
  expect([shown.exportSession('s1', 'json'), (await shown.state()).approvals]).toEqual([
    'kept',
    [sampleRequest],
  ])
})

test('nobody is there: denied at once, and told once', async () => {
  const run = start([])
  expect(await run.ask(request('r1'))).toMatchObject({ decision: { kind: 'deny' } })
  expect([run.unasked, run.said]).toEqual([['r1'], []])
})

test('the last window goes: denied with its reason; while another is there it waits', async () => {
  const ends: (() => void)[] = []
  const going = (name: string): NamedWindow & { list: RemoteApprovals } => {
    const made = window(name)
    return {
      ...made,
      arrive: (remoteRun, line) => {
        ends.push(() => {
          line.end()
        })
        return made.list.arrive(remoteRun, line)
      },
    }
  }
  const last = going('b')
  const windows = [going('a'), last]
  const run = start(windows)
  const answered = run.ask(request('r1'))
  await Promise.all(windows.map(({ list }) => listed(list)))
  ends[0]?.()
  expect([windows[0]?.list.pending(), run.unasked]).toEqual([[], []])
  await listed(last.list)
  ends[1]?.()
  expect(await answered).toMatchObject({ decision: { kind: 'deny' } })
  expect(run.said).toContain('Nobody could be asked: The window that was asked has been closed.')
})

test('what is too large for a window is denied, and said', async () => {
  const run = start([{ ...window('a'), narrow: true }])
  expect(await run.ask(request('r1'))).toMatchObject({ decision: { kind: 'deny' } })
  expect([run.unasked, run.said[0]]).toEqual([
    ['r1'],
    'Nobody could be asked: It is too large to be shown in a window.',
  ])
})

test('the run ends: its requests are withdrawn, and an answer that is under way took nothing', async () => {
  const there = window('a')
  const run = start([there])
  run.decided.mockImplementation(() => new Promise(() => undefined))
  void run.ask(request('r1'))
  const [shown] = await listed(there.list)
  const told: AgentEvent[] = []
  there.list.subscribe((notice) => {
    if (notice.kind === 'event') told.push(notice.event.event)
  })
  const answer = there.list.decide(shown?.id ?? '', yes, 'window')
  run.asked.close()
  expect(await answer).toEqual({ kind: 'already', state: 'cancelled' })
  expect(told).toMatchObject([
    { type: 'approval.requested', request: { id: shown?.id } },
    { type: 'approval.resolved', request: { id: shown?.id, state: 'cancelled' } },
  ])
  expect([there.list.pending(), there.list.decide(shown?.id ?? '', yes, 'window')]).toEqual([[], undefined])
  // Who asked has gone: nothing is denied for it any more.
  expect(run.unasked).toEqual([])
})

test('a fault of the run is the window’s fault, and the request waits on', async () => {
  const there = window('a')
  const run = start([there])
  void run.ask(request('r1'))
  const [{ id }] = (await listed(there.list)) as [ApprovalRequest]
  await expect(there.list.decide(id, { kind: 'allow', offerId: 'everything' }, 'window')).rejects.toThrow(
    'no offer "everything"',
  )
  expect(await there.list.checkRule(id, 'touch *')).toEqual({ kind: 'invalid', problem: 'no such rule' })
  expect(there.list.pending()).toHaveLength(1)
})

/** A window that says what it likes. */
function rudeWindow() {
  const heard: string[] = []
  const lines: RunLine[] = []
  const there: NamedWindow = {
    name: 'rude',
    arrive: (_, line): LineEnd => {
      lines.push(line)
      return {
        take: (text) => {
          if (text !== '{"kind":"ping"}') heard.push(text)
        },
        over: () => undefined,
      }
    },
  }
  return { there, heard, lines }
}

test('a window speaks about what it was asked alone', async () => {
  const { there, heard, lines } = rudeWindow()
  const run = start([there], { mine: ({ sessionId }) => sessionId === 's1' })
  void run.ask(request('r1'))
  void run.ask(request('other', { sessionId: 's2' }))
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  lines[0]?.send({ kind: 'decide', call: 1, requestId: 'other', decision: yes, by: 'window' })
  await vi.waitFor(() => expect(heard[1]).toBe('{"kind":"reply","call":1,"value":{"kind":"unknown"}}'))
  expect(run.decided.mock.calls).toEqual([])
})

test.each([
  ['no JSON', 'x'],
  ['another face', { kind: 'decide', call: 1, requestId: 'r1', decision: yes, by: 'flag' }],
  [
    'one that is not there',
    { kind: 'decide', call: 1, requestId: 'r1', decision: { kind: 'maybe' }, by: 'window' },
  ],
  [
    'more than was agreed',
    { kind: 'decide', call: 1, requestId: 'r1', decision: yes, by: 'window', also: 1 },
  ],
])('a window that answers with %s is left, and nothing is allowed', async (_, frame) => {
  const { there, heard, lines } = rudeWindow()
  const run = start([there])
  const answered = run.ask(request('r1'))
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  lines[0]?.send(frame)
  expect(await answered).toMatchObject({ kind: 'decided', decision: { kind: 'deny' } })
  expect(run.unasked).toEqual(['r1'])
})

test('a closing window sends every run away', async () => {
  const there = window('a')
  const run = start([there])
  const answered = run.ask(request('r1'))
  await listed(there.list)
  const closing = vi.fn<() => void>()
  await withRemoteApprovals(createFakeEngine(), there.list, closing).close()
  expect(await answered).toMatchObject({ decision: { kind: 'deny' } })
  expect(closing).toHaveBeenCalledOnce()
})
