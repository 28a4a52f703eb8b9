import { expect, test } from 'vitest'
import { sessionsLead } from '../../../../../src/renderer/features/commands/palette'

const sessions = [{ title: 'Note the version' }, { title: 'Mend the inbox' }]

test.each([
  ['note', true],
  ['  NOTE the ', true],
  ['inbox', false],
  ['settings', false],
  ['nothing of both', false],
  ['', false],
])('“%s” is looked for among the sessions first: %s', (text, first) => {
  expect(sessionsLead(text, sessions, ['inbox.open', 'settings.open'])).toBe(first)
})
