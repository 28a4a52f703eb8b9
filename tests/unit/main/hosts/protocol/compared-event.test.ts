import { expect, test } from 'vitest'
import type { RunPromise } from '@shared/domain/run-promise'
import { promiseInWords, suspendedInWords } from '@shared/messages/promise'
import { comparedEvent } from '../../../../../src/main/hosts/protocol/event-mapper'

const kept: RunPromise = { by: 'rehearsal', watched: 'all', more: [], moreCount: 0, hosts: [] }
const more: RunPromise = {
  ...kept,
  more: ['a', 'b', 'c', 'd'].map((name) => ({ path: `/srv/${name}`, kind: 'created' })),
  moreCount: 30,
  hosts: ['x.test:443'],
}

test('the wire has what it did beyond what was shown, in words and as data', () => {
  const event = { type: 'command.compared', callId: 'c1', promise: more, suspended: true } as const
  expect(comparedEvent(event)).toEqual({
    ...{ type: 'run_compared', call_id: 'c1', kept: false, shown_by: 'rehearsal', watched: 'all' },
    message:
      'Did more than was shown: made /srv/a, made /srv/b, made /srv/c, 27 other changes, tried to reach x.test:443. The grant is suspended, and asks again.',
    more: more.more,
    ...{ more_count: 30, hosts: ['x.test:443'], suspended: true },
  })
})

test.each([
  ['a rehearsal', kept, 'Did what was shown.'],
  ['facts', { ...kept, by: 'facts' }, 'Changed nothing beyond what was allowed.'],
  [
    'a part',
    { ...kept, watched: 'part' },
    'What was looked at is as shown; there was too much to look at all of it.',
  ],
  [
    'outside',
    { ...kept, watched: 'named' },
    'Not watched: it ran outside the sandbox. Only what was named was looked at, and is as shown.',
  ],
] as const)('as shown, by %s', (_, promise, text) => {
  expect(promiseInWords({ promise }, undefined)).toBe(text)
})

test('a suspended yes says why it asks again, with names from the folder', () => {
  const folders = { roots: ['/srv'], home: '/home/me' }
  expect(suspendedInWords({ ...more, moreCount: 4 }, folders)).toBe(
    'A yes given before is suspended, since a run under it did more than was shown: made a, made b, made c, 1 other change, tried to reach x.test:443.',
  )
})
