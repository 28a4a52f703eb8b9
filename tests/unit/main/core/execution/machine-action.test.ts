import { effectInWords } from '@shared/messages/effect'
import { rowInWords } from '@shared/messages/fact-row'
import { offerInWords } from '@shared/messages/offer'
import { reasonInWords } from '@shared/messages/reason'
import { stopInWords } from '@shared/messages/stop'
import { describe, expect, it } from 'vitest'
import { ApprovalRequest as ApprovalSchema } from '@shared/domain/approval'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { hostGrantKey } from '../../../../../src/main/core/approvals/grant-book'
import type { HostQuestion } from '../../../../../src/main/core/run/host-question'
import { world } from '../../../../fakes/host-asking'

describe("a port of this machine's own loopback", () => {
  const servers = [{ program: 'postgres', user: 'ada' }]
  const machine: HostQuestion = { host: 'localhost', port: 5432, protocol: 'connect', servers }

  it('says in every part of the question that it is outside the sandbox, and what listens there', async () => {
    const { ask, approvals, waiting } = await world()
    const answer = ask?.(machine, new AbortController().signal)
    const [request] = await waiting()
    expect(ApprovalSchema.safeParse(request).success).toBe(true)
    if (!request) throw new Error('nothing was asked')
    const outside = 'localhost:5432 (a server on this machine, outside the sandbox'
    const [offer] = request.offers
    expect([
      effectInWords(request.effect),
      stopInWords(request.stop, undefined),
      offer && offerInWords(offer, request),
      request.assessment.floor?.reasons.map(reasonInWords)[0],
      request.assessment.facts?.rows.map(rowInWords)[0],
      request.assessment.level,
    ]).toEqual([
      `Connects to ${outside}).`,
      `Network: the running command asks for ${outside}; a tunnel, as HTTPS uses), which nobody has granted. It waits for your answer.`,
      `Only this: may connect to ${outside}), until this run ends.`,
      'It connects to localhost:5432 on this machine, outside the sandbox: by its port or its name one that holds or rules much, such as a database or a debugger.',
      { label: 'This machine', value: `${outside}): postgres, run by ada`, known: true, local: true },
      'high',
    ])
    expect(request.stop.evidence).toMatchObject([{ target: 'localhost:5432', servers }])
    expect(offer).toMatchObject({
      grants: [{ kind: 'host', host: 'localhost', port: 5432 }],
      rule: 'localhost:5432',
    })
    await approvals.decide(request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
    expect(await answer).toBe('allow')
  })

  it('is not covered by a grant for another port, nor by one for its other name', async () => {
    const at = (host: string, port: number): StoredGrant => ({
      id: `${host}${String(port)}`,
      scope: 'rule',
      sessionId: 's',
      turnId: 't',
      key: hostGrantKey('/work'),
      command: [],
      covers: 'host',
      cwd: '/work',
      kind: 'only-this',
      grants: [{ kind: 'host', host, port }],
      createdAt: '2026-11-21T09:00:00.000Z',
    })
    const others = [at('127.0.0.1', 5432), at('localhost', 5433), at('*.countersign.internal', 5432)]
    const never = { approvalPolicy: 'never' } as const
    const signal = new AbortController().signal
    const without = await world(never, others)
    const held = await world(never, [at('localhost', 5432)])
    expect([await without.ask?.(machine, signal), await held.ask?.(machine, signal)]).toEqual([
      'unanswered',
      'allow',
    ])
  })
})
