import { expect, test, vi } from 'vitest'
import { askElsewhere } from '../../../../../src/main/core/remote-approvals/ask-elsewhere'
import { RemoteApprovals } from '../../../../../src/main/core/remote-approvals/remote-approvals'
import { stoppedClock } from '../../../../fakes/host-gates'
import { runEngine } from '../../../../fakes/run-engine'
import { sampleQuestion } from '../../../../fakes/sample-question'
import { sampleRequest } from '../../../../fakes/sample-request'
import { transportTo, type NamedWindow } from '../../../../fakes/run-lines'

const from = { program: 'exec', folder: '/work', pid: 7 }

/** Time that goes on when it is told to. */
function ticks() {
  const waiting = new Set<() => void>()
  return {
    waiting,
    clock: {
      sleep: (_: number, signal?: AbortSignal): Promise<void> =>
        new Promise((resolve, reject) => {
          const go = (): void => {
            waiting.delete(go)
            resolve()
          }
          waiting.add(go)
          signal?.addEventListener('abort', () => {
            waiting.delete(go)
            reject(signal.reason as Error)
          })
        }),
    },
    async pass() {
      for (const go of waiting) go()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** A window that hears and says nothing. */
function hungWindow(name: string): NamedWindow & { readonly heard: string[]; left: boolean } {
  const there = {
    ...{ name, heard: [] as string[], left: false },
    arrive: () => ({
      take: (text: string) => {
        there.heard.push((JSON.parse(text) as { kind: string }).kind)
      },
      over: () => {
        there.left = true
      },
    }),
  }
  return there
}

function liveWindow(name: string) {
  let nth = 0
  const ids = { next: () => `${name}-${String((nth += 1))}` }
  const list = new RemoteApprovals({ ids, clock: stoppedClock, log: { error: () => undefined }, home: '' })
  const arrive: NamedWindow['arrive'] = (remoteRun, line) => list.arrive(remoteRun, line)
  return { name, list, arrive }
}

function start(windows: NamedWindow[]) {
  const made = runEngine()
  const time = ticks()
  const said: string[] = []
  const asked = askElsewhere(
    made.engine,
    {
      ...{ from, mine: () => true },
      unasked: ({ id }) => void made.engine.decide(id, { kind: 'deny' }, 'engine'),
      say: (line) => said.push(line),
    },
    transportTo(windows, time.clock),
  )
  return { ...made, ...time, said, asked }
}

test('a window that answers nothing is given up after three looks, and what waits is denied', async () => {
  const there = hungWindow('a')
  const run = start([there])
  const answered = run.ask(sampleRequest)
  await vi.waitFor(() => expect(there.heard).toEqual(['asked', 'ping']))
  await run.pass()
  await run.pass()
  expect([there.left, run.said]).toEqual([false, ['It is asked in the open window.']])
  await run.pass()
  expect(await answered).toMatchObject({ kind: 'decided', decision: { kind: 'deny' } })
  expect([there.left, run.said.at(-1)]).toEqual([
    true,
    'Nobody could be asked: The window that was asked does not answer.',
  ])
})

test('it goes on to a window that was opened meanwhile', async () => {
  const [hung, other] = [hungWindow('a'), liveWindow('b')]
  const windows: NamedWindow[] = [hung]
  const run = start(windows)
  const answered = run.ask(sampleRequest)
  await vi.waitFor(() => expect(hung.heard).toContain('ping'))
  windows.push(other)
  for (let look = 0; look < 3; look++) await run.pass()
  await vi.waitFor(() => expect(other.list.pending()).toHaveLength(1))
  await other.list.decide(
    other.list.pending()[0]?.id ?? '',
    { kind: 'allow', offerId: 'only-this' },
    'window',
  )
  expect(await answered).toMatchObject({ decision: { kind: 'allow' } })
})

test('a window that answers is waited for, however long, and is left alone when nothing waits', async () => {
  const there = liveWindow('a')
  const run = start([there])
  const answered = run.ask(sampleRequest)
  await vi.waitFor(() => expect(there.list.pending()).toHaveLength(1))
  for (let look = 0; look < 20; look++) await run.pass()
  expect(there.list.pending()).toHaveLength(1)
  await there.list.decide(there.list.pending()[0]?.id ?? '', { kind: 'deny' }, 'window')
  expect(await answered).toMatchObject({ decision: { kind: 'deny' }, request: { decidedBy: 'window' } })
  await vi.waitFor(() => expect(run.waiting.size).toBe(0))
})

test('a question of a server is shown in a window and answered there, as the run’s own', async () => {
  const there = liveWindow('a')
  const run = start([there])
  expect(await run.questions.attended({ sessionId: 's1' })).toBe(true)
  const answered = run.pose(sampleQuestion())
  await vi.waitFor(() => expect(there.list.pendingQuestions()).toHaveLength(1))
  const [shown] = there.list.pendingQuestions()
  expect(shown).toEqual({ ...sampleQuestion(), id: 'a-1', sessionId: 'a-2', remoteRun: from })
  await expect(
    there.list.answer('a-1', { action: 'accept', content: { name: 7 } }, 'window'),
  ).rejects.toThrow('does not fit the form')
  const answer = { action: 'accept', content: { name: 'Ada' } } as const
  expect(await there.list.answer('a-1', answer, 'window')).toBe(true)
  expect(await answered).toEqual(answer)
  expect(there.list.pendingQuestions()).toEqual([])
})

test('a question goes with its call, and is declined where the window hangs', async () => {
  const there = liveWindow('a')
  const run = start([there])
  const call = new AbortController()
  const answered = run.pose(sampleQuestion(), call.signal)
  await vi.waitFor(() => expect(there.list.pendingQuestions()).toHaveLength(1))
  call.abort()
  expect(await answered).toEqual({ action: 'cancel' })
  await vi.waitFor(() => expect(there.list.pendingQuestions()).toEqual([]))
  const hung = hungWindow('b')
  const other = start([hung])
  const declined = other.pose(sampleQuestion())
  await vi.waitFor(() => expect(hung.heard).toContain('ping'))
  for (let look = 0; look < 3; look++) await other.pass()
  expect(await declined).toEqual({ action: 'decline' })
})

test('nobody is attended where no window is open, nor for a session that is not the run’s', async () => {
  const alone = start([])
  expect(await alone.questions.attended({ sessionId: 's1' })).toBe(false)
  const made = runEngine()
  const asked = askElsewhere(
    made.engine,
    { from, mine: ({ sessionId }) => sessionId === 's1', unasked: () => undefined, say: () => undefined },
    transportTo([liveWindow('a')]),
  )
  const attended = (sessionId: string) => made.questions.attended({ sessionId })
  expect([await attended('s1'), await attended('s2')]).toEqual([true, false])
  asked.close()
  expect(await attended('s1')).toBe(false)
})
