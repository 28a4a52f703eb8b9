import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter, type InputLine } from '../../../../../src/main/hosts/protocol/line-splitter'

function split(pieces: readonly Uint8Array[], limit = 100): InputLine[] {
  const splitter = new LineSplitter(limit)
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each<[string, Uint8Array[], InputLine[]]>([
  [
    'lines, one over three pieces',
    [bytes('{"a"'), bytes(':1'), bytes('}\n{}\n')],
    [
      { kind: 'line', text: '{"a":1}' },
      { kind: 'line', text: '{}' },
    ],
  ],
  ['empty lines and \\r\\n', [bytes('\n\r\n  \n{}\r\n')], [{ kind: 'line', text: '{}\r' }]],
  [
    'a character cut between pieces',
    [bytes('é\n').subarray(0, 1), bytes('é\n').subarray(1)],
    [{ kind: 'line', text: 'é' }],
  ],
  [
    'text with no line end',
    [bytes('{}\n{"id"')],
    [
      { kind: 'line', text: '{}' },
      { kind: 'unfinished', text: '{"id"' },
    ],
  ],
  [
    'bytes that are no UTF-8, and the line behind them',
    [Uint8Array.of(0xff, 0xfe, 0x0a), bytes('{}\n')],
    [{ kind: 'not-utf8' }, { kind: 'line', text: '{}' }],
  ],
  [
    'a line that is too long, once, and the line behind it',
    [bytes('x'.repeat(60)), bytes('x'.repeat(60)), bytes('x\n{}\n')],
    [
      { kind: 'too-long', limit: 100 },
      { kind: 'line', text: '{}' },
    ],
  ],
  ['a line of exactly the limit', [bytes(`${'x'.repeat(100)}\n`)], [{ kind: 'line', text: 'x'.repeat(100) }]],
  ['nothing', [], []],
])('%s', (_, pieces, expected) => {
  expect(split(pieces)).toEqual(expected)
})

test('the same lines however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(300)), (input, cuts) => {
      const places = [...new Set([0, ...cuts, input.length])].filter((at) => at <= input.length)
      places.sort((a, b) => a - b)
      const pieces = places.slice(1).map((end, at) => input.subarray(places[at], end))
      expect(split(pieces, 50)).toEqual(split([input], 50))
    }),
  )
})
