import type { ApprovalRequest, Offer } from '@shared/domain/approval'
import type { ShownRehearsal } from '@shared/domain/request-rehearsal'
import { offerInWords } from '@shared/messages/offer'
import { expect, test } from 'vitest'
import { choices } from '../../../../../src/main/hosts/acp/permission'
import { questionOf } from '../../../../../src/main/hosts/app-server-v2/question-of'
import { decideByReview } from '../../../../../src/main/hosts/protocol/decide-by-review'
import { plainYes } from '../../../../../src/main/hosts/protocol/plain-yes'
import { sampleRequest } from '../../../../fakes/sample-request'

/** What a plain yes puts in place of a run, on every wire that has one. */

const found = (applies: ShownRehearsal['applies']): ShownRehearsal => ({
  ...{ status: 'done', exitCode: 0, durationMs: 1, output: '', limits: [], moreLimits: 0, attempts: [] },
  changes: [{ path: '/home/me/made', kind: 'created', type: 'folder', bytes: 0, content: 'none' }],
  counts: { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 },
  ...(applies && { applies }),
})
const run = (mayFail?: 'lacks'): Offer => ({
  ...{ id: 'only-this', kind: 'only-this', grants: [], scopes: ['once', 'session'] },
  means: { kind: 'run', ...(mayFail && { mayFail }) },
})
const outside: Offer = {
  ...{ id: 'outside', kind: 'outside', grants: [{ kind: 'unsandboxed' }], scopes: ['once'] },
  means: { kind: 'run' },
}
const possible = { kind: 'possible', id: 'h1' } as const
const request = (
  why: ApprovalRequest['stop']['why'],
  offers: Offer[],
  applies: ShownRehearsal['applies'] = possible,
): ApprovalRequest => ({
  ...sampleRequest,
  ...{ stage: 'first', offers, rehearsal: { state: 'found', found: found(applies) } },
  stop: { boundary: 'approval-policy', why, evidence: [] },
})
const effects = { kind: 'effects' } as const
const notListed = { kind: 'not-listed' } as const
const apply = { kind: 'apply', rehearsal: 'h1' }
const allow = (scope: string) => ({ kind: 'allow', offerId: 'only-this', scope })

test.each([
  ['of effects', request(effects, [run(), outside]), apply, allow('session')],
  ['of what no grant gives', request(notListed, [run('lacks'), outside]), apply, apply],
  ['of another policy', request(notListed, [run(), outside]), allow('once'), allow('session')],
  [
    'that cannot be put in place',
    request(effects, [run(), outside], { kind: 'run', because: 'guarded' }),
    allow('once'),
    allow('session'),
  ],
  [
    'outside alone',
    request(effects, [outside]),
    { ...allow('once'), offerId: 'outside' },
    { ...allow('once'), offerId: 'outside' },
  ],
] as const)('a plain yes to a rehearsal %s, for once and for the session', (_, asked, once, session) => {
  expect([decideByReview('approved', asked), decideByReview('approved_for_session', asked)]).toEqual([
    once,
    session,
  ])
  const { decide } = questionOf(asked, 't1')
  expect(decide({ kind: 'result', result: { decision: 'accept' } })).toEqual(once)
  const [first] = choices(asked)
  expect(first?.decision).toEqual(once)
})

test('what it does is said, and for how long', () => {
  const asked = request(notListed, [run('lacks'), outside])
  const yes = plainYes(asked)
  expect([yes?.scopes, yes && offerInWords(yes, asked)]).toEqual([
    ['once'],
    'Only this: what its rehearsal showed is applied, and it does not run again. Would create /home/me/made.',
  ])
  expect(choices(asked).map(({ option }) => option.name)).toEqual([
    'Apply what was rehearsed',
    expect.stringMatching(/^Allow once, outside the sandbox/),
    'Deny, and let the agent go on',
    'Deny and stop',
  ])
  const { params } = questionOf(asked, 't1')
  expect(params).toMatchObject({ availableDecisions: ['accept', 'decline', 'cancel'] })
})

test('what a yes for the session gives is said with it', () => {
  const grants = [{ kind: 'write', path: '/home/me/x', extent: 'file' } as const]
  const yes = plainYes(request(effects, [{ ...run(), grants }, outside]))
  expect([yes?.scopes, yes?.means]).toEqual([
    ['once', 'session'],
    {
      kind: 'said',
      text: 'Only this: what its rehearsal showed is applied, and it does not run again. Would create /home/me/made. A yes for the session is for runs inside the sandbox, plus write to /home/me/x.',
    },
  ])
})
