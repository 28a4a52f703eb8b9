import { join, resolve } from 'node:path'
import { lookup } from 'mrmime'
import type { Browser, Locator, Page } from 'playwright-core'

const built = resolve(import.meta.dirname, '../../../node_modules/.cache/preview')
const address = 'http://localhost/'
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
].join('; ')

/** The window it is opened in. `hash` is the sample that the stub engine shows. */
export interface Look {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly forcedColors?: 'active'
  readonly hash?: string
}

/** A window over the stub engine, under the product's policy, and what it complained of. */
export async function openWindow(
  browser: Browser,
  look: Look = {},
): Promise<{ page: Page; faults: string[] }> {
  const { width = 1280, height = 800, hash = '', ...rest } = look
  const page = await browser.newPage({ viewport: { width, height }, ...rest })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.route(`${address}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname === '/' ? '/index.html' : pathname
    await route.fulfill({
      path: join(built, path),
      contentType: lookup(path) ?? 'text/plain',
      headers: { 'content-security-policy': policy },
    })
  })
  await page.goto(hash === '' ? address : `${address}#${hash}`)
  return { page, faults }
}

/** Chooses a session by its name in the rail. */
export async function openSession(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Sessions', exact: true })
  const row = page.getByRole('button', { name }).first()
  await menu.or(row).first().waitFor()
  if (await menu.isVisible()) await menu.click()
  await row.click()
}

/** What the last turn of the sample changed, over the window. */
export async function openChanges(
  browser: Browser,
  look: Look = {},
): Promise<{ page: Page; faults: string[]; dialog: Locator; lines: Locator }> {
  const { page, faults } = await openWindow(browser, look)
  await openSession(page, 'Pin Actions')
  await page.getByRole('button', { name: 'Changes this turn' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes this turn' })
  await dialog.waitFor()
  return { page, faults, dialog, lines: dialog.getByRole('group', { name: 'Changed lines' }) }
}

/** The requests of that name that the window has made. */
export const asked = (page: Page, channel: string): Promise<unknown[]> =>
  page.evaluate((name) => {
    const { sent } = window as unknown as { sent: [string, unknown][] }
    return sent.filter(([each]) => each === name).map(([, payload]) => payload)
  }, channel)
