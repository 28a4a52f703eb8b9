import { effectInWords } from '@shared/messages/effect'
import { describe, expect, it } from 'vitest'
import type { Decision } from '@shared/domain/approval'
import { ApprovalRequest as ApprovalSchema } from '@shared/domain/approval'
import type { HostQuestion } from '../../../../../src/main/core/run/host-question'
import { world } from '../../../../fakes/host-asking'

const question: HostQuestion = { host: 'example.org', port: 443, protocol: 'connect' }

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate)
}

describe('asking about a host while the command waits', () => {
  it('puts a request on record that names the host and offers exactly it', async () => {
    const { ask, approvals, waiting } = await world()
    const answer = ask?.(question, new AbortController().signal)
    const [request] = await waiting()
    expect(ApprovalSchema.safeParse(request).success).toBe(true)
    expect({
      stage: request?.stage,
      effect: request && effectInWords(request.effect),
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
          scopes: ['once', 'turn', 'session', 'rule'],
          means: { kind: 'connect' },
          rule: 'example.org:443',
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
    const made = await world()
    const answer = made.ask?.(question, new AbortController().signal)
    const [request] = await made.waiting()
    await made.approvals.decide(request?.id ?? '', decision, 'window')
    expect([await answer, made.aborts()]).toEqual(['deny', aborts])
  })

  it('two hosts of one call are two requests, answered apart', async () => {
    const { ask, approvals, waiting } = await world()
    const signal = new AbortController().signal
    const both = [ask?.(question, signal), ask?.({ ...question, host: 'other.example' }, signal)]
    const asked = await waiting(2)
    const first = asked.find(({ effect }) => effectInWords(effect).includes('example.org'))
    const second = asked.find(({ effect }) => effectInWords(effect).includes('other.example'))
    await approvals.decide(second?.id ?? '', { kind: 'allow', offerId: 'only-this' }, 'window')
    await approvals.decide(first?.id ?? '', { kind: 'deny' }, 'window')
    expect([await both[0], await both[1]]).toEqual(['deny', 'allow'])
  })

  it('is withdrawn, and denied, when the wait is over', async () => {
    const { ask, approvals, recorded, waiting } = await world()
    const over = new AbortController()
    const answer = ask?.(question, over.signal)
    await waiting()
    over.abort()
    expect([await answer, approvals.pending(), recorded.at(-1)?.state]).toEqual(['deny', [], 'cancelled'])
  })

  it('is withdrawn, and denied, when the turn ends', async () => {
    const turn = new AbortController()
    const { ask } = await world({ signal: turn.signal })
    const waiting = ask?.(question, new AbortController().signal)
    turn.abort()
    expect(await waiting).toBe('deny')
  })

  it('rejects when it cannot be put on record, which the gate takes for a no', async () => {
    const { ask } = await world({ recordApproval: () => Promise.reject(new Error('disk full')) })
    await expect(ask?.(question, new AbortController().signal)).rejects.toThrow('disk full')
  })

  it('does not exist where the policy asks nobody', async () => {
    expect((await world({ approvalPolicy: 'never' })).ask).toBeUndefined()
  })
})

type Allow = Extract<Decision, { kind: 'allow' }>
const other = { ...question, host: 'api.example.org' }

/** Answers the first question, and asks a second one; how both went, and whether the second was put to a person. */
async function twice(decision: Omit<Allow, 'kind' | 'offerId'>, second = question) {
  const made = await world()
  const { ask, approvals, recorded, events } = made
  const signal = new AbortController().signal
  const waiting = ask?.(question, signal)
  await until(() => approvals.pending().length === 1)
  await approvals.decide(
    approvals.pending()[0]?.id ?? '',
    { kind: 'allow', offerId: 'only-this', ...decision },
    'window',
  )
  const first = await waiting
  const again = ask?.(second, signal)
  await Promise.race([again, until(() => approvals.pending().length === 1)])
  const asked = approvals.pending().length === 1
  if (asked) await approvals.decide(approvals.pending()[0]?.id ?? '', { kind: 'deny' }, 'window')
  const applied = events.flatMap((event) => (event.type === 'grant.applied' ? [event.grant.scope] : []))
  return { ...made, first, again: await again, asked, applied, recorded }
}

describe('a host that is allowed for longer', () => {
  it.each([
    ['once holds for one answer', { scope: 'once' }, question, ['deny', true, []]],
    ['turn', { scope: 'turn' }, question, ['allow', false, ['turn']]],
    ['session', { scope: 'session' }, question, ['allow', false, ['session']]],
    ['a rule', { scope: 'rule' }, question, ['allow', false, ['rule']]],
    ['a rule for a host covers no other', { scope: 'rule' }, other, ['deny', true, []]],
  ] as const)('%s', async (_, decision, second, expected) => {
    const { again, asked, applied } = await twice(decision, second)
    expect([again, asked, applied]).toEqual(expected)
  })

  it('another port is another host', async () => {
    const { again, asked } = await twice({ scope: 'rule' }, { ...question, port: 22 })
    expect([again, asked]).toEqual(['deny', true])
  })

  it('is listed with its folder and exactly that host and port, for any command there', async () => {
    const { grants } = await twice({ scope: 'session' })
    expect(await grants.list()).toMatchObject([
      {
        covers: 'host',
        scope: 'session',
        cwd: '/work',
        command: [],
        grants: [{ kind: 'host', host: 'example.org', port: 443 }],
      },
    ])
  })

  it('a rule does not hold in another folder', async () => {
    const { grants } = await twice({ scope: 'rule' })
    const { ask, approvals } = await world({ cwd: '/elsewhere' }, await grants.list())
    const over = new AbortController()
    const waiting = ask?.(question, over.signal)
    await until(() => approvals.pending().length === 1)
    over.abort()
    expect(await waiting).toBe('deny')
  })

  it('a rule edited to all names below is saved so, and lets those through with less trust', async () => {
    const made = await world()
    const signal = new AbortController().signal
    const waiting = [made.ask?.(other, signal), made.ask?.({ ...question, host: 'b.example.org' }, signal)]
    await until(() => made.approvals.pending().length === 2)
    const decision = { kind: 'allow', offerId: 'only-this', scope: 'rule', rule: '*.example.org' } as const
    await made.approvals.decide(made.approvals.pending()[0]?.id ?? '', decision, 'window')
    // The second waited and is answered by the new rule, visibly.
    expect([await waiting[0], await waiting[1]]).toEqual(['allow', 'allow-below'])
    expect(made.recorded.filter(({ decidedBy }) => decidedBy === 'grant')).toHaveLength(1)
    expect((await made.grants.list()).map(({ grants }) => grants)).toEqual([
      [{ kind: 'host', host: '*.example.org', port: 443 }],
    ])
  })

  it('a rule that does not cover the host is refused with a reason, and the request still waits', async () => {
    const { ask, approvals, grants } = await world()
    const waiting = ask?.(question, new AbortController().signal)
    await until(() => approvals.pending().length === 1)
    const id = approvals.pending()[0]?.id ?? ''
    const decide = (rule: string) =>
      approvals.decide(id, { kind: 'allow', offerId: 'only-this', scope: 'rule', rule }, 'window')
    await expect(decide('*.example.org')).rejects.toThrow('does not cover example.org:443')
    expect([approvals.pending().length, await grants.list()]).toEqual([1, []])
    await approvals.decide(id, { kind: 'deny' }, 'window')
    expect(await waiting).toBe('deny')
  })

  it('a stored rule holds where the policy asks nobody, and nothing else does', async () => {
    const { grants } = await twice({ scope: 'rule' })
    const { ask } = await world({ approvalPolicy: 'never' }, await grants.list())
    const signal = new AbortController().signal
    expect([await ask?.(question, signal), await ask?.(other, signal)]).toEqual(['allow', 'unanswered'])
  })
})
