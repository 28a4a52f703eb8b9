import { expect, test } from 'vitest'
import { previewPage } from './fresh-page'
import { asked } from './open-changes'

test('a window that was started for a host begins the session there, and never on this machine', async () => {
  const page = await previewPage('started-on')
  await page.getByRole('button', { name: 'New session' }).first().click()
  expect(await page.getByRole('combobox', { name: 'Workspace folder' }).count()).toBe(0)
  const task = page.getByRole('textbox', { name: 'Describe a task' })
  await task.fill('Make the tests pass')
  await task.press('Enter')
  const folder = page.getByRole('combobox', { name: 'Folder there' })
  await expect.poll(() => folder.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await asked(page, 'session.create')).toEqual([])
  await folder.fill('/srv/shop')
  await folder.press('Enter')
  await expect.poll(() => asked(page, 'session.create')).toMatchObject([{ host: 'build1', cwd: '/srv/shop' }])
})
