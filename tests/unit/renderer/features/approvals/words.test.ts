import type { ApprovalRequest } from '@shared/domain/approval'
import { expect, test } from 'vitest'
import { closedText } from '../../../../../src/renderer/features/approvals/closed-text'
import { wordToType } from '../../../../../src/renderer/features/approvals/typed-word'
import { approval } from '../../samples'

test.each([
  ['Deletes 312 files in ~/.pi.', 'delete'],
  ['Changes the mode of ~/x.', 'change'],
  ['Overwrites a file.', 'overwrite'],
  ['Pushes to origin.', 'push'],
  ['Runs rm -rf x.', 'run'],
  ['312 files go.', 'allow'],
])('%s asks for the word %s', (effect, word) => {
  expect(wordToType(effect)).toBe(word)
})

const allowed: Partial<ApprovalRequest> = {
  state: 'answered',
  decision: { kind: 'allow', offerId: 'only-this' },
}

test.each([
  [
    'an allow in the sandbox',
    { request: approval('a', allowed), reply: undefined },
    'Allowed',
    'Allowed once, only this. It runs again now.',
  ],
  [
    'an allow outside',
    {
      request: approval('a', { ...allowed, decision: { kind: 'allow', offerId: 'outside' } }),
      reply: undefined,
    },
    'Allowed',
    'Allowed once, outside the sandbox. It runs now.',
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
