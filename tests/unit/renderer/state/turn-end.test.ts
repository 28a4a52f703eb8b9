import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { buildTranscript } from '../../../../src/renderer/state/transcript'
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
