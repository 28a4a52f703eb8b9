import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

/** The window over the stub engine is served with axe beside it, which the browser need not compile again for each page. */
async function axeInto(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  if (page.url().startsWith(inject('previewAddress')))
    return page.evaluate(`import('/axe.js').then(() => {})`)
  const { source } = createRequire(import.meta.url)('axe-core') as { readonly source: string }
  return page.evaluate(source)
}

/** Runs axe (WCAG 2.2 A and AA) in the page; each finding is one line. The page's policy allows no injected script, so it is evaluated. */
export async function axeFindings(page: Page): Promise<string[]> {
  await axeInto(page)
  // A colour on its way from one state to the next is neither.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity)
    return Promise.race([
      Promise.allSettled(ending.map((each) => each.finished)),
      new Promise((resolve) => setTimeout(resolve, 5000)),
    ]).then(() => undefined)
  })
  // What it would tell of all that is in order takes two thirds of its time.
  const result = await page.evaluate<AxeResult>(
    `axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    })`,
  )
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary: why = '' }) => `${id}: ${html.slice(0, 160)} ${why.replaceAll(/\s+/g, ' ')}`,
    ),
  )
}
