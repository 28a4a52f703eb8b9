import { describe, expect, it } from 'vitest'
import type { HostGate } from '../../../../../src/main/core/network/host-gate'
import { asker, gate, grant, hastyClock, named } from '../../../../fakes/host-gates'

const refusals = (from: HostGate) => from.evidence().map((each) => `${each.target} ${each.operation ?? ''}`)

describe("the gate for a run's connections", () => {
  it('lets a granted host through, in any spelling, and keeps no evidence', async () => {
    const open = gate({ grants: [grant('example.org')] })
    const verdict = await open.decide('EXAMPLE.ORG.', 443, 'connect')
    expect([verdict, open.evidence()]).toEqual([
      { kind: 'allowed', host: { kind: 'name', host: 'example.org' } },
      [],
    ])
  })

  it('refuses a host that nobody granted when nobody can be asked, as evidence that a grant would cure', async () => {
    const closed = gate()
    const verdict = await closed.decide('example.org', 443, 'connect')
    expect([verdict, closed.evidence()]).toEqual([
      { kind: 'refused', reason: 'connect' },
      [
        {
          kind: 'network',
          target: 'example.org:443',
          operation: 'connect',
          source: 'proxy',
          backend: 'network-proxy',
        },
      ],
    ])
  })

  it.each([
    'localhost',
    'db.localhost',
    'LOCALHOST.',
    '127.1',
    '2130706433',
    '::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    '0',
    '64:ff9b::7f00:1',
    '192.0.2.77',
  ])('refuses %s even if it is granted, without asking anyone', async (host) => {
    const ask = asker('allow')
    const open = gate({ grants: [grant(host)], askHost: ask, ownAddresses: () => ['192.0.2.77'] })
    expect([await open.decide(host, 443, 'socks5'), ask.asked]).toEqual([
      { kind: 'refused', reason: 'forbidden-address' },
      [],
    ])
  })

  it("refuses this machine's own address however it is spelled", async () => {
    const open = gate({ grants: [grant('203.0.114.9')], ownAddresses: () => ['203.0.114.9'] })
    expect(await open.decide('0xcb.0.114.9', 443, 'connect')).toEqual({
      kind: 'refused',
      reason: 'forbidden-address',
    })
  })

  it('refuses what is no host, and shows it without its control characters', async () => {
    const ask = asker('allow')
    const closed = gate({ askHost: ask })
    expect(await closed.decide('evil\u001b[2J.test\r\n', 443, 'socks5')).toEqual({
      kind: 'refused',
      reason: 'malformed-host',
    })
    expect([refusals(closed), ask.asked]).toEqual([['evil\u{fffd}[2J.test\u{fffd}:443 malformed-host'], []])
  })

  it('asks once about one host however many connections wait, and remembers a yes for that port only', async () => {
    const ask = asker('allow')
    const open = gate({ askHost: ask })
    await Promise.all([
      open.decide('example.org', 443, 'connect'),
      open.decide('Example.org', 443, 'http'),
      open.decide('example.org', 443, 'socks5'),
    ])
    const again = await open.decide('example.org', 443, 'http')
    await open.decide('example.org', 80, 'http')
    expect([again.kind, ask.asked]).toEqual([
      'allowed',
      [
        { host: 'example.org', port: 443, protocol: 'connect' },
        { host: 'example.org', port: 80, protocol: 'http' },
      ],
    ])
  })

  it('remembers a no, and does not say that a grant is missing', async () => {
    const ask = asker('deny')
    const closed = gate({ askHost: ask })
    await closed.decide('example.org', 443, 'connect')
    await closed.decide('example.org', 443, 'connect')
    expect([ask.asked.length, refusals(closed)]).toEqual([1, ['example.org:443 denied']])
  })

  it('refuses when the time is up, withdraws the question and does not ask about that host again', async () => {
    const signals: AbortSignal[] = []
    const closed = gate({
      clock: hastyClock,
      askHost: (_, signal) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
    })
    const first = await closed.decide('example.org', 443, 'connect')
    await closed.decide('example.org', 443, 'connect')
    expect([first, signals.map((signal) => signal.aborted)]).toEqual([
      { kind: 'refused', reason: 'connect' },
      [true],
    ])
  })

  it('of a long run keeps the question when a connection is given up, and a late yes counts at once', async () => {
    const answers: ((given: 'allow') => void)[] = []
    const signals: AbortSignal[] = []
    const open = gate({
      clock: hastyClock,
      lasting: true,
      askHost: (_, signal) => {
        signals.push(signal)
        return new Promise((resolve) => {
          answers.push(resolve)
        })
      },
    })
    const refused = { kind: 'refused', reason: 'connect' }
    expect(await open.decide('example.org', 443, 'connect')).toEqual(refused)
    expect(await open.decide('example.org', 443, 'connect')).toEqual(refused)
    expect(signals.map((signal) => signal.aborted)).toEqual([false])
    answers[0]?.('allow')
    await new Promise((resolve) => setImmediate(resolve))
    expect(await open.decide('example.org', 443, 'connect')).toMatchObject({ kind: 'allowed' })
    expect(await open.decide('example.org', 80, 'connect')).toEqual(refused)
    open.close()
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true])
  })

  it('of a long run asks again where nobody answered, and not where somebody said no', async () => {
    const given: ('unanswered' | 'deny' | 'allow')[] = ['unanswered', 'deny', 'allow']
    const open = gate({ lasting: true, askHost: () => Promise.resolve(given.shift() ?? 'allow') })
    const decide = async () => {
      const verdict = await open.decide('example.org', 443, 'connect')
      return verdict.kind === 'refused' ? verdict.reason : verdict.kind
    }
    expect([await decide(), await decide(), await decide()]).toEqual(['connect', 'denied', 'denied'])
  })

  it('of a long run asks about as many hosts as are allowed, and stops after as many noes', async () => {
    const asked = (answer: 'allow' | 'deny') => asker(answer)
    const [yes, no] = [asked('allow'), asked('deny')]
    for (const ask of [yes, no]) {
      const open = gate({ lasting: true, askHost: ask })
      for (let at = 0; at < 30; at++) await open.decide(`h${String(at)}.example.org`, 443, 'connect')
    }
    expect([yes.asked.length, no.asked.length]).toEqual([30, 16])
  })

  it('refuses when the question cannot be put', async () => {
    const closed = gate({ askHost: () => Promise.reject(new Error('disk full')) })
    expect(await closed.decide('example.org', 443, 'connect')).toEqual({ kind: 'refused', reason: 'denied' })
  })

  it('lets no late yes count once the run is over', async () => {
    let answer: (given: 'allow') => void = () => undefined
    const closed = gate({
      askHost: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const waiting = closed.decide('example.org', 443, 'connect')
    closed.close()
    answer('allow')
    expect(await waiting).toEqual({ kind: 'refused', reason: 'connect' })
  })

  it('asks about sixteen different hosts and refuses the rest', async () => {
    const ask = asker('allow')
    const open = gate({ askHost: ask })
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, at) => open.decide(`h${String(at)}.example`, 443, 'connect')),
    )
    expect([ask.asked.length, verdicts.filter(({ kind }) => kind === 'refused').length]).toEqual([16, 4])
  })

  it('keeps at most 64 pieces of evidence', async () => {
    const closed = gate()
    for (let at = 0; at < 100; at++) await closed.decide(`h${String(at)}.example`, 443, 'connect')
    expect(closed.evidence()).toHaveLength(64)
  })

  it.each([
    ['a public address', '*.example.org', ['8.8.8.8'], undefined],
    ['a public address by IPv6', '*.example.org', ['2606:4700::1111'], undefined],
    ['loopback', 'a.example.org', ['127.0.0.1'], 'loopback'],
    ['loopback behind a public one', 'a.example.org', ['8.8.8.8', '::1'], 'loopback'],
    ['mapped metadata', 'a.example.org', ['::ffff:169.254.169.254'], 'metadata'],
    ['a zone on link-local', 'a.example.org', ['fe80::1%eth0'], 'link-local'],
    ['a private address under its own grant', 'a.example.org', ['10.1.2.3'], undefined],
    ['a private address under a star', '*.example.org', ['10.1.2.3'], 'private'],
    ['this machine', 'a.example.org', ['192.168.7.7'], 'own-machine'],
    ['nonsense', 'a.example.org', ['not an address'], 'reserved'],
  ])('judges a name that resolves to %s', (_, rule, addresses, expected) => {
    const open = gate({ grants: [grant(rule)], ownAddresses: () => ['192.168.7.7'] })
    expect(open.refuseResolved(named('a.example.org'), 443, addresses)).toBe(expected)
    expect(refusals(open)).toEqual(expected === undefined ? [] : ['a.example.org:443 forbidden-address'])
  })

  it("counts a person's yes as a grant of that very host", async () => {
    const open = gate({ askHost: asker('allow') })
    await open.decide('nas.example', 443, 'connect')
    expect([
      open.refuseResolved(named('nas.example'), 443, ['192.168.1.9']),
      open.refuseResolved(named('nas.example'), 80, ['192.168.1.9']),
    ]).toEqual([undefined, 'private'])
  })
})
