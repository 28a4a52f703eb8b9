import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { withClock } from './armed'
import { previewPage } from './fresh-page'
import { oneBySeed } from '../../fakes/by-seed'

// The palette, the keys and the way of the focus in a real browser, over the stub engine.

async function open(session?: string, width = 1280): Promise<Page> {
  const page = await previewPage('', { width, made: withClock })
  if (session !== undefined) await page.getByRole('button', { name: session }).first().click()
  await page.getByRole('main').waitFor()
  return page
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** What has the focus, by what a person calls it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.id || element?.getAttribute('aria-label') || element?.className || element?.tagName || ''
  })
const find = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  await page.keyboard.type(text)
}

test('the palette finds a command by its name, runs it and is gone; the keys behind it are those of the table', async () => {
  const page = await open('Upgrade pandas')
  await find(page, 'inbox')
  const row = palette(page).getByRole('option', { name: 'Inbox', exact: true })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/Inbox\s+Ctrl\s*I/)
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await heading(page, 'Inbox').waitFor()
  expect(await palette(page).count()).toBe(0)
})

test('it finds a session by its title, moves with the arrows, and Escape gives the focus back', async () => {
  const page = await open('Upgrade pandas')
  const field = page.getByRole('textbox', { name: 'Message to the agent' })
  await field.focus()
  await find(page, 'Speed up Go')
  await palette(page)
    .getByRole('option', { name: /Speed up Go/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('composer')
  await find(page, 'Speed up Go')
  await page.keyboard.press('Enter')
  await heading(page, 'Speed up Go builds in CI').or(heading(page, 'Speed up Go')).first().waitFor()
})

test('it finds settings, grants and what stands in records, and leads to each', async () => {
  const page = await open('Upgrade pandas')
  await find(page, 'text size')
  // What stands in records comes later, and names it as well.
  await palette(page)
    .getByRole('option', { name: /^Text size/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Text size' }).waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search the settings' }).inputValue()).toBe('Text size')
  await find(page, 'TestDrain')
  await palette(page)
    .getByRole('option', { name: /go test .*TestDrain/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await heading(page, 'Grants').waitFor()
  await find(page, 'zebra crossing')
  const found = palette(page).getByRole('group', { name: 'In records' })
  await found.getByRole('option').nth(2).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await found.getByRole('option').first().click()
  await heading(page, 'Fix flaky compaction test').waitFor()
})

test('what cannot be done now is not offered: no turn runs, so there is none to stop', async () => {
  const page = await open('Add CSV export')
  await find(page, 'Stop turn')
  await palette(page).getByRole('option', { name: 'Stop turn' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+,')
  await heading(page, 'Settings').waitFor()
  await find(page, 'Stop turn')
  expect(await palette(page).getByRole('option', { name: 'Stop turn' }).count()).toBe(0)
})

test('over a dialog no key answers the request behind it, and Escape closes the dialog alone', async () => {
  const page = await open('Upgrade pandas')
  const panel = page.getByRole('region').filter({ has: page.getByRole('group', { name: 'Decision' }) })
  await panel.waitFor()
  await page.clock.runFor(1000) // as long as a panel takes to be armed
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  for (const key of ['Control+Enter', 'Escape']) await page.keyboard.press(key)
  await palette(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('status').filter({ hasText: 'Allowed once' }).count()).toBe(0)
  expect(await panel.count()).toBe(1)
  // The same keys answer where nothing lies over the page.
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').filter({ hasText: 'Allowed once' }).waitFor()
})

test('nor over the question whether to delete another session', async () => {
  const page = await open('Upgrade pandas')
  await page
    .getByRole('region')
    .filter({ has: page.getByRole('group', { name: 'Decision' }) })
    .waitFor()
  const row = page.locator('.srow-box').filter({ hasText: 'Pin Actions' })
  await row.hover()
  await row.getByRole('button', { name: 'More about this session' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: /Delete/ }).waitFor()
  await page.clock.runFor(1600) // as long as a panel takes to be armed after a press
  await page.keyboard.press('Control+Enter')
  await page.clock.runFor(300) // the stub answers within 50
  expect(await page.getByRole('status').filter({ hasText: 'Allowed once' }).count()).toBe(0)
})

test('a dialog that a command opens gives the focus back to where it was', async () => {
  const page = await open('Upgrade pandas')
  await page.getByRole('textbox', { name: 'Message to the agent' }).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: /Rename/ })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('composer')
  await find(page, 'Rename')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('composer')
})

test('F6 goes through every part of the window and back to the first, past a folded panel as well', async () => {
  const page = await open('Upgrade pandas')
  const panel = page.getByRole('region').filter({ has: page.getByRole('group', { name: 'Decision' }) })
  await panel.waitFor()
  const round = async (key: string): Promise<string[]> => {
    const seen: string[] = []
    await page.locator('#rail').focus()
    do {
      seen.push(await focused(page))
      await page.keyboard.press(key)
    } while (!seen.includes(await focused(page)) && seen.length < 12)
    return seen
  }
  const open_ = await round('F6')
  expect(open_[0]).toBe('rail')
  expect(open_.slice(-2)).toEqual(['What it would do', 'composer'])
  expect(open_).toContain('transcript')
  expect(await round('Shift+F6')).toEqual([open_[0], ...open_.slice(1).toReversed()])
  // From a button of the panel the next part is the one behind the panel, not the first of the window.
  await panel.getByRole('button', { name: /^Deny/ }).focus()
  await page.keyboard.press('F6')
  expect(await focused(page)).toBe('composer')
  await page.locator('#rail').focus()
  await page.clock.runFor(1000) // as long as a panel takes to be armed
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Expand the panel' }).waitFor()
  expect(await round('F6')).toEqual([...open_.slice(0, -2), 'Expand the panel', 'composer'])
})

test('F6 reaches the list and the panel of the inbox, and the pages', async () => {
  const page = await open()
  await page.keyboard.press('Control+i')
  await heading(page, 'Inbox').waitFor()
  // Its first row is where a key leads to.
  await expect.poll(() => focused(page)).toBe('rrow')
  const seen: string[] = []
  for (let n = 0; n < 5; n += 1) {
    await page.keyboard.press('F6')
    seen.push(await focused(page))
  }
  expect(seen).toEqual(['transcript', 'What it would do', 'rail', 'rrow', 'transcript'])
  await page.keyboard.press('Control+,')
  await heading(page, 'Settings').waitFor()
  await expect.poll(() => focused(page)).toBe('Search the settings')
  await page.locator('#rail').focus()
  await page.keyboard.press('Shift+F6')
  expect(await focused(page)).toContain('settings')
})

test('an inbox in which nothing waits takes the focus as any page does', async () => {
  const page = await previewPage('quiet', { made: withClock })
  await page.getByRole('button', { name: /Pin Actions/ }).click()
  await page.locator('#composer').focus()
  await page.keyboard.press('Control+i')
  await page.getByText('Nothing waits').first().waitFor()
  await expect.poll(() => focused(page)).toBe('page')
  await page.keyboard.press('F6')
  expect(await focused(page)).toBe('rail')
  await page.keyboard.press('Shift+F6')
  expect(await focused(page)).toBe('page')
})

test('the next request that waits, the sessions beside the open one, and the list of sessions, by key', async () => {
  const page = await open('Add CSV export')
  await page.keyboard.press('Control+j')
  await page
    .getByRole('region')
    .filter({ has: page.getByRole('group', { name: 'Decision' }) })
    .waitFor()
  const first = await page.getByRole('heading', { level: 1 }).innerText()
  await expect.poll(() => focused(page)).toBe('What it would do')
  await page.keyboard.press('Control+j')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toBe(first)
  const second = await page.getByRole('heading', { level: 1 }).innerText()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toBe(second)
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(second)
  const rail = page.locator('#rail')
  await page.keyboard.press('Control+b')
  await rail.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+Shift+F')
  await page.getByRole('searchbox', { name: 'Search sessions' }).waitFor()
  expect(await rail.isVisible()).toBe(true)
})

test.each(oneBySeed('width of commands', [1280, 390]))(
  'the list of shortcuts shows the keys that work in this host, at %i wide',
  async (width) => {
    const page = await open(undefined, width)
    await page.keyboard.press('Control+/')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    const text = await dialog.innerText()
    expect(text).toContain('Settings')
    expect(text).toContain('Deny, with a message')
    // The stub is a desktop: what the desktop has and a browser keeps is there.
    expect(text).toContain('New session')
    expect(await axeFindings(page)).toEqual([])
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  },
)
