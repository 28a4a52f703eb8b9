import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { armed, pauseClock, withClock } from './armed'
import { freshPage, previewAddress } from './fresh-page'

// The safety of keys in a real browser, over the stub engine and a clock that only moves when it is told to.

interface Story {
  readonly page: Page
  readonly panel: Locator
  readonly answered: Locator
  readonly composer: Locator
}

/** Opens a session with a pending request, at the moment its panel appears. */
async function open(session: string): Promise<Story> {
  const page = await freshPage({ made: withClock })
  await pauseClock(page)
  await page.goto(previewAddress())
  await page.getByRole('button', { name: session }).click()
  return {
    page,
    panel: page.getByRole('region').filter({ has: page.getByRole('group', { name: 'Decision' }) }),
    answered: page.getByRole('status').filter({ hasText: 'Allowed once' }),
    composer: page.getByRole('textbox', { name: 'Message to the agent' }),
  }
}

test('nothing answers in the first 600 ms, then Ctrl+Enter allows', async () => {
  const { page, panel, answered } = await open('Upgrade pandas')
  await panel.waitFor()
  await page.clock.runFor(500)
  await page.keyboard.press('Control+Enter')
  expect(await answered.count()).toBe(0)
  await page.clock.runFor(550)
  await page.keyboard.press('Control+Enter')
  expect(await answered.count()).toBe(0) // each press that came too early begins the wait anew
  await page.clock.runFor(650)
  await page.keyboard.press('Control+Enter')
  await answered.waitFor()
})

