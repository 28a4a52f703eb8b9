import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { oneBySeed } from '../fakes/by-seed'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

test('the first screen is there with at most 150 kB of program on the wire, and the rest comes when it is idle', async () => {
  const sizes: Promise<number>[] = []
  host = await openHost({
    prepare: async (page: Page) => {
      await page.addInitScript(() => {
        const then: IdleRequestCallback[] = []
        Object.assign(window, { requestIdleCallback: (call: IdleRequestCallback) => then.push(call), then })
      })
      page.on('requestfinished', (request) => {
        if (new URL(request.url()).pathname.endsWith('.js'))
          // A page that closes meanwhile has no size for it: NaN is no size within the bound.
          sizes.push(
            request.sizes().then(
              ({ responseBodySize }) => responseBodySize,
              () => Number.NaN,
            ),
          )
      })
    },
  })
  const { page } = host
  await page.locator('.wel-title').waitFor()
  const first = await Promise.all(sizes)
  expect(first.length).toBeGreaterThan(2)
  expect(first.reduce((all, size) => all + size, 0)).toBeLessThanOrEqual(150_000)

  const idle = (): Promise<void> =>
    page.evaluate(() => {
      const { then } = window as unknown as { then: (() => void)[] }
      for (const call of then.splice(0)) call()
    })
  await expect.poll(() => idle().then(() => sizes.length)).toBeGreaterThan(first.length + 20)
  expect(host.complaints).toEqual([])
})

test('the rest comes when a second is over, in which the engine is there for the first screen alone', async () => {
  const rest: string[] = []
  host = await openHost({
    prepare: async (page: Page) => {
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 1000)
      page.on('request', (request) => {
        if (request.url().includes('/session-view-')) rest.push(request.url())
      })
    },
  })
  const { page } = host
  const held = page.locator('.wel-form:not(.held)')
  // A second is two hundred looks: none of them is one, however busy the machine.
  await expect.poll(() => page.clock.runFor(5).then(() => held.count())).toBe(1)
  expect(rest).toEqual([])
  await expect.poll(() => page.clock.runFor(500).then(() => rest.length)).toBe(1)
})

test('what the first screen is made of is named in the page: nothing is found out on the way', async () => {
  const asked: string[] = []
  let html: Promise<string> | undefined
  host = await openHost({
    prepare: async (page: Page) => {
      await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (response.request().resourceType() === 'document') html = response.text()
        if (/\.(js|css)$/.test(pathname)) asked.push(pathname)
      })
    },
  })
  const { page } = host
  await page.locator('.wel-title').waitFor()
  const text = await html
  expect(asked.filter((path) => text?.includes(`.${path}"`) !== true)).toEqual([])
  expect(asked.length).toBeLessThan(8)
})

test('a part of the window that cannot be loaded says so, and the others go on', async () => {
  host = await openHost({
    prepare: async (page: Page) => {
      await page.route('**/grants-page-*.js', (route) => route.abort())
    },
  })
  const { page } = host
  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  await page.getByRole('button', { name: 'Grants', exact: true }).click()
  await page.getByRole('alert').getByText('could not be loaded').waitFor()
  await page.getByRole('button', { name: 'New session' }).click()
  await page.locator('.wel-title').waitFor()
})

test('the first question of a window is asked by opening its socket, and answered while its page is still on the way', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
  const frames: string[] = []
  host = await openHost({
    prepare: async (page: Page) => {
      page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => frames.push(String(payload)))
        socket.on('framereceived', () => {
          answer(undefined)
        })
      })
      await page.route(/\/page-[^/]*\.js$/, async (route) => {
        await answered
        await route.continue()
      })
    },
  })
  await host.page.locator('.wel-title').waitFor()
  expect(frames.filter((frame) => frame.includes('"app.hello"'))).toEqual([])
  expect(host.complaints).toEqual([])
})

test('while the first answer is on its way nothing is drawn, unless it takes long', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  host = await openHost({
    prepare: async (page: Page) => {
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 1000)
      await page.addInitScript(() => {
        const times = { begun: Date.now(), drawn: undefined as number | undefined }
        Object.assign(window, { times })
        new MutationObserver(() => {
          if (document.querySelector('#root > *')) times.drawn ??= Date.now()
        }).observe(document, { childList: true, subtree: true })
      })
      await page.routeWebSocket(/./, (there) => {
        const engine = there.connectToServer()
        engine.onMessage((message) => void released.then(() => there.send(message)))
      })
    },
  })
  const { page } = host
  const connecting = page.getByText('Connecting to the engine')
  // The clock stands still between two looks: what is drawn by itself is drawn at the time the page began.
  await expect.poll(() => page.clock.runFor(5).then(() => connecting.isVisible())).toBe(true)
  const { begun, drawn } = await page.evaluate(
    () => (window as unknown as { times: { begun: number; drawn: number } }).times,
  )
  expect(drawn - begun).toBeGreaterThanOrEqual(300)
  release(undefined)
  await expect.poll(() => page.clock.runFor(50).then(() => page.locator('.wel-title').isVisible())).toBe(true)
  expect(host.complaints).toEqual([])
})

