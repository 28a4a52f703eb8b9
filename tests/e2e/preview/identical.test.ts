import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { withClock } from './armed'
import { previewPage } from './fresh-page'
import { asked, openWindow } from './open-changes'

// Identical requests are one row and one panel, and each has its own answer: a real browser over the stub engine.

/** Keeps what the engine is asked to decide. */
const keepingDecisions = (made: Page): Promise<unknown> =>
  made.addInitScript(() => {
    const seen: string[] = []
    let bridge: { invoke: (channel: string, payload: never) => unknown } | undefined
    Object.assign(window, { decided: seen })
    Object.defineProperty(window, 'countersign', {
      get: () => bridge,
      set: (given: typeof bridge) => {
        bridge = given && {
          ...given,
          invoke: (channel: string, payload: never) => {
            const { requestId, decision } = payload as { requestId: string; decision?: { kind: string } }
            if (channel === 'approval.decide') seen.push(`${requestId} ${decision?.kind ?? ''}`)
            return given.invoke(channel, payload)
          },
        }
      },
    })
  })

/** Opens the session of the low request, which two others share; what the engine is asked to decide is kept. */
async function open(): Promise<{ page: Page; decided: () => Promise<readonly string[]> }> {
  const page = await previewPage('identical', { made: keepingDecisions })
  await page.getByRole('button', { name: 'Speed up Go' }).click()
  await page.waitForFunction(() => document.querySelector('.a-later[aria-disabled="false"]') !== null)
  return {
    page,
    decided: () => page.evaluate(() => (window as unknown as { decided: string[] }).decided.toSorted()),
  }
}

test('one panel says how many it stands for, and a yes is given to each', async () => {
  const { page, decided } = await open()
  const panel = page.locator('.approval.in-session')
  expect(await panel.locator('.ap-head').innerText()).toContain('3 identical')
  expect(await panel.locator('.gl-gives').innerText()).toContain('For each of the 3.')
  await panel.locator('.a-details').click()
  const why = await panel.locator('.ap-details').innerText()
  expect(why).toContain('Add CSV export')
  expect(why).toContain('tester')
  await panel.getByRole('button', { name: 'Allow once, all 3' }).click()
  await expect.poll(decided).toEqual(['a4 allow', 'a4-2 allow', 'a4-3 allow'])
})

test('one of them can be denied alone, and the others go on waiting', async () => {
  const { page, decided } = await open()
  await page.locator('.a-more').click()
  await page.getByRole('button', { name: 'Deny this one alone' }).click()
  await expect.poll(decided).toEqual(['a4 deny'])
  await page.getByRole('button', { name: /Add CSV export/ }).click()
  await expect.poll(() => page.locator('.approval.in-session .ap-head').innerText()).toContain('2 identical')
})

test('what a part is left out of is answered alone, which its button says; the others are answered whole, and without it', async () => {
  const { page } = await openWindow({ hash: 'identical-patch', made: withClock })
  await page.getByRole('button', { name: 'Inbox', exact: true }).click()
  const rows = page.locator('.rrow').filter({ hasText: 'Writes 3 files, deletes 1' })
  const panel = page.locator('.approval.in-inbox')
  await rows.filter({ hasText: '3 identical' }).click()
  const once = panel.locator('.a-once')
  await expect.poll(() => once.innerText()).toContain('all 3')
  const boxes = panel.locator('.card-head').getByRole('checkbox')
  await boxes.nth(2).uncheck()
  await expect.poll(() => once.innerText()).not.toContain('all')
  expect(await panel.locator('.gl-gives').innerText()).toContain('2 identical ones wait on.')
  expect(await rows.filter({ hasText: '2 identical' }).count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  // The others, which the one is no part of.
  await rows.filter({ hasText: '2 identical' }).click()
  await expect.poll(() => once.innerText()).toContain('all 2')
  await page.clock.runFor(3000)
  await once.click()
  const decided = async (): Promise<unknown[]> =>
    (await asked(page, 'approval.decide')).toSorted((one, other) =>
      JSON.stringify(one).localeCompare(JSON.stringify(other)),
    )
  const whole = { kind: 'allow', offerId: 'only-this' }
  await expect.poll(decided).toEqual([
    { requestId: 'a6-s5', decision: whole },
    { requestId: 'a6-s6', decision: whole },
  ])
  await rows.first().click()
  await expect.poll(() => boxes.nth(2).isChecked()).toBe(false)
  await page.clock.runFor(3000)
  await once.click()
  await expect
    .poll(async () => (await asked(page, 'approval.decide')).at(-1))
    .toEqual({ requestId: 'a6', decision: { ...whole, leaveOut: [expect.any(String)] } })
})

test('in the inbox they are one row; what has another claim has its own', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Inbox' }).click()
  const rows = page.locator('.rrow').filter({ hasText: 'go-build' })
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.filter({ hasText: '3 identical' }).count()).toBe(1)
})

test('no button of the answers is cut off, however wide the panel is', async () => {
  const { page } = await open()
  const acts = page.locator('.gl-acts')
  await page.locator('.a-later').waitFor()
  for (const width of [1280, 1040, 1000, 960, 920, 900, 800, 740, 700, 640, 500, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await acts.evaluate((group) => {
      const edge = group.getBoundingClientRect().right
      return [...group.querySelectorAll('button')]
        .filter(
          (button) =>
            button.getBoundingClientRect().right > edge || button.scrollWidth > button.clientWidth + 1,
        )
        .map((button) => button.innerText)
    })
    expect(over, String(width)).toEqual([])
  }
})
