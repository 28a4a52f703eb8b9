import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** Runs axe (WCAG 2.2 A and AA) in the page; each finding is one line. The page's policy allows no injected script, so it is evaluated. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { source } = createRequire(import.meta.url)('axe-core') as { readonly source: string }
  await page.evaluate(source)
  const result = await page.evaluate<AxeResult>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
  )
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
