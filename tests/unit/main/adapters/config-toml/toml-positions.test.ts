import { expect, test } from 'vitest'
import { findTomlPosition } from '../../../../../src/main/adapters/config-toml/toml-positions'

const source = `# a comment with key = 1
top = "a # not a comment" # a comment
text = """
[not.a.table]
hidden = 1 \\""" still inside
end"""" # one quote belongs to the text
raw = '''
hidden = 'x'
'''
date = 1979-05-27 07:32:00
dotted . "quo.ted" . 'single' = { inner = [ 1, { deep = "}" } ], other.part = true }

[ tables . "with ] bracket" ] # header
value = [
  "one", # first
  'two',
  [ "]",
    "nested" ],
]
[[list]]
name = 1
[[list]]
late = 2
[[list.below]]
a = 1
[[list.below]]
a = 2
[list.table]
b = 3
`

test.each<[path: (string | number)[], place: string | undefined]>([
  [['top'], '2:1'],
  [['text'], '3:1'],
  [['raw'], '7:1'],
  [['date'], '10:1'],
  [['dotted'], '11:1'],
  [['dotted', 'quo.ted'], '11:10'],
  [['dotted', 'quo.ted', 'single'], '11:22'],
  [['dotted', 'quo.ted', 'single', 'inner', 1, 'deep'], '11:50'],
  [['dotted', 'quo.ted', 'single', 'other', 'part'], '11:72'],
  [['tables', 'with ] bracket', 'value', 1], '16:3'],
  [['tables', 'with ] bracket', 'value', 2, 1], '18:5'],
  [['list'], '20:3'],
  [['list', 0, 'name'], '21:1'],
  [['list', 1, 'late'], '23:1'],
  [['list', 1], '22:3'],
  [['list', 1, 'below', 0, 'a'], '25:1'],
  [['list', 1, 'below', 1, 'a'], '27:1'],
  [['list', 1, 'below', 1, 'missing'], '26:8'],
  [['list', 1, 'table', 'b'], '29:1'],
  [['tables', 'with ] bracket', 'missing'], '13:12'],
  [['dotted', 'quo.ted', 'single', 'missing', 'more'], '11:22'],
  [['hidden'], undefined],
  [['not', 'a', 'table'], undefined],
  [[], undefined],
])('%j stands at %s', (path, place) => {
  const found = findTomlPosition(source, path)
  expect(found && `${found.line}:${found.column}`).toBe(place)
})
