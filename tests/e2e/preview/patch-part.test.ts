import { expect, test } from 'vitest'
import { untilArmed } from '../armed-panel'
import { axeFindings } from '../axe-findings'
import { withClock } from './armed'
import { asked, openSession, openWindow } from './open-changes'

// A patch of several files that waits, in a real browser, over the stub engine.

test('a person takes a part: what is left out goes with the yes, the last file stays, and longer is for the whole', async () => {
  const { page } = await openWindow({ made: withClock })
  await openSession(page, 'Tidy the lint')
  const panel = page
    .getByRole('region', { name: /patch|Writes/i })
    .or(page.locator('section.approval'))
    .first()
  const boxes = panel.locator('.card-head').getByRole('checkbox')
  await boxes.first().waitFor()
  expect(await boxes.count()).toBe(3)
  await boxes.nth(1).uncheck()
  await boxes.nth(2).uncheck()
  await expect.poll(async () => (await asked(page, 'approval.leaves-out')).length).toBe(1)
  expect(await boxes.nth(0).isDisabled()).toBe(true)
  await panel.getByText('1 of 3 files is applied').waitFor()
  await boxes.nth(1).check()
  await panel.locator('.a-more').click()
  expect(await panel.locator('.a-for').isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await page.clock.runFor(3000)
  await panel.locator('.a-once').click()
  await expect
    .poll(() => asked(page, 'approval.decide'))
    .toEqual([
      {
        requestId: 'a6',
        decision: {
          kind: 'allow',
          offerId: 'only-this',
          leaveOut: ['/home/me/src/storefront/.eslintrc'],
        },
      },
    ])
})

test('of one file a person takes some of its hunks: these go with the yes, and without any of them the file is left out', async () => {
  const { page } = await openWindow({ made: withClock })
  await openSession(page, 'Tidy the lint')
  const panel = page.locator('section.approval')
  const first = panel.getByRole('checkbox', { name: 'Take the change @@ -11,4 +11,7 @@' })
  const second = panel.getByRole('checkbox', { name: 'Take the change @@ -40,5 +43,5 @@' })
  const file = panel.getByRole('checkbox', { name: /^Take .*base.json/ })
  const counts = panel.locator('.card-head').filter({ hasText: 'base.json' }).locator('.end')
  const before = await counts.innerText()
  await first.uncheck()
  await panel.getByText('3 of 4 changes are applied').waitFor()
  // What is counted is what would be applied.
  expect(await counts.innerText()).not.toBe(before)
  expect(await panel.locator('.dl.left').count()).toBe(8)
  await second.uncheck()
  await expect.poll(() => file.isChecked()).toBe(false)
  await panel.getByText('2 of 3 files are applied').waitFor()
  await second.check()
  expect([await file.isChecked(), await first.isChecked()]).toEqual([true, false])
  expect(await axeFindings(page)).toEqual([])
  await panel.getByRole('checkbox', { name: /^Take .*old/ }).uncheck()
  await panel.getByRole('checkbox', { name: /^Take .*eslintrc/ }).uncheck()
  expect(await second.isDisabled()).toBe(true)
  await page.clock.runFor(3000)
  await panel.locator('.a-once').click()
  await expect
    .poll(() => asked(page, 'approval.decide'))
    .toMatchObject([
      {
        decision: {
          leaveOut: [expect.stringContaining('old') as string, '/home/me/src/storefront/.eslintrc'],
          onlyHunks: [{ path: '/home/me/src/lint-config/base.json', hunks: ['@@ -40,5 +43,5 @@'] }],
        },
      },
    ])
})

test('one that is taken whole says nothing of parts', async () => {
  const { page } = await openWindow({ made: withClock })
  await openSession(page, 'Tidy the lint')
  await page.locator('section.approval').waitFor()
  await page.clock.runFor(3000)
  await page.locator('section.approval .a-once').click()
  await expect
    .poll(() => asked(page, 'approval.decide'))
    .toEqual([{ requestId: 'a6', decision: { kind: 'allow', offerId: 'only-this' } }])
})

test('nothing moves when the lines get their colours and boxes', async () => {
  const { page } = await openWindow({ made: withClock, alone: true })
  let release = (): void => undefined
  const later = new Promise<void>((resolve) => (release = resolve))
  await page.route(/diff-lines/, async (route) => {
    await later
    await route.continue()
  })
  await openSession(page, 'Tidy the lint')
  const last = page.locator('section.approval .card-head').last()
  await page.locator('.diff .hunk.choose').first().waitFor()
  const before = await last.boundingBox()
  expect(await page.locator('.diff .hunk.choose input').count()).toBe(0)
  release()
  await page.locator('.diff .hunk.choose input').first().waitFor()
  expect(await last.boundingBox()).toEqual(before)
})

test('what is left out stays so in every place that shows the request, and over a reload', async () => {
  const { page } = await openWindow()
  await openSession(page, 'Tidy the lint')
  const panel = page.locator('section.approval')
  const hunk = panel.getByRole('checkbox', { name: 'Take the change @@ -11,4 +11,7 @@' })
  const isTaken = (): Promise<boolean> => hunk.isChecked()
  await hunk.uncheck()
  await openSession(page, 'Upgrade pandas')
  await hunk.waitFor({ state: 'detached' })
  await openSession(page, 'Tidy the lint')
  await hunk.waitFor()
  expect(await isTaken()).toBe(false)
  await page
    .getByRole('button', { name: /^Inbox/ })
    .first()
    .click()
  await page.locator('.rrow').filter({ hasText: 'deletes 1 of them' }).click()
  await hunk.waitFor()
  expect(await isTaken()).toBe(false)
  await page.reload()
  await openSession(page, 'Tidy the lint')
  await hunk.waitFor()
  expect(await isTaken()).toBe(false)
})

test('what is written for the agent with a no is there again when its panel is', async () => {
  const { page } = await openWindow()
  await openSession(page, 'Tidy the lint')
  const panel = page.locator('section.approval')
  const open = async (): Promise<void> => {
    await untilArmed(page)
    await panel.getByRole('button', { name: /^Deny…/ }).click({ timeout: 10_000 })
  }
  await open()
  await panel.getByRole('textbox').fill('Leave the old rules where they are.')
  await openSession(page, 'Upgrade pandas')
  await panel.filter({ hasText: 'golden' }).waitFor()
  await open()
  expect(await panel.getByRole('textbox').inputValue()).toBe('')
  await openSession(page, 'Tidy the lint')
  await panel.filter({ hasText: 'base.json' }).waitFor()
  await open()
  expect(await panel.getByRole('textbox').inputValue()).toBe('Leave the old rules where they are.')
})
