import { expect, test } from 'vitest'
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
  const boxes = panel.getByRole('checkbox')
  await boxes.first().waitFor()
  expect(await boxes.count()).toBe(3)
  await boxes.nth(1).uncheck()
  await boxes.nth(2).uncheck()
  await expect.poll(async () => (await asked(page, 'approval.leaves-out')).length).toBe(1)
  expect(await boxes.nth(0).isDisabled()).toBe(true)
  await panel.getByText('1 of 3 files are applied').waitFor()
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
