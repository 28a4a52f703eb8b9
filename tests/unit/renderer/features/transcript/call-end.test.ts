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
