import { expect, test } from 'vitest'
import { newSummary } from '../../../../../src/main/core/conversation/new-summary'
import { writtenOtherwise } from '../../../../../src/main/core/conversation/session-change'
import { demoSettings } from '../../../../../src/main/core/conversation/demo-settings'

test.each([
  [undefined, '/real', undefined],
  ['/real', '/real', undefined],
  ['/real/', '/real', undefined],
  ['/', '/', undefined],
  ['/link', '/real', '/link'],
  ['/real/../link/', '/real', '/real/../link/'],
])('%s that is really %s is shown as %s', (written, real, shown) => {
  expect(writtenOtherwise(written, real)).toBe(shown)
})

test('a session in a linked folder works in the real one and is shown as it was written', () => {
  const place = { id: '1', title: 't', branch: undefined, cwd: '/real', written: '/link' }
  expect(newSummary(place, demoSettings, 'now')).toMatchObject({ cwd: '/real', shownCwd: '/link' })
})
