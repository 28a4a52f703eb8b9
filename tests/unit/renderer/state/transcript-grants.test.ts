import type { AgentEvent } from '@shared/domain/agent-event'
import { emptyOutput } from '@shared/domain/command-outcome'
import { expect, test } from 'vitest'
import { buildTranscript } from '../../../../src/renderer/state/transcript'
import { numbered, storedGrant } from '../samples'

const run = { callId: 'c1', confinement: 'bubblewrap', grants: [] } as const
const started = (attempt: number): AgentEvent => ({
  type: 'command.started',
  ...run,
  grants: [],
  attempt,
  command: ['ls'],
  cwd: '/',
})
const patchStarted: AgentEvent = {
  type: 'patch.started',
  ...run,
  grants: [],
  attempt: 1,
  changes: {},
  autoApproved: false,
}
const stopped: AgentEvent = {
  type: 'command.finished',
  callId: 'c1',
  outcome: {
    kind: 'denied',
    exitCode: 1,
    durationMs: 1,
    output: emptyOutput,
    evidence: [{ kind: 'write', target: '/x', source: 'kernel', backend: 'b' }],
  },
}
const ended: AgentEvent = { type: 'turn.finished', turnId: 't', outcome: 'completed' }
const granted = (id: string, callId = 'c1'): AgentEvent => ({
  type: 'grant.applied',
  callId,
  grant: storedGrant(id),
})
const connected = (id: string): AgentEvent => ({
  type: 'grant.applied',
  callId: 'c1',
  grant: { ...storedGrant(id), covers: 'host' },
})
const letThrough = (events: readonly AgentEvent[]): string[][] =>
  buildTranscript(numbered(events)).items.flatMap((item) =>
    item.kind === 'command' || item.kind === 'patch'
      ? item.attempts.map((attempt) => attempt.letThroughBy.map((grant) => grant.id))
      : [],
  )

test.each<[string, AgentEvent[], string[][]]>([
  ['a run carries the grant that let it through', [granted('g'), started(1)], [['g']]],
  ['a patch carries the grants of all its files', [granted('g'), granted('h'), patchStarted], [['g', 'h']]],
  [
    'the attempt after a new request was answered, not let through',
    [granted('g'), started(1), stopped, started(2)],
    [['g'], []],
  ],
  ['a connection is let through while its command runs', [started(1), connected('h')], [['h']]],
  ['often by one grant is told once', [started(1), connected('h'), connected('h')], [['h']]],
  ['a connection after the run is told nowhere', [started(1), stopped, connected('h'), started(2)], [[], []]],
  ['a grant belongs to its own call', [granted('g', 'other'), started(1)], [[]]],
  [
    'a grant whose run never came is forgotten with its turn',
    [granted('g'), ended, { type: 'turn.started', turnId: 'u', turnNumber: 2 }, started(1)],
    [[]],
  ],
])('%s', (_title, events, expected) => {
  expect(letThrough(events)).toEqual(expected)
})
