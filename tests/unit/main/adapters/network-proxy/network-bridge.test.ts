import { describe, expect, it } from 'vitest'
import { bridgePlace, networkBridge } from '../../../../../src/main/adapters/network-proxy/network-bridge'

const bridge = networkBridge({
  socat: '/usr/bin/socat',
  proxySocket: '/run/user/1/cs-net-x/p',
  secret: 'word',
  place: { address: '127.1.2.254', port: 61_000 },
})

describe('the bridge into a sandbox', () => {
  it('puts everything that varies behind the fixed script, as positional parameters', () => {
    const [shell, flag, script, ...rest] = bridge.wrap(['/helper', 'echo', '$(id)'])
    const other = networkBridge({
      socat: '/opt/socat',
      proxySocket: "/tmp/'; exit",
      secret: 'other',
      place: bridgePlace(),
    }).wrap(['x'])
    expect([shell, flag, rest, other[2] === script]).toEqual([
      '/bin/sh',
      '-c',
      [
        'countersign-bridge',
        '/usr/bin/socat',
        '/run/user/1/cs-net-x/p',
        'FE02017F:EE48',
        '127.1.2.254',
        '61000',
        '/helper',
        'echo',
        '$(id)',
      ],
      true,
    ])
  })

  it("binds the proxy's socket and nothing else", () => {
    expect(bridge.binds).toEqual(['--ro-bind', '/run/user/1/cs-net-x/p', '/run/user/1/cs-net-x/p'])
  })

  it('takes another place for each run, above the ports that the kernel gives away', () => {
    const places = Array.from({ length: 200 }, bridgePlace)
    expect(new Set(places.map(({ address }) => address)).size).toBeGreaterThan(190)
    for (const { address, port } of places) {
      expect(address).toMatch(/^127(\.([1-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-4])){3}$/)
      expect(port).toBeGreaterThan(60_999)
    }
  })

  it('sets both spellings of every proxy variable to the same place, and never the proxy for loopback', () => {
    const { env } = bridge
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])
      expect([env[name], env[name.toLowerCase()]]).toEqual([
        'http://srt:word@127.1.2.254:61000',
        'http://srt:word@127.1.2.254:61000',
      ])
    expect([env.NO_PROXY, env.no_proxy, env.NODE_USE_ENV_PROXY]).toEqual([
      'localhost,127.0.0.1,::1',
      'localhost,127.0.0.1,::1',
      '1',
    ])
  })
})
