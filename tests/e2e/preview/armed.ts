import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Moves a page's installed clock until the panel's actions answer: how late it is drawn after it was asked for is the machine's matter. */
export async function armed(page: Page, panel: Locator): Promise<void> {
  await panel.waitFor()
  await expect
    .poll(
      async () => {
        await page.clock.runFor(100)
        return panel.locator('.a-once').getAttribute('aria-disabled')
      },
      { timeout: 30_000 },
    )
    .toBe('false')
}
