import type { Page } from 'playwright-core'

/**
 * Takes from a page all that was done with it: its document and what that left with the browser, for itself, for its address (`blank`
 * is an address of the same origin without the program) and for its window. What stays is what the browser has read and compiled of the
 * program (renewed-page.test.ts).
 */
export async function renewPage(page: Page, blank: string): Promise<void> {
  for (const name of ['console', 'pageerror', 'request', 'response', 'dialog', 'download'] as const)
    page.removeAllListeners(name)
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.clearPermissions()
  await context.clearCookies()
  await page.unrouteAll()
  await page.mouse.up()
  await page.mouse.move(-1, -1)
  await page.goto(blank)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
    for (const name of await caches.keys()) await caches.delete(name)
  })
}
