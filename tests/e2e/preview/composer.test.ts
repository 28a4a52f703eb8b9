import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { previewPage } from './fresh-page'
import { openField } from './open-field'
import { oneBySeed } from '../../fakes/by-seed'

// The field below a session in a real browser, over the stub engine.

const shots = join(import.meta.dirname, '../../../test-results')

/** A picture of one pixel. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const activeRow = (field: Locator): Promise<string> =>
  field.evaluate(
    (each) => document.getElementById(each.getAttribute('aria-activedescendant') ?? '')?.innerText ?? '',
  )

test('a slash offers commands and own prompts; Up and Down choose, Enter and Tab complete, the field keeps the focus', async () => {
  const { page, field, list } = await openField('Pin Actions by hash')
  await field.pressSequentially('/')
  await list.waitFor()
  expect(await list.getByRole('option').count()).toBe(10)
  expect(await activeRow(field)).toContain('/compact')
  await field.press('ArrowUp')
  expect(await activeRow(field)).toContain('/prompts:review')
  await field.press('ArrowDown')
  expect(await activeRow(field)).toContain('/compact')
  expect(await list.innerText()).toContain('Text with U+202Ehidden')
  expect(await axeFindings(page)).toEqual([])
  await field.pressSequentially('ex')
  expect(await activeRow(field)).toContain('FILE [what matters]')
  await field.press('Tab')
  expect(await field.inputValue()).toBe('/explain ')
  expect(await list.count()).toBe(0)
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true)
  await field.pressSequentially('src/a.ts the names')
  const preview = page.getByRole('region', { name: 'What /explain sends' })
  expect(await preview.innerText()).toContain('Explain src/a.ts to somebody')
  expect(await preview.innerText()).toContain('Mind: src/a.ts the names')
  await field.fill('/com')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('/compact ')
  await field.fill('/hidden')
  expect(await page.getByRole('region', { name: 'What /hidden sends' }).innerText()).toContain('U+202E')
})

test('@ offers files behind white space, and a path with a space is put in quotes', async () => {
  const { field, list } = await openField('Pin Actions by hash')
  await field.pressSequentially('look at @queue')
  await list.getByRole('option').nth(2).waitFor()
  await list.getByText('src/queue worker.ts').click()
  expect(await field.inputValue()).toBe('look at @"src/queue worker.ts" ')
  await field.pressSequentially('mail me@queue')
  expect(await list.count()).toBe(0)
})

test('Escape closes the list and does not put the panel off; the list never moves the panel', async () => {
  const { page, field, list, panel, queue } = await openField('Upgrade pandas')
  await panel.waitFor()
  await page.clock.runFor(700) // armed: from here on Escape would put it off
  const before = await panel.boundingBox()
  await field.pressSequentially('/')
  await list.waitFor()
  expect(await panel.boundingBox()).toEqual(before)
  await page.clock.runFor(1600)
  await field.press('Escape')
  await list.waitFor({ state: 'detached' })
  expect(await panel.count()).toBe(1)
  await field.fill('/explain one two')
  await page.getByRole('region', { name: 'What /explain sends' }).waitFor()
  expect(await panel.boundingBox()).toEqual(before)
  await field.fill('a\nb\nc\nd\ne\nf\ng')
  expect(await panel.boundingBox()).toEqual(before)
  await field.press('Enter')
  await queue.waitFor()
  expect(await panel.boundingBox()).toEqual(before)
  const buffer = Buffer.from(onePixel, 'base64')
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.getByRole('list', { name: 'Pictures of this message' }).waitFor()
  expect(await panel.boundingBox()).toEqual(before)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await page.locator('.session-fault').waitFor()
  expect(await panel.boundingBox()).toEqual(before)
})

test('while a turn runs Enter queues; each can be removed, taken back and sent at once', async () => {
  const { page, field, queue } = await openField('Add CSV export')
  for (const text of ['first', 'second', 'third']) {
    await field.fill(text)
    await field.press('Enter')
  }
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(3)
  expect(await axeFindings(page)).toEqual([])
  await queue.getByRole('button', { name: 'Remove: first' }).click()
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true)
  await queue.getByRole('button', { name: 'Edit: second' }).click()
  expect(await field.inputValue()).toBe('second')
  const given = page.getByRole('region', { name: 'The agent reads this before its next step' })
  await queue.getByRole('button', { name: 'Send now: third' }).click()
  await given.getByText('third').waitFor()
  expect(await queue.count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await field.press('Enter')
  await queue.getByRole('button', { name: 'Stop turn and send: second' }).click()
  await queue.waitFor({ state: 'detached' })
  await field.fill('/compact')
  await page.getByRole('status').filter({ hasText: 'Can be changed when the turn has ended' }).waitFor()
  await field.press('Enter')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('/compact')
})

test('a tall approval in a low window stays where it is, and its buttons in view, however much is queued', async () => {
  const { page, field, panel, queue } = await openField('Fix flaky', { height: 600 })
  await panel.waitFor()
  await panel.locator('.a-details').click()
  await field.focus()
  const before = await panel.boundingBox()
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await field.fill(text)
    await field.press('Enter')
  }
  await queue.waitFor({ state: 'attached' })
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(6)
  expect(await panel.boundingBox()).toEqual(before)
  const row = await page.getByRole('button', { name: /^Queue/ }).boundingBox()
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(600)
})

test('after an answer the focus is in the field, after unfolding in what was unfolded', async () => {
  const { page, field, panel } = await openField('Upgrade pandas')
  const focused = (what: Locator): Promise<boolean> =>
    what.evaluate((each) => each === document.activeElement)
  await panel.waitFor()
  await page.clock.runFor(2200) // armed, and quiet since the last key
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Expand the panel' }).click()
  await expect.poll(() => focused(panel.getByRole('group', { name: 'What it would do' }))).toBe(true)
  await page.clock.runFor(700)
  await panel.getByRole('button', { name: 'Allow once' }).first().click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => focused(field)).toBe(true)
})

test('a draft that was kept opens no list by itself, in this session or another', async () => {
  const { page, field, list } = await openField('Pin Actions by hash')
  await field.fill('/rev')
  await list.waitFor()
  await page.getByRole('button', { name: 'Rename WorkItem' }).first().click()
  await page.getByRole('button', { name: 'Pin Actions by hash' }).first().click()
  await expect.poll(() => field.inputValue()).toBe('/rev')
  expect(await list.count()).toBe(0)
})

test('keys of an input method are its own: Enter neither sends nor takes a row', async () => {
  const { page, field, list, queue } = await openField('Add CSV export')
  const client = await page.context().newCDPSession(page)
  await field.pressSequentially('/')
  await list.waitFor()
  await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await field.evaluate((each) =>
    each.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
    ),
  )
  expect(await field.inputValue()).toBe('/に')
  expect(await queue.count()).toBe(0)
  await client.send('Input.insertText', { text: '日本' })
  await field.fill('日本')
  await field.press('Enter')
  await queue.waitFor()
})

test('Up in an empty field fetches what was sent, and nowhere else', async () => {
  const { field } = await openField('Pin Actions by hash')
  await field.fill('typed')
  await field.press('ArrowUp')
  expect(await field.inputValue()).toBe('typed')
  await field.fill('')
  await field.press('ArrowUp')
  expect(await field.inputValue()).not.toBe('')
  await field.press('ArrowDown')
  expect(await field.inputValue()).toBe('')
})

test('what cannot be done now is not offered: no command while a turn runs, no agents where none are at work', async () => {
  const { field, list } = await openField('Add CSV export')
  await field.pressSequentially('/')
  await list.waitFor()
  const rows = await list.getByRole('option').allInnerTexts()
  expect(rows.filter((row) => /^\/(?:agents|compact|effort|model|policy|review|undo)\b/.test(row))).toEqual(
    [],
  )
  expect(rows.length).toBeGreaterThan(0)
})

test('a command opens its menu, which gives the focus back to the field; a name is taken at once, a wrong one said', async () => {
  const { page, field } = await openField('Pin Actions by hash')
  await field.fill('/model')
  await field.press('Enter')
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
  await field.fill('/policy nonsense')
  await field.press('Enter')
  await page.getByRole('status').filter({ hasText: '/policy knows no nonsense' }).waitFor()
  expect(await field.inputValue()).toBe('/policy nonsense')
  await field.fill('/policy never')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('')
  await field.fill('/agents')
  await field.press('Enter')
  await page.getByRole('status').filter({ hasText: 'No agents are at work' }).waitFor()
})

test('what is in the field stays when the page is loaded again, and so does the queue in front of it', async () => {
  const { page, field, queue } = await openField('Add CSV export')
  await field.fill('queued')
  await field.press('Enter')
  await field.fill('half a sentence')
  await page.reload()
  await field.waitFor()
  await expect.poll(() => field.inputValue()).toBe('half a sentence')
  expect(await queue.allInnerTexts()).toEqual([expect.stringContaining('queued')])
})

test.each(oneBySeed('width of composer', [1280, 900, 390]))(
  'the field is as wide as its place, the row below it is whole (%i)',
  async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, field, list, queue } = await openField('Add CSV export', { width, colorScheme })
      const form = page.getByRole('form', { name: 'Message' })
      const [whole, own] = await Promise.all([form.boundingBox(), field.boundingBox()])
      // Up to the one measure of what is read and written in a session.
      expect(own?.width).toBeGreaterThan(Math.min(whole?.width ?? 0, 940) - 41)
      for (const name of ['Queue', 'Attach a picture', /^Model/, /^Reasoning effort/])
        expect((await form.getByRole('button', { name }).boundingBox())?.y).toBeGreaterThan(
          (own?.y ?? 0) + 20,
        )
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await field.fill('Then write the tests, please.')
      await field.press('Enter')
      await queue.waitFor()
      await field.pressSequentially('/')
      await list.waitFor()
      const findings = await axeFindings(page)
      // What runs is of the list above, which the commands stand over while they are offered.
      expect(findings.filter((each) => !/card-command|tail -f/.test(each))).toEqual([])
      await page.screenshot({ path: join(shots, `composer-${String(width)}-${colorScheme}.png`) })
    }
  },
)

test('Enter without a model leads to what sets one up, and what was written stays', async () => {
  const page = await previewPage('no-model')
  const field = page.getByRole('textbox', { name: 'Task' })
  await field.fill('Say what is here')
  await field.press('Enter')
  const setUp = page.getByRole('button', { name: 'Set one up' })
  await expect.poll(() => setUp.evaluate((each) => each === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const first = page.locator('#model-setup input').first()
  await expect.poll(() => first.evaluate((each) => each === document.activeElement)).toBe(true)
  expect(await field.inputValue()).toBe('Say what is here')
})
