import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { connectBrowser } from '../browser'
import { inScene, noted, waysFor, type Found } from './in-scene'
import { scenes } from './scenes'

let browser: Browser
beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser.close())

const colours = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const

test.each(scenes.map((scene, at) => ({ scene, at, name: scene.name })))(
  '$name is clean in light, dark and forced colours',
  async ({ scene, at }) => {
    const found: Found = {}
    await inScene(browser, { scene, locale: 'en-US' }, async (page) => {
      for (const colour of waysFor(at, colours)) {
        await page.emulateMedia({ forcedColors: 'none', ...colour })
        noted(found, Object.values(colour).join(' '), await axeFindings(page))
      }
    })
    expect(found).toEqual({})
  },
)
