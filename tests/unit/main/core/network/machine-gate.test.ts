import { describe, expect, it } from 'vitest'
import type { MachinePort } from '../../../../../src/main/core/network/machine-port'
import { asker, gate, grant, named } from '../../../../fakes/host-gates'

describe("the gate before this machine's own loopback", () => {
  const listening: MachinePort = { engines: false, servers: [{ program: 'postgres', user: 'ada' }] }
  const engine: MachinePort = { engines: true, servers: [{ program: 'node' }] }

  it.each([
    ['localhost', 'localhost'],
    ['LOCALHOST.', 'localhost'],
    ['host.countersign.internal', 'localhost'],
    ['Host.Countersign.Internal.', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['[::1]', '::1'],
  ])('asks about %s, with what listens there, and lets it through at that port alone', async (text, host) => {
    const ask = asker('allow')
    const open = gate({ askHost: ask, lookAtPort: () => listening })
    const verdicts = [await open.decide(text, 5432, 'connect'), await open.decide(text, 5432, 'http')]
    const other = await gate({ grants: [grant(text, 5432)], lookAtPort: () => listening }).decide(
      text,
      5433,
      'connect',
    )
    expect([verdicts.map(({ kind }) => kind), other, ask.asked]).toEqual([
      ['allowed', 'allowed'],
      { kind: 'refused', reason: 'connect' },
      [{ host, port: 5432, protocol: 'connect', servers: listening.servers }],
    ])
    expect(open.refuseResolved(named(text), 5432, ['127.0.0.1', '::1'])).toBeUndefined()
    expect(open.refuseResolved(named(text), 5433, ['127.0.0.1'])).toBe('loopback')
    expect(open.refuseResolved(named(text), 5432, ['127.0.0.1', '127.0.0.2'])).toBe('loopback')
  })

  it.each([
    ['db.localhost', 'another name of it'],
    ['127.0.0.2', 'another address of it'],
    ['127.0.0.53', 'the resolver'],
    ['0.0.0.0', 'every address'],
    ['::', 'every address by IPv6'],
    ['64:ff9b::7f00:1', 'it behind another network'],
    ['169.254.169.254', 'a metadata service'],
    ['fe80::1', 'a link'],
    ['192.0.2.77', 'an address of this machine'],
  ])('refuses %s (%s) even if it is granted, without asking anyone', async (host) => {
    const ask = asker('allow')
    const open = gate({
      grants: [grant(host)],
      askHost: ask,
      ownAddresses: () => ['192.0.2.77'],
      lookAtPort: () => listening,
    })
    expect([await open.decide(host, 443, 'socks5'), ask.asked]).toEqual([
      { kind: 'refused', reason: 'forbidden-address' },
      [],
    ])
  })

  it.each([
    ['an engine listens', () => engine],
    ['it cannot be told what listens', () => undefined],
  ])('refuses a port where %s, granted or not, without asking anyone', async (_, lookAtPort) => {
    const ask = asker('allow')
    const open = gate({ grants: [grant('localhost')], askHost: ask, lookAtPort })
    const verdicts = [await open.decide('localhost', 443, 'http'), await open.decide('::1', 443, 'http')]
    expect([verdicts.map((each) => 'reason' in each && each.reason), ask.asked]).toEqual([
      ['forbidden-address', 'forbidden-address'],
      [],
    ])
    expect(open.refuseResolved(named('localhost'), 443, ['127.0.0.1'])).toBe('loopback')
  })

  it('refuses a port where an engine began to listen while the question waited', async () => {
    let found = listening
    const open = gate({
      askHost: () => {
        found = engine
        return Promise.resolve('allow')
      },
      lookAtPort: () => found,
    })
    expect(await open.decide('localhost', 8080, 'http')).toEqual({
      kind: 'refused',
      reason: 'forbidden-address',
    })
  })

  it.each(['a.example', 'machine.countersign.internal', '127.0.0.1.example'])(
    'lets no grant for %s lead there',
    (host) => {
      const open = gate({ grants: [grant(host), grant('localhost')], lookAtPort: () => listening })
      expect(open.refuseResolved(named(host), 443, ['127.0.0.1'])).toBe('loopback')
    },
  )

  it.each(['*.countersign.internal', '*.example', 'a.example', '127.0.0.1', '::1'])(
    'is not covered by a grant for %s',
    async (host) => {
      const open = gate({ grants: [grant(host)], lookAtPort: () => listening })
      const verdict = await open.decide('host.countersign.internal', 443, 'connect')
      expect([verdict, open.evidence()]).toEqual([
        { kind: 'refused', reason: 'connect' },
        [
          {
            kind: 'network',
            target: 'localhost:443',
            operation: 'connect',
            source: 'proxy',
            backend: 'network-proxy',
            servers: listening.servers,
          },
        ],
      ])
    },
  )
})
