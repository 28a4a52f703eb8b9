import { expect, test } from 'vitest'
import { scriptedHost } from './scripted-host'

test('a session that is archived while the archive is open stands in it, and is written to as soon as it is taken out', async () => {
  const host = await scriptedHost(() => () => ({ text: 'Done.' }))
  const field = await host.startSession()
  const { page } = host
  await field.fill('Say hello')
  await field.press('Enter')
  await page.getByText('Done.').waitFor()
  const archive = page.locator('.rail-archive')
  await archive.locator('summary').click()
  await archive.getByText('No archived session.').waitFor()
  await page.locator('.bar').getByRole('button', { name: 'Session actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  await archive.getByText('Say hello').waitFor()
  const takeOut = archive.getByRole('button', { name: 'Take out of the archive' })
  await takeOut.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Done.').waitFor()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await archive.locator('.arow').count()).toBe(0)
})