test('no key answers from a draft; once the composer is empty and quiet for 1.5 s it does, and the composer keeps the focus', async () => {
  const { page, panel, answered, composer } = await open('Upgrade pandas')
  await armed(page, panel)
  await composer.pressSequentially('also on')
  await page.clock.runFor(1400)
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  expect(await answered.count()).toBe(0)
  expect(await panel.count()).toBe(1)
  await page.clock.runFor(200)
  await page.keyboard.press('Control+Enter')
  expect(await answered.count()).toBe(0)
  expect(await composer.inputValue()).toBe('also on')
  await composer.fill('')
  await page.clock.runFor(1600)
  await page.keyboard.press('Control+Enter')
  await answered.waitFor()
  expect(await composer.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('Enter and Space on a focused allow button do nothing but say which keys do', async () => {
  const { page, panel, answered } = await open('Upgrade pandas')
  await armed(page, panel)
  const allow = panel.locator('.a-once')
  await allow.focus()
  for (const key of ['Enter', 'Space', 'Shift+Enter', 'Alt+Enter', 'Control+Shift+Enter', '1', 'y']) {
    await page.keyboard.press(key)
  }
  await panel.getByText('Enter and Space do nothing here').waitFor()
  expect(await answered.count()).toBe(0)
})

test('a high level takes a full second of holding, by key and by mouse', async () => {
  const { page, panel, answered } = await open('Fix flaky')
  await armed(page, panel)
  const allow = panel.locator('.a-once')
  await allow.click()
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await page.clock.runFor(900)
  await page.keyboard.up('Enter')
  await page.clock.runFor(500)
  expect(await answered.count()).toBe(0)
  await page.keyboard.up('Control')
  await allow.hover()
  await page.mouse.down()
  await page.clock.runFor(1000)
  await answered.waitFor()
  await page.mouse.up()
})

test('a hold ends where the window loses the focus', async () => {
  const { page, panel, answered } = await open('Fix flaky')
  await armed(page, panel)
  await panel.locator('.a-once').hover()
  await page.mouse.down()
  await page.clock.runFor(500)
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await page.clock.runFor(2000)
  expect(await answered.count()).toBe(0)
  await page.mouse.up()
})

test('the typed word turns the hold into a plain click', async () => {
  const { page, panel, answered } = await open('Fix flaky')
  await armed(page, panel)
  await panel.locator('.a-more').click()
  await panel.getByRole('button', { name: 'type the word' }).click()
  const field = panel.getByRole('textbox', { name: 'Type the word delete' })
  await field.fill('delet\u0435')
  await panel.locator('p.word b').waitFor()
  // As a full-width input method writes it.
  await field.fill('ｄｅｌｅｔｅ')
  await panel.locator('.a-once').click()
  await answered.waitFor()
})

test('D opens the form, Ctrl+Enter in it denies and never allows', async () => {
  const { page, panel, answered } = await open('Upgrade pandas')
  await armed(page, panel)
  await panel.getByRole('group', { name: 'What it would do' }).focus()
  await page.keyboard.press('d')
  const form = panel.getByRole('form', { name: 'Deny and tell the agent' })
  await form.getByRole('textbox').fill('use the fixtures in the repository')
  await form.getByText('The user says: use the fixtures in the repository').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').filter({ hasText: 'Denied.' }).waitFor()
  expect(await answered.count()).toBe(0)
})

test('Escape puts off, and what is unfolded again arms anew', async () => {
  const { page, panel, answered } = await open('Upgrade pandas')
  await armed(page, panel)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Expand the panel' }).click()
  await panel.waitFor()
  await page.keyboard.press('Control+Enter')
  expect(await answered.count()).toBe(0)
  await page.clock.runFor(700)
  await page.keyboard.press('Control+Enter')
  await answered.waitFor()
})

test('Escape closes More first and gives the focus back to it, and puts off with the next press', async () => {
  const { page, panel } = await open('Upgrade pandas')
  await armed(page, panel)
  const more = panel.locator('.a-more')
  const later = panel.locator('.a-later .keys')
  await more.click()
  await page.clock.runFor(1600)
  await panel.getByRole('button', { name: 'Copy' }).focus()
  expect(await later.getAttribute('class')).toContain('off')
  await page.keyboard.press('Escape')
  expect(await more.getAttribute('aria-expanded')).toBe('false')
  expect(await more.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Expand the panel' }).waitFor()
})

test('no key gives what holds for longer: only a click on the form’s own button does', async () => {
  const { page, panel, composer } = await open('Upgrade pandas')
  const given = page.getByRole('status').filter({ hasText: /Allowed|saved/ })
  await armed(page, panel)
  await panel.locator('.a-more').click()
  await panel.getByRole('button', { name: 'Allow for…' }).click()
  const form = panel.getByRole('form', { name: 'Allow for' })
  await page.keyboard.press('Enter') // the focus is on the first choice
  await form.getByRole('radio', { name: 'Every session in' }).check()
  const save = form.getByRole('button', { name: 'Save the rule and allow' })
  await save.focus()
  for (const key of ['Enter', 'Space', 'Control+Enter', 'Alt+Enter', 's', '1']) await page.keyboard.press(key)
  await panel.getByText('There is no key for this').waitFor()
  await composer.focus()
  await page.clock.runFor(2000)
  await page.keyboard.press('Control+Enter')
  expect(await given.count()).toBe(0)
  await save.click()
  await given.filter({ hasText: 'The rule is saved' }).getByRole('button', { name: 'Grants' }).click()
  await page.getByRole('heading', { name: 'Grants and rules' }).waitFor()
})

test('a high level is held for longer grants too', async () => {
  const { page, panel } = await open('Fix flaky')
  const given = page.getByRole('status').filter({ hasText: 'Allowed for this turn' })
  await armed(page, panel)
  await panel.locator('.a-more').click()
  await panel.getByRole('button', { name: 'Allow for…' }).click()
  const save = panel.getByRole('form').getByRole('button', { name: 'Allow for this turn' })
  await save.click()
  await page.clock.runFor(500)
  expect(await given.count()).toBe(0)
  await save.hover()
  await page.mouse.down()
  await page.clock.runFor(1000)
  await given.waitFor()
  await page.mouse.up()
})

test('Escape leaves the form for longer grants and gives the focus back to its button', async () => {
  const { page, panel, answered } = await open('Upgrade pandas')
  await armed(page, panel)
  await panel.locator('.a-more').click()
  const opener = panel.getByRole('button', { name: 'Allow for…' })
  await opener.click()
  await page.keyboard.press('Escape')
  expect(await panel.getByRole('form').count()).toBe(0)
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await answered.count()).toBe(0)
})

test('F6 reaches a folded panel, and Ctrl+comma opens the settings', async () => {
  const { page, panel } = await open('Upgrade pandas')
  await armed(page, panel)
  await page.keyboard.press('Escape')
  const unfold = page.getByRole('button', { name: 'Expand the panel' })
  await unfold.waitFor()
  const focused = (): Promise<boolean> => unfold.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 6 && !(await focused()); presses += 1) await page.keyboard.press('F6')
  expect(await focused()).toBe(true)
  await page.keyboard.press('Control+Comma')
  await page.locator('.settings').first().waitFor()
})
