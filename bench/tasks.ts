import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { median, ms, type Row } from './measure'

/** A task of a page's main thread, in milliseconds: on the clock, and of the processor. */
export interface Task {
  readonly wall: number
  readonly own: number
}

/** What a page did while something went on. */
export interface Recorded<T> {
  readonly result: T
  readonly tasks: readonly Task[]
  /** Of the processor, for each time from one `performance.mark('frame')` of the page to the next. */
  readonly frames: readonly number[]
  /** How often styles and places were worked out. */
  readonly styles: number
  readonly layouts: number
  /** The load of the machine when it began: what is on the clock says little above 2. */
  readonly load: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

const mine = 'countersign-bench'

/** Does something with a page, and tells what its main thread did meanwhile. Throws where the browser recorded nothing. */
export async function recorded<T>(
  browser: Browser,
  page: Page,
  use: (page: Page) => Promise<T>,
): Promise<Recorded<T>> {
  const [load = 0] = loadavg()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const count = async (name: string): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((each) => each.name === name)?.value ?? Number.NaN
  }
  const before = [await count('RecalcStyleCount'), await count('LayoutCount')] as const
  await browser.startTracing(page, { categories: ['toplevel', 'v8', 'blink.user_timing'] })
  // Which of the browser's threads the page's is, its own mark tells.
  await page.evaluate((name) => performance.mark(name), mine)
  const result = await use(page)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[]
  }
  const styles = (await count('RecalcStyleCount')) - before[0]
  const layouts = (await count('LayoutCount')) - before[1]
  await session.detach()
  const mark = traceEvents.find(({ name }) => name === mine)
  if (mark === undefined) throw new Error('the trace tells nothing of the page')
  const own = traceEvents
    .filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid)
    .toSorted((a, b) => a.ts - b.ts)
  const tasks = tasksOf(own)
  return { result, tasks, frames: perFrame(own), styles, layouts, load }
}

/** What a task took of the processor, in milliseconds. On a virtual machine that clock leaps by 20 now and then: no task takes more than its time. */
const ownOf = ({ dur = 0, tdur = 0 }: TraceEvent): number => Math.min(dur, tdur) / 1000

const isTask = ({ name, ph }: TraceEvent): boolean => ph === 'X' && name.endsWith('RunTask')

function tasksOf(events: readonly TraceEvent[]): readonly Task[] {
  // The recording's own beginning is no work of the page.
  const beginning = events.filter(({ name }) => name === 'V8.InvokeApiInterruptCallbacks')
  const tasks = events
    .filter(isTask)
    .filter(({ ts, dur = 0 }) => !beginning.some((each) => each.ts >= ts && each.ts <= ts + dur))
    .map((task) => ({ wall: (task.dur ?? 0) / 1000, own: ownOf(task) }))
  if (tasks.length === 0) throw new Error('the trace tells of no task')
  return tasks
}

function perFrame(events: readonly TraceEvent[]): readonly number[] {
  const marks = events.filter(({ name }) => name === 'frame').map(({ ts }) => ts)
  const spent = marks.map(() => 0)
  let at = 0
  for (const task of events.filter(isTask)) {
    while (at < marks.length && (marks[at] ?? 0) < task.ts) at += 1
    if (at === marks.length) break
    spent[at] = (spent[at] ?? 0) + ownOf(task)
  }
  // Before the second mark stands what had gone on before.
  return spent.slice(2)
}

/**
 * Scrolls a box there and back with the wheel, as many pixels a frame (60 frames a second); tells the times between the page's frames. Setting
 * `scrollTop` in each frame instead would have the page worked out anew before it is due: half of the styles and layouts were of the bench.
 */
export async function scrollThrough(
  page: Page,
  selector: string,
  { step, frames = 400 }: { readonly step: number; readonly frames?: number },
): Promise<readonly number[]> {
  const place = await page.locator(selector).boundingBox()
  if (place === null) throw new Error(`nothing is ${selector}`)
  await page.evaluate(() => {
    const times: number[] = []
    let before = performance.now()
    const each = (now: number): void => {
      performance.mark('frame')
      times.push(now - before)
      before = now
      if (document.documentElement.dataset['scrolled'] === undefined) requestAnimationFrame(each)
    }
    delete document.documentElement.dataset['scrolled']
    requestAnimationFrame(each)
    Object.assign(window, { frameTimes: times })
  })
  const session = await page.context().newCDPSession(page)
  for (const way of [-1, 1])
    await session.send('Input.synthesizeScrollGesture', {
      x: Math.round(place.x + place.width / 2),
      y: Math.round(place.y + place.height / 2),
      yDistance: way * step * frames,
      speed: Math.abs(step) * 60,
      preventFling: true,
      gestureSourceType: 'mouse',
    })
  await session.detach()
  return page.evaluate(() => {
    document.documentElement.dataset['scrolled'] = ''
    return (window as unknown as { frameTimes: number[] }).frameTimes.slice(2)
  })
}

const limit = 32
const worst = (times: readonly number[]): number => Math.max(0, ...times)
const told = (times: readonly number[]): string =>
  `${String(times.filter((time) => time > limit).length)} of ${String(times.length)} over ${String(limit)} ms, ${ms(worst(times))} at worst`

/** The rows of a scrolling: what it took of the processor, which the goal is held against, and what the clock says on this machine. */
export function frameRows(
  what: string,
  { result, frames, styles, layouts, load }: Recorded<readonly number[]>,
): readonly Row[] {
  const each = (count: number): string => (count / frames.length).toFixed(1)
  return [
    {
      what: `${what}: frames, of the processor`,
      figure: `${told(frames)}, ${ms(median(frames))} in the middle, ${each(styles)} styles and ${each(layouts)} layouts each`,
      goal: 'none over 32 ms',
      reached: worst(frames) <= limit,
    },
    {
      what: `${what}: the same on the clock, at load ${load.toFixed(1)}`,
      figure: told(result),
      goal: 'see the empty page',
      reached: true,
    },
  ]
}

/** Scrolls a page with nothing in it the same way: what the machine itself does to frames. */
export async function emptyPage(browser: Browser, page: Page): Promise<readonly Row[]> {
  await page.goto('about:blank')
  await page.setContent(
    '<div id="empty" style="height: 700px; overflow: auto"><div style="height: 2000000px"></div></div>',
  )
  const through = await recorded(browser, page, (the) => scrollThrough(the, '#empty', { step: 40 }))
  return frameRows('an empty page on this machine, scrolled by 40 pixels a frame', through)
}
