import { Assessment } from '@shared/domain/assessment'
import { expect, test } from 'vitest'
import { initialState } from '../../../../src/renderer/state/app-state'
import type { AppState } from '../../../../src/renderer/state/app-state'
import { emptyTranscript } from '../../../../src/renderer/state/transcript'
import { applyOpened, applyPush, applySnapshot } from '../../../../src/renderer/state/apply-push'
import { approval, numbered, session, snapshot } from '../samples'

const delta = (text: string) => ({ type: 'message.delta', itemId: 'm', text }) as const
const ready = (change: Partial<AppState> = {}): AppState => ({
  ...applySnapshot(initialState, snapshot({ seq: 3, sessions: [session('s1')] })),
  ...change,
})

test.each([
  ['stays open', 's2', { kind: 'session', sessionId: 's2' }],
  ['is left when it is gone', 's9', { kind: 'session', sessionId: 's1' }],
])('after a reload the session that was open %s', (_title, sessionId, view) => {
  const remembered = { ...initialState, view: { kind: 'session', sessionId } as const }
  const told = snapshot({ sessions: [session('s1'), session('s2')], approvals: [approval('a')] })
  expect(applySnapshot(remembered, told).view).toEqual(view)
})

test('the first snapshot shows the most urgent request’s session', () => {
  const state = applySnapshot(
    initialState,
    snapshot({
      sessions: [session('s1'), session('s2', { status: 'running' })],
      approvals: [
        approval('low', { assessment: Assessment.parse({ level: 'low', categories: [] }) }),
        approval('high', {
          sessionId: 's2',
          assessment: Assessment.parse({ level: 'high', categories: [] }),
        }),
        approval('old', { state: 'answered' }),
      ],
    }),
  )
  expect(state.view).toEqual({ kind: 'session', sessionId: 's2' })
  expect(Object.keys(state.approvals)).toEqual(['low', 'high'])
})

test('a later snapshot keeps drafts and view, and drops transcripts that may have holes', () => {
  const before = ready({
    view: { kind: 'inbox', requestId: undefined },
    drafts: { s1: 'typed' },
    transcripts: { s1: { ...emptyTranscript, lastSeq: 4 } },
  })
  const { view, drafts, transcripts, seq } = applySnapshot(before, snapshot({ seq: 9 }))
  expect({ view, drafts, transcripts, seq }).toEqual({
    view: { kind: 'inbox', requestId: undefined },
    drafts: { s1: 'typed' },
    transcripts: {},
    seq: 9,
  })
})

test('a session that is gone is no longer looked at', () => {
  const before = ready({ view: { kind: 'session', sessionId: 's1' } })
  expect(applySnapshot(before, snapshot()).view).toEqual({ kind: 'start' })
})

test('events reach the transcripts that are open, and wait for those being opened', () => {
  const before = ready({ transcripts: { s1: { ...emptyTranscript, lastSeq: 0 } }, opening: { s2: [] } })
  const events = [
    ...numbered([delta('a')]),
    ...numbered([delta('b')], 5, 's2'),
    ...numbered([delta('c')], 1, 's3'),
  ]
  const after = applyPush(before, { seq: 4, kind: 'events', events })
  expect([after.transcripts['s1']?.lastSeq, after.opening['s2']?.length, after.transcripts['s3']]).toEqual([
    1,
    1,
    undefined,
  ])
})

test('an opened record takes the events that came meanwhile, each once', () => {
  const before = ready({ opening: { s1: numbered([delta('b'), delta('c')], 2) } })
  const after = applyOpened(before, session('s1'), numbered([delta('a'), delta('b')]))
  expect(after.transcripts['s1']).toMatchObject({ lastSeq: 3, items: [{ text: 'abc' }] })
  expect(after.opening).toEqual({})
})

test('an answered request leaves the list and stays as a line for a moment', () => {
  const asked = applyPush(ready({ putOff: { a: 1 }, editTexts: { a: 'ls' } }), {
    seq: 4,
    kind: 'events',
    events: numbered([{ type: 'approval.requested', request: approval('a') }]),
  })
  expect(asked.approvals).toEqual({ a: approval('a') })
  const answered = approval('a', { state: 'answered', decision: { kind: 'deny' }, decidedBy: 'terminal' })
  const after = applyPush(asked, {
    seq: 5,
    kind: 'events',
    events: numbered([{ type: 'approval.resolved', request: answered }]),
  })
  expect([after.approvals, after.putOff, after.editTexts, after.closed['s1']]).toEqual([
    {},
    {},
    {},
    { request: answered, reply: undefined },
  ])
})

test('an older summary never replaces a newer one', () => {
  const newer = session('s1', { updatedAt: '2026-11-21T11:00:00.000Z', status: 'done' })
  const before = applyPush(ready(), { seq: 4, kind: 'session', session: newer })
  const after = applyPush(before, { seq: 5, kind: 'session', session: session('s1') })
  expect(after.sessions['s1']).toEqual(newer)
})

const remoteRun = { program: 'exec', folder: '/work', pid: 7 }

test('a remote run has no session here: it is shown in the inbox, first and when it is asked for', () => {
  const asked = approval('g', { sessionId: 'elsewhere', remoteRun })
  const first = applySnapshot(initialState, snapshot({ sessions: [session('s1')], approvals: [asked] }))
  expect(first.view).toEqual({ kind: 'inbox', requestId: undefined })
  const shown = applyPush(ready({ approvals: { g: asked }, putOff: { g: 1 } }), {
    ...{ seq: 4, kind: 'show', sessionId: 'elsewhere', requestId: 'g' },
  } as const)
  expect([shown.view, shown.putOff]).toEqual([{ kind: 'inbox', requestId: 'g' }, {}])
})

test('a show push opens the session and takes up the request', () => {
  const after = applyPush(ready({ putOff: { a: 1 } }), {
    seq: 4,
    kind: 'show',
    sessionId: 's1',
    requestId: 'a',
  })
  expect([after.view, after.putOff]).toEqual([{ kind: 'session', sessionId: 's1' }, {}])
})

test.each([
  [199, 200, 'none'],
  [200, 0, 'unread'],
])(
  '%i sessions of this machine beside %i of a host: older ones are counted of this machine alone',
  (own, there, older) => {
    const sessions = [
      ...Array.from({ length: own }, (_, n) => session(`s${String(n)}`)),
      ...Array.from({ length: there }, (_, n) => session(`build1:s${String(n)}`)),
    ]
    expect(applySnapshot(initialState, snapshot({ sessions })).older).toBe(older)
  },
)

test('what a rehearsal adds to the checks comes with the level, and a view that follows takes neither away', () => {
  const floor = { level: 'medium', reasons: [{ rule: 'unreadable', level: 'medium' }], categories: [] }
  const raised = { level: 'high', reasons: [{ rule: 'persist.file', level: 'high' }], categories: [] }
  const before = ready({
    approvals: {
      a: approval('a', { assessment: Assessment.parse({ level: 'medium', categories: [], floor }) }),
    },
  })
  const told = (state: AppState, given: object): AppState => {
    const update = Assessment.omit({ facts: true }).parse({ categories: [], ...given })
    const events = numbered([{ type: 'approval.assessed', requestId: 'a', update }])
    return applyPush(state, { seq: state.seq + 1, kind: 'events', events })
  }
  const after = told(before, { level: 'high', floor: raised })
  expect(after.approvals['a']?.assessment).toMatchObject({ level: 'high', floor: raised })
  expect(told(after, { level: 'high' }).approvals['a']?.assessment).toMatchObject({ floor: raised })
})
