import type { ApprovalRequest } from '@shared/domain/approval'
import { expect, test } from 'vitest'
import { closedText } from '../../../../../src/renderer/features/approvals/closed-text'
import { approval } from '../../samples'

const allowed: Partial<ApprovalRequest> = {
  state: 'answered',
  decision: { kind: 'allow', offerId: 'only-this' },
}

test.each([
  [
    'an allow in the sandbox',
    { request: approval('a', allowed), reply: undefined },
    'Allowed',
    'Allowed once, only this.',
  ],
  [
    'an allow outside',
    {
      request: approval('a', { ...allowed, decision: { kind: 'allow', offerId: 'outside' } }),
      reply: undefined,
    },
    'Allowed',
    'Allowed once, outside the sandbox.',
  ],
  [
    'an allow for the session',
    {
      request: approval('a', {
        ...allowed,
        decision: { kind: 'allow', offerId: 'only-this', scope: 'session' },
      }),
      reply: undefined,
    },
    'Allowed',
    'Allowed for this session: the same is not asked again in it.',
  ],
  [
    'an allow for once, said as such',
    {
      request: approval('a', {
        ...allowed,
        decision: { kind: 'allow', offerId: 'only-this', scope: 'once' },
      }),
      reply: undefined,
    },
    'Allowed',
    'Allowed once, only this.',
  ],
  [
    'a command of the person’s own',
    {
      request: approval('a', { state: 'answered', decision: { kind: 'edit', command: ['x'] } }),
      reply: undefined,
    },
    'Edited',
    'Your command is checked now, and asked about before it runs.',
  ],
  [
    'a grant given meanwhile',
    { request: approval('a', { ...allowed, decidedBy: 'grant' }), reply: undefined },
    'Allowed by a grant',
    'Your new grant also covers this request.',
  ],
  [
    'a connection that nobody answered about',
    { request: approval('a', { state: 'cancelled', stage: 'network' }), reply: undefined },
    'Cancelled',
    'Nobody answered before the wait was over. The connection was not made.',
  ],
  [
    'an end without an answer',
    { request: approval('a', { state: 'cancelled' }), reply: undefined },
    'Cancelled',
    'Nobody answered. The turn that asked has ended.',
  ],
  [
    'a second answer',
    {
      request: approval('a', {}),
      reply: { kind: 'already', state: 'answered', decidedBy: 'terminal' } as const,
    },
    'Answered',
    'Already answered in the terminal. This answer changed nothing.',
  ],
  [
    'an answer to nothing',
    { request: approval('a', {}), reply: { kind: 'unknown' } as const },
    'Expired',
    'This request is not known any more. This answer changed nothing.',
  ],
])('%s is told as it is', (_title, note, badge, text) => {
  expect(closedText(note)).toEqual({ badge, text })
})
