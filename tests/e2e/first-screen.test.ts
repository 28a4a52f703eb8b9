import { readFileSync } from 'node:fs'
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

  await page.evaluate(() => {
    const { then } = window as unknown as { then: (() => void)[] }
    for (const call of then) call()
  })
  await expect.poll(() => sizes.length).toBeGreaterThan(first.length)
  expect(host.complaints).toEqual([])
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

test('the window connects to its engine while its page is still on the way', async () => {
  const { promise: connected, resolve: connect } = Promise.withResolvers<undefined>()
  host = await openHost({
    prepare: async (page: Page) => {
      page.on('websocket', () => {
        connect(undefined)
      })
      await page.route(/\/page-[^/]*\.js$/, async (route) => {
        await connected
        await route.continue()
      })
    },
  })
  await host.page.locator('.wel-title').waitFor()
  expect(host.complaints).toEqual([])
})

test.each(oneBySeed('theme of what is new here', ['light', 'dark'] as const))(
  'the first screen leads to three things to begin with: the demo, the last month, and deciding on other agents (%s)',
  async (theme) => {
    host = await openHost({ theme })
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
