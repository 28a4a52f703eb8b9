import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSession, openWindow } from './open-changes'

// What must not move, and what must be whole or not there, in a real browser over the stub engine.

const widthOf = (part: Locator): Promise<number> =>
  part.evaluate((each) => each.getBoundingClientRect().width)

test.each([1280, 1920])('at %i what stands beside a session is as wide whatever it shows', async (width) => {
  const { page, faults } = await openWindow({ hash: 'side', width })
  await openSession(page, 'Pin Actions')
  await page.locator('.bar .side-toggle').click()
  const side = page.getByRole('complementary', { name: 'Beside the session' })
  const tabs = side.getByRole('tab')
  await tabs.first().waitFor()
  const widths: number[] = []
  for (const tab of await tabs.all()) {
    await tab.click()
    widths.push(await widthOf(side))
  }
  expect(new Set(widths).size).toBe(1)
  expect(faults).toEqual([])
})

test('the branch of a session is named, or not there: its icon never stands alone', async () => {
  const { page } = await openWindow()
  await openSession(page, 'Fix flaky')
  const branch = page.locator('.bar .where-branch')
  const where = page.locator('.bar .where')
  const room = async (): Promise<readonly [seen: boolean, name: boolean]> =>
    branch.evaluate((each) => {
      const around = each.parentElement?.getBoundingClientRect()
      const box = each.getBoundingClientRect()
      return [box.top < (around?.bottom ?? 0), box.width > 60]
    })
  const seen = new Set<boolean>()
  for (let width = 40; width < 400; width += 20) {
    await where.evaluate((each, to) => {
      each.style.maxWidth = `${String(to)}px`
    }, width)
    const [isSeen, hasName] = await room()
    seen.add(isSeen)
    if (isSeen) expect({ width, hasName }).toEqual({ width, hasName: true })
  }
  expect(seen).toEqual(new Set([true, false]))
})