test.each(oneBySeed('theme of what is new here', ['light', 'dark'] as const))(
  'the first screen leads to three things to begin with: the demo, the last month, and deciding on other agents (%s)',
  async (theme) => {
    const user = mkdtempSync(join(tmpdir(), 'cs-nobody-'))
    const env = { HOME: user, CLAUDE_CONFIG_DIR: undefined, CODEX_HOME: undefined }
    host = await openHost({ theme, env })
    const { page, home } = host
    const part = page.getByRole('region', { name: 'New here' })
    await part.waitFor()
    expect(await part.locator('.wel-row .t').allInnerTexts()).toEqual([
      'See a decision in ten seconds',
      'Look at your last month',
      'Decide on other agents',
    ])
    await page.screenshot({ path: pictureAt(`new-here-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    await part.getByRole('button', { name: /^Decide on other agents/ }).click()
    const settings = page.locator('.prow.setting')
    await expect.poll(() => settings.count()).toBe(1)
    expect(await settings.innerText()).toContain('countersign desk install')
    await settings.getByRole('combobox').selectOption('true')
    await expect.poll(() => readFileSync(join(home, 'config.toml'), 'utf8')).toContain('desk = true')
    expect(host.complaints).toEqual([])
  },
)

test('Claude Code, found here, is connected by one press and a look at what it changes, and let go the same way', async () => {
  const user = mkdtempSync(join(tmpdir(), 'cs-connect-'))
  const file = join(user, '.claude/settings.json')
  const before = '{\n  // mine\n  "model": "opus"\n}\n'
  mkdirSync(join(user, '.claude'))
  writeFileSync(file, before)
  const env = { HOME: user, CLAUDE_CONFIG_DIR: undefined, CODEX_HOME: undefined }
  host = await openHost({ env })
  const { page, home } = host
  const config = (): string => readFileSync(join(home, 'config.toml'), 'utf8')
  const row = page.locator('.wel-row.connect')
  await row.getByText('Claude Code found, not connected.').waitFor()
  const ask = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Connect' }).click()
  await ask.getByText('This changes in its settings:').waitFor()
  const shown = await ask.locator('pre').innerText()
  expect(shown).toContain(file)
  expect(shown).toContain('+')
  expect(shown).toContain('Bearer …')
  await page.screenshot({ path: pictureAt('connect-agent') })
  expect(await axeFindings(page)).toEqual([])
  // Nothing is written before the person says so, and Enter does not.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await ask.waitFor({ state: 'detached' })
  expect([readFileSync(file, 'utf8'), existsSync(join(home, 'config.toml'))]).toEqual([before, false])

  await row.getByRole('button', { name: 'Connect' }).click()
  await ask.getByRole('button', { name: 'Connect' }).click()
  await row.getByText('Claude Code asks in this window, from its next session on.').waitFor()
  expect(readFileSync(file, 'utf8')).toContain('PermissionRequest')
  expect(config()).toContain('desk = true')
  expect(statSync(file).mode & 0o077).toBe(0)
  await page.reload()
  await row.getByRole('button', { name: 'Disconnect' }).click()
  await ask.getByRole('button', { name: 'Disconnect' }).click()
  await row.getByText('Claude Code found, not connected.').waitFor()
  expect([readFileSync(file, 'utf8'), config().includes('desk = true')]).toEqual([before, false])

  // What was changed since it was shown is not overwritten.
  await row.getByRole('button', { name: 'Connect' }).click()
  await ask.locator('pre').waitFor()
  writeFileSync(file, '{}\n')
  await ask.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('is not any more what it was when this was shown. Nothing was changed.').waitFor()
  expect([readFileSync(file, 'utf8'), config().includes('desk = true')]).toEqual(['{}\n', false])
  expect(host.complaints).toEqual([])
})

/** Elements that moved after they had been seen, as the browser counts them: named by their class, else by their tag. */
const shifted = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shifted: string[] }).shifted)

test('what comes late to the first screen, as the branch of its folder, moves nothing that was seen', async () => {
  host = await openHost({
    configure: (home) => {
      const table =
        '[model_providers.local]\nname = "Local"\nbase_url = "http://127.0.0.1:9/v1"\nwire_api = "chat"\n'
      writeFileSync(join(home, 'config.toml'), `model = "none"\nmodel_provider = "local"\n${table}`)
    },
    prepare: async (page: Page) => {
      await page.addInitScript(() => {
        const all: string[] = []
        Object.assign(window, { shifted: all })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { sources: { node: Node | null }[] }[])
            for (const { node } of entry.sources)
              all.push(node instanceof Element ? node.className || node.tagName : (node?.textContent ?? ''))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      // On a clock of its own, since after 600 ms all is shown, known or not; each answer of the engine is a while on its way, as on a slow disk.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 1000)
      await page.routeWebSocket(/./, (there) => {
        const engine = there.connectToServer()
        engine.onMessage((message) => setTimeout(() => there.send(message), 120))
      })
    },
  })
  const { page } = host
  const branch = page.getByRole('combobox', { name: 'Works in' })
  const isSeen = (ms: number) => page.clock.runFor(ms).then(() => branch.isVisible())
  await expect.poll(() => isSeen(5)).toBe(true)
  await page.clock.runFor(1000)
  expect(await shifted(page)).toEqual([])

  // While another folder is typed the room of the chip stays, and the chip is out of sight until it is known what it says.
  const left = () =>
    page.getByRole('combobox', { name: 'Approval policy' }).evaluate((it) => it.getBoundingClientRect().left)
  await page.getByRole('combobox', { name: 'Workspace folder' }).press('End')
  await page.keyboard.type('/src')
  await branch.waitFor({ state: 'hidden' })
  const before = await left()
  await expect.poll(() => isSeen(50)).toBe(true)
  expect(await left()).toBe(before)
})
