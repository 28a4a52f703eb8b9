import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { untilArmed } from '../armed-panel'
import { previewPage } from './fresh-page'

// What moves while the mouse is down, in a real browser over the stub engine.

let page: Page

/** Presses on it, has it move from below the pointer, or draws the pointer away, and lets go. */
async function press(what: Locator, meanwhile: 'moves' | 'drawn away'): Promise<void> {
  const box = await what.boundingBox()
  if (box === null) throw new Error('it is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  if (meanwhile === 'drawn away') await page.mouse.move(x, y - 300)
  else
    await what.evaluate((element) => {
      const panel = element.closest<HTMLElement>('.approval, #rail')
      if (panel) panel.style.translate = '0 -200px'
    })
  await page.mouse.up()
  await page.evaluate(() => {
    for (const moved of document.querySelectorAll<HTMLElement>('.approval, #rail')) moved.style.translate = ''
  })
}

test('a press goes to what it began on, wherever that has moved meanwhile; drawn away it is taken back, and a yes is never given so', async () => {
  page = await previewPage('')
  await page
    .getByRole('button', { name: /^.*Speed up Go/ })
    .first()
    .click()
  const panel = page.locator('.approval')
  await untilArmed(page)
  const details = panel.locator('.a-details')
  const isOpen = (): Promise<string | null> => details.getAttribute('aria-expanded')
  await press(details, 'drawn away')
  expect(await isOpen()).toBe('false')
  await press(details, 'moves')
  expect(await isOpen()).toBe('true')
  await details.click()
  expect(await isOpen()).toBe('false')
  await press(page.locator('#rail').getByRole('button', { name: 'Inbox' }), 'moves')
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await page.goBack()
  await untilArmed(page)
  const before = await page.title()
  const once = panel.locator('.a-once')
  await press(once, 'moves')
  await press(once, 'drawn away')
  await untilArmed(page)
  // How many wait stands in the title; an answer that was given by the presses before is in it by then.
  expect(await page.title()).toBe(before)
  await once.click()
  await expect.poll(() => page.title()).not.toBe(before)
})

test('what is typed into a form stays, though the panel is drawn anew at that very key', async () => {
  page = await previewPage('')
  await page
    .getByRole('button', { name: /Speed up Go/ })
    .first()
    .click()
  await untilArmed(page)
  await page.locator('.a-more').click()
  // The keys of the panel wait until what was typed elsewhere is a while ago; when they act again is known by the next key.
  await page.getByRole('textbox', { name: 'Message to the agent' }).pressSequentially('a')
  await page.locator('.a-edit').click()
  const begun = page.waitForEvent('console')
  const busy = page.evaluate(() => {
    const from = performance.now()
    console.info('busy')
    while (performance.now() - from < 1600);
  })
  await begun
  await page.keyboard.insertText('typed ')
  await busy
  expect(await page.getByRole('textbox', { name: 'Your command' }).inputValue()).toContain('typed ')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('Edited by you').first().waitFor()
})
