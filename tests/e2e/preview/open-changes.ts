import type { Locator, Page } from 'playwright-core'
import { freshPage, previewAddress, type Look } from './fresh-page'

/** A window over the stub engine, and what it complained of. `hash` is the sample that the stub engine shows. */
export async function openWindow({ hash = '', ...look }: Look & { readonly hash?: string } = {}): Promise<{
  page: Page
  faults: string[]
}> {
  const page = await freshPage(look)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.goto(`${previewAddress()}#${hash}`)
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
  look: Look & { readonly hash?: string } = {},
): Promise<{ page: Page; faults: string[]; dialog: Locator; lines: Locator }> {
  const { page, faults } = await openWindow(look)
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
