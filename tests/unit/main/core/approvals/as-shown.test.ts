import { expect, test } from 'vitest'
import type { ApprovalRequest, Offer } from '@shared/domain/approval'
import { asShown } from '../../../../../src/main/core/approvals/approval-queue'

const offer = (id: string, path: string): Offer => ({
  ...{ id, kind: 'only-this', scopes: ['once'], means: { kind: 'run' } },
  grants: [{ kind: 'write', path, extent: 'file' }],
})
/** What matters of a request here: its offers. */
const request = (...offers: readonly Offer[]) => ({ offers }) as unknown as ApprovalRequest

const [now, before] = [
  request(offer('both', '/narrow'), offer('new', '/n')),
  request(offer('both', '/wide'), offer('old', '/o')),
]

test.each([
  ['what is shown now', 'new', now.offers],
  ['what is shown now under the same name as before', 'both', now.offers],
  ['what was shown before alone', 'old', before.offers],
  ['what was never shown', 'none', now.offers],
])('a yes to %s', (_, offerId, offers) => {
  expect(asShown({ request: now, before }, { kind: 'allow', offerId }).offers).toEqual(offers)
  expect(asShown({ request: now, before: undefined }, { kind: 'allow', offerId }).offers).toEqual(now.offers)
})

test('a no is to what is shown now', () => {
  expect(asShown({ request: now, before }, { kind: 'deny' })).toBe(now)
})
