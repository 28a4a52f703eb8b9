import type { Finding, ReviewOutput } from '@shared/domain/review'
import { acceptedFindingsText, reviewHint, reviewText } from '@shared/messages/review'
import { expect, test } from 'vitest'

const one: Finding = {
  id: 'f1',
  title: 'Close the file',
  body: 'It leaks.\n\nAlways.',
  priority: 1,
  confidence: 0.9,
  place: { path: '/work/a.ts', lines: { start: 3, end: 5 } },
}
const other: Finding = { id: 'f2', title: 'Name it', body: '', priority: 3 }
const output: ReviewOutput = {
  findings: [one, { ...other, place: { path: '/work/b.ts', lines: { start: 7, end: 7 } } }],
  correctness: 'patch is incorrect',
  explanation: 'It leaks.',
  leftOut: 2,
}

test('what a review came to reads like a list', () => {
  expect(reviewText(output)).toBe(
    [
      'patch is incorrect: It leaks.',
      '',
      'Findings (2):',
      '- [P1] Close the file — /work/a.ts:3-5',
      '  It leaks.',
      '',
      '  Always.',
      '- [P3] Name it — /work/b.ts:7',
      '2 more could not be read, or were too many.',
    ].join('\n'),
  )
})

test('a review that found and said nothing says that', () => {
  expect(reviewText({ findings: [], correctness: '', explanation: '', leftOut: 0 })).toBe('No findings.')
})

test('the message to the agent holds what was accepted', () => {
  expect(acceptedFindingsText('commit abc', [other])).toBe(
    'I accept this finding of the review of commit abc. Look at each, and mend it:\n\n- [P3] Name it',
  )
})

test.each([
  [{ kind: 'uncommitted' } as const, 'uncommitted changes'],
  [{ kind: 'branch', branch: 'main' } as const, 'changes against main'],
  [{ kind: 'commit', commit: 'f'.repeat(40) } as const, 'commit ffffffffff'],
  [{ kind: 'custom', text: 'x'.repeat(200) } as const, `${'x'.repeat(100)}…`],
])('%j goes by a short name', (target, hint) => {
  expect(reviewHint(target)).toBe(hint)
})
