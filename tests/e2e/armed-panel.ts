import type { Page } from 'playwright-core'

/** Until the panel in front takes clicks, some time after it has come: it says so itself. */
export const untilArmed = (page: Page): Promise<void> =>
  page.locator('.a-later[aria-disabled="false"]').first().waitFor()

/** Until it takes keys as well, some time after the last that was typed; in a narrow panel its keycaps are not drawn, and are what says so all the same. */
export const untilKeysArmed = (page: Page): Promise<void> =>
  page.locator('.a-once .keys:not(.off)').first().waitFor({ state: 'attached' })
