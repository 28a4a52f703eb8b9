import { describe, expect, test } from 'vitest'
import { lateIn, SeedReporter } from '../../../scripts/steps/seed-reporter.mjs'

/** A file with these limits of its tests that have not ended, as far as the reporter looks at it. */
const fileWith = (...limits: readonly number[]) =>
  ({
    type: 'module',
    relativeModuleId: 'tests/x.test.ts',
    children: {
      *allTests() {
        for (const [at, timeout] of limits.entries())
          yield {
            options: { timeout },
            fullName: `row ${String(at)}`,
            module: { relativeModuleId: 'tests/x.test.ts' },
          }
      },
    },
  }) as unknown as Parameters<typeof lateIn>[0]

describe('a file that nothing was heard of', () => {
  test.each([
    ['within its limit and a minute', [90_000], [149_000, 0], []],
    [
      'beyond it',
      [90_000],
      [151_000, 0],
      [/^✗ tests\/x\.test\.ts > row 0 has not ended: .*151 s.*limit of 90 s/],
    ],
    ['beyond it while it prepares', [90_000], [500_000, 600_000], []],
    ['beyond what preparing may take', [90_000], [661_000, 600_000], [/row 0 has not ended/]],
    ['with nothing left to run', [], [900_000, 0], []],
    ['without any limit', [0], [900_000, 0], []],
  ] as const)('%s', (_, limits, [ms, least], lines) => {
    const said = lateIn(fileWith(...limits), ms, least)
    expect(said).toHaveLength(lines.length)
    for (const [at, line] of lines.entries()) expect(said[at]).toMatch(line)
  })
})

test('every event that is taken is one of vitest’s', () => {
  const known = ['onHookEnd', 'onHookStart', 'onTestCaseReady', 'onTestCaseResult', 'onTestModuleEnd']
  const names = Object.getOwnPropertyNames(SeedReporter.prototype).filter((name) => name.startsWith('on'))
  expect(names.sort()).toEqual([...known, 'onTestModuleStart', 'onTestRunEnd', 'onTestRunStart'])
})
