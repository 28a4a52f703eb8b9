import { GranularSwitches } from '@shared/domain/approval-policy'
import { expect, test } from 'vitest'
import { approvalOptionsWith, pickedPolicy } from '../../../../src/renderer/state/policy-options'

const named = ['untrusted', 'effects', 'on-failure', 'on-request', 'never']

test('a policy with switches is shown as it is, ahead of those that can be picked', () => {
  const policy = { granular: GranularSwitches.parse({ rules: false }) }
  const [first, ...rest] = approvalOptionsWith(policy)
  expect([first?.label, first?.hint, rest.map((row) => row.value)]).toEqual([
    'Ask by kind',
    'As on-request, but refuse without asking: rules',
    named,
  ])
})

test('a named policy is one of the five', () => {
  expect(approvalOptionsWith('never').map((row) => row.value)).toEqual(named)
})

test.each([
  ['never', 'never'],
  ['granular', undefined],
  ['yolo', undefined],
])('picking %s gives %s', (value, policy) => {
  expect(pickedPolicy(value)).toBe(policy)
})
