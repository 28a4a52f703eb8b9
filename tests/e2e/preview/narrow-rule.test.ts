import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { previewPage } from './fresh-page'
import { oneBySeed } from '../../fakes/by-seed'

test.each(oneBySeed('width of narrow-rule', [1280, 390]))(
  'a rule is narrowed in its row at %i wide: the form opens, is clean for axe, takes Escape, and goes when it is saved',
  async (width) => {
    const page = await previewPage('', { width })
    await page.locator('#rail').waitFor({ state: 'attached' })
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+,')
        return page.locator('.set-nav').isVisible()
      })
      .toBe(true)
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Rules' }).click()
    const open = page.getByRole('button', { name: /^Narrow… the rule for .* \*$/ }).first()
    const form = page.getByRole('form', { name: 'Narrow the rule' })
    await open.click()
    const field = form.getByRole('textbox', { name: 'Rule, ending in a star' })
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await field.inputValue()).toMatch(/ \*$/)
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await open.click()
    await field.fill('npm test unit *')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
  },
)
