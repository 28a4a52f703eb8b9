import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { untilArmed } from './armed-panel'
import { openHost, recordOf, type OpenHost } from './open-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

/** The words in view of these elements, in the order of the page, up to and with the last one. */
const wordsOf = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().top < innerHeight)
      .flatMap((element) => (element as HTMLElement).innerText.split(/\s+/))
      .filter((word) => /[\p{L}\p{N}]/u.test(word)),
  )
const clicks = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { clicks: number }).clicks)

test('the first minute: from the address that npm start prints to a decided approval in two clicks', async () => {
  host = await openHost({
    start: true,
    prepare: async (page) => {
      await page.addInitScript(() => {
        const counted = Object.assign(window, { clicks: 0 })
        addEventListener(
          'click',
          ({ isTrusted }) => {
            if (isTrusted) counted.clicks += 1
          },
          true,
        )
      })
    },
  })
  const { page } = host
  const demo = page.getByRole('button', { name: 'Run the demo' })
  await demo.waitFor()
  // Nothing has to be scrolled to, and what stands before the button says what this is.
  expect(await demo.evaluate((button) => button.getBoundingClientRect().bottom < innerHeight)).toBe(true)
  const before = await wordsOf(page, '.wel header, .wel .demo')
  expect(before.join(' ')).toMatch(/It works in a sandbox\. .*Run the demo$/)

  await demo.click()
  const panel = page.locator('.approval')
  await panel.getByText('Low risk', { exact: true }).waitFor()
  // What the rehearsal found is the body, as the command is; it can come at any moment.
  const [whole, body] = [await wordsOf(page, '.approval'), await wordsOf(page, '.approval .rh')]
  const decision = whole.length - body.length
  expect(decision, `${whole.join(' ')} less ${body.join(' ')}`).toBeLessThanOrEqual(45)
  // 240 words a minute: 20 seconds of reading.
  expect(before.length + decision).toBeLessThanOrEqual(80)

  // What is pressed while a rehearsal's result comes was meant for what stood there before.
  await page.locator('.rh[aria-busy="true"]').waitFor({ state: 'detached' })
  await untilArmed(page)
  await page.locator('.a-once').click()
  await expect.poll(() => recordOf(host)).toMatch(/"type":"approval\.resolved".*"kind":"(?:allow|apply)"/)
  expect(await clicks(page)).toBe(2)
  expect(host.complaints).toEqual([])
})
