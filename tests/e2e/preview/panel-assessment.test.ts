import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { armed, pauseClock, withClock } from './armed'
import { freshPage, previewAddress } from './fresh-page'

// How an assessment is shown and moves, in a real browser over the stub engine, on a clock that only moves when told to.

let page: Page

/** Opens a scene and one of its sessions; the panel has just appeared. */
async function open(session: string, scene = ''): Promise<Locator> {
  // Without the arrival's movement, so that places can be compared.
  page = await freshPage({ made: withClock })
  await pauseClock(page)
  await page.goto(`${previewAddress()}#${scene}`)
  await page.getByRole('button', { name: session }).click()
  const panel = page.getByRole('region').filter({ has: page.getByRole('group', { name: 'Decision' }) })
  await panel.waitFor()
  return panel
}

const allowOf = (panel: Locator) => panel.locator('.a-once')

test('a level that rises changes the head in place, moves no button, disarms, and then takes a hold', async () => {
  const panel = await open('Speed up Go', 'rising')
  await page.clock.runFor(1000)
  const allow = allowOf(panel)
  const before = await allow.boundingBox()
  expect(await panel.locator('.ap-head .level').innerText()).toBe('Low risk')
  await page.clock.runFor(2000)
  await panel.locator('.ap-head').getByText('High risk').waitFor()
  expect(await panel.getAttribute('data-level')).toBe('high')
  expect(await allow.boundingBox()).toEqual(before)
  expect(await allow.getAttribute('aria-disabled')).toBe('true')
  await allow.click({ force: true })
  await page.clock.runFor(700)
  expect(await allow.getAttribute('aria-disabled')).toBe('false')
  await allow.click()
  expect(await page.getByRole('status').filter({ hasText: 'Allowed once' }).count()).toBe(0)
  await panel.getByText('High risk: hold for 1 s').waitFor()
})

test('a press that began before the level rose allows nothing, however long it lasts', async () => {
  const panel = await open('Speed up Go', 'rising')
  await page.clock.runFor(1000)
  expect(await panel.getAttribute('data-level')).toBe('low')
  await allowOf(panel).hover()
  await page.mouse.down()
  await page.clock.runFor(2000)
  await panel.locator('.ap-head').getByText('High risk').waitFor()
  await page.clock.runFor(3000)
  await page.mouse.up()
  await panel.getByText('High risk: hold for 1 s').waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'Allowed once' }).count()).toBe(0)
})

test('O opens and closes what would really run, with the line that decides and nothing invisible', async () => {
  const panel = await open('Fix flaky')
  await armed(page, panel)
  const source = panel.getByRole('group', { name: 'packages/agent/package.json, clean:all' })
  expect(await source.locator('.on').innerText()).toMatch(/rm -rf "\$\{PI_HOME:-\$HOME\/\.pi\}"$/)
  await source.getByText('U+202E').waitFor()
  await panel.getByRole('group', { name: 'What it would do' }).focus()
  await page.keyboard.press('o')
  await source.waitFor({ state: 'detached' })
  await page.keyboard.press('o')
  await source.waitFor()
})

test('the strip names what is below and goes away at the end', async () => {
  const panel = await open('Fix flaky')
  await panel.locator('.a-details').click()
  const strip = panel.locator('.ap-more')
  expect(await strip.innerText()).toMatch(/^Below: .*look-through/)
  const body = panel.locator('.ap-body')
  const height = (): Promise<number> => body.evaluate((element) => element.scrollHeight)
  const before = await height()
  await body.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await strip.waitFor({ state: 'detached' })
  // It takes no room: what is pressed at the end does not move away as it goes.
  expect(await height()).toBe(before)
})

test('a contradiction stands in view before anything is opened, and is told once', async () => {
  const panel = await open('Fix flaky')
  const doubt = panel.locator('.gl-doubt')
  expect(await doubt.innerText()).toBe('But the agent says “only reads”.')
  await panel.locator('.a-details').click()
  await panel.getByText('Checked by Countersign').waitFor()
  expect(await panel.getByText('only reads', { exact: false }).count()).toBe(2) // the line, and the claim itself
})

