import { expect, test } from 'vitest'
import { CallSlots, type CallPiece } from '../../../../../src/main/adapters/model-openai/call-slots'

const start = (index: number | undefined, id: string | undefined, args = ''): CallPiece => ({
  index,
  id,
  function: { name: 'shell', arguments: args },
})
const more = (index: number | undefined, args: string): CallPiece => ({
  index,
  function: { arguments: args },
})

test.each<[name: string, pieces: CallPiece[], calls: [id: string, args: string][]]>([
  [
    'by index, interleaved',
    [start(0, 'a'), start(1, 'b'), more(0, '{"x'), more(1, '{}'), more(0, '":1}')],
    [
      ['a', '{"x":1}'],
      ['b', '{}'],
    ],
  ],
  [
    'by id, when every index is 0',
    [start(0, 'a', '{'), more(0, '}'), start(0, 'b', '['), more(0, ']')],
    [
      ['a', '{}'],
      ['b', '[]'],
    ],
  ],
  [
    'by id, when there is no index',
    [start(undefined, 'a', '{'), more(undefined, '}'), start(undefined, 'b', '1')],
    [
      ['a', '{}'],
      ['b', '1'],
    ],
  ],
  [
    'by name, when there is neither',
    [start(undefined, '', '{'), more(undefined, '}'), start(undefined, '', '2')],
    [
      ['', '{}'],
      ['', '2'],
    ],
  ],
  ['as one, when index, id and name are repeated', [start(0, 'a', '{'), start(0, 'a', '}')], [['a', '{}']]],
  [
    'as one, when only the name is repeated',
    [start(0, undefined, '{'), start(0, undefined, '}')],
    [['', '{}']],
  ],
  [
    'with the id that comes late',
    [start(0, undefined, '{'), { index: 0, id: 'late', function: null }, more(0, '}')],
    [['late', '{}']],
  ],
])('calls are told apart %s', (_name, pieces, calls) => {
  const slots = new CallSlots()
  for (const piece of pieces) slots.add(piece)
  expect(slots.calls()?.map((call) => [call.call_id, call.arguments])).toEqual(calls)
})

test('a call without a name is half a call', () => {
  const slots = new CallSlots()
  slots.add(more(0, '{}'))
  expect({ size: slots.size, calls: slots.calls() }).toEqual({ size: 1, calls: undefined })
})
