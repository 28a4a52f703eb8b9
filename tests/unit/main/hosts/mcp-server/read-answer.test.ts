import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReviewDecision } from '../../../../../src/main/hosts/protocol/operation'
import { readAnswer } from '../../../../../src/main/hosts/mcp-server/call-approvals'

const rows: [unknown, ReviewDecision][] = [
  [{ decision: 'approved' }, 'approved'],
  [{ decision: 'approved_for_session' }, 'approved_for_session'],
  [{ decision: 'abort' }, 'abort'],
  [{ action: 'accept', content: { decision: 'approved' } }, 'approved'],
  [{ action: 'accept', decision: 'approved', content: { decision: 'approved' } }, 'approved'],
  [{ action: 'accept', decision: 'approved', content: { decision: 'abort' } }, 'denied'],
  [{ action: 'accept', decision: 'approved', content: 'yes' }, 'denied'],
  [{ action: 'decline', decision: 'approved' }, 'denied'],
  [{ action: 'cancel', content: { decision: 'approved' } }, 'denied'],
  [{ action: 'ACCEPT', content: { decision: 'approved' } }, 'denied'],
  [{ decision: 'Approved' }, 'denied'],
  [{ decision: ['approved'] }, 'denied'],
  [{ content: { decision: 'approved' } }, 'approved'],
  [undefined, 'denied'],
  ['approved', 'denied'],
]
test.each(rows)('%j is %s', (answer, decision) => {
  expect(readAnswer(answer)).toBe(decision)
})

test('no answer is a yes that does not hold the word where it belongs', () => {
  const given = fc.anything({ withNullPrototype: true })
  fc.assert(
    fc.property(given, given, given, (action, decision, content) => {
      expect(readAnswer({ action, decision, content: { decision: content } })).toMatch(/^(denied|abort)$/)
    }),
  )
})
