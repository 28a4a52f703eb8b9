import { expect, test } from 'vitest'
import { scriptedHost } from './scripted-host'

test('a session that is archived while the archive is open stands in it, and is written to as soon as it is taken out', async () => {
  const host = await scriptedHost(() => () => ({ text: 'Done.' }))
  // Nothing is archived before there was a session.
  await host.page.getByRole('heading', { name: 'No session yet' }).waitFor()
  expect(await host.page.locator('.rail-archive').isVisible()).toBe(false)
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
  // The search finds it by its name, and does not say that no session is called so; a text of its messages is not looked for there.
  await page.keyboard.press('Control+Shift+F')
  const search = page.getByRole('searchbox', { name: 'Search sessions' })
  await search.fill('say hel')
  const found = page.getByRole('region', { name: 'Archived' })
  await found.getByText('Say hello').waitFor()
  expect(await page.getByText('No session has this title').count()).toBe(0)
  await search.fill('Done.')
  await page.getByText('Of archived ones, names and folders are looked through.').waitFor()
  await search.fill('')
  await page.keyboard.press('Escape')
  await archive.locator('summary').click()
  const takeOut = archive.getByRole('button', { name: 'Take out of the archive' })
  await takeOut.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Done.').waitFor()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await archive.locator('.arow').count()).toBe(0)
  // What was looked for in a record that is in view as a whole leads nowhere that one could come back from.
  await page.keyboard.press('Control+f')
  await page.locator('.find-bar input').fill('hello')
  await page.getByText('1 of 1').waitFor()
  await page.locator('.item[data-found]').waitFor()
  expect(await page.getByRole('button', { name: 'To the end' }).count()).toBe(0)
})
