import { mkdtempSync, rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { writeRecord } from '../tests/fakes/long-record'
import { median, ms, printRows } from './measure'
import { emptyPage, frameRows, recorded, scrollThrough } from './tasks'
import { openChromium, serveFrom } from './window'

/**
 * What a turn changed, 100,000 lines of it, in the real window (Chromium, the built program): from the click to its lines on screen,
 * the longest frame while they are scrolled through, inline and side by side, and a step of the keyboard.
 */
const lines = Number(process.env['LINES'] ?? '100000')
const home = mkdtempSync('/var/tmp/cs-bench-changes-')
const rows = Array.from({ length: lines / 2 }, (_, at) => {
  const number = String(at)
  return `-const v${number} = read("old")\n+const v${number} = parse("new")\n`
})
const half = String(lines / 2)
const unifiedDiff = `diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,${half} +1,${half} @@\n${rows.join('')}`
writeRecord(home, {
  id: 'large',
  cwd: home,
  events: [
    { type: 'turn.started', turnId: 't1', turnNumber: 1 },
    { type: 'user.message', text: 'Question 1' },
    { type: 'turn.diff', turnId: 't1', unifiedDiff },
    { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
  ],
})
const { child, address } = await serveFrom(home)
const browser = await openChromium()

/** Milliseconds from the click on the turn's line to the frame in which lines of the change stand on screen. */
const openAt = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('.turn-diff-head')
    if (link === null) throw new Error('the turn has no line of changes')
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const begin = performance.now()
    link.click()
    for (let frames = 0; frames < 1200; frames += 1) {
      await frame()
      if (document.querySelectorAll('dialog .dl.add').length > 5) return performance.now() - begin
    }
    throw new Error('no line is on screen')
  })

/** Script, style and layout of one step down with the keyboard, up to the next frame. */
async function steps(page: Page): Promise<readonly number[]> {
  await page.evaluate(() => {
    const list: number[] = []
    Object.assign(window, { stepTimes: list })
    const note = (): void => {
      const begin = performance.now()
      requestAnimationFrame(() => setTimeout(() => list.push(performance.now() - begin)))
    }
    addEventListener('keydown', note, true)
  })
  for (let nth = 0; nth < 30; nth += 1) {
    await page.keyboard.press('ArrowDown')
    await page.waitForTimeout(30)
  }
  return page.evaluate(() => (window as unknown as { stepTimes: number[] }).stepTimes)
}

const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await page.goto(address)
await page.getByRole('button', { name: 'Question 1' }).first().click()
await page.locator('.turn-diff-head').waitFor()
const opened: number[] = []
for (let nth = 0; nth < 5; nth += 1) {
  opened.push(await openAt(page))
  if (nth === 4) break
  await page.keyboard.press('Escape')
  await page.locator('dialog.changes').waitFor({ state: 'detached' })
}
const what = `${lines.toLocaleString('en')} changed lines`
const [first = Number.NaN, ...again] = opened
const byKey = await steps(page)
printRows([
  {
    what: `${what}: opened for the first time`,
    figure: ms(first),
    goal: 'under 300 ms',
    reached: first < 300,
  },
  {
    what: `${what}: opened again`,
    figure: ms(median(again)),
    goal: 'under 300 ms',
    reached: median(again) < 300,
  },
  {
    what: `${what}: a step of the keyboard`,
    figure: ms(median(byKey)),
    goal: 'under 32 ms',
    reached: median(byKey) < 32,
  },
])
const scroll = async (layout: string): Promise<void> => {
  for (const step of [40, 700]) {
    const through = await recorded(browser, page, (the) =>
      scrollThrough(the, '.ch-lines', { step, frames: 300 }),
    )
    printRows(frameRows(`${what}, ${layout}, scrolled by ${String(step)} pixels a frame`, through))
  }
}
await scroll('inline')
await page.keyboard.press('v')
await page.locator('.dl2').first().waitFor()
await scroll('side by side')
printRows(await emptyPage(browser, page))
await browser.close()
child.kill('SIGTERM')
rmSync(home, { recursive: true, force: true })
