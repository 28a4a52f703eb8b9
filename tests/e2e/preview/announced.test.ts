import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { previewPage } from './fresh-page'

// What is heard and where the focus goes, for those who do not see the page or use no mouse.

let page: Page

/** Keeps every text that comes into a live region, in its order: what a screen reader says. */
const listening = (made: Page): Promise<unknown> =>
  made.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of [target, ...addedNodes]) {
          const element = node instanceof Element ? node : node.parentElement
          const live = element?.closest('[role=status], [role=alert], [aria-live=polite]')
          const text = live?.textContent.trim() ?? ''
          if (text !== '' && said.at(-1) !== text) said.push(text)
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

async function open(scene: string): Promise<void> {
  page = await previewPage(scene, { made: listening })
  await page.getByRole('main').waitFor()
}

const said = (): Promise<string[]> => page.evaluate(() => (window as unknown as { said: string[] }).said)
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    return at === null || at === document.body ? '' : (at.getAttribute('aria-label') ?? at.textContent.trim())
  })

test('a new request is announced with its level and session, once, and takes no focus', async () => {
  await open('')
  await page.getByRole('button', { name: 'Fix flaky' }).first().click()
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await page.locator('.a-more').click()
  await page.locator('.a-edit[aria-disabled="false"]').click()
  await page.getByRole('textbox', { name: 'Your command' }).fill('git clean -fdx dist')
  await page.getByRole('button', { name: 'Check again' }).click()
  await composer.focus()
  await expect.poll(said).toContain('Approval needed, medium risk, session Fix flaky compaction test')
  const arrivals = (await said()).filter((each) => each.startsWith('Approval needed'))
  expect(arrivals).toHaveLength(1)
  expect(await composer.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a level that rises while a request waits is announced once, as the one on screen', async () => {
  await open('rising')
  await page.getByRole('button', { name: 'Speed up Go' }).first().click()
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.focus()
  await expect.poll(said).toContain('Now high risk, session Speed up Go test suite')
  expect((await said()).filter((each) => /^(?:Now|Approval needed)/.test(each))).toHaveLength(1)
  expect(await page.locator('.ap-head .level').innerText()).toBe('High risk')
  expect(await composer.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('an answer is announced, with what it comes to', async () => {
  await open('')
  await page.getByRole('button', { name: 'Upgrade pandas' }).first().click()
  await page.locator('.a-once .keys:not(.off)').waitFor()
  await page.locator('.a-once').click()
  await expect.poll(async () => (await said()).join('\n')).toMatch(/Allowed once, only this/)
})

const dialogs = [
  { keys: 'Control+k', inside: 'combobox' },
  { keys: 'Control+/', inside: 'dialog' },
] as const
test.each(dialogs)('$keys: the focus goes into the dialog, stays there and comes back', async ({ keys }) => {
  await open('quiet')
  await page.getByRole('button', { name: 'Pin Actions' }).first().click()
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.focus()
  await page.keyboard.press(keys)
  const inDialog = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement?.closest('dialog') instanceof HTMLElement)
  await expect.poll(inDialog).toBe(true)
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await page.keyboard.press('Tab')
    const out = await page.evaluate(
      () => document.activeElement?.closest('main, #rail') instanceof HTMLElement,
    )
    expect(out).toBe(false)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await composer.evaluate((element) => element === document.activeElement)).toBe(true)
})

test.each([
  ['Pin Actions', 'Rename…', 'Title'],
  ['Pin Actions', 'Review changes…', undefined],
  ['Pin Actions', 'Delete…', 'Cancel'],
  ['Rename WorkItem', 'Archive', undefined],
])('%s: %s by keyboard alone, and the focus comes back to the menu', async (session, item, first) => {
  await open('quiet')
  await page.getByRole('button', { name: session }).first().click()
  const menu = page.getByRole('button', { name: 'Session actions' })
  await menu.focus()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('menuitem', { name: item })
  await choice.waitFor()
  await expect
    .poll(async () => {
      if (await choice.evaluate((element) => element === document.activeElement)) return true
      await page.keyboard.press('ArrowDown')
      return false
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  const inDialog = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement?.closest('dialog') instanceof HTMLElement)
  await expect.poll(inDialog).toBe(true)
  if (first === 'Cancel') expect(await focused()).toBe(first)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('with reduced motion nothing moves; without it the ring turns', async () => {
  const moving = (): Promise<number> =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await open('')
  await page.getByRole('button', { name: 'Add CSV export' }).first().click()
  await page.locator('.running .spin').first().waitFor()
  expect(await moving()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(moving).toBeGreaterThan(0)
})

test('a draft outlives the change of language, which loads the page again', async () => {
  await open('quiet')
  await page.getByRole('button', { name: 'Pin Actions' }).first().click()
  await page.locator('#composer').fill('Noch nicht gesendet')
  await page.evaluate(() => {
    localStorage.setItem('preview.language', 'de')
  })
  await page.reload()
  // The engine says German to a page that speaks English, which loads itself again.
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
  await page.getByRole('main').waitFor()
  await page.getByRole('button', { name: 'Pin Actions' }).first().click()
  expect(await page.locator('#composer').inputValue()).toBe('Noch nicht gesendet')
})
