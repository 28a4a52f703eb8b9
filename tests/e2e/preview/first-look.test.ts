import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pauseClock, withClock } from './armed'
import { freshPage, previewAddress } from './fresh-page'

// The first screen while its folder is looked at, in a real browser over a stub engine that answers when it is told to.

interface Shift {
  readonly sources: readonly { readonly node: Node | null }[]
}

/** Notes what the browser says was moved of what stands below the field. */
const notingShifts = async (made: Page): Promise<void> => {
  await withClock(made)
  await made.addInitScript(() => {
    const shifted: string[] = []
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as readonly Shift[])
        for (const { node } of sources)
          if (node instanceof Element && node.closest('.wel') && !node.closest('.wel-box'))
            shifted.push(node.className)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifted })
  })
}
const shifted = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { shifted: readonly string[] }).shifted)

/** The page of a new session, while its folder is being looked at. */
async function lookedAt(width: number): Promise<Page> {
  const page = await freshPage({ width, made: notingShifts })
  await pauseClock(page)
  await page.goto(`${previewAddress()}#look-waits`)
  await page.getByRole('button', { name: 'New session' }).first().click()
  await page.locator('.wel-box').waitFor()
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return page.evaluate(() => 'lookNow' in window)
    })
    .toBe(true)
  return page
}

const answer = (page: Page): Promise<void> =>
  page.evaluate(() => {
    ;(window as unknown as { lookNow: () => void }).lookNow()
  })

/** Whatever is to be drawn by then is. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          done()
        }
        new IntersectionObserver(() => {
          port2.postMessage('')
        }).observe(document.body)
      }),
  )

// In a narrow window the examples of a folder may take another line than those of none.
test.each([1280, 900])(
  'nothing that was seen moves as the folder is known, %d pixels wide',
  async (width) => {
    const page = await lookedAt(width)
    const field = page.getByRole('textbox', { name: 'Describe a task' })
    const seen = [await field.isVisible(), await page.locator('.wel-two').isVisible()]
    await drawn(page)
    await answer(page)
    await page.locator('.wel-try').waitFor()
    await page.locator('.wel-two').waitFor()
    await drawn(page)
    expect({ shifted: await shifted(page), seen }).toEqual({ shifted: [], seen: [true, false] })
  },
)

test('a folder that is long looked at keeps nothing from sight', async () => {
  const page = await lookedAt(1280)
  await page.clock.runFor(700)
  await page.locator('.wel-two').waitFor()
  expect(await page.locator('.wel-says').innerText()).toContain('Looking at the folder')
  expect(await page.locator('.wel-try').isVisible()).toBe(false)

  // When it asks is not said before it is known, and what comes to be known moves nothing.
  const policy = page.getByRole('combobox', { name: 'Approval policy' })
  const says = page.locator('.wel-says')
  expect(await policy.getAttribute('aria-busy')).toBe('true')
  expect(await says.innerText()).not.toMatch(/[Aa]sk/)
  const before = [await policy.boundingBox(), await says.boundingBox()]
  await answer(page)
  await page.locator('.wel-try').waitFor()
  await drawn(page)
  expect([await policy.inputValue(), await policy.getAttribute('aria-busy')]).toEqual(['effects', 'false'])
  expect([
    (await policy.boundingBox())?.y,
    (await policy.boundingBox())?.width,
    (await says.boundingBox())?.y,
  ]).toEqual([before[0]?.y, before[0]?.width, before[1]?.y])
})
