import type { Assessment } from '@shared/domain/assessment'
import { expect, test } from 'vitest'
import type { HostNotice } from '../../../../../src/main/core/host-link/host-client'
import { WindowHost } from '../../../../../src/main/core/host-link/window-host'
import { sampleEvent, sampleRequest } from '../../../../fakes/fake-engine'
import { fakeClock } from '../../../../fakes/fake-world'

const judged = (level: 'low' | 'high', rule: string): Assessment => ({
  ...{ level, categories: [], differs: [], view: { status: 'disabled', reason: 'nobody was asked' } },
  floor: { level, reasons: [{ rule, level }], categories: [] },
})

test('what a rehearsal there adds to the checks of what waits is kept with its reason, for a window that opens later', async () => {
  let tell: (notice: HostNotice) => void = () => undefined
  const request = sampleRequest({ id: 'r1', assessment: judged('low', 'harmless') })
  const known = { seq: 0, sandbox: { kind: 'available' }, sessions: [], approvals: [request], questions: [] }
  const host = new WindowHost({
    ...{ name: 'a', clock: fakeClock(), tell: () => undefined, changed: () => undefined },
    client: () =>
      Promise.resolve({
        connect: () => Promise.resolve({ banner: '', said: '', aheadMs: 0 } as never),
        subscribe: (listener) => {
          tell = listener
          return () => undefined
        },
        request: () => Promise.resolve(known as never),
        close: () => undefined,
      }),
  })
  host.start()
  await expect.poll(() => host.state.state).toBe('connected')
  const update = judged('high', 'persist.file')
  const event = sampleEvent(2, { type: 'approval.assessed', requestId: 'r1', update })
  tell({ kind: 'push', push: { kind: 'events', seq: 1, events: [event] } })
  expect(host.approvals.get('a:r1')?.assessment).toEqual(update)
})
