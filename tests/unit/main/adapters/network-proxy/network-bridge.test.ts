import { describe, expect, it } from 'vitest'
import { networkBridge } from '../../../../../src/main/adapters/network-proxy/network-bridge'

const bridge = networkBridge({ socat: '/usr/bin/socat', proxySocket: '/run/user/1/cs-net-x/p' })

describe('the bridge into a sandbox', () => {
  it('puts everything that varies behind the fixed script, as positional parameters', () => {
    const [shell, flag, script, ...rest] = bridge.wrap(['/helper', 'echo', '$(id)'])
    const other = networkBridge({ socat: '/opt/socat', proxySocket: "/tmp/'; exit" }).wrap(['x'])
    expect([shell, flag, rest, other[2] === script]).toEqual([
      '/bin/sh',
      '-c',
      [
        'countersign-bridge',
        '/usr/bin/socat',
        '/run/user/1/cs-net-x/p',
        '0C38',
        '3128',
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

  it('sets both spellings of every proxy variable to the same place, and never the proxy for loopback', () => {
    const { env } = bridge
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])
      expect([env[name], env[name.toLowerCase()]]).toEqual(['http://127.0.0.1:3128', 'http://127.0.0.1:3128'])
    expect([env.NO_PROXY, env.no_proxy, env.NODE_USE_ENV_PROXY]).toEqual([
      'localhost,127.0.0.1,::1',
      'localhost,127.0.0.1,::1',
      '1',
    ])
  })
})
