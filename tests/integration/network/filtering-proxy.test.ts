import type { Socket } from 'node:net'
import { existsSync, statSync } from 'node:fs'
import { connect as tlsConnect } from 'node:tls'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostQuestion } from '../../../src/main/core/run/host-question'
import { dial, drain, echoed, get, say, socks, take, tunnel } from './proxy-client'
import { grantOf, refusals, startTestNetwork, type TestNetwork } from './test-network'

let net: TestNetwork
beforeEach(async () => {
  net = await startTestNetwork()
})
afterEach(() => net.close())

describe('granted hosts', () => {
  it('a plain request reaches its server with the path and host it named', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    const reply = await get(proxy.socket, `http://WEB.test:${net.httpPort}/a?b=1`)
    expect([reply, net.requests, refusals(proxy)]).toEqual([
      { status: 200, body: 'plain hello' },
      [`GET /a?b=1 web.test:${net.httpPort}`],
      [],
    ])
  })

  it('the Host header of a client cannot name another host than the one it is let through to', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    await get(proxy.socket, `http://web.test:${net.httpPort}/`, { host: 'other.test' })
    expect(net.requests).toEqual([`GET / web.test:${net.httpPort}`])
  })

  it('HTTPS goes end to end through a tunnel', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpsPort)] })
    const { status, socket } = await tunnel(proxy.socket, `web.test:${net.httpsPort}`)
    const secure = tlsConnect({ socket, servername: 'web.test', rejectUnauthorized: false })
    secure.write('GET / HTTP/1.1\r\nHost: web.test\r\nConnection: close\r\n\r\n')
    const text = await drain(secure)
    expect([status, text.toString().endsWith('secret hello')]).toEqual([
      'HTTP/1.1 200 Connection Established',
      true,
    ])
  })

  it('one that cannot be reached is said to be allowed, with what was in the way', async () => {
    const free = 1 // nobody listens there
    const grants = ['gone.test', 'web.test'].map((host) => grantOf(host, free))
    const resolve = (name: string) =>
      name === 'gone.test' ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(['127.0.0.1'])
    const proxy = await net.proxy({ grants }, { resolve })
    const secret = 'every run has one'
    const other = await net.proxy({ grants }, { resolve, secret })
    const knowing = async (to: Socket, bytes: Buffer): Promise<void> => {
      if (bytes.length > 3) {
        to.write(bytes)
        return
      }
      to.write(Buffer.from([5, 1, 2]))
      await take(to, 2)
      to.write(`\x01\x03srt${String.fromCharCode(secret.length)}${secret}`)
    }
    const plain = await get(proxy.socket, `http://gone.test:${free}/`)
    const { status, socket } = await tunnel(proxy.socket, `web.test:${free}`)
    socket.destroy()
    // SOCKS has no words for why; the run's end has.
    const codes = await Promise.all(
      ['gone.test', 'web.test'].map(async (host) => (await socks(other.socket, host, free, knowing)).code),
    )
    const [none, noName] = ['it takes no connection', 'its name was not found']
    expect(codes).toEqual([4, 4])
    expect(other.unreached().toSorted()).toEqual(proxy.unreached())
    expect([plain, status, proxy.unreached(), refusals(proxy)]).toEqual([
      { status: 502, body: `Countersign: allowed, but not reached: ${noName}\n` },
      `HTTP/1.1 502 Countersign: allowed, but not reached: ${none}`,
      [
        `gone.test:${free} was allowed, but not reached: ${noName}`,
        `web.test:${free} was allowed, but not reached: ${none}`,
      ],
      [],
    ])
  })

  it('SOCKS5 reaches them by name, resolved by the proxy', async () => {
    const proxy = await net.proxy({ grants: [grantOf('echo.test', net.echoPort)] })
    const { code, socket } = await socks(proxy.socket, 'echo.test', net.echoPort)
    expect([code, await echoed(socket)]).toEqual([0, 'ping'])
  })

  it('SOCKS5 survives a client that sends one byte at a time', async () => {
    const proxy = await net.proxy({ grants: [grantOf('echo.test', net.echoPort)] })
    const { code, socket } = await socks(proxy.socket, 'echo.test', net.echoPort, async (to, bytes) => {
      for (const byte of bytes) {
        to.write(Buffer.from([byte]))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })
    expect([code, await echoed(socket)]).toEqual([0, 'ping'])
  })

  it('a client may send its first bytes before the tunnel stands', async () => {
    const proxy = await net.proxy({ grants: [grantOf('echo.test', net.echoPort)] })
    const socket = await dial(proxy.socket)
    socket.write(`CONNECT echo.test:${net.echoPort} HTTP/1.1\r\nHost: x\r\n\r\nearly`)
    const all = (await take(socket, 'HTTP/1.1 200 Connection Established\r\n\r\nearly'.length)).toString()
    socket.destroy()
    expect(all.endsWith('\r\n\r\nearly')).toBe(true)
  })
})

