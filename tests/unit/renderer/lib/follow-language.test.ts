import { expect, test } from 'vitest'
import { followLanguage, type LanguagePlace } from '../../../../src/renderer/lib/follow-language'

/** A page in a language, with what it has kept; `reloads` counts how often it was loaded again. */
function page(lang: string, { kept, preferred = ['en-US'], storage = true }: Partial<Told> = {}) {
  const items = new Map(kept === undefined ? [] : [['countersign.language', kept]])
  let reloads = 0
  const place = {
    get localStorage() {
      if (!storage) throw new DOMException('switched off', 'SecurityError')
      return {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => items.set(key, value),
        removeItem: (key: string) => items.delete(key),
      }
    },
    navigator: { languages: preferred },
    document: { documentElement: { lang } },
    location: {
      reload: () => {
        reloads += 1
      },
    },
  } as unknown as LanguagePlace
  return { place, state: () => ({ kept: items.get('countersign.language'), reloads }) }
}

interface Told {
  readonly kept: string
  readonly preferred: readonly string[]
  readonly storage: boolean
}

test('a page in another language than the chosen one keeps the choice and loads itself again, once', () => {
  const { place, state } = page('en')
  followLanguage('de', place)
  expect(state()).toEqual({ kept: 'de', reloads: 1 })
  followLanguage('de', place)
  expect(state()).toEqual({ kept: 'de', reloads: 1 })
})

test('a choice that is the language already is only kept', () => {
  const { place, state } = page('de', { preferred: ['de'] })
  followLanguage('de', place)
  expect(state()).toEqual({ kept: 'de', reloads: 0 })
})

test('a choice taken back gives the browser’s own language', () => {
  const { place, state } = page('de', { kept: 'de', preferred: ['en-GB'] })
  followLanguage(undefined, place)
  expect(state()).toEqual({ kept: undefined, reloads: 1 })
})

test('where nothing can be kept the page is not loaded again and again', () => {
  const { place, state } = page('en', { storage: false })
  followLanguage('de', place)
  expect(state()).toEqual({ kept: undefined, reloads: 0 })
})
