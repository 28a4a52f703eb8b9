import { laterEnglish } from '@shared/languages/english/later-window'
import { language as french } from '@shared/languages/french/language'
import { language as german } from '@shared/languages/german/language'
import { expect, test } from 'vitest'

test('one line is one line, in each language', () => {
  const said = [laterEnglish, german.later, french.later].map(({ patch }) => [
    patch.added(1),
    patch.removed(2),
  ])
  expect(
    said.map(([one = '', two = '']) => [/lines|Zeilen|lignes/.test(one), /lines|Zeilen|lignes/.test(two)]),
  ).toEqual(said.map(() => [false, true]))
})
