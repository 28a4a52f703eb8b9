import { expect, test } from 'vitest'
import { SessionEvent } from '@shared/domain/agent-event'
import { SessionSummary } from '@shared/domain/session'
import { OfHost } from '../../../../../src/main/core/host-link/of-host'
import { sampleEvent, sampleSession } from '../../../../fakes/fake-engine'

const hour = 3_600_000
const year = 365 * 24 * hour

test.each<[string, number, string, string]>([
  ['an hour ahead', hour, '2026-11-29T12:00:00.000Z', '2026-11-29T11:00:00.000Z'],
  ['an hour behind', -hour, '2026-11-29T12:00:00.000Z', '2026-11-29T13:00:00.000Z'],
  ['that never was set', -56 * year, '1970-12-31T00:00:00.000Z', '2026-12-17T00:00:00.000Z'],
  ['as it is here', 0, '2026-11-29T13:00:00+01:00', '2026-11-29T13:00:00+01:00'],
  ['an hour ahead, in another zone', hour, '2026-11-29T13:00:00+01:00', '2026-11-29T11:00:00.000Z'],
  ['an hour ahead, of no moment', hour, 'yesterday', 'yesterday'],
  ['an hour ahead, of nothing', hour, '', ''],
  [
    'behind, of the last moment that there is',
    -hour,
    '+275760-09-13T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
  ],
  ['ahead, of the first', hour, '-271821-04-20T00:00:00.000Z', '-271821-04-20T00:00:00.000Z'],
  ['behind, of the last with four digits', -hour, '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('what a host tells by a clock %s', (_, aheadMs, there, here) => {
  const told = new OfHost('a', aheadMs).session(sampleSession({ createdAt: there, updatedAt: there }))
  expect([told.createdAt, told.updatedAt]).toEqual([here, here])
  expect(SessionSummary.safeParse(told).success).toBe(true)
})

test.each([0, 1, 1e9, Number.MAX_SAFE_INTEGER])(
  'a limit that begins anew at %d is one that a window can take',
  (resetsAt) => {
    for (const aheadMs of [-100 * year, 0, 100 * year]) {
      const event = sampleEvent(1, {
        type: 'limits.updated',
        limits: { primary: { usedPercent: 1, resetsAt } },
      })
      expect(SessionEvent.safeParse(new OfHost('a', aheadMs).event(event)).success).toBe(true)
    }
  },
)
