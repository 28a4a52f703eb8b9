import { expect, test } from 'vitest'
import { followRequests } from '../../../../src/main/core/engine/follow-requests'
import type { EngineNotice } from '../../../../src/main/core/engine/engine-service'
import { createFakeLog, sampleEvent, sampleRequest } from '../../../fakes/fake-engine'

const over = sampleRequest({ state: 'answered', decision: { kind: 'deny' }, decidedBy: 'window' })
const told = (type: 'approval.requested' | 'approval.resolved'): EngineNotice => ({
  kind: 'event',
  event: sampleEvent(1, { type, request: over }),
})

test('what ends is kept, and where a record goes all is made anew', async () => {
  const kept: string[] = []
  const follow = followRequests(
    {
      add: ({ request }) => Promise.resolve(void kept.push(`${request.text}: ${request.outcome}`)),
      forget: () => Promise.resolve(void kept.push('forgotten')),
      read: () => Promise.resolve([]),
    },
    (command) => Promise.resolve([command]),
    createFakeLog(),
  )
  follow(told('approval.requested'))
  follow(told('approval.resolved'))
  await expect.poll(() => kept).toEqual(['touch /srv/x: denied'])
  follow({ kind: 'removed', sessionId: 's1' })
  await expect.poll(() => kept).toEqual(['touch /srv/x: denied', 'forgotten'])
})
