import { join, resolve } from 'node:path'
import { lookup } from 'mrmime'
import type { Browser, Locator, Page } from 'playwright-core'

const built = resolve(import.meta.dirname, '../../../node_modules/.cache/preview')
const address = 'http://localhost/'

/** The field below a session and what belongs to it. */
export interface Story {
  readonly page: Page
  readonly field: Locator
  readonly list: Locator
  readonly panel: Locator
  readonly queue: Locator
}

/** The window it is opened in. */
export interface Look {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** Opens a session over the stub engine, with the focus in its field. */
export async function openField(browser: Browser, session: string, look: Look = {}): Promise<Story> {
  const { width = 1280, height = 800, colorScheme = 'light' } = look
  const page = await browser.newPage({ viewport: { width, height }, colorScheme })
  await page.route(`${address}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname === '/' ? '/index.html' : pathname
    await route.fulfill({ path: join(built, path), contentType: lookup(path) ?? 'text/plain' })
  })
  await page.goto(address)
  if (width < 700) await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  await page.getByRole('button', { name: session }).first().click()
  const field = page.getByRole('textbox', { name: 'Message to the agent' })
  await field.focus()
  await page.mouse.move(width - 20, 300) // off the row: what shows while it is looked at is not of this
  return {
    page,
    field,
    list: page.getByRole('listbox'),
    panel: page.getByRole('region').filter({ has: page.getByRole('group', { name: 'Decision' }) }),
    queue: page.getByRole('region', { name: 'Sent when the turn has ended' }),
  }
}
