import { describe, expect, it, vi } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { ApprovalRequest as ApprovalSchema } from '@shared/domain/approval'
import { ApprovalQueue } from '../../../../../src/main/core/approvals/queue'
import type { CommandCall, TurnContext } from '../../../../../src/main/core/commands/command-call'
import { createHostAsker } from '../../../../../src/main/core/network/ask-host'
import { GrantBook } from '../../../../../src/main/core/approvals/grant-book'
import { fakeClock, fakeIds, fakeRules } from '../../../../fakes/fake-world'
import { fakeRequestAssessor } from '../../../../fakes/request-assessor'

const call: CommandCall = {
  callId: 'call-1',
  command: ['curl', 'https://example.org'],
  cwd: '/work',
  timeoutMs: 1000,
  escalated: false,
  justification: 'fetches the list',
}
const question = { host: 'example.org', port: 443, protocol: 'connect' } as const

function world(over: Partial<TurnContext> = {}) {
  const recorded: ApprovalRequest[] = []
  const turn: TurnContext = {
    sessionId: 's',
    sessionTitle: 'Session',
    turnId: 't',
    turnNumber: 1,
    provider: 'fake',
    model: 'fake-1',
    cwd: '/work',
    approvalPolicy: 'on-request',
    sandboxPolicy: { mode: 'read-only', network_access: false },
    stop: () => undefined,
    signal: new AbortController().signal,
    emit: () => undefined,
    recordApproval: (request) => {
      recorded.push(request)
      return Promise.resolve()
    },
    ...over,
  }
  const approvals = new ApprovalQueue(() => '2026-11-21T09:00:00.000Z')
  let aborts = 0
  const [clock, ids] = [fakeClock(), fakeIds()]
  const grants = new GrantBook(fakeRules(), () => undefined)
  const assessments = fakeRequestAssessor({ clock, ids })
  const ask = createHostAsker(call, turn, { approvals, assessments, grants, clock, ids }, () => {
    aborts += 1
  })
  /** The requests that wait, once there are so many: facts and rails come first. */
  const waiting = async (count = 1): Promise<readonly ApprovalRequest[]> => {
    await vi.waitFor(() => {
      expect(approvals.pending()).toHaveLength(count)
    })
    return approvals.pending()
  }
  return { ask, approvals, recorded, waiting, aborts: () => aborts }
}

describe('asking about a host while the command waits', () => {
  it('puts a request on record that names the host and offers exactly it', async () => {
    const { ask, approvals, waiting } = world()
    const answer = ask?.(question, new AbortController().signal)
    const [request] = await waiting()
    expect(ApprovalSchema.safeParse(request).success).toBe(true)
    expect({
      stage: request?.stage,
      effect: request?.effect,
      boundary: request?.stop.boundary,
      evidence: request?.stop.evidence,
      offers: request?.offers,
    }).toEqual({
      stage: 'network',
      effect: 'Connects to example.org:443.',
      boundary: 'network',
      evidence: [
        {
          kind: 'network',
          target: 'example.org:443',
          operation: 'connect',
          source: 'proxy',
          backend: 'network-proxy',
        },
      ],
      offers: [
        {
          id: 'only-this',
          kind: 'only-this',
          grants: [{ kind: 'host', host: 'example.org', port: 443 }],
          scopes: ['once'],
          description: 'Only this: may connect to example.org:443, until this run ends.',
        },
      ],
    })
    expect(request?.assessment).toMatchObject({
      level: 'medium',
      categories: ['network_access'],
      facts: { hosts: [{ host: 'example.org', history: 'new' }] },
    })
    await approvals.decide(request?.id ?? '', { kind: 'allow', offerId: 'only-this' }, 'window')
    expect(await answer).toBe('allow')
  })

  it.each([
    ['deny', { kind: 'deny' } as const, 0],
    ['abort, which is passed on', { kind: 'abort' } as const, 1],
  ])('takes %s for a no', async (_, decision, aborts) => {
    const made = world()
    const answer = made.ask?.(question, new AbortController().signal)
    const [request] = await made.waiting()
    await made.approvals.decide(request?.id ?? '', decision, 'window')
    expect([await answer, made.aborts()]).toEqual(['deny', aborts])
  })

  it('two hosts of one call are two requests, answered apart', async () => {
    const { ask, approvals, waiting } = world()
    const signal = new AbortController().signal
    const both = [ask?.(question, signal), ask?.({ ...question, host: 'other.example' }, signal)]
    const asked = await waiting(2)
    const first = asked.find(({ effect }) => effect.includes('example.org'))
    const second = asked.find(({ effect }) => effect.includes('other.example'))
    await approvals.decide(second?.id ?? '', { kind: 'allow', offerId: 'only-this' }, 'window')
    await approvals.decide(first?.id ?? '', { kind: 'deny' }, 'window')
    expect([await both[0], await both[1]]).toEqual(['deny', 'allow'])
  })

  it('is withdrawn, and denied, when the wait is over', async () => {
    const { ask, approvals, recorded, waiting } = world()
    const over = new AbortController()
    const answer = ask?.(question, over.signal)
    await waiting()
    over.abort()
    expect([await answer, approvals.pending(), recorded.at(-1)?.state]).toEqual(['deny', [], 'cancelled'])
  })

  it('is withdrawn, and denied, when the turn ends', async () => {
    const turn = new AbortController()
    const { ask } = world({ signal: turn.signal })
    const waiting = ask?.(question, new AbortController().signal)
    turn.abort()
    expect(await waiting).toBe('deny')
  })

  it('rejects when it cannot be put on record, which the gate takes for a no', async () => {
    const { ask } = world({ recordApproval: () => Promise.reject(new Error('disk full')) })
    await expect(ask?.(question, new AbortController().signal)).rejects.toThrow('disk full')
  })

  it('does not exist where the policy asks nobody', () => {
    expect(world({ approvalPolicy: 'never' }).ask).toBeUndefined()
  })
})
