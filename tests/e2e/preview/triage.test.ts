import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { armed, pauseClock, withClock } from './armed'
import { freshPage, previewAddress } from './fresh-page'
import { asked } from './open-changes'

// The inbox by keys alone, in a real browser over the stub engine, on a clock that only moves when told to.

async function open(scene: string): Promise<Page> {
  const page = await freshPage({ made: withClock })
  await pauseClock(page)
  await page.goto(`${previewAddress()}#${scene}`)
  await page.getByRole('main').waitFor()
  return page
}

async function openInbox(scene = ''): Promise<Page> {
  const page = await open(scene)
  await page.keyboard.press('Control+i')
  await expect.poll(() => page.clock.runFor(50).then(() => focusedRow(page))).toBeGreaterThanOrEqual(0)
  return page
}

const focusedRow = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.rrow')].findIndex((row) => row === document.activeElement),
  )
const panelOf = (page: Page) => page.locator('.approval.in-inbox')
const capOf = (page: Page, button: string) => panelOf(page).locator(`${button} .keys`).getAttribute('class')
const placeOf = (page: Page) =>
  panelOf(page)
    .locator('.a-tell')
    .evaluate((button) => button.getBoundingClientRect().top)

test('ten questions are answered with twenty keys: after each the next has the focus, and the answers stay where they are', async () => {
  const page = await openInbox('ten')
  const decided = new Set<string>()
  const list = page.locator('.split > .list')
  const top = await list.evaluate((box) => box.getBoundingClientRect().top)
  await armed(page, panelOf(page))
  const place = await placeOf(page)
  for (let left = 10; left > 0; left -= 1) {
    await expect.poll(() => page.locator('.rrow').count()).toBe(left)
    await armed(page, panelOf(page))
    expect(await page.locator('.rrow[aria-current]').evaluate((row) => row === document.activeElement)).toBe(
      true,
    )
    expect(await placeOf(page)).toBe(place)
    expect(await list.evaluate((box) => box.getBoundingClientRect().top)).toBe(top)
    await page.keyboard.press('d')
    await page.keyboard.press('Control+Enter')
  }
  await page.getByText('Nothing waits').first().waitFor()
  // Behind the last one the focus is on the page, from which the next key leads on.
  const isOnPage = () => page.locator('main .page').evaluate((each) => each === document.activeElement)
  await expect.poll(isOnPage).toBe(true)
  for (const each of (await asked(page, 'approval.decide')) as { requestId: string; decision: object }[]) {
    expect(each.decision).toEqual({ kind: 'deny' })
    decided.add(each.requestId)
  }
  expect(decided.size).toBe(10)
})

test('the next is the one behind what was answered, not the first', async () => {
  const page = await openInbox()
  const titles = () => page.locator('.rrow .e').allInnerTexts()
  const before = await titles()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await armed(page, panelOf(page))
  expect(await focusedRow(page)).toBe(2)
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await titles()).length).toBe(before.length - 1)
  expect(await focusedRow(page)).toBe(2)
  expect((await titles())[2]).toBe(before[3])
})

test('with a row focused M and N show more, Enter goes into the panel and allows nothing, and nothing acts too early', async () => {
  const page = await openInbox()
  await page.keyboard.press('ArrowDown')
  const panel = panelOf(page)
  await panel.getByText('golden/fixtures.json').first().waitFor()
  await page.keyboard.press('d')
  expect(await panel.locator('form').count()).toBe(0)
  await armed(page, panel)
  await page.keyboard.press('m')
  await panel.locator('.gl-more').waitFor()
  await page.keyboard.press('n')
  await panel.locator('.ap-details').waitFor()
  for (const key of ['1', 'y', 'Enter']) await page.keyboard.press(key)
  const body = panel.locator('.ap-body')
  const isThere = () =>
    page.clock.runFor(50).then(() => body.evaluate((each) => each === document.activeElement))
  await expect.poll(isThere).toBe(true)
  for (const key of ['Enter', 'Space', '1', 'y']) await page.keyboard.press(key)
  expect(await asked(page, 'approval.decide')).toEqual([])
})

test('keycaps are solid only while their keys would act', async () => {
  const page = await openInbox()
  await page.keyboard.press('ArrowDown')
  const panel = panelOf(page)
  expect(await capOf(page, '.a-tell')).toBe('keys off')
  await armed(page, panel)
  await expect.poll(() => capOf(page, '.a-tell')).toBe('keys')
  expect(await capOf(page, '.a-once')).toBe('keys')
  await page.locator('#transcript').focus()
  await expect.poll(() => capOf(page, '.a-tell')).toBe('keys off')
  expect(await capOf(page, '.a-later')).toBe('keys')
  await panel.locator('.ap-body').focus()
  await expect.poll(() => capOf(page, '.a-tell')).toBe('keys')
})

test('what was put off opens anywhere on its bar', async () => {
  const page = await open('')
  await page.getByRole('button', { name: 'Upgrade pandas' }).click()
  await armed(page, page.locator('.approval'))
  await page.keyboard.press('Escape')
  const bar = page.locator('.approval.folded .ap-head')
  await bar.waitFor()
  await bar.click({ position: { x: 300, y: 12 } })
  await page.locator('.approval:not(.folded) .a-once').waitFor()
})

test('a hold that began while it was rehearsed counts, as what it began as', async () => {
  const page = await open('rehearsal-offered')
  await page.getByRole('button', { name: 'Fix flaky' }).click()
  const panel = page.locator('section.approval')
  await armed(page, panel)
  await panel.getByRole('button', { name: 'Rehearse' }).click()
  const begun = panel.getByText('Rehearsing on copies')
  await expect.poll(() => page.clock.runFor(5).then(() => begun.count())).toBe(1)
  await panel.locator('.a-once').hover()
  await page.mouse.down()
  const come = panel.getByText('Rehearsed without network').first()
  await expect.poll(() => page.clock.runFor(50).then(() => come.count())).toBe(1)
  expect(await asked(page, 'approval.decide')).toEqual([])
  await page.clock.runFor(1000)
  await expect.poll(() => asked(page, 'approval.decide').then((all) => all.length)).toBe(1)
  expect(await asked(page, 'approval.decide')).toMatchObject([
    { requestId: 'a1', decision: { kind: 'allow' } },
  ])
  await page.mouse.up()
})

test('a hold that begins before what was found has been seen does not', async () => {
  const page = await open('rehearsal-offered')
  await page.getByRole('button', { name: 'Fix flaky' }).click()
  const panel = page.locator('section.approval')
  await armed(page, panel)
  await panel.getByRole('button', { name: 'Rehearse' }).click()
  const come = panel.getByText('Rehearsed without network').first()
  await expect.poll(() => page.clock.runFor(50).then(() => come.count())).toBe(1)
  await panel.locator('.a-once').hover()
  await page.mouse.down()
  await page.clock.runFor(1500)
  expect(await asked(page, 'approval.decide')).toEqual([])
  await page.mouse.up()
})
