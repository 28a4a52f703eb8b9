import type { ApprovalRequest } from '@shared/domain/approval'
import { expect, test } from 'vitest'
import { closedAbout, closedText } from '../../../../../src/renderer/features/approvals/closed-text'
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

test.each([
  ['denied', { kind: 'deny' }, 'Would delete dist (1 file, 9 bytes).'],
  ['applied', { kind: 'apply', rehearsal: 'r' }, 'Deletes dist.'],
  ['allowed', { kind: 'allow', offerId: 'only-this' }, 'Deletes dist.'],
] as const)('what was %s is said as it is then: %j', (_title, decision, expected) => {
  const none = { created: 0, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }
  const request = approval('a', {
    state: 'answered',
    decision,
    effect: {
      act: {
        kind: 'files',
        verb: 'delete',
        state: 'one',
        things: 1,
        exact: true,
        names: [{ name: 'dist' }],
      },
    },
    rehearsal: {
      state: 'found',
      found: {
        ...{
          status: 'done',
          exitCode: 0,
          durationMs: 1,
          output: '',
          attempts: [],
          limits: [],
          moreLimits: 0,
        },
        counts: { ...none, deleted: 1, files: 1, bytes: 9 },
        changes: [{ path: '/work/dist', kind: 'deleted', type: 'folder', bytes: 9, content: 'none' }],
      },
    },
    naming: { roots: ['/work'], home: '/home/me' },
  })
  expect(closedAbout(request)).toBe(expected)
})
