import { describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { ApprovalRequest as ApprovalSchema } from '@shared/domain/approval'
import { ApprovalQueue } from '../../../../../src/main/core/approvals/queue'
import type { CommandCall, TurnContext } from '../../../../../src/main/core/commands/command-call'
import { createHostAsker } from '../../../../../src/main/core/network/ask-host'
import { fakeClock, fakeIds } from '../../../../fakes/fake-world'

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
    cwd: '/work',
    approvalPolicy: 'on-request',
    sandboxPolicy: { mode: 'read-only', network_access: false },
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
  const ask = createHostAsker(call, turn, { approvals, clock: fakeClock(), ids: fakeIds() }, () => {
    aborts += 1
  })
  return { ask, approvals, recorded, aborts: () => aborts }
}

describe('asking about a host while the command waits', () => {
  it('puts a request on record that names the host and offers exactly it', async () => {
    const { ask, approvals } = world()
    const waiting = ask?.(question, new AbortController().signal)
    const [request] = approvals.pending()
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
    await approvals.decide(request?.id ?? '', { kind: 'allow', offerId: 'only-this' }, 'window')
    expect(await waiting).toBe('allow')
  })

  it.each([
    ['deny', { kind: 'deny' } as const, 0],
    ['abort, which is passed on', { kind: 'abort' } as const, 1],
  ])('takes %s for a no', async (_, decision, aborts) => {
    const made = world()
    const waiting = made.ask?.(question, new AbortController().signal)
    await made.approvals.decide(made.approvals.pending()[0]?.id ?? '', decision, 'window')
    expect([await waiting, made.aborts()]).toEqual(['deny', aborts])
  })

  it('two hosts of one call are two requests, answered apart', async () => {
    const { ask, approvals } = world()
    const signal = new AbortController().signal
    const both = [ask?.(question, signal), ask?.({ ...question, host: 'other.example' }, signal)]
    const [first, second] = approvals.pending()
    await approvals.decide(second?.id ?? '', { kind: 'allow', offerId: 'only-this' }, 'window')
    await approvals.decide(first?.id ?? '', { kind: 'deny' }, 'window')
    expect([await both[0], await both[1]]).toEqual(['deny', 'allow'])
  })

  it('is withdrawn, and denied, when the wait is over', async () => {
    const { ask, approvals, recorded } = world()
    const over = new AbortController()
    const waiting = ask?.(question, over.signal)
    await Promise.resolve()
    over.abort()
    expect([await waiting, approvals.pending(), recorded.at(-1)?.state]).toEqual(['deny', [], 'cancelled'])
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
