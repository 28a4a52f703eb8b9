import { expect, test } from 'vitest'
import { demoTitle } from '../../../../../src/main/core/conversation/session-title'

test.each([
  [[], 'Demo session'],
  [['Fix the test'], 'Demo session'],
  [['Demo session'], 'Demo session 2'],
  [['Demo session', 'Demo session 2', 'Demo session 4'], 'Demo session 3'],
])('beside %j a demo is called "%s"', (titles, title) => {
  expect(demoTitle(titles.map((each) => ({ title: each })))).toBe(title)
})

test('a demo that speaks another language has a title of its own in it', () => {
  expect(demoTitle([{ title: 'Démo' }, { title: 'Demo session' }], 'Démo')).toBe('Démo 2')
})
