import { expect, test } from 'vitest'
import { countMarks, lookAlikes, withMarks, withoutMarks } from '../../../../src/renderer/lib/marked-text'

test.each([
  ['plain', 'rm -rf dist\n\techo "ünï"', 'rm -rf dist\n\techo "ünï"'],
  ['reordered', 'rm \u202Etxt.a\u202C', 'rm ⟦U+202E⟧txt.a⟦U+202C⟧'],
  ['zero width', 'git\u200B pu\u200Dsh', 'git⟦U+200B⟧ pu⟦U+200D⟧sh'],
  ['other spaces and controls', 'a\u00A0b\u001Bc\rd', 'a⟦U+00A0⟧b⟦U+001B⟧c⟦U+000D⟧d'],
  ['beyond the first plane', 'a\u{E0041}b', 'a⟦U+E0041⟧b'],
  ['what looks like a mark', 'echo ⟦U+202E⟧', 'echo ⟦U+27E6⟧U+202E⟧'],
])('%s text stands visibly and comes back as it was', (_, text, field) => {
  expect(withMarks(text)).toBe(field)
  expect(withoutMarks(field)).toBe(text)
})

test('a mark that was half deleted is what is written', () => {
  expect(withoutMarks('a⟦U+202b⟦U+202E')).toBe('a⟦U+202b⟦U+202E')
  expect(withoutMarks('⟦U+FFFFFF⟧')).toBe('⟦U+FFFFFF⟧')
})

test('what a person typed or pasted is marked as well, and settles', () => {
  const typed = withMarks(withoutMarks('rm ⟦U+202E⟧x\u200B'))
  expect(typed).toBe('rm ⟦U+202E⟧x⟦U+200B⟧')
  expect(withMarks(withoutMarks(typed))).toBe(typed)
})

test('marks are counted and hosts that may be read as others are named once', () => {
  const text = 'curl p\u0430ypal.com p\u0430ypal.com xn--pypal-4ve.com example.com \u202E'
  expect(countMarks(text)).toBe(1)
  expect(lookAlikes(text)).toEqual(['p\u0430ypal.com', 'xn--pypal-4ve.com'])
})
