import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inScene, scenesOfRun } from './in-scene'

// No button of any scene opens an empty sheet.

const opener = 'button[aria-haspopup="dialog"]:not(:disabled)'

/** Until all of a scene is drawn: its record and its parts come one after the other. */
const settled = async (page: Page): Promise<void> => {
  const size = () => page.evaluate(() => document.querySelectorAll('*').length)
  for (let before = -1, now = await size(); before !== now; now = await size()) {
    before = now
    await page.waitForTimeout(500)
  }
}

const content = ['p:not(.vh)', 'li', 'tr', 'pre', 'dd', 'input', 'textarea', '.ch-row:not(:has(.ch-head))']

/** What an open dialog has besides its title, its buttons and the heads of its parts. */
const contentOf = (page: Page): Promise<number> =>
  page
    .locator(`dialog[open] :is(${content.join(', ')})`)
    .evaluateAll(
      (parts) =>
        parts.filter(
          (part) =>
            part.getClientRects().length > 0 && (part.matches('input, textarea') || part.textContent !== ''),
        ).length,
    )

test.each(scenesOfRun('dialogs of scenes', 8))(
  'each button of $name that opens something shows it',
  async ({ scene }) => {
    await inScene({ scene, locale: 'en-US' }, async (page) => {
      await settled(page)
      // What lies below a dialog cannot be pressed.
      if ((await page.locator('dialog[open]').count()) > 0) return
      const count = await page.locator(opener).count()
      for (let at = 0; at < count; at += 1) {
        const button = page.locator(opener).nth(at)
        const name = await button.innerText()
        const isCovered = await button.click({ timeout: 10_000 }).then(
          () => false,
          () => true,
        )
        await page.locator('dialog[open]').waitFor()
        await expect.poll(() => contentOf(page), { message: name }).toBeGreaterThan(0)
        // The scene's own had not come yet.
        if (isCovered) return
        await page.keyboard.press('Escape')
        await page.locator('dialog[open]').waitFor({ state: 'detached' })
      }
    })
  },
)
