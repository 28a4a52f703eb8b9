import type { AgentEvent } from '@shared/domain/agent-event'
import type { Finding } from '@shared/domain/review'
import { expect, test } from 'vitest'
import { findingKey, loadMarks, saveMarks } from '../../../../src/renderer/state/finding-marks'
import { buildTranscript } from '../../../../src/renderer/state/transcript'
import { fakeBridge } from '../fake-bridge'
import { numbered, session as sample, snapshot } from '../samples'
import { shortly } from './shortly'

const finding = (id: string): Finding => ({ id, title: `Mend ${id}`, body: 'Why.', priority: 1 })
const begun = (turnId: string): AgentEvent[] => [
  { type: 'turn.started', turnId, turnNumber: 1 },
  { type: 'review.entered', turnId, target: { kind: 'uncommitted' }, hint: 'all', prompt: 'Look.' },
]
const output = { findings: [finding('f1')], correctness: '', explanation: '', leftOut: 0 }
const exited = (turnId: string, found = true): AgentEvent => ({
  type: 'review.exited',
  turnId,
  ...(found && { output }),
  files: [],
})
const over = (turnId: string, outcome: 'completed' | 'interrupted'): AgentEvent => ({
  type: 'turn.finished',
  turnId,
  outcome,
})
const shown = (...events: AgentEvent[]): string[] => buildTranscript(numbered(events)).items.map(shortly)

test('a review runs, and ends where it began', () => {
  expect(shown(...begun('t1'))).toEqual(['review …'])
  expect(shown(...begun('t1'), exited('t1'), over('t1', 'completed'))).toEqual(['review 1'])
})

test.each([
  ['told', [exited('t1', false), over('t1', 'interrupted')]],
  ['by its turn alone', [over('t1', 'interrupted')]],
])('one that was broken off, %s, runs no more', (_, rest) => {
  expect(shown(...begun('t1'), ...rest)).toEqual(['review broken'])
})

test('two reviews of a session keep apart; an end that nobody knows changes nothing', () => {
  const first = [...begun('t1'), exited('t1'), over('t1', 'completed')]
  expect(shown(...first, exited('t9'), ...begun('t2'), exited('t1', false))).toEqual(['review 1', 'review …'])
})

function storage(text?: string): Storage {
  const items = new Map(text === undefined ? [] : [['countersign.findings', text]])
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage
}

test('marks come back after a reload; what is no mark is none', () => {
  const kept = storage()
  saveMarks(kept, { [findingKey('t1', 'f1')]: 'accepted', [findingKey('t1', 'f2')]: 'dismissed' })
  expect(loadMarks(kept)).toEqual({ 't1 f1': 'accepted', 't1 f2': 'dismissed' })
  expect([loadMarks(storage('{"a":"b"}')), loadMarks(storage('no'))]).toEqual([{}, {}])
  saveMarks(kept, Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`t ${String(at)}`, 'sent'])))
  expect(Object.keys(loadMarks(kept))).toHaveLength(2000)
})

async function ready(fails = false) {
  const answer = (): unknown => {
    if (fails) throw new Error('a turn is running')
    return { turnId: 't2' }
  }
  const fake = fakeBridge({
    'app.hello': () => snapshot({ sessions: [sample('s1')] }),
    'turn.start': answer,
    'review.start': answer,
  })
  await fake.sync.hello()
  return fake
}

test('an answer to a finding can be taken back, and touches no other', async () => {
  const { actions, store } = await ready()
  actions.markFinding('t1', 'f1', 'accepted')
  actions.markFinding('t2', 'f1', 'dismissed')
  actions.markFinding('t1', 'f1', undefined)
  expect(store.getState().findings).toEqual({ 't2 f1': 'dismissed' })
})

test('accepted findings go as one message and are sent then; a refusal leaves them accepted', async () => {
  for (const fails of [false, true]) {
    const { actions, store, calls } = await ready(fails)
    for (const id of ['f1', 'f2']) actions.markFinding('t1', id, 'accepted')
    await actions.sendFindings('s1', { turnId: 't1', hint: 'all' }, [finding('f1'), finding('f2')])
    const turns = calls.filter(([channel]) => channel === 'turn.start')
    expect(turns).toHaveLength(1)
    expect(JSON.stringify(turns)).toMatch(/these 2 findings of the review of all.*Mend f1.*Mend f2/)
    const mark = fails ? 'accepted' : 'sent'
    expect(store.getState().findings).toEqual({ 't1 f1': mark, 't1 f2': mark })
    expect(store.getState().faults['s1']?.message).toBe(fails ? 'a turn is running' : undefined)
  }
})

test('with nothing accepted nothing is sent', async () => {
  const { actions, calls } = await ready()
  await actions.sendFindings('s1', { turnId: 't1', hint: 'all' }, [])
  expect(calls.filter(([channel]) => channel === 'turn.start')).toEqual([])
})
