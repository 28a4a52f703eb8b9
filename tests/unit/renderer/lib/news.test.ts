import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newestNews } from '../../../../src/renderer/features/news/news'

test('the newest part that says anything is read, a point said twice once', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n### Added\n\n## 1.0.0\n\nAll.\n\n### Added\n\n- One\n  line.\n- Two\n- Two\n\n### Fixed\n\n## 0.9.0\n\n### Added\n\n- Old\n'
  expect(newestNews(text)).toEqual([{ title: 'Added', points: ['One line.', 'Two'] }])
})

test.each(['', '# Changelog\n', '## 1.0.0\n\nNothing.\n'])('of %j there is no news', (text) => {
  expect(newestNews(text)).toEqual([])
})

test("the project's own changelog has some", () => {
  const groups = newestNews(readFileSync('CHANGELOG.md', 'utf8'))
  expect(groups.map(({ title }) => title)).toContain('Added')
})