test('what is said before the details fits a glance', async () => {
  for (const session of [
    'Fix flaky',
    'Upgrade pandas',
    'Share ESLint',
    'Speed up Go',
    'Fetch release',
    'Tidy the lint',
  ]) {
    const panel = await open(session)
    const said = await panel.evaluate((element) => {
      const words = (selector: string): string[] =>
        [...element.querySelectorAll<HTMLElement>(selector)].flatMap((each) => each.innerText.split(/\s+/))
      const drawn = [...element.querySelectorAll<HTMLElement>('.part-stopped')].flatMap((each) =>
        (each.dataset['text'] ?? '').split(/\s+/),
      )
      return [...drawn, ...words('.ap-head, .gl-asked, .gl-fate, .cmd pre, .gl-gives, .gl-doubt')].filter(
        (word) => word !== '',
      ).length
    })
    expect(said, session).toBeLessThanOrEqual(45)
    expect(await panel.locator('.ap-details').count()).toBe(0)
  }
  await open('Fix flaky')
})

test('a timed-out view says so and is asked for again; the wait has a caret and moves no button', async () => {
  const panel = await open('Upgrade pandas')
  // The line has the sign of the level, which nothing else has.
  const sign = (selector: string): Promise<string> => panel.locator(`${selector} svg`).first().innerHTML()
  expect(await sign('.gl-doubt')).toBe(await sign('.ap-head .level'))
  await panel.locator('.a-details').click()
  const view = panel.locator('.ev-model')
  await view.getByText('Not assessed: timed out after 5 s.').waitFor()
  const before = await allowOf(panel).boundingBox()
  await view.getByRole('button', { name: 'Retry' }).click()
  await page.clock.runFor(50)
  await view.getByText('Asking the model…').waitFor()
  expect(await view.getAttribute('aria-busy')).toBe('true')
  expect(await view.locator('.caret').count()).toBe(1)
  expect(await allowOf(panel).boundingBox()).toEqual(before)
})

test.each([
  ['unreadable', 'Missing: the answer could not be read.', 1],
  ['refused', 'Missing: the model could not be asked.', 1],
  ['silent', 'Missing: the model gave no answer.', 1],
  ['off', 'Missing: no model is set.', 0],
])(
  'where the model failed (%s) the checks’ level stands and the view says why',
  async (scene, text, retries) => {
    const panel = await open('Fix flaky', scene)
    await panel.locator('.a-details').click()
    await panel.getByText(text).waitFor()
    expect(await panel.locator('.ap-head .level').innerText()).toBe('High risk')
    await panel.getByText('The level is the floor, which the checks give.').waitFor()
    expect(await panel.getByRole('button', { name: 'Retry' }).count()).toBe(retries)
  },
)

test('E opens the form; what does not parse stays in it, what does becomes a request of its own', async () => {
  const panel = await open('Fix flaky')
  await armed(page, panel)
  await panel.getByRole('group', { name: 'What it would do' }).focus()
  await page.keyboard.press('e')
  const form = panel.getByRole('form', { name: 'Edit and run' })
  const field = form.getByRole('textbox', { name: 'Your command' })
  expect(await field.inputValue()).toBe('cd packages/agent && npm run clean:all && npm ci')
  await field.fill('git clean -fdx "dist')
  await page.keyboard.press('Control+Enter')
  await form
    .getByText(/This does not parse: a quote is missing\. Nothing runs until this is mended/)
    .waitFor()
  expect(await form.getByRole('button', { name: /^Check again/ }).isDisabled()).toBe(true)
  await field.fill('git clean -fdx dist')
  await page.keyboard.press('Control+Enter')
  await page.clock.runFor(100)
  await page.getByText('Edited by you, was high').waitFor()
  await page.getByText('The agent asked for: cd packages/agent').waitFor()
  expect(await allowOf(panel).getAttribute('aria-disabled')).toBe('true')
})
