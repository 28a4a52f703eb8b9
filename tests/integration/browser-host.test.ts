import { once } from 'node:events'
import { connect } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { helloPath } from '@shared/ipc/browser-link'
import { serve, type BrowserHost } from '../../src/main/hosts/browser/serve'
import { secretOf, FakeBrowser, type Ask } from '../fakes/fake-browser'
import {
  createFakeEngine,
  createFakeLog,
  delta,
  sampleEvent,
  sampleRequest,
  type FakeEngine,
} from '../fakes/fake-engine'

let folder = ''
let host: BrowserHost
let engine: FakeEngine
let browser: FakeBrowser
let port = 0
let token = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-serve-'))
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html>page')
  writeFileSync(join(folder, 'renderer', 'assets', 'app.js'), 'export {}')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  engine = createFakeEngine()
  host = await shownHost()
  const url = new URL(host.url)
  port = Number(url.port)
  browser = new FakeBrowser(url.host)
  token = new URLSearchParams(url.hash.slice(1)).get('token') ?? ''
})
afterEach(async () => {
  browser.leave()
  await host.close()
})

const listening = (given?: number) => serve({ rendererDir: join(folder, 'renderer'), port: given })
const shown = () => ({
  engine,
  log: createFakeLog(),
  version: '1.2.3',
  searchFiles: () => Promise.resolve([]),
})

async function shownHost(given?: number): Promise<BrowserHost> {
  const made = await listening(given)
  await made.show(shown())
  return made
}

const offer = (given: string, headers = browser.jsonHeaders) => browser.offer(given, headers)
const ask = (what: Ask) => browser.ask(what)

async function logIn(): Promise<string> {
  const answer = await offer(token)
  expect(answer.status).toBe(200)
  return secretOf(answer)
}

describe('the token', () => {
  test('stands in the address as 256 bits, behind the fragment', () => {
    expect(host.url).toMatch(/^http:\/\/w-[0-9a-f]{24}\.localhost:\d+\/#token=[A-Za-z0-9_-]{43}$/)
  })

  test('is exchanged once, for a secret that is no cookie and that no other origin may read', async () => {
    const first = await offer(token)
    expect(first.status).toBe(200)
    expect(secretOf(first)).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(secretOf(first)).not.toBe(token)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(Object.keys(first.headers).filter((name) => /cookie|access-control/.test(name))).toEqual([])
    const second = await offer(token)
    expect([second.status, second.body]).toEqual([401, 'This address was used already or is wrong\n'])
    expect((await offer('wrong')).body).toBe(second.body)
  })

  test('can only be tried so often', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await offer(`no${attempt}`)).status).toBe(401)
    const late = await offer(token)
    expect([late.status, late.body]).toEqual([429, 'Too many attempts\n'])
  })

  test.each([
    ['without the custom header', { 'x-countersign': '' }, 400],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['as plain text', { 'content-type': 'text/plain' }, 400],
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['from an opaque origin', { origin: 'null' }, 403],
    ['to a rebound name', { host: 'evil.example' }, 403],
    ['at localhost', { host: 'localhost', origin: 'http://localhost' }, 403],
  ])('is not taken %s, and is not used up by that', async (_how, headers, status) => {
    expect((await offer(token, { ...browser.jsonHeaders, ...headers })).status).toBe(status)
    expect((await offer(token)).status).toBe(200)
  })

  test('is not taken without an Origin', async () => {
    const { origin: _, ...headers } = browser.jsonHeaders
    expect((await offer(token, headers)).status).toBe(403)
  })

  test.each([
    ['no JSON', 'token', 400],
    ['another shape', '{"token":1}', 400],
    ['an extra key', '{"token":"x","more":1}', 400],
    ['too much', `{"token":"${'x'.repeat(5000)}"}`, 413],
  ])('%s is refused', async (_what, body, status) => {
    const answer = await ask({ path: '/auth', method: 'POST', headers: browser.jsonHeaders, body })
    expect(answer.status).toBe(status)
  })
})

