import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteLength } from '../../../../../src/main/core/text/cut-text'
import { previewForLog } from '../../../../../src/main/core/telemetry/observe-tools'

const notice = '[... telemetry preview truncated ...]'

test.each(['', 'one line', 'a\n'.repeat(64), 'x'.repeat(2048)])('what fits is left as it is (%#)', (text) => {
  expect(previewForLog(text)).toBe(text)
})

test.each([
  ['too many lines', 'a\n'.repeat(65), `${'a\n'.repeat(64)}${notice}`],
  ['too many bytes', 'x'.repeat(2049), `${'x'.repeat(2048)}\n${notice}`],
  ['a character at the cut', `x${'é'.repeat(2000)}`, `x${'é'.repeat(1023)}\n${notice}`],
])('%s: the beginning and the notice', (_, text, expected) => {
  expect(previewForLog(text)).toBe(expected)
})

test('never more than 2 KiB and 64 lines of the text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 80 }), (lines) => {
      const shown = previewForLog(lines.join('\n')).replace(`\n${notice}`, '')
      expect(byteLength(shown)).toBeLessThanOrEqual(2048 + notice.length)
      expect(shown.replace(/\n$/, '').split('\n').length).toBeLessThanOrEqual(65)
    }),
    { numRuns: 40 },
  )
})
