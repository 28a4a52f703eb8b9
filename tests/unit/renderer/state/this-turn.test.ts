import type { AgentEvent } from '@shared/domain/agent-event'
import { emptyOutput } from '@shared/domain/command-outcome'
import { expect, test } from 'vitest'
import { appendEvent, buildTranscript, prependEvents } from '../../../../src/renderer/state/transcript'
import type { Transcript } from '../../../../src/renderer/state/transcript'
import type { TranscriptItem } from '../../../../src/renderer/state/transcript-items'
import { longTurn } from '../../../fakes/long-record'
import { numbered } from '../samples'

/** The same transcript, in which looking at an item of a turn that has ended throws. */
function sealed(transcript: Transcript): Transcript {
  const untouchable = new Proxy({} as TranscriptItem, {
    get: (_, name) => {
      throw new Error(`An ended item was asked for its ${String(name)}`)
    },
  })
  const message = transcript.items.findLastIndex(({ kind }) => kind === 'user')
  return {
    ...transcript,
    items: transcript.items.map((item, at) =>
      at < transcript.ended && at !== message && at < transcript.ended - 10 ? untouchable : item,
    ),
  }
}

/** The transcript with one event more. */
const withEvent = (transcript: Transcript, event: AgentEvent): Transcript =>
  appendEvent(transcript, { sessionId: 's1', seq: transcript.lastSeq + 1, at: '', event })

const turns = [1, 2, 3].flatMap(longTurn)

test('what a turn streams, runs and changes is found without looking at turns that have ended', () => {
  const before = buildTranscript(numbered(turns))
  const next: AgentEvent[] = [
    ...longTurn(4).slice(0, -1),
    { type: 'message.delta', itemId: 'x', text: 'a' },
    { type: 'message.delta', itemId: 'x', text: 'b' },
    { type: 'turn.finished', turnId: 't4', outcome: 'completed' },
  ]
  const after = next.reduce(withEvent, sealed(before))
  const slowly = next.reduce(withEvent, { ...before, ended: 0 })
  expect(after.items.slice(before.items.length)).toEqual(slowly.items.slice(before.items.length))
  expect(after.items.length).toBe(before.items.length + 11)
})

const kept: AgentEvent[] = [
  { type: 'turn.started', turnId: 't1', turnNumber: 1 },
  { type: 'user.message', text: 'one' },
  {
    type: 'command.started',
    callId: 'c1',
    attempt: 1,
    command: ['serve'],
    cwd: '/',
    confinement: 'bubblewrap',
    grants: [],
  },
  { type: 'command.kept', callId: 'c1', processId: 1 },
  { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
]
const later: AgentEvent[] = [
  { type: 'turn.started', turnId: 't2', turnNumber: 2 },
  { type: 'user.message', text: 'two' },
  {
    type: 'command.finished',
    callId: 'c1',
    outcome: { kind: 'exited', exitCode: 0, durationMs: 1, output: emptyOutput },
  },
  { type: 'turn.finished', turnId: 't2', outcome: 'completed' },
]

test('a command that was kept and ended in a later part of the record has ended when its own part is read', () => {
  const events = numbered([...kept, ...later])
  const end = buildTranscript(events.slice(kept.length), { before: kept.length + 1, userMessages: 1 })
  expect(prependEvents(end, events.slice(0, kept.length)).items).toEqual(buildTranscript(events).items)
})