describe('hosts that nobody granted', () => {
  it.each([
    [
      'plain HTTP',
      async (path: string, port: number) => (await get(path, `http://other.test:${port}/`)).status,
      403,
    ],
    [
      'CONNECT',
      async (path: string, port: number) => (await tunnel(path, `other.test:${port}`)).status.slice(0, 12),
      'HTTP/1.1 403',
    ],
    ['SOCKS5', async (path: string, port: number) => (await socks(path, 'other.test', port)).code, 2],
  ])('are refused over %s without being resolved, and named', async (_, attempt, expected) => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    expect(await attempt(proxy.socket, net.httpPort)).toBe(expected)
    expect([net.resolved.size, net.requests, proxy.evidence()]).toEqual([
      0,
      [],
      [
        {
          kind: 'network',
          target: `other.test:${net.httpPort}`,
          operation: 'connect',
          source: 'proxy',
          backend: 'network-proxy',
        },
      ],
    ])
  })

  it('another port of a granted host is another host', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    expect((await socks(proxy.socket, 'web.test', net.echoPort)).code).toBe(2)
  })

  it('one kept-alive connection is judged request by request', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    const text = await say(
      proxy.socket,
      `GET http://web.test:${net.httpPort}/ HTTP/1.1\r\nHost: x\r\n\r\nGET http://other.test:${net.httpPort}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403'])
  })

  it('wait for a person, who may allow them', async () => {
    const asked: HostQuestion[] = []
    let answer: (given: 'allow') => void = () => undefined
    const proxy = await net.proxy({
      askHost: (question) => {
        asked.push(question)
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    })
    const reply = get(proxy.socket, `http://web.test:${net.httpPort}/`)
    await expect.poll(() => asked.length).toBe(1)
    const before = net.requests.length
    answer('allow')
    expect([before, (await reply).status, asked]).toEqual([
      0,
      200,
      [{ host: 'web.test', port: net.httpPort, protocol: 'http' }],
    ])
  })

  it('are refused when the person says no, and the tunnel is told why', async () => {
    const proxy = await net.proxy({ askHost: () => Promise.resolve('deny') })
    const { status } = await tunnel(proxy.socket, `web.test:${net.httpPort}`)
    expect([status, refusals(proxy)]).toEqual([
      'HTTP/1.1 403 Countersign: this connection was denied',
      [`web.test:${net.httpPort} denied`],
    ])
  })

  it('are refused when nobody answers in time', async () => {
    const proxy = await net.proxy({ askTimeoutMs: 50, askHost: () => new Promise(() => undefined) })
    const { code } = await socks(proxy.socket, 'web.test', net.httpPort)
    expect([code, refusals(proxy)]).toEqual([2, [`web.test:${net.httpPort} connect`]])
  })
})

describe('one proxy per run', () => {
  it('two with different grants side by side do not mix', async () => {
    const one = await net.proxy({ grants: [grantOf('one.test', net.echoPort)] })
    const two = await net.proxy({ grants: [grantOf('two.test', net.echoPort)] })
    const codes = await Promise.all(
      [one, two].flatMap((proxy) =>
        ['one.test', 'two.test'].map(async (host) => {
          const { code, socket } = await socks(proxy.socket, host, net.echoPort)
          socket.destroy()
          return code
        }),
      ),
    )
    expect([codes, refusals(one), refusals(two)]).toEqual([
      [0, 2, 2, 0],
      [`two.test:${net.echoPort} connect`],
      [`one.test:${net.echoPort} connect`],
    ])
  })

  it('its socket is private, and closing ends every tunnel and removes it', async () => {
    const proxy = await net.proxy({ grants: [grantOf('echo.test', net.echoPort)] })
    const mode = statSync(dirname(proxy.socket)).mode & 0o777
    const { socket } = await socks(proxy.socket, 'echo.test', net.echoPort)
    const closed = drain(socket)
    await proxy.close()
    await closed
    expect([mode, existsSync(dirname(proxy.socket))]).toEqual([0o700, false])
  })
})
