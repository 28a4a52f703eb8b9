import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { previewPage } from './fresh-page'

// One panel alone in a window of its own, in a real browser over the stub engine.

const waitingInStub = 6

interface Compact {
  readonly page: Page
  readonly panel: Locator
  readonly title: Locator
  readonly closes: () => Promise<number>
}

/** Counts how often the window is closed, which closes nothing. */
const countingCloses = (made: Page): Promise<unknown> =>
  made.addInitScript(() => {
    const counted = window as unknown as { closes: number }
    counted.closes = 0
    window.close = () => {
      counted.closes += 1
    }
  })

async function open(fragment: string): Promise<Compact> {
  const page = await previewPage(fragment.slice(1), { width: 460, height: 560, made: countingCloses })
  return {
    page,
    panel: page.getByRole('region').filter({ has: page.getByRole('group', { name: 'Decision' }) }),
    title: page.getByRole('heading', { level: 1 }),
    closes: () => page.evaluate(() => (window as unknown as { closes: number }).closes),
  }
}

test('the route shows the panel of its request and nothing else, with the focus on it', async () => {
  const { page, panel, title } = await open('#/approval/a4')
  await panel.waitFor()
  expect(await panel.count()).toBe(1)
  expect(await title.innerText()).toBe('Speed up Go test suite')
  expect(await page.locator('.rail, #composer, #transcript').count()).toBe(0)
  expect(await panel.innerText()).toContain(`1 of ${String(waitingInStub)}`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('ap-body')
  const corner = (): Promise<readonly number[]> =>
    panel.evaluate((element) => {
      const { bottom, right } = element.getBoundingClientRect()
      return [bottom, right]
    })
  await expect.poll(corner).toEqual([560, 460])
  for (const button of await panel.getByRole('group', { name: 'Decision' }).getByRole('button').all()) {
    const box = await button.boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(560)
  }
})

test('an id that nothing waits under leads to the most urgent request, and so does none', async () => {
  for (const fragment of ['#/approval/gone', '#/approval', '#/approval/%3Cb%3E']) {
    const { title, panel } = await open(fragment)
    await panel.waitFor()
    expect(await title.innerText()).toBe('Fix flaky compaction test')
  }
})

test('an answer leads to the next request with the focus on it, and the last one ends the window', async () => {
  const { page, panel, title, closes } = await open('#/approval/a4')
  await panel.waitFor()
  for (let left = waitingInStub; left > 0; left -= 1) {
    const before = await title.innerText()
    await page.waitForFunction(() => document.querySelector('.a-later[aria-disabled="false"]') !== null)
    if (left % 2 === 0) await page.keyboard.press('Escape')
    else {
      await page.getByRole('button', { name: /^Deny…/ }).click()
      await page.getByRole('button', { name: 'Deny and tell the agent' }).click()
    }
    await expect.poll(() => title.innerText()).not.toBe(before)
    if (left > 1)
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('ap-body')
    else expect(await closes()).toBe(0)
  }
  await page.getByText('Nothing waits.').waitFor()
  // One of the requests had been answered in a terminal: that this answer changed nothing has to be read.
  await page.getByText('This answer changed nothing.').waitFor()
  expect(await closes()).toBe(0)
  const unread = page.getByRole('status').filter({ hasText: 'This answer changed nothing.' })
  await unread.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(closes).toBe(1)
})

test('another address in the same window shows that request, put off or not', async () => {
  const { page, panel, title } = await open('#/approval/a4')
  await panel.waitFor()
  await page.waitForFunction(() => document.querySelector('.a-later[aria-disabled="false"]') !== null)
  await page.keyboard.press('Escape')
  await expect.poll(() => title.innerText()).toBe('Fix flaky compaction test')
  await page.evaluate(() => {
    location.hash = '#/approval/a2'
  })
  await expect.poll(() => title.innerText()).toBe('Upgrade pandas to 2.3')
  await page.evaluate(() => {
    location.hash = '#/approval/a4'
  })
  await expect.poll(() => title.innerText()).toBe('Speed up Go test suite')
})

test('F6 goes round the panel: what is asked, then the answers', async () => {
  const { page, panel } = await open('#/approval/a4')
  await panel.waitFor()
  const at = (): Promise<string> => page.evaluate(() => document.activeElement?.className ?? '')
  await expect.poll(at).toContain('ap-body')
  await page.keyboard.press('F6')
  expect(await at()).toContain('a-once')
  await page.keyboard.press('F6')
  expect(await at()).toContain('ap-body')
  await page.keyboard.press('Shift+F6')
  expect(await at()).toContain('a-once')
})
