import type { Locator, Page } from 'playwright-core'
import { withClock } from './armed'
import { previewPage, type Look } from './fresh-page'

/** The field below a session and what belongs to it. */
export interface Story {
  readonly page: Page
  readonly field: Locator
  readonly list: Locator
  readonly panel: Locator
  readonly queue: Locator
}

/** Opens a session over the stub engine, with the focus in its field. */
export async function openField(session: string, look: Look = {}): Promise<Story> {
  const { width = 1280 } = look
  const page = await previewPage('', { made: withClock, ...look })
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
