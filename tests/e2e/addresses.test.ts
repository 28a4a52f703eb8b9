import { expect, test } from 'vitest'
import { scriptedHost } from './scripted-host'

test('each page has an address: a reload and the way back lead where one was, and a change of the language stays there', async () => {
  const host = await scriptedHost(() => () => ({ text: 'Here it is.' }), {})
  const { page } = host
  const hash = (): string => new URL(page.url()).hash
  await host.startSession()
  await page.getByRole('textbox', { name: 'Message' }).fill('Look')
  await page.keyboard.press('Enter')
  await page.getByText('Here it is.').waitFor()
  const inSession = hash()
  expect(inSession).toMatch(/^#\/in\/[\w-]+$/)

  // Whoever comes back goes on writing.
  await page.reload()
  await page.getByText('Here it is.').waitFor()
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+,')
  await page.getByRole('heading', { name: 'Settings', exact: true }).first().waitFor()
  expect(hash()).toBe('#/settings')
  await page.reload()
  await page.getByRole('heading', { name: 'Settings', exact: true }).first().waitFor()

  await page.goBack()
  await page.getByText('Here it is.').waitFor()
  expect(hash()).toBe(inSession)
  await page.goForward()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await page.getByRole('heading', { name: 'Einstellungen', exact: true }).first().waitFor()
  expect(hash()).toBe('#/settings')
  expect(host.complaints).toEqual([])
})
