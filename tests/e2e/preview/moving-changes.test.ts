import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { armed, withClock } from './armed'
import { openSession, openWindow } from './open-changes'

// What moves when a change set comes, goes into place or is taken back, in a real browser over the stub engine.

interface Move {
  readonly what: string
  readonly clicks: string
  readonly milliseconds: number
  readonly changes: readonly string[]
}

/** Keeps what a page animates by its program, and gives it a clock of its own. */
async function watched(page: Page): Promise<void> {
  await withClock(page)
  await page.addInitScript(() => {
    const moves: Move[] = []
    const animate = Element.prototype.animate // oxlint-disable-line typescript/unbound-method -- it is called on its element below
    Element.prototype.animate = function (frames, options) {
      const changes = new Set((frames as Keyframe[]).flatMap((frame) => Object.keys(frame)))
      moves.push({
        what: this.className,
        clicks: getComputedStyle(this).pointerEvents,
        milliseconds: (options as KeyframeAnimationOptions).duration as number,
        changes: [...changes].toSorted(),
      })
      return animate.call(this, frames, options)
    }
    Object.assign(window, { moves })
  })
}

const moves = (page: Page): Promise<readonly Move[]> =>
  page.evaluate(() => (window as unknown as { moves: readonly Move[] }).moves)

async function rehearsalEnds(page: Page): Promise<void> {
  await openSession(page, 'Fix flaky')
  const panel = page.locator('section.approval')
  await armed(page, panel)
  await panel.getByRole('button', { name: 'Rehearse' }).click()
  const come = panel.getByText('Rehearsed without network').first()
  await expect.poll(() => page.clock.runFor(50).then(() => come.count())).toBe(1)
}

async function isApplied(page: Page): Promise<void> {
  await openSession(page, 'Fix flaky')
  const panel = page.locator('section.approval')
  await armed(page, panel)
  await panel.locator('.a-more').click()
  await panel.locator('.a-once').click()
  await panel.getByRole('button', { name: 'type the word' }).click()
  await panel.getByRole('textbox', { name: 'Type the word delete' }).fill('delete')
  await panel.locator('.a-once').click()
  await panel.getByRole('heading', { name: /^Deletes 312/ }).waitFor({ state: 'detached' })
}

async function isTakenBack(page: Page): Promise<void> {
  await openSession(page, 'Pin Actions')
  await page.getByRole('textbox', { name: 'Message to the agent' }).fill('/undo')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Put back/ })
    .click()
  const note = page.getByText(/turn 4/).last()
  await expect.poll(() => page.clock.runFor(50).then(() => note.count())).toBeGreaterThan(0)
}

test.each([
  ['a rehearsal ends', 'rehearsal-offered', rehearsalEnds],
  ['a rehearsal is put in place', 'rehearsal-applies', isApplied],
  ['a turn is taken back', 'quiet', isTakenBack],
] as const)(
  '%s: one sheet moves for a moment, over everything and taking no click; with less motion none',
  async (...[, hash, go]) => {
    const look = { hash, made: watched, height: 1100 }
    const { page, faults } = await openWindow({ ...look, reducedMotion: 'no-preference' })
    await go(page)
    const sheet = { what: 'moving-changes', clicks: 'none', changes: ['offset', 'opacity', 'transform'] }
    await expect.poll(() => moves(page)).toEqual([{ ...sheet, milliseconds: 180 }])
    await expect.poll(() => page.locator('.moving-changes').count()).toBe(0)
    const still = await openWindow(look)
    await go(still.page)
    for (let frame = 0; frame < 4; frame += 1)
      await still.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    expect(await moves(still.page)).toEqual([])
    expect([...faults, ...still.faults]).toEqual([])
  },
)
