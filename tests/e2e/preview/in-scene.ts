import { resolve, join } from 'node:path'
import { lookup } from 'mrmime'
import type { Browser, Page } from 'playwright-core'
import { inGerman } from './said'
import { goTo, type Scene } from './scenes'
import { pageSaying } from './spoken-page'

const built = resolve(import.meta.dirname, '../../../node_modules/.cache/preview')
const address = 'http://localhost/'

/** What is found by each look at a scene, by the look's name; nothing is there for those without. */
export type Found = Record<string, readonly string[]>

/** Notes what a look finds. */
export function noted(found: Found, name: string, findings: readonly string[]): void {
  if (findings.length > 0) found[name] = findings
}

/** A page in a scene; it is closed whatever is looked at. */
export async function inScene(
  browser: Browser,
  { scene, locale }: { readonly scene: Scene; readonly locale: 'en-US' | 'de-DE' },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await page.route(`${address}**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      const path = pathname === '/' ? '/index.html' : pathname
      await route.fulfill({ path: join(built, path), contentType: lookup(path) ?? 'text/plain' })
    })
    await page.goto(`${address}#${scene.hash ?? ''}`)
    await goTo(locale === 'de-DE' ? pageSaying(page, inGerman) : page, scene)
    await look(page)
  } finally {
    await context.close()
  }
}

/**
 * Which of some ways a scene is looked at in: all with ALL_SCENES=1 (npm run test:scenes), else one, another for each scene in turn, so that
 * each way is taken by many scenes and each scene is looked at: a run of everything would take longer than all other tests.
 */
export const waysFor = <T>(at: number, ways: readonly T[]): readonly T[] =>
  process.env.ALL_SCENES === '1' ? ways : ways.slice(at % ways.length, (at % ways.length) + 1)
