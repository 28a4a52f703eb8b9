import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../src/main/hosts/browser/serve'
import { secretOf, FakeBrowser } from '../fakes/fake-browser'
import { createFakeEngine, createFakeLog } from '../fakes/fake-engine'

let rendererDir = ''
beforeAll(() => {
  rendererDir = mkdtempSync(join(tmpdir(), 'countersign-serve-'))
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html>page')
})
afterAll(() => {
  rmSync(rendererDir, { recursive: true })
})

const engine = createFakeEngine()
const shown = { engine, log: createFakeLog(), version: '1.2.3', searchFiles: () => Promise.resolve([]) }
const start = async (port?: number, dir = rendererDir, address?: 'own' | 'plain') => {
  const host = await serve({ rendererDir: dir, port, address })
  await host.show(shown)
  return host
}

test('a port in use is one clear line', async () => {
  const host = await start()
  const port = Number(new URL(host.url).port)
  await expect(start(port)).rejects.toMatchObject({
    message: `Port ${port} on 127.0.0.1 is in use; choose another with --port.`,
  })
  await host.close()
})

test('a window that was not built is one clear line', async () => {
  await expect(start(0, join(rendererDir, 'nowhere'))).rejects.toThrow(
    /^The window has not been built: .*index\.html is missing\. Run: npm run build$/,
  )
})

test('a port of which somebody else has the other family is none, and free ones are looked for in both', async () => {
  const other = createServer()
  other.listen(0, '::1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(start(port)).rejects.toMatchObject({
    message: `Port ${port} on ::1 is in use; choose another with --port.`,
  })
  other.close()
  const host = await start()
  const taken = createServer()
  taken.listen(Number(new URL(host.url).port), '::1')
  const [error] = (await once(taken, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('EADDRINUSE')
  await host.close()
})

test('every start has a name of its own, unless it is to have the plain address', async () => {
  const hosts = [await start(), await start()]
  const names = hosts.map((host) => new URL(host.url).hostname)
  expect(new Set(names).size).toBe(2)
  await Promise.all(hosts.map((host) => host.close()))
  const plain = await start(0, rendererDir, 'plain')
  expect(plain.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=/)
  await plain.close()
})

test('every start has a token of its own', async () => {
  const hosts = await Promise.all([start(), start()])
  expect(new Set(hosts.map((host) => new URL(host.url).hash)).size).toBe(2)
  await Promise.all(hosts.map((host) => host.close()))
})

test('closing ends the sockets and frees the port, and leaves the engine running', async () => {
  const host = await start()
  const { port, host: name, hash } = new URL(host.url)
  const browser = new FakeBrowser(name)
  const secret = secretOf(await browser.offer(hash.slice('#token='.length), browser.jsonHeaders))
  const { socket } = await browser.connect(secret)
  const closed = once(socket, 'close')
  await host.close()
  expect((await closed)[0]).toBe(1001)
  expect([engine.calls, engine.listeners.size]).toEqual([[], 0])
  const again = await start(Number(port))
  expect(new URL(again.url).port).toBe(port)
  await again.close()
})

/** A host without an engine, and a browser that has its secret. */
async function listening() {
  const host = await serve({ rendererDir })
  const url = new URL(host.url)
  const browser = new FakeBrowser(url.host)
  const answer = await browser.offer(url.hash.slice('#token='.length), browser.jsonHeaders)
  return { host, browser, secret: secretOf(answer) }
}

test('before there is an engine the page is served and strangers are refused; its own socket opens with the engine', async () => {
  const { host, browser, secret } = await listening()
  expect((await browser.ask({})).body).toBe('<!doctype html>page')
  expect((await browser.ask({ headers: { host: 'elsewhere' } })).status).toBe(403)
  const own = { origin: browser.origin }
  expect(await browser.upgrade({ origin: 'http://elsewhere' }, secret)).toBe(403)
  expect(await browser.upgrade(own, 'no-secret')).toBe(401)
  let isOpen = false
  const connecting = browser.connect(secret).then((client) => {
    isOpen = true
    return client
  })
  // An answer over HTTP, asked for after it, comes before it.
  await browser.ask({})
  await host.calm()
  expect(isOpen).toBe(false)
  await host.show(shown)
  const client = await connecting
  expect(await client.request('app.hello', {})).toMatchObject({ ok: true })
  browser.leave()
  await host.close()
})

test('strangers who connect and say nothing whole are few, whatever they send, and take nobody’s window', async () => {
  const host = await start()
  const url = new URL(host.url)
  const browser = new FakeBrowser(url.host)
  const secret = secretOf(await browser.offer(url.hash.slice('#token='.length), browser.jsonHeaders))
  const client = await browser.connect(secret)
  let open = 0
  const strangers = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const socket = connect(Number(url.port), '127.0.0.1')
      socket.on('error', () => undefined).on('close', () => (open -= 1))
      await once(socket, 'connect')
      open += 1
      socket.write(`GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(100_000)}`)
      return socket
    }),
  )
  await expect.poll(() => open).toBeLessThanOrEqual(64)
  expect((await browser.ask({})).body).toBe('<!doctype html>page')
  expect(await client.request('app.hello', {})).toMatchObject({ ok: true })
  for (const socket of strangers) socket.destroy()
  browser.leave()
  await host.close()
})

test('a host that is closed before it has an engine ends the sockets that wait for one', async () => {
  const { host, browser, secret } = await listening()
  const ended = expect(browser.connect(secret)).rejects.toThrow()
  await browser.ask({})
  await Promise.all([host.close(), host.close()])
  await ended
})
