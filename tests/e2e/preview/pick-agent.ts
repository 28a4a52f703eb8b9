import type { Page } from 'playwright-core'

/** Chooses an agent of another maker for a new session. */
export async function pickAgent(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Who works' }).selectOption('gemini')
}
