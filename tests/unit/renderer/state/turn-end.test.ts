import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { buildTranscript } from '../../../../src/renderer/state/transcript'
import { turnChangesKey } from '../../../../src/renderer/state/restore-actions'
import { restoreWayAt } from '../../../../src/renderer/state/restore-way'
import { retryAt } from '../../../../src/renderer/state/turn-end'
import { numbered } from '../samples'
import { shortly } from './shortly'

const message: AgentEvent = { type: 'user.message', text: 'Go' }
const fault: AgentEvent = { type: 'error.reported', fault: { code: 'server-error', message: 'down' } }
const ended = (outcome: 'completed' | 'interrupted' | 'failed'): AgentEvent => ({
  type: 'turn.finished',
  turnId: 't',
  outcome,
})
const configured: AgentEvent = {
  type: 'session.configured',
  cwd: '/work',
  provider: 'p',
  model: 'other',
  approvalPolicy: 'never',
  sandboxPolicy: { mode: 'read-only', network_access: false },
}

test.each<[string, AgentEvent[], string[], string | undefined]>([
  [
    'a fault that ended a turn',
    [message, fault, ended('failed')],
    ['user Go', 'fault server-error'],
    'fault server-error',
  ],
  ['a turn that failed without one', [message, ended('failed')], ['user Go', 'failed'], 'failed'],
  ['an interrupted turn', [message, ended('interrupted')], ['user Go', 'interrupted'], 'interrupted'],
  [
    'a fault, after which another model was chosen',
    [message, fault, ended('failed'), configured],
    ['user Go', 'fault server-error', 'configured other'],
    'fault server-error',
  ],
  [
    'a fault of an earlier turn is none of this one',
    [message, fault, ended('failed'), message, ended('failed')],
    ['user Go', 'fault server-error', 'user Go', 'failed'],
    'failed',
  ],
  [
    'a fault that the turn went on after',
    [message, fault, ended('completed')],
    ['user Go', 'fault server-error'],
    undefined,
  ],
  ['a turn that goes on', [message, fault], ['user Go', 'fault server-error'], undefined],
  [
    'a turn after the failed one',
    [message, fault, ended('failed'), message],
    ['user Go', 'fault server-error', 'user Go'],
    undefined,
  ],
])('asking again is offered once, at the end: %s', (_, events, shown, offered) => {
  const { items } = buildTranscript(numbered([{ ...message, text: 'First' }, ended('completed'), ...events]))
  expect(items.slice(1).map(shortly)).toEqual(shown)
  const at = items.findLast(({ key }) => key === retryAt(items))
  expect(at && shortly(at)).toBe(offered)
})

test.each([
  ['a command that may have changed files', undefined, { unifiedDiff: '', turn: 3 }],
  ['a command that only reads', [{ type: 'read' as const, cmd: 'cat a', name: 'a', path: 'a' }], undefined],
])('what a turn with %s changed is asked for: %#', (_title, summary, expected) => {
  const events: AgentEvent[] = [
    { type: 'turn.started', turnId: 't', turnNumber: 3 },
    message,
    {
      ...{ type: 'command.started', callId: 'c', attempt: 1, command: ['make'], cwd: '/work' },
      ...{ confinement: 'bubblewrap', grants: [], summary },
    },
    ended('completed'),
  ]
  const line = buildTranscript(numbered(events)).items.find(({ kind }) => kind === 'turn-diff')
  if (expected === undefined) expect(line).toBe(undefined)
  else expect(line).toMatchObject(expected)
})

const patched: AgentEvent = {
  type: 'turn.diff',
  turnId: 't',
  unifiedDiff: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n',
}
const ran: AgentEvent = {
  ...{ type: 'command.started', callId: 'c', attempt: 1, command: ['make'], cwd: '/work' },
  ...{ confinement: 'bubblewrap', grants: [] },
}
const turn = (turnNumber: number, ...events: readonly AgentEvent[]): AgentEvent[] => [
  { type: 'turn.started', turnId: 't', turnNumber },
  message,
  ...events,
  ended('completed'),
]
const restored = (way: 'undo' | 'redo'): AgentEvent => ({
  ...{ type: 'files.restored', way, turnNumber: 2, files: 1, left: [] },
})
const outside: AgentEvent = {
  ...{ type: 'files.restored', way: 'undo', files: 1, left: [] },
  run: { id: 'r', callId: 'c', title: 'make' },
}

test.each<[string, AgentEvent[], string, readonly (string | undefined)[]]>([
  ['only the last changes', [...turn(1, patched), ...turn(2, patched)], '', [undefined, 'undo']],
  ['what commands changed as well', [...turn(1, patched), ...turn(2, ran)], 'diff', [undefined, 'undo']],
  ['not what turned out to be nothing', [...turn(1, patched), ...turn(2, ran)], '', ['undo', undefined]],
  [
    'what was taken back, again',
    [...turn(1, patched), ...turn(2, patched), restored('undo')],
    '',
    [undefined, 'redo'],
  ],
  [
    'what was done again',
    [...turn(1, patched), ...turn(2, patched), restored('undo'), restored('redo')],
    '',
    [undefined, 'undo'],
  ],
  [
    'nothing, where the turn before was taken back too',
    [...turn(1, patched), ...turn(2, patched), restored('undo'), restored('undo')],
    '',
    [undefined, undefined],
  ],
  [
    'what a run outside is not about',
    [...turn(1, patched), ...turn(2, patched), outside],
    '',
    [undefined, 'undo'],
  ],
])('where the changes of turns are shown, %s can be put back', (_title, events, commands, expected) => {
  const transcript = buildTranscript(numbered(events))
  const lines = transcript.items.filter(({ kind }) => kind === 'turn-diff')
  const turnChanges = Object.fromEntries(
    lines.flatMap((item) =>
      item.kind === 'turn-diff' && item.turn !== undefined ? [[turnChangesKey('s', item.key), commands]] : [],
    ),
  )
  expect(
    lines.map(({ key }) => restoreWayAt({ transcripts: { s: transcript }, turnChanges }, 's', key)),
  ).toEqual(expected)
})
