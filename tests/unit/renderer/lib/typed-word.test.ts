import { expect, test } from 'vitest'
import { isWordTyped } from '../../../../src/renderer/lib/typed-word'

test.each([
  ['as it stands', 'delete', 'delete'],
  ['in capitals, with blanks round it', ' DELETE ', 'delete'],
  ['with ö as two characters, as macOS and some input methods give it', 'lo\u0308schen', 'löschen'],
  ['with Ö as two characters', 'LO\u0308SCHEN', 'löschen'],
  ['where the word itself stands so', 'löschen', 'lo\u0308schen'],
  ['in full-width letters', 'ｄｅｌｅｔｅ', 'delete'],
])('a word counts %s', (_, typed, expected) => {
  expect(isWordTyped(typed, expected)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['a blank', ' '],
  ['a full-width blank', '\u3000'],
  ['its beginning', 'delet'],
  ['more than it', 'delete it'],
  ['two of it', 'deletedelete'],
  ['a letter of another alphabet that looks like its own', 'd\u0435lete'],
  ['an accent on it', 'delete\u0301'],
  ['an accent within it', 'de\u0301lete'],
  ['a character in it that is not seen', 'del\u200Bete'],
  ['a soft hyphen in it', 'del\u00ADete'],
  ['a joiner behind it', 'delete\u200D'],
  ['an order turned round', '\u202Eeteled'],
  ['a blank in it', 'del ete'],
  ['a dotless letter', 'wr\u0131te'],
])('%s is not the word', (_, typed) => {
  expect([isWordTyped(typed, 'delete'), isWordTyped(typed, 'write')]).toEqual([false, false])
})

test.each(['', ' ', '\u3000'])('where no word is expected none is typed: "%s"', (typed) => {
  expect([isWordTyped(typed, ''), isWordTyped(typed, ' ')]).toEqual([false, false])
})

test('a letter with its accent is another than the one without', () => {
  expect([isWordTyped('loschen', 'löschen'), isWordTyped('lo\u0308\u0308schen', 'löschen')]).toEqual([
    false,
    false,
  ])
})
