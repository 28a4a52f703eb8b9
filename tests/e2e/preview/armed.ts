import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** For what waits for a while: a page's clock that goes like any other, and can be moved on (`Look.made`). */
export const withClock = (page: Page): Promise<void> => page.clock.install()

let pauses = 0

/** Stops the installed clock before a page is loaded; from then on it only moves when it is told to. */
export const pauseClock = (page: Page): Promise<void> =>
  // A page that had a test before is ahead by what that test moved it, some seconds.
  page.clock.pauseAt(Date.now() + 1000 + 60_000 * pauses++)

/** Moves a page's installed clock until the panel's actions answer: how late it is drawn after it was asked for is the machine's matter. */
export async function armed(page: Page, panel: Locator): Promise<void> {
  await panel.waitFor()
  await expect
    .poll(
      async () => {
        await page.clock.runFor(100)
        return panel.locator('.a-once').getAttribute('aria-disabled')
      },
      { timeout: 120_000 },
    )
    .toBe('false')
}
