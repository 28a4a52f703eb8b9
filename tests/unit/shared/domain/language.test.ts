import { languageOf, type Language } from '@shared/domain/language'
import { ConfigFile } from '@shared/domain/settings'
import { expect, test } from 'vitest'

test.each<[Language | undefined, string[], Language]>([
  ['de', ['en-US'], 'de'],
  ['en', ['de-DE', 'de'], 'en'],
  [undefined, ['de-AT', 'en'], 'de'],
  [undefined, ['DE'], 'de'],
  [undefined, ['it-IT', 'de', 'en'], 'de'],
  [undefined, ['it-IT'], 'en'],
  [undefined, ['dex'], 'en'],
  [undefined, [''], 'en'],
  [undefined, [], 'en'],
])('of %s chosen and %j preferred it is %s', (chosen, preferred, language) => {
  expect(languageOf(chosen, preferred)).toBe(language)
})

test('a configuration may name these and no other', () => {
  for (const language of ['de', 'fr']) expect(ConfigFile.safeParse({ language }).success).toBe(true)
  for (const language of ['it', 'DE', '', true])
    expect(ConfigFile.safeParse({ language }).error?.issues.map(({ path }) => path)).toEqual([['language']])
})
