import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
const start = (port?: number, dir = rendererDir) =>
  serve({
    engine,
    log: createFakeLog(),
    version: '1.2.3',
    rendererDir: dir,
    port,
    searchFiles: () => Promise.resolve([]),
  })

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

test('every start has a token of its own', async () => {
  const hosts = await Promise.all([start(), start()])
  expect(new Set(hosts.map((host) => new URL(host.url).hash)).size).toBe(2)
  await Promise.all(hosts.map((host) => host.close()))
})

test('closing ends the sockets and frees the port, and leaves the engine running', async () => {
  const host = await start()
  const { port, hash } = new URL(host.url)
  const browser = new FakeBrowser(Number(port))
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
