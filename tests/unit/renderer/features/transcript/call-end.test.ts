import type { ApprovalRequest } from '@shared/domain/approval'
import { expect, test } from 'vitest'
import { callEndText } from '../../../../../src/renderer/features/transcript/call-end'
import { approval } from '../../samples'

test.each<[string, Partial<ApprovalRequest>, string | undefined]>([
  ['waits', {}, undefined],
  ['was denied', { state: 'answered', decision: { kind: 'deny' } }, 'You denied it.'],
  [
    'was denied with a word',
    { state: 'answered', decision: { kind: 'deny', message: 'no' } },
    'You denied it and said: no',
  ],
  ['was withdrawn', { state: 'cancelled' }, 'The turn ended before anyone answered.'],
  [
    'expired before it ran',
    { state: 'expired', stage: 'first' },
    'Expired. Nothing ran, and no agent is waiting for this any more.',
  ],
  [
    'expired after the sandbox had stopped it',
    { state: 'expired', stage: 'retry' },
    'Expired. It did not run again, and no agent is waiting for this any more.',
  ],
  [
    'expired as a patch',
    { state: 'expired', stage: 'retry', kind: 'patch' },
    'Expired. Nothing was changed, and no agent is waiting for this any more.',
  ],
  [
    'expired with a connection waiting',
    { state: 'expired', stage: 'network' },
    'Expired. The connection was not made, and no agent is waiting for it any more.',
  ],
  [
    'had a connection denied',
    { stage: 'network', state: 'answered', decision: { kind: 'deny' } },
    'You denied the connection. The command went on without it.',
  ],
  [
    'had a connection nobody answered about',
    { stage: 'network', state: 'cancelled' },
    'Nobody answered about the connection, so it was not made.',
  ],
  [
    'had a connection allowed',
    { stage: 'network', state: 'answered', decision: { kind: 'allow', offerId: 'only-this' } },
    undefined,
  ],
])('a call that %s', (_title, change, text) => {
  const request = approval('a', change)
  expect(callEndText({ key: 'k', callId: 'c', attempts: [], request, ended: undefined })).toBe(text)
})

test.each<[string, Partial<ApprovalRequest>, string | undefined]>([
  ['nothing more where nothing was said', { decision: { kind: 'deny' } }, ''],
  ['nothing more where the turn was stopped', { decision: { kind: 'abort' } }, ''],
  ['what was said', { decision: { kind: 'deny', message: 'no' } }, 'You said: no'],
])('under a head that says who denied it a card says %s', (_title, change, text) => {
  const request = approval('a', { state: 'answered', ...change })
  const ended = { kind: 'refused', reason: 'It was denied.' } as const
  expect(callEndText({ key: 'k', callId: 'c', attempts: [], request, ended })).toBe(text)
})
