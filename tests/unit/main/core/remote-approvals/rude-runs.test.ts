import { expect, test } from 'vitest'
import { askElsewhere } from '../../../../../src/main/core/remote-approvals/ask-elsewhere'
import { RemoteApprovals } from '../../../../../src/main/core/remote-approvals/remote-approvals'
import { stoppedClock } from '../../../../fakes/host-gates'
import { runEngine } from '../../../../fakes/run-engine'
import { sampleRequest } from '../../../../fakes/sample-request'

const from = { program: 'exec', folder: '/work', pid: 7 }
let nth = 0
const newList = (): RemoteApprovals =>
  new RemoteApprovals({
    ids: { next: () => `ours-${String((nth += 1))}` },
    clock: stoppedClock,
    log: { error: () => undefined },
    home: '',
  })

/** A run that says what it likes to a list. */
function rudeRun(list: RemoteApprovals): { say: (frame: unknown) => void; ended: () => boolean } {
  let ended = false
  const end = list.arrive(from, {
    send: () => true,
    end: () => {
      ended = true
    },
    drop: () => undefined,
  })
  return {
    say: (frame) => {
      end.take(typeof frame === 'string' ? frame : JSON.stringify(frame))
    },
    ended: () => ended,
  }
}

test.each([
  ['a request that is answered already', { kind: 'asked', request: { ...sampleRequest, state: 'answered' } }],
  ['the same request twice', { kind: 'asked', request: sampleRequest }],
  ['an answer to nothing', { kind: 'reply', call: 9, value: { kind: 'accepted' } }],
  ['no frame', '{"kind":'],
])('a run that sends %s is sent away with all that it asked', (_, frame) => {
  const list = newList()
  const run = rudeRun(list)
  run.say({ kind: 'asked', request: sampleRequest })
  expect(list.pending()).toHaveLength(1)
  run.say(frame)
  expect([run.ended(), list.pending()]).toEqual([true, []])
  // It is not heard any more.
  run.say({ kind: 'asked', request: { ...sampleRequest, id: 'again' } })
  expect(list.pending()).toEqual([])
})

test('500 wait of one run, and no more', () => {
  const list = newList()
  const run = rudeRun(list)
  for (let n = 0; n < 500; n++) run.say({ kind: 'asked', request: { ...sampleRequest, id: `r${String(n)}` } })
  expect([list.pending().length, run.ended()]).toEqual([500, false])
  run.say({ kind: 'asked', request: { ...sampleRequest, id: 'more' } })
  expect([list.pending().length, run.ended()]).toEqual([0, true])
})

test('what waits of one run takes 64 MB and no more, updates included', () => {
  const list = newList()
  const run = rudeRun(list)
  const large = { ...sampleRequest, justification: 'x'.repeat(7 * 1024 * 1024) }
  for (let n = 0; n < 9; n++) run.say({ kind: 'asked', request: { ...large, id: `r${String(n)}` } })
  expect([list.pending().length, run.ended()]).toEqual([9, false])
  const { facts: _, floor: __, ...update } = sampleRequest.assessment
  const grown = { kind: 'assessed', requestId: 'r0', update: { ...update, reason: 'y'.repeat(512 * 1024) } }
  for (let n = 0; n < 9; n++) run.say({ ...grown, requestId: 'r0' })
  expect(run.ended()).toBe(false) // the last one counts alone
  run.say({ ...grown, requestId: 'r1' })
  expect([list.pending().length, run.ended()]).toEqual([0, true])
})

test('why a window was not asked is said once, however often it is met', async () => {
  const { engine, ask } = runEngine()
  const said: string[] = []
  askElsewhere(
    engine,
    {
      ...{ from, mine: () => true },
      unasked: ({ id }) => void engine.decide(id, { kind: 'deny' }, 'engine'),
      say: (line) => said.push(line),
    },
    { clock: stoppedClock, find: () => Promise.resolve(['a was not asked.', 'b was not asked.']) },
  )
  await ask(sampleRequest)
  await ask({ ...sampleRequest, id: 'r2' })
  expect(said).toEqual(['a was not asked.', 'b was not asked.'])
})
