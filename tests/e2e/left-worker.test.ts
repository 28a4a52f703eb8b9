import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { connectBrowser } from './browser'

/** What somebody else left in the browser at the port of a window that was closed has no part in the next one. */

const entry = join(import.meta.dirname, '../../out/main/cli.js')
let home = ''
let child: ChildProcess | undefined
let browser: Browser | undefined
let thieves: Server[] = []
const leave = async (): Promise<void> => {
  for (const server of thieves) server.closeAllConnections()
  await Promise.all(thieves.map((server) => new Promise((resolve) => server.close(resolve))))
  thieves = []
}
afterEach(async () => {
  await browser?.close()
  await stop()
  await leave()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

async function stop(): Promise<void> {
  if (child === undefined || child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function serve(port: string): Promise<string> {
  const args = [entry, 'serve', '--port', port]
  const started = spawn(process.execPath, args, {
    env: { ...process.env, COUNTERSIGN_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  let said = ''
  for await (const piece of started.stdout) {
    said += String(piece)
    const found = /http:\/\/\S+/.exec(said)
    if (found) return found[0]
  }
  throw new Error(said)
}

const worker = `
  self.addEventListener('install', () => self.skipWaiting())
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
  self.addEventListener('fetch', (event) => event.respondWith(new Response(
    '<!doctype html><title>taken</title><script>document.title = "taken " + location.href</script>',
    { headers: { 'content-type': 'text/html' } })))`
const lure = `<!doctype html><title>lure</title><script>
  navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'planted' })</script>`

/** Answers for every name at the port, in both families. */
async function takePort(port: number): Promise<void> {
  for (const address of ['127.0.0.1', '::1']) {
    const server = createServer((request, response) => {
      const isWorker = request.url === '/worker.js'
      response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html')
      response.end(isWorker ? worker : lure)
    })
    server.listen(port, address)
    await once(server, 'listening')
    thieves.push(server)
  }
}

test('a worker that took the place of a window left open does not get the next one, at the same port', async () => {
  home = mkdtempSync(join(tmpdir(), 'cs-worker-'))
  browser = await connectBrowser()
  const context = await browser.newContext()
  const left = await context.newPage()
  const first = new URL(await serve('0'))
  await left.goto(first.href)
  await left.getByRole('button', { name: 'Run the demo' }).first().waitFor()
  await stop()

  await takePort(Number(first.port))
  const planted = async (page: Page, at: string): Promise<void> => {
    await page.goto(at)
    // At an address that has it already, the worker answers.
    await expect.poll(() => page.title()).toMatch(/^(planted|taken)/)
  }
  await left.goto('about:blank')
  for (const name of [first.hostname, '127.0.0.1', 'localhost'])
    await planted(left, `http://${name}:${first.port}/`)
  await leave()

  const next = new URL(await serve(first.port))
  expect([next.port, next.hostname === first.hostname]).toEqual([first.port, false])
  const page = await context.newPage()
  await page.goto(next.href)
  await page.getByRole('button', { name: 'Run the demo' }).first().waitFor()
  expect(await page.evaluate(() => navigator.serviceWorker.controller === null)).toBe(true)
  // The worker is still there: so it was the name that it could not have.
  await left.goto(`http://127.0.0.1:${first.port}/#token=x`)
  expect(await left.title()).toContain('taken')
  await left.goto(`${first.origin}/#token=x`)
  expect(await left.title()).toContain('taken')
})
