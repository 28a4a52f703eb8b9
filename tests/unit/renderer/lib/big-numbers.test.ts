import { english } from '@shared/languages/english/messages'
import { messages as german } from '@shared/languages/german/messages'
import { expect, test } from 'vitest'
import { language } from '@shared/languages/german/language'
import { laterStrings } from '../../../../src/renderer/lib/later-strings'

test('large numbers have the separators of their language', () => {
  const many = 50_000
  expect([
    english.effect.files(many),
    english.effect.also(many),
    english.glance.fate.untracked(many),
    laterStrings.rehearsal.apply(many - 1, many),
    laterStrings.restore.put('undo', many),
    laterStrings.patch.added(many),
  ]).toEqual([
    '50,000 files',
    ', deletes 50,000 of them',
    '50,000 untracked',
    'Apply 49,999 of 50,000 changes',
    'Put back 50,000 files',
    '50,000 lines added',
  ])
  expect([
    german.effect.files(many),
    german.glance.fate.untracked(many),
    language.later.rehearsal.apply(many - 1, many),
  ]).toEqual(['50.000 Dateien', '50.000 unversioniert', '49.999 von 50.000 anwenden'])
})
