import { afterEach, expect, test, vi } from 'vitest'
import { Language } from '@shared/domain/language'
import { countingIn } from '@shared/messages/counting'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each(Language.options)('numbers are written in %s as the language writes them', (tag) => {
  const { number } = countingIn(tag)
  const written = new Intl.NumberFormat(tag)
  const all = [...Array.from({ length: 1001 }, (_, count) => count), 0.5, -3, 999.5]
  expect(all.map(number)).toEqual(all.map((count) => written.format(count).replaceAll('\u202F', '')))
})

test('a small number is written without what takes longer to make than the sentence', () => {
  const made = vi.spyOn(Intl, 'NumberFormat')
  const { number, scaled } = countingIn('en-US')
  expect([0, 1, 338].map(number)).toEqual(['0', '1', '338'])
  expect([scaled(338_000), made.mock.calls.length]).toEqual(['338 KB', 0])
  expect([number(1000), scaled(3_400), made.mock.calls.length]).toEqual(['1,000', '3.4 KB', 2])
})
