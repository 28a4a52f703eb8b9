import { expect, test } from 'vitest'
import { z } from 'zod'
import { readArguments } from '../../../../../src/main/core/tools/tool'

const Any = z.record(z.string(), z.json()).transform((given) => ({ given }))
const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`

test.each([
  ['deep', nested(100), /more than 100 deep/],
  ['so deep that nothing could follow it', nested(100_000), /more than 100 deep/],
  ['of many values', `{"a":[${'{},'.repeat(60_000)}1]}`, /more than 100000 values/],
  ['of many numbers', `{"a":[${'1,'.repeat(120_000)}1]}`, /more than 100000 values/],
])('arguments that are %s are a problem that is told', (_, text, problem) => {
  expect(readArguments(text, Any)).toEqual({ problem: expect.stringMatching(problem) as string })
})

test.each([
  ['brackets and quotation marks in a text', { a: `${'["\\'.repeat(60_000)}${','.repeat(60_000)}` }],
  ['lists beside each other', { a: Array.from({ length: 1000 }, () => [1]) }],
])('%s are none', (_, given) => {
  expect(readArguments(JSON.stringify(given), Any)).toEqual({ given })
})
