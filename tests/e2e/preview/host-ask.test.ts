import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pauseClock, withClock } from './armed'
import { freshPage, previewAddress } from './fresh-page'

// What the commands of hosts ask one after the other, over the stub engine and a clock that only moves when it is told to.

const answersOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { sent } = window as unknown as { sent: [string, unknown][] }
    return sent.flatMap(([channel, payload]) => (channel === 'host.answer' ? [payload] : []))
  })

test('a press on one question of a host, repeated or held, answers none that comes after it', async () => {
  const page = await freshPage({ made: withClock })
  await pauseClock(page)
  await page.goto(`${previewAddress()}#asks`)
  const dialog = page.locator('dialog.host-ask')
  const shows = (key: number) => dialog.getByText(`Allow use of key ${String(key)}?`).waitFor()
  const yes = dialog.getByRole('button', { name: 'Yes' })
  await shows(1)
  expect(await page.title()).toMatch(/^\(\d+\) /)
  // Of a page that nobody has touched Escape closes a dialog by itself.
  await page.keyboard.press('Escape')
  await yes.click({ force: true })
  expect(await answersOf(page)).toEqual([])
  await page.clock.runFor(650)
  await yes.click({ force: true })
  await shows(2)
  await yes.click({ force: true })
  await page.clock.runFor(500)
  await yes.click({ force: true })
  await yes.focus()
  for (const key of ['Enter', 'Enter', 'Escape', 'Space']) {
    await page.clock.runFor(500)
    await page.keyboard.down(key)
  }
  await page.keyboard.up('Space')
  await shows(2)
  const first = { ask: 'ask-1', answer: 'yes' }
  expect(await answersOf(page)).toEqual([first])
  await page.clock.runFor(650)
  await page.keyboard.press('Escape')
  await shows(3)
  await page.keyboard.press('Escape')
  expect(await answersOf(page)).toEqual([first, { ask: 'ask-2' }])
  await page.clock.runFor(650)
  await yes.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await answersOf(page)).toEqual([first, { ask: 'ask-2' }, { ask: 'ask-3', answer: 'yes' }])
})
