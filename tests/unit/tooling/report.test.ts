import { expect, test } from 'vitest'
import { reportLines } from '../../../scripts/steps/report.mjs'

const file = (name: string, seconds: number, ...rows: readonly (readonly [string, number])[]) => ({
  name: `/clone/tests/${name}`,
  status: 'passed',
  startTime: 1000,
  endTime: 1000 + seconds * 1000,
  assertionResults: rows.map(([fullName, ms]) => ({ status: 'passed', fullName, duration: ms })),
})

test('says where the time went, what the seed took, and what ran whole and why', () => {
  const lines = reportLines(
    [
      file('integration/sandbox/a.test.ts', 4, ['slow row', 3000], ['quick row', 10]),
      file('integration/sandbox/deep/b.test.ts', 2, ['row', 2000]),
      file('unit/main/c.test.ts', 1, ['row', 5]),
      file('e2e/d.test.ts', 3, ['story', 2500]),
    ],
    {
      seed: '7',
      choices: [
        { file: 'tests/integration/sandbox/a.test.ts', name: 'users', chosen: ['root'], of: 2 },
        { file: 'tests/integration/sandbox/a.test.ts', name: 'moments', chosen: ['1', '9'], of: 20 },
      ],
      whole: { whole: ['tests/integration/rehearsal/apply.test.ts'], why: 'changed' },
      most: 2,
    },
  )
  expect(lines).toEqual([
    'Seconds by group (files beside each other count each):',
    '     6.0 s  integration/sandbox (2 files, 3 rows)',
    '     3.0 s  e2e (1 files, 1 rows)',
    '     1.0 s  unit (1 files, 1 rows)',
    'Slowest files:',
    '     4.0 s  integration/sandbox/a.test.ts',
    '     3.0 s  e2e/d.test.ts',
    'Slowest rows:',
    '     3.0 s  integration/sandbox/a.test.ts > slow row',
    '     2.5 s  e2e/d.test.ts > story',
    'By seed 7: 3 of 22 choices taken; the others are taken by other seeds, and all by npm run test:all:',
    '  tests/integration/sandbox/a.test.ts: 3 of 22 (root)',
    'Guards in full: 1 files (changed)',
    '  tests/integration/rehearsal/apply.test.ts',
  ])
})

test('what failed stands at the end again, with what was wrong and without the way through packages', () => {
  const failed = {
    ...file('e2e/d.test.ts', 3),
    assertionResults: [
      { status: 'passed', fullName: 'story', duration: 1 },
      {
        status: 'failed',
        fullName: 'other',
        duration: 1,
        failureMessages: [
          '\u001b[31mError: 1 is not 2\u001b[39m\n    at tests/e2e/d.test.ts:3:1\n    at node_modules/x.js:1:1',
        ],
      },
    ],
  }
  const lines = reportLines([failed], { seed: '7', choices: [], whole: { whole: [], why: 'none' } })
  expect(lines.slice(lines.indexOf('Failed:'))).toEqual([
    'Failed:',
    '  e2e/d.test.ts > other',
    '    Error: 1 is not 2',
    '        at tests/e2e/d.test.ts:3:1',
  ])
})
