import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { untilKeysArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { deniedFile, openHost, recordOf, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

const closing = (page: Page) => page.getByRole('region', { name: 'That was the demo.' })

/** Answers what is asked next. */
async function answer(page: Page, how: 'allow' | 'deny'): Promise<void> {
  await untilKeysArmed(page)
  if (how === 'allow') return page.locator('.a-once').click()
  await page.locator('.a-tell').click()
  const form = page.getByRole('form', { name: 'Deny and tell the agent' })
  await form.getByRole('button', { name: /^Deny/ }).click()
}

test('the demo ends with what happened in it, undoes it, answers honestly and leads to one’s own project', async () => {
  host = await openHost()
  const { page } = host
  await page.getByRole('button', { name: 'Run the demo' }).click()
  await page.getByText('release-notes.md').first().waitFor()
  await answer(page, 'deny')
  await page.getByText('clean-up').first().waitFor()
  await answer(page, 'allow')

  const end = closing(page)
  await end.waitFor()
  expect(await end.getByRole('listitem').allInnerTexts()).toEqual([
    'Asked 2 times: 1 allowed, 1 denied.',
    '6 files changed outside the project; this can be undone.',
  ])
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('demo-end') })
  const cache = join(deniedFile(host), '../../shared-cache')
  expect([existsSync(deniedFile(host)), readdirSync(cache).length]).toEqual([false, 0])

  await end.getByRole('button', { name: 'Undo it now' }).click()
  await page.getByRole('button', { name: 'Put back 6 files' }).click()
  await end.getByText('6 files are back as before.').waitFor()
  expect(readdirSync(cache).length).toBe(6)
  expect(await end.getByRole('button', { name: 'Undo it now' }).count()).toBe(0)

  await page.getByRole('textbox', { name: 'Message to the agent' }).fill('Show me what Countersign does.')
  await page.keyboard.press('Enter')
  await page.getByText('No model reads this').waitFor()
  await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
  expect(recordOf(host).match(/"type":"approval\.requested"/g)?.length).toBe(2)

  await end.getByRole('button', { name: 'Open my project' }).click()
  const task = page.getByRole('textbox', { name: 'Describe a task' })
  await expect.poll(() => task.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(host.complaints).toEqual([])
})

test('a demo in which everything is denied says that nothing was changed', async () => {
  host = await openHost()
  const { page } = host
  await page.getByRole('button', { name: 'Run the demo' }).click()
  for (const said of ['release-notes.md', 'clean-up']) {
    await page.getByText(said).first().waitFor()
    await answer(page, 'deny')
  }
  const end = closing(page)
  await end.waitFor()
  expect(await end.getByRole('listitem').allInnerTexts()).toEqual([
    'Asked 2 times: 2 denied.',
    'Nothing changed outside the project.',
  ])
})
