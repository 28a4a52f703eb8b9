import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inScene } from './in-scene'
import { scenes } from './scenes'

/** Where the contents of each band begin and end, in pixels; what is not there is left out. */
const columns = (page: Page, selectors: readonly string[]): Promise<Record<string, number[]>> =>
  page.evaluate((all) => {
    const found: Record<string, number[]> = {}
    for (const selector of all) {
      const element = document.querySelector(selector)
      if (element === null) continue
      const { left, right } = element.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      found[selector] = [
        Math.round(left + Number.parseFloat(paddingLeft)),
        Math.round(right - Number.parseFloat(paddingRight)),
      ]
    }
    return found
  }, selectors)

const bands = [
  '.items',
  '.running',
  '.composer',
  '.context-meter',
  '.ap-body',
  '.gl-foot',
  '.gl-acts',
  '.outbox',
]

test.each([
  ['high', 1920],
  ['inbox', 2560],
  ['queue', 1920],
])('%s at %i px is one column of 900 px, in the middle, whatever the band', async (name, width) => {
  const scene = scenes.find((each) => each.name === name)
  if (scene === undefined) throw new Error(`no scene ${name}`)
  await inScene({ scene, locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width, height: 1080 })
    await page.locator('.items').first().waitFor()
    await expect.poll(async () => Object.keys(await columns(page, bands)).length).toBeGreaterThan(2)
    const found = await columns(page, bands)
    const items = found['.items']
    expect((items?.[1] ?? 0) - (items?.[0] ?? 0)).toBe(900)
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((band) => [band, items])))
    const around = await columns(page, ['.transcript-frame'])
    const [from = 0, to = 0] = around['.transcript-frame'] ?? []
    expect(Math.abs((items?.[0] ?? 0) - from - (to - (items?.[1] ?? 0)))).toBeLessThanOrEqual(2)
    // Nothing of the record is wider, and the choices below the field have their words.
    const wider = await page.evaluate(
      () =>
        [...document.querySelectorAll('.item > *')].filter((item) => item.getBoundingClientRect().width > 900)
          .length,
    )
    expect(wider).toBe(0)
    const words = page.locator('.composer .picker-text')
    if ((await page.locator('.composer').count()) > 0) expect(await words.first().isVisible()).toBe(true)
  })
})
