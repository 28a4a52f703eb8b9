import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { connectBrowser } from './browser'

/** The served page as an app of the browser: it can be installed, opens without its link, and counts what waits on its icon. */

const entry = join(import.meta.dirname, '../../out/main/cli.js')
let home = ''
let child: ChildProcess | undefined
let browser: Browser | undefined
afterEach(async () => {
  await browser?.close()
  await stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

async function stop(): Promise<void> {
  if (child === undefined || child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function serve(port: string): Promise<URL> {
  const started = spawn(process.execPath, [entry, 'serve', '--port', port], {
    env: { ...process.env, COUNTERSIGN_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  let said = ''
  for await (const piece of started.stdout) {
    said += String(piece)
    const found = /http:\/\/\S+/.exec(said)
    if (found) return new URL(found[0])
  }
  throw new Error(said)
}

test('the page of a start is an app that can be installed, of that start alone, and its icon counts what waits', async () => {
  home = mkdtempSync(join(tmpdir(), 'cs-app-'))
  browser = await connectBrowser()
  const context = await browser.newContext()
  await context.addInitScript(() => {
    const badges: number[] = []
    Object.assign(window, { badges })
    navigator.setAppBadge = (count = -1) => {
      badges.push(count)
      return Promise.resolve()
    }
  })
  const page = await context.newPage()
  const first = await serve('0')
  await page.goto(first.href)
  await page.getByRole('button', { name: 'Run the demo' }).first().waitFor()

  const devtools = await context.newCDPSession(page)
  const { url, errors, data = '' } = await devtools.send('Page.getAppManifest')
  const described = JSON.parse(data) as { start_url: string; scope: string; id: string; display: string }
  const start = new URL(described.start_url, url).href
  expect({ url, errors, start, display: described.display }).toEqual({
    url: `${first.origin}/app.webmanifest`,
    errors: [],
    start: `${first.origin}/`,
    display: 'standalone',
  })
  expect(data).not.toContain(first.hash.slice('#token='.length))
  // A page of a test is always in a context that keeps nothing, where nothing is installed; the browser without a window does not look.
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  // What the icon opens, beside the page or after it.
  const app = await context.newPage()
  await app.goto(start)
  await app.getByRole('button', { name: 'Run the demo' }).first().click()
  await app.locator('.approval').waitFor()
  const counted = () => app.evaluate(() => (window as unknown as { badges: number[] }).badges)
  await expect.poll(counted).toEqual([0, 1])

  // Nothing stays with the origin that could answer in place of the server.
  const registered = await app.evaluate(async () => {
    const [script] = [...document.scripts].map(({ src }) => src)
    return navigator.serviceWorker.register(script ?? '').then(
      () => 'registered',
      () => 'refused',
    )
  })
  expect(registered).toBe('refused')

  await stop()
  const next = await serve(first.port)
  expect([next.port, next.hostname === first.hostname]).toEqual([first.port, false])
  // The app of the start before gets no answer from this one.
  const left = await app.goto(start)
  expect(left?.status()).toBe(403)
})
