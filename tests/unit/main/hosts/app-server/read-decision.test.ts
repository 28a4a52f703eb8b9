import type { Decision, Offer } from '@shared/domain/approval'
import type { GrantScope } from '@shared/domain/stored-grant'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClientAnswer } from '../../../../../src/main/hosts/app-server/client-connection'
import { readDecision } from '../../../../../src/main/hosts/app-server/conversations'
import { sampleRequest } from '../../../../fakes/fake-engine'

const offer = (id: Offer['kind'], ...scopes: GrantScope[]): Offer => ({
  id,
  kind: id,
  grants: [],
  scopes,
  means: { kind: 'run' },
})
const both = [offer('only-this', 'once', 'turn', 'session', 'rule'), offer('outside', 'once')]
const said = (decision: unknown): ClientAnswer => ({ kind: 'result', result: { decision } })
const deny: Decision = { kind: 'deny' }
const once: Decision = { kind: 'allow', offerId: 'only-this', scope: 'once' }

test.each<[string, ClientAnswer, readonly Offer[], boolean, Decision]>([
  ['approved is the first offer, once', said('approved'), both, false, once],
  ['for the session', said('approved_for_session'), both, false, { ...once, scope: 'session' }],
  [
    'for the session where that is not offered',
    said('approved_for_session'),
    [offer('outside', 'once')],
    false,
    { kind: 'allow', offerId: 'outside', scope: 'once' },
  ],
  ['approved where nothing is offered', said('approved'), [], false, deny],
  ['denied', said('denied'), both, false, deny],
  ['abort', said('abort'), both, false, { kind: 'abort' }],
  ['an unknown word', said('yes'), both, false, deny],
  ['another case', said('Approved'), both, false, deny],
  ['a boolean', said(true), both, false, deny],
  ['no decision', { kind: 'result', result: {} }, both, false, deny],
  ['no result', { kind: 'result', result: undefined }, both, false, deny],
  ['a bare word', { kind: 'result', result: 'approved' }, both, false, deny],
  ['a list', { kind: 'result', result: [{ decision: 'approved' }] }, both, false, deny],
  ['an error', { kind: 'error' }, both, true, deny],
  ['a client that is gone', { kind: 'gone' }, both, true, deny],
  [
    'an offer from a client that never said it knows them',
    said({ allow: { offerId: 'only-this' } }),
    both,
    false,
    deny,
  ],
  [
    'an offer',
    said({ allow: { offerId: 'outside' } }),
    both,
    true,
    { kind: 'allow', offerId: 'outside', scope: 'once' },
  ],
  [
    'an offer with a scope',
    said({ allow: { offerId: 'only-this', scope: 'rule' } }),
    both,
    true,
    { ...once, scope: 'rule' },
  ],
  [
    'a scope that is not offered',
    said({ allow: { offerId: 'outside', scope: 'session' } }),
    both,
    true,
    deny,
  ],
  ['an offer that is not there', said({ allow: { offerId: 'all' } }), both, true, deny],
  ['an offer and a denial', said({ allow: { offerId: 'outside' }, deny: {} }), both, true, deny],
  [
    'a denial with words',
    said({ deny: { message: 'use npm' } }),
    both,
    true,
    { kind: 'deny', message: 'use npm' },
  ],
])('%s', (...row) => {
  const [, answer, offers, scoped, expected] = row
  expect(readDecision(answer, sampleRequest({ offers: [...offers] }), scoped)).toEqual(expected)
})

test('nothing else that a client can say is a yes', () => {
  const yes = new Set(['approved', 'approved_for_session'])
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const decision = readDecision(said(value), sampleRequest({ offers: both }), false)
      expect(decision.kind === 'allow').toBe(typeof value === 'string' && yes.has(value))
    }),
  )
})
