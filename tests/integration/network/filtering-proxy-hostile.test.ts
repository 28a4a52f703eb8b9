import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostQuestion } from '../../../src/main/core/run/host-question'
import { dial, drain, echoed, get, say, socks, socksRequest, tunnel } from './proxy-client'
import { grantOf, refusals, startTestNetwork, type TestNetwork } from './test-network'

let net: TestNetwork
beforeEach(async () => {
  net = await startTestNetwork()
})
afterEach(() => net.close())

describe('forbidden places', () => {
  it('loopback is refused by default even for a granted name, and the answer does not give the address away', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)], refusesLoopback: true })
    const socket = await dial(proxy.socket)
    socket.write(`CONNECT web.test:${net.httpPort} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const text = (await drain(socket)).toString()
    expect([text.slice(0, 12), text.includes('127.0.0.1'), net.requests, refusals(proxy)]).toEqual([
      'HTTP/1.1 403',
      false,
      [],
      [`web.test:${net.httpPort} forbidden-address`],
    ])
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'a.localhost',
    '169.254.169.254',
  ])('%s is refused whatever is granted', async (host) => {
    const proxy = await net.proxy({
      grants: ['127.0.0.1', '::1', 'localhost', 'a.localhost', '169.254.169.254'].map((each) =>
        grantOf(each, net.httpPort),
      ),
      refusesLoopback: true,
    })
    const { status } = await tunnel(proxy.socket, `${host}:${net.httpPort}`)
    expect([status, net.requests, proxy.evidence().map((each) => each.operation)]).toEqual([
      'HTTP/1.1 403 Countersign: an address that is never allowed',
      [],
      ['forbidden-address'],
    ])
  })

  it("where the machine's own loopback may be granted, no other name leads there, and the resolver has no say in it", async () => {
    const proxy = await net.proxy({
      grants: ['web.test', 'localhost'].map((each) => grantOf(each, net.httpPort)),
      refusesLoopback: true,
      lookAtPort: () => ({ engines: false, servers: [] }),
    })
    const at = (host: string): string => `http://${host}:${String(net.httpPort)}/`
    const answers = await Promise.all(
      ['web.test', 'localhost', 'host.countersign.internal'].map(async (host) => get(proxy.socket, at(host))),
    )
    expect([answers.map(({ status }) => status), refusals(proxy)]).toEqual([
      [403, 200, 200],
      [`web.test:${net.httpPort} forbidden-address`],
    ])
    expect([...net.resolved.keys()]).toEqual(['web.test'])
  })

  it('a name that changes its mind is connected to where it was judged, and refused when it turns', async () => {
    const answers = [['127.0.0.1'], ['::1']]
    const proxy = await net.proxy(
      { grants: [grantOf('rebind.test', net.httpPort)] },
      { resolve: () => Promise.resolve(answers.shift() ?? ['::1']) },
    )
    const first = await get(proxy.socket, `http://rebind.test:${net.httpPort}/`)
    const left = answers.length
    const second = await get(proxy.socket, `http://rebind.test:${net.httpPort}/`)
    expect([first.status, left, second.status, refusals(proxy)]).toEqual([
      200,
      1,
      403,
      [`rebind.test:${net.httpPort} forbidden-address`],
    ])
  })

  it('one bad address among good ones refuses them all', async () => {
    const proxy = await net.proxy(
      { grants: [grantOf('mixed.test', net.httpPort)] },
      { resolve: () => Promise.resolve(['127.0.0.1', '169.254.169.254']) },
    )
    expect((await socks(proxy.socket, 'mixed.test', net.httpPort)).code).toBe(2)
  })

  it('a name without an address is an error of the name, not a refusal', async () => {
    const proxy = await net.proxy(
      { grants: [grantOf('gone.test', 80)] },
      { resolve: () => Promise.reject(new Error('ENOTFOUND')) },
    )
    expect([(await socks(proxy.socket, 'gone.test', 80)).code, refusals(proxy)]).toEqual([4, []])
  })
})

describe('hostile clients', () => {
  it.each([
    ['bad.test\0.web.test'],
    ['web.test\r\nX: y'],
    ['we\u001bb.test'],
    ['b\u00c3\u00bccher.test'],
    ['web.test/../x'],
    ['user@web.test'],
  ])('SOCKS5 refuses %j', async (host) => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    expect([(await socks(proxy.socket, host, net.httpPort)).code, net.resolved.size]).toEqual([2, 0])
  })

  it('a request head over 16 KiB is refused', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    const text = await say(
      proxy.socket,
      `GET http://web.test:${net.httpPort}/ HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    )
    expect([text.slice(0, 12), net.requests]).toEqual(['HTTP/1.1 400', []])
  })

  it.each([
    ['an origin-form request', 'GET / HTTP/1.1\r\nHost: web.test\r\nConnection: close\r\n\r\n'],
    ['a tunnel without a port', 'CONNECT web.test HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no protocol at all', 'hello\r\n\r\n'],
    [
      'two lengths',
      'POST http://web.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['SOCKS4', '\x04\x01\x00\x50\x7f\x00\x00\x01\x00'],
    ['SOCKS5 BIND', '\x05\x01\x00\x05\x02\x00\x03\x08web.test\x00\x50'],
    ['SOCKS5 without methods', '\x05\x00'],
  ])('%s reaches nothing', async (_, text) => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', 80)] })
    const reply = await say(proxy.socket, text)
    expect([reply.includes('hello'), net.requests, net.resolved.size]).toEqual([false, [], 0])
  })

  it('a client that says nothing, or stops in the middle, does not keep its place', async () => {
    const proxy = await net.proxy({}, { limits: { firstByteMs: 50, idleMs: 100 } })
    const [silent, halfway] = await Promise.all([dial(proxy.socket), dial(proxy.socket)])
    halfway.write(Buffer.from([5]))
    expect(await Promise.all([drain(silent), drain(halfway)])).toEqual([Buffer.alloc(0), Buffer.alloc(0)])
  })

  it('more connections than the limit are dropped, and the others go on', async () => {
    const proxy = await net.proxy(
      { grants: [grantOf('echo.test', net.echoPort)] },
      { limits: { connections: 2 } },
    )
    const first = await socks(proxy.socket, 'echo.test', net.echoPort)
    const second = await socks(proxy.socket, 'echo.test', net.echoPort)
    await expect(socks(proxy.socket, 'echo.test', net.echoPort)).rejects.toThrow()
    expect([await echoed(first.socket), await echoed(second.socket)]).toEqual(['ping', 'ping'])
  })

  it('a client that leaves while a person is asked leaves nothing behind', async () => {
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
    const socket = await dial(proxy.socket)
    socket.write(Buffer.concat([Buffer.from([5, 1, 0]), socksRequest('echo.test', net.echoPort)]))
    await expect.poll(() => asked.length).toBe(1)
    socket.destroy()
    answer('allow')
    const { code, socket: later } = await socks(proxy.socket, 'echo.test', net.echoPort)
    later.destroy()
    expect([code, asked.length]).toEqual([0, 1])
  })
})
