import { expect, test } from 'vitest'
import { belowText, isPanelPart } from '../../../../../src/renderer/features/approvals/below-strip'

test('what is below is named once each, in the order of the page; nothing below says nothing', () => {
  expect(belowText(['moreFacts', 'look', 'look', undefined, 'claim'])).toBe(
    'Below: more facts, look-through, the agent’s claim',
  )
  expect(belowText([])).toBeUndefined()
  expect(belowText([undefined])).toBe('More below')
})

test('only marks of the panel count as parts', () => {
  expect(['view', 'other', undefined].map(isPanelPart)).toEqual([true, false, false])
})
