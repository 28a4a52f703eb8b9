import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readFromRun,
  readFromWindow,
  type FromRun,
  type FromWindow,
} from '../../../../../src/main/core/remote-approvals/frames'
import { QuestionQueue } from '../../../../../src/main/core/approvals/question-queue'
import { RemoteApprovals } from '../../../../../src/main/core/remote-approvals/remote-approvals'
import { askElsewhere } from '../../../../../src/main/core/remote-approvals/ask-elsewhere'
import type { LineEnd } from '../../../../../src/main/core/remote-approvals/window-transport'
import { stoppedClock } from '../../../../fakes/host-gates'
import { fixedSeed } from '../../../../fakes/fixed-seed'
import { sampleQuestion } from '../../../../fakes/sample-question'
import { sampleRequest } from '../../../../fakes/sample-request'
import { runsBySeed } from '../../../../fakes/by-seed'

const { facts: _, floor: __, ...update } = sampleRequest.assessment
const ofRuns: readonly FromRun[] = [
  { kind: 'asked', request: sampleRequest },
  { kind: 'assessed', requestId: 'r1', update },
  {
    kind: 'rehearsed',
    requestId: 'r1',
    rehearsal: { state: 'offered', because: 'asks' },
    offers: sampleRequest.offers,
  },
  { kind: 'over', requestId: 'r1', state: 'answered', decision: { kind: 'deny' }, decidedBy: 'window' },
  { kind: 'reply', call: 1, value: { kind: 'already', state: 'cancelled' } },
  { kind: 'question', question: sampleQuestion() },
  { kind: 'question-over', questionId: 'q1', state: 'answered', action: 'accept', answeredBy: 'window' },
  { kind: 'refused', call: 1, fault: { code: 'bad-request', message: 'no' } },
]
const ofWindows: readonly FromWindow[] = [
  { kind: 'decide', call: 1, requestId: 'r1', decision: { kind: 'deny', message: 'no' }, by: 'window' },
  { kind: 'decide', call: 2, requestId: 'r1', decision: { kind: 'abort' }, by: 'browser' },
  { kind: 'check-rule', call: 3, requestId: 'r1', rule: 'touch *' },
  {
    kind: 'answer',
    call: 4,
    questionId: 'q1',
    answer: { action: 'accept', content: { a: 'b' } },
    by: 'window',
  },
  { kind: 'pong' },
  { kind: 'rehearse', requestId: 'r1' },
  { kind: 'view-again', requestId: 'r1' },
  { kind: 'leaves-out', requestId: 'r1', some: true },
]

/** A frame's text with pieces cut, doubled, moved or made up, and values of it put in the place of others. */
const mutated = (frames: readonly unknown[]) =>
  fc
    .tuple(
      fc.constantFrom(...frames.map((each) => JSON.stringify(each))),
      fc.array(
        fc.tuple(
          fc.nat(4000),
          fc.nat(40),
          fc.oneof(
            fc.constantFrom(
              '',
              '"',
              '{',
              '}',
              '[]',
              'null',
              '-1',
              '1e999',
              '"__proto__":{},',
              '\\ud800',
              '\n',
            ),
            fc.string({ maxLength: 12, unit: 'binary' }),
            fc.constantFrom(...frames.map((each) => JSON.stringify(each).slice(0, 60))),
          ),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    )
    .map(([text, edits]) =>
      edits.reduce((now, [at, length, piece]) => {
        const place = at % (now.length + 1)
        return now.slice(0, place) + piece + now.slice(place + length)
      }, text),
    )

test('what stands is read', () => {
  expect(ofRuns.map((each) => readFromRun(JSON.stringify(each)))).toEqual(ofRuns)
  expect(ofWindows.map((each) => readFromWindow(JSON.stringify(each)))).toEqual(ofWindows)
})

test('no bytes of a run crash a window, or become a decision in it', () => {
  let nth = 0
  const ids = { next: () => `ours-${String((nth += 1))}` }
  fc.assert(
    fc.property(mutated(ofRuns), (text) => {
      const list = new RemoteApprovals({
        ids,
        clock: stoppedClock,
        log: { error: () => undefined },
        home: '',
      })
      const sent: unknown[] = []
      const end = list.arrive(
        { program: 'exec', folder: '/', pid: 1 },
        {
          send: (frame) => {
            sent.push(frame)
            return true
          },
          end: () => undefined,
          drop: () => undefined,
        },
      )
      end.take(JSON.stringify(ofRuns[0]))
      end.take(text)
      // Nothing goes to a run that nobody in the window asked for, and what is listed is under ids of ours.
      expect(sent).toEqual([])
      for (const { id, remoteRun } of list.pending())
        expect([id.slice(0, 5), remoteRun?.program]).toEqual(['ours-', 'exec'])
    }),
    { numRuns: runsBySeed(20_000), seed: fixedSeed },
  )
})

test('no bytes of a window crash a run, or allow what it did not say as an allow', () => {
  fc.assert(
    fc.property(mutated(ofWindows), (text) => {
      const decided: string[] = []
      let listener: Parameters<Parameters<typeof askElsewhere>[0]['subscribe']>[0] = () => undefined
      const ends: LineEnd[] = []
      const asked = askElsewhere(
        {
          subscribe: (given) => {
            listener = given
            return () => undefined
          },
          pendingApproval: () => sampleRequest,
          decide: (_, { kind }) => {
            decided.push(kind)
            return Promise.resolve({ kind: 'accepted' })
          },
          rehearse: () => false,
          viewAgain: () => false,
          leavesOut: () => false,
          checkRule: () => Promise.resolve({ kind: 'valid' }),
          questions: new QuestionQueue(),
        },
        {
          from: { program: 'exec', folder: '/', pid: 1 },
          mine: () => true,
          unasked: () => undefined,
          say: () => undefined,
        },
        {
          clock: stoppedClock,
          find: (_, __, meet) => {
            ends.push(meet('a', { send: () => true, end: () => undefined, drop: () => undefined }))
            return Promise.resolve([])
          },
        },
      )
      const event = { type: 'approval.requested', request: sampleRequest } as const
      listener({ kind: 'event', event: { sessionId: 's1', seq: 1, at: '', event } })
      expect(ends).toHaveLength(1)
      ends[0]?.take(text)
      for (const kind of decided) expect(['deny', 'abort']).toContain(kind)
      asked.close()
    }),
    { numRuns: runsBySeed(20_000), seed: fixedSeed },
  )
})
