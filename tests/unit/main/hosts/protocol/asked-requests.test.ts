import { expect, test } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { AskedRequests } from '../../../../../src/main/hosts/protocol/asked-requests'
import { sampleRequest } from '../../../../fakes/fake-engine'

const waiting = { status: 'waiting', model: 'm', text: '' } as const
const timedOut = { status: 'timeout', model: 'm', durationMs: 5, limitMs: 5 } as const

/** A request whose model's view is still to come, as the engine has it; what is waited for resolves with what is told then. */
function asked() {
  const request = sampleRequest()
  const pending: ApprovalRequest = { ...request, assessment: { ...request.assessment, view: waiting } }
  const engine = { now: pending as ApprovalRequest | undefined }
  const requests = new AskedRequests({ pendingApproval: () => engine.now })
  requests.take({ type: 'approval.requested', request: pending })
  return { requests, pending, engine }
}

test('a request is shown with the view of it that came meanwhile, as the engine has it', async () => {
  const { requests, pending, engine } = asked()
  const shown = requests.viewed(pending)
  const seen = { ...pending, assessment: { ...pending.assessment, view: timedOut } }
  engine.now = seen
  const { facts: _, floor: __, ...update } = seen.assessment
  requests.take({ type: 'approval.assessed', requestId: pending.id, update })
  expect(await shown).toEqual(seen)
})

test('what is over is taken back, and nobody waits for its view any more', async () => {
  const { requests, pending, engine } = asked()
  const over = requests.over(pending.id)
  const shown = requests.viewed(pending)
  engine.now = undefined
  requests.take({ type: 'approval.resolved', request: { ...pending, state: 'cancelled' } })
  expect([over?.aborted, requests.over(pending.id), await shown]).toEqual([true, undefined, pending])
})

test('a request that is over before it is shown is not asked about', () => {
  const { requests, pending } = asked()
  requests.take({ type: 'approval.resolved', request: { ...pending, state: 'answered' } })
  expect(requests.over(pending.id)).toBeUndefined()
})