describe('files', () => {
  const strict = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }

  test.each<[string, Ask, number, Record<string, string>]>([
    ['the page', {}, 200, { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' }],
    ['the page with a query', { path: '/?x=1' }, 200, { 'cache-control': 'no-store' }],
    ['a script', { path: '/assets/app.js' }, 200, { 'content-type': 'text/javascript; charset=utf-8' }],
    ['what is missing', { path: '/missing.js' }, 404, {}],
    ['the bridge without an upgrade', { path: '/bridge' }, 426, {}],
    ['another method', { method: 'PUT', headers: {} }, 405, { allow: 'GET' }],
    ['HEAD', { method: 'HEAD' }, 405, {}],
    ['OPTIONS', { method: 'OPTIONS', path: '/auth' }, 405, { allow: 'POST' }],
    ['reading the exchange', { path: '/auth' }, 405, { allow: 'POST' }],
    [
      'a script that would stay',
      { path: '/assets/app.js', headers: { 'service-worker': 'script' } },
      403,
      {},
    ],
    ['another site', { headers: { origin: 'https://evil.example' } }, 403, {}],
    ['a rebound name', { headers: { host: 'evil.example' } }, 403, {}],
    ['a post elsewhere without an origin', { method: 'POST' }, 403, {}],
  ])('%s is answered strictly, and never with CORS headers', async (_what, given, status, headers) => {
    const answer = await ask(given)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({ ...strict, ...headers })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/..%252fsecret.txt',
    '//secret.txt',
    '/index.html%00',
    '/%',
    '/%c0%ae%c0%ae/secret.txt',
    'http://127.0.0.1/secret.txt',
  ])('%s is not found', async (path) => {
    expect(await ask({ path })).toMatchObject({ status: 404, body: 'Not found\n' })
  })
})

describe('the WebSocket', () => {
  test('opens for the own page with the secret, which no answer repeats', async () => {
    const { socket } = await browser.connect(await logIn())
    expect(socket.protocol).toBe('countersign')
  })

  test.each<[string, (secret: string) => Record<string, string>, number]>([
    ['no secret', () => ({}), 401],
    [
      'the secret as a cookie',
      (secret) => ({ cookie: `countersign-${port}=${secret}; secret=${secret}` }),
      401,
    ],
    ['the secret in other headers', (secret) => ({ authorization: `Bearer ${secret}`, secret }), 401],
  ])('stays shut with %s', async (_what, headers, status) => {
    const given = headers(await logIn())
    expect(await browser.upgrade({ origin: browser.origin, ...given })).toBe(status)
    expect(engine.listeners.size).toBe(0)
  })

  test.each<[string, (secret: string) => string]>([
    ['a foreign secret', () => 'A'.repeat(43)],
    ['the token', () => token],
    ['a part of it', (secret) => secret.slice(0, -1)],
    ['more than it', (secret) => `${secret}A`],
  ])('stays shut with %s for a secret', async (_what, said) => {
    expect(await browser.upgrade({ origin: browser.origin }, said(await logIn()))).toBe(401)
    expect(engine.listeners.size).toBe(0)
  })

  test.each<[string, () => Record<string, string>]>([
    ['no origin', () => ({})],
    ['another origin', () => ({ origin: 'https://evil.example' })],
    ['another port as origin', () => ({ origin: `http://127.0.0.1:${port + 1}` })],
    ['an opaque origin', () => ({ origin: 'null' })],
    ['a rebound name', () => ({ origin: browser.origin, host: `evil.example:${port}` })],
    ['localhost', () => ({ origin: `http://localhost:${port}`, host: `localhost:${port}` })],
    ['its plain address', () => ({ origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` })],
    ['the name of another start', () => ({ origin: browser.origin, host: `w-0.localhost:${port}` })],
  ])('stays shut to the right secret with %s', async (_what, headers) => {
    expect(await browser.upgrade(headers(), await logIn())).toBe(403)
    expect(engine.listeners.size).toBe(0)
  })

  test('a connection that is refused is over, whatever its other end keeps open', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const wrong =
      'GET /bridge HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    socket.write(wrong)
    socket.resume()
    await once(socket, 'end')
    const over = once(socket, 'error')
    const again = setInterval(() => socket.write('more'), 20)
    const [error] = (await over.finally(() => {
      clearInterval(again)
      socket.destroy()
    })) as [NodeJS.ErrnoException]
    expect(['ECONNRESET', 'EPIPE']).toContain(error.code)
  })

  test('stays shut under another path', async () => {
    expect(await browser.upgrade({ origin: browser.origin }, await logIn(), '/other')).toBe(404)
  })

  test.each([
    ['no JSON', 'hello'],
    ['no id', '{"channel":"app.hello","payload":{}}'],
    ['an id that is no number', '{"id":"1","channel":"app.hello","payload":{}}'],
    ['an unknown key', '{"id":1,"channel":"app.hello","payload":{},"more":1}'],
    ['a list', '[]'],
    ['bytes', Buffer.from('{"id":1,"channel":"app.hello","payload":{}}')],
  ])('is closed with 1008 by %s', async (_what, message) => {
    const { socket } = await browser.connect(await logIn())
    socket.send(message)
    expect((await once(socket, 'close'))[0]).toBe(1008)
    expect(engine.calls).toEqual([])
  })

  test('is closed by a message over 2 MB', async () => {
    const { socket } = await browser.connect(await logIn())
    socket.send('x'.repeat(2 * 1024 * 1024 + 1))
    expect((await once(socket, 'close'))[0]).toBe(1009)
  })

  test('answers each request under its id, refusals too', async () => {
    const client = await browser.connect(await logIn())
    const [hello, bad, unknown] = await Promise.all([
      client.request('app.hello', {}),
      client.request('turn.start', { sessionId: 's1' }),
      client.request('app.quit', {}),
    ])
    expect(hello).toMatchObject({ ok: true, value: { host: 'browser', version: '1.2.3', seq: 0 } })
    expect(bad).toMatchObject({ ok: false, fault: { code: 'bad-request' } })
    expect(unknown).toMatchObject({ ok: false, fault: { code: 'bad-request' } })
    expect(await client.request('folder.pick', {})).toEqual({ ok: true, value: { kind: 'unsupported' } })
    const save = { sessionId: 's1', format: 'json' }
    expect(await client.request('session.save', save)).toEqual({ ok: true, value: { kind: 'unsupported' } })
  })

  test('answers what opening it asks, and is let in there as anywhere', async () => {
    const secret = await logIn()
    const client = await browser.connect(secret, helloPath)
    expect(await client.hello).toMatchObject({ ok: true, value: { host: 'browser', seq: 0 } })
    engine.emit({ kind: 'event', event: delta(1, 'a') })
    expect(await client.pushed(1)).toMatchObject([{ seq: 1 }])
    expect(await browser.upgrade({ origin: browser.origin }, undefined, helloPath)).toBe(401)
    expect(await browser.upgrade({ origin: 'http://evil.example' }, secret, helloPath)).toBe(403)
  })

  test('decides as the browser', async () => {
    const client = await browser.connect(await logIn())
    await client.request('approval.decide', { requestId: 'r1', decision: { kind: 'abort' } })
    expect(engine.calls).toEqual([['decide', 'r1', { kind: 'abort' }, 'browser']])
  })
})

describe('pushes', () => {
  test('reach every tab in order, each counting its own', async () => {
    const secret = await logIn()
    const first = await browser.connect(secret)
    await first.request('app.hello', {})
    engine.emit({ kind: 'event', event: delta(1, 'a') })
    await first.pushed(1)
    const second = await browser.connect(secret)
    await second.request('app.hello', {})
    const asked = sampleEvent(3, { type: 'approval.requested', request: sampleRequest() })
    engine.emit({ kind: 'event', event: delta(2, 'b') })
    engine.emit({ kind: 'event', event: asked })
    expect(await first.pushed(2)).toEqual([
      { seq: 1, kind: 'events', events: [delta(1, 'a')] },
      { seq: 2, kind: 'events', events: [delta(2, 'b'), asked] },
    ])
    expect(await second.pushed(1)).toEqual([{ seq: 1, kind: 'events', events: [delta(2, 'b'), asked] }])
  })

  test('a tab that does not keep up sees a gap, and hello puts it right', async () => {
    const client = await browser.connect(await logIn())
    await client.request('app.hello', {})
    // One burst that no socket can take in one go: its backlog is over the limit before the first write is through.
    const text = 'x'.repeat(100_000)
    for (let seq = 1; seq <= 100; seq += 1) {
      engine.emit({ kind: 'event', event: sampleEvent(seq, { type: 'user.message', text }) })
    }
    const last = sampleEvent(101, { type: 'user.message', text: 'the last' })
    engine.emit({ kind: 'event', event: last })
    const arrived = () =>
      client.pushes.some((push) => push.kind === 'events' && push.events.at(-1)?.seq === 101)
    for (let count = 1; !arrived(); count += 1) await client.pushed(count)
    const numbers = client.pushes.map((push) => push.seq)
    expect(numbers).toEqual([...numbers].sort((left, right) => left - right))
    expect(numbers.some((seq, index) => index > 0 && seq !== (numbers[index - 1] ?? 0) + 1)).toBe(true)
    expect(await client.request('app.hello', {})).toMatchObject({ ok: true, value: { seq: numbers.at(-1) } })
  })

  test('end with the tab', async () => {
    const client = await browser.connect(await logIn())
    expect(engine.listeners.size).toBe(1)
    client.socket.close()
    await once(client.socket, 'close')
    await expect.poll(() => engine.listeners.size).toBe(0)
  })
})
