import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { longRecord, writeRecord } from '../fakes/long-record'
import { startModelServer, type Answer, type ModelServer, type RecordedRequest } from '../fakes/model-server'
import { openHost, type HostOptions, type OpenHost } from './open-host'
import { oneBySeed } from '../fakes/by-seed'

let host: OpenHost | undefined
let server: ModelServer | undefined
let base = ''
afterEach(async () => {
  await host?.close()
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

const turns = 8

/** The window at the end of a session of some turns, before a model that follows the script. */
async function open(script: (request: RecordedRequest) => Answer, options: HostOptions = {}): Promise<Page> {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-e2e-follow-')))
  const workspace = join(base, 'project')
  mkdirSync(workspace)
  const started = await startModelServer(script)
  server = started
  host = await openHost({
    ...options,
    configure: (home) => {
      writeRecord(home, { id: 'long', cwd: workspace, events: longRecord(turns) })
      writeFileSync(
        join(home, 'config.toml'),
        `model = "scripted"\nmodel_provider = "local"\napproval_policy = "never"\nsandbox_mode = "workspace-write"\n[model_providers.local]\nname = "Local"\nbase_url = "${started.baseUrl}"\nwire_api = "chat"\n`,
      )
    },
  })
  const { page } = host
  if ((options.width ?? 1280) < 900) await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  await page
    .getByRole('button', { name: /Question 1:/ })
    .first()
    .click()
  await page.getByText(`Answer ${String(turns)}: The store`).waitFor()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(2)
  return page
}

const box = (page: Page) => page.locator('#transcript')

/** How far the end of the record is below what is seen, in pixels. */
const below = (page: Page): Promise<number> =>
  box(page).evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight)

/** The most that it was below in any of so many frames, looked at right before each is painted. */
const mostBelow = (page: Page, frames: number): Promise<number> =>
  box(page).evaluate(async (each, count) => {
    let most = 0
    for (let frame = 0; frame < count; frame += 1) {
      await new Promise(requestAnimationFrame)
      // An observer reports for the first time in the frame in which it begins, after those that were there before.
      await new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect()
          most = Math.max(most, each.scrollHeight - each.scrollTop - each.clientHeight)
          resolve()
        })
        observer.observe(each)
      })
    }
    return most
  }, frames)

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message to the agent' })
  await field.fill(text)
  await field.press('Enter')
}

/** A command at first, then the slow answer, which waits behind its third paragraph. */
const runsFirst = ({ body }: RecordedRequest): Answer => {
  if (JSON.stringify(body).includes('call_1')) return heldBehind(3)
  return { calls: [{ id: 'call_1', name: 'shell', arguments: { command: ['seq', '9'] } }] }
}

/** Some 200 paragraphs at 200 tokens a second. */
const slowly: Answer = {
  delayMs: 5,
  text: Array.from({ length: 200 }, (_, at) => `Paragraph ${String(at)} of an answer that goes on.`).join(
    '\n\n',
  ),
}

let goOn: () => void = () => undefined

/** The same, which is at this paragraph until `goOn` is called, however slow the page is. */
function heldBehind(paragraph: number): Answer {
  const until = new Promise<void>((resolve) => (goOn = resolve))
  return { ...slowly, held: { behind: `Paragraph ${String(paragraph)} of an answer`, until } }
}

test('one turn of the wheel leaves the end for good while an answer streams, and a press leads back', async () => {
  const page = await open(() => heldBehind(150))
  await say(page, 'Go on.')
  await page.getByText('Paragraph 20 of an answer').waitFor()
  await box(page).hover()
  await page.mouse.wheel(0, -120)
  const toEnd = page.getByRole('button', { name: 'To the end' })
  await toEnd.waitFor()
  const place = await box(page).evaluate((each) => each.scrollTop)
  goOn()
  await expect.poll(() => below(page)).toBeGreaterThan(700)
  expect(Math.abs((await box(page).evaluate((each) => each.scrollTop)) - place)).toBeLessThanOrEqual(130)
  await toEnd.click()
  await expect.poll(() => mostBelow(page, 1)).toBeLessThanOrEqual(2)
  expect(await mostBelow(page, 60)).toBeLessThanOrEqual(2)
  await page.getByText('Paragraph 199 of an answer').waitFor()
  expect(await below(page)).toBeLessThanOrEqual(2)
  expect(host?.complaints).toEqual([])
})

/** How far a box has scrolled within ten frames. It runs in the page. */
async function movedInFrames(box: Element): Promise<number> {
  const before = box.scrollTop
  for (let times = 0; times < 10; times += 1)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  return box.scrollTop - before
}

test.each(oneBySeed('keys up', ['PageUp', 'ArrowUp', 'Home']))(
  '%s in the record leaves the end while an answer streams',
  async (key) => {
    const page = await open(() => heldBehind(150))
    await say(page, 'Go on.')
    await page.getByText('Paragraph 10 of an answer').waitFor()
    await box(page).focus()
    await page.keyboard.press(key)
    await page.getByRole('button', { name: 'To the end' }).waitFor()
    // Rows that come into view are measured, which takes a frame or several.
    await expect.poll(() => box(page).evaluate(movedInFrames)).toBe(0)
    const leftAt = await box(page).evaluate((each) => each.scrollTop)
    goOn()
    await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'hidden' })
    expect(await below(page)).toBeGreaterThan(1000)
    expect(await box(page).evaluate((each) => each.scrollTop)).toBeLessThanOrEqual(leftAt + 2)
  },
)

test('the end stays in view while the window changes its width and cards above change their height', async () => {
  const page = await open(() => heldBehind(190))
  await say(page, 'Go on.')
  await page.getByText('Paragraph 5 of an answer').waitFor()
  for (const width of [700, 1280, 480, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    // Between two frames of a page that is behind there is always more than has been drawn.
    await expect.poll(() => mostBelow(page, 1)).toBeLessThanOrEqual(2)
    expect(await mostBelow(page, 20)).toBeLessThanOrEqual(40)
  }
  await expect.poll(() => mostBelow(page, 1)).toBeLessThanOrEqual(2)
})

test('cards take clicks while an answer streams, and what they fold away is no way up', async () => {
  const page = await open((request) => ({ ...runsFirst(request), delayMs: 20 }))
  await say(page, 'Go on.')
  await page.getByText('Paragraph 0 of an answer').waitFor()
  const fold = page.getByRole('article').last().getByRole('button', { name: 'Hide the output' })
  // The answer pushes the card up and away: place, hit and click belong to one frame.
  await fold.evaluate(async (button: HTMLElement) => {
    const transcript = document.querySelector('#transcript')
    while (transcript?.textContent.includes('Paragraph 3 of an answer') !== true)
      await new Promise(requestAnimationFrame)
    const place = button.getBoundingClientRect()
    const hit = document.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2)
    if (hit === null || !button.contains(hit)) throw new Error(`A click would hit ${hit?.className ?? ''}`)
    button.click()
  })
  goOn()
  await expect.poll(() => fold.count()).toBe(0)
  await expect.poll(() => mostBelow(page, 1)).toBeLessThanOrEqual(2)
  expect(await mostBelow(page, 80)).toBeLessThanOrEqual(2)
  expect(await page.getByRole('button', { name: 'To the end' }).count()).toBe(0)
})

test('"To the end" covers nothing, at 200 % zoom either', async () => {
  const page = await open(() => heldBehind(150), { width: 640, height: 400 })
  await say(page, 'Go on.')
  await page.getByText('Paragraph 10 of an answer').waitFor()
  await box(page).hover()
  await page.mouse.wheel(0, -150)
  const toEnd = page.getByRole('button', { name: 'To the end' })
  await toEnd.waitFor()
  const covered = await toEnd.evaluate((button) => {
    const place = button.getBoundingClientRect()
    const frame = document.querySelector('#transcript')?.getBoundingClientRect()
    if (frame === undefined) throw new Error('no transcript')
    const others = [...document.querySelectorAll('button, textarea, #transcript')].filter(
      (each) => each !== button && !each.contains(button),
    )
    return others
      .filter((each) => {
        const other = each.getBoundingClientRect()
        return (
          other.left < place.right &&
          place.left < other.right &&
          other.top < place.bottom &&
          place.top < other.bottom &&
          (each.id === 'transcript' || each.checkVisibility()) &&
          (other.bottom > frame.top || each.id === 'transcript')
        )
      })
      .map((each) => each.textContent.slice(0, 30) || each.id)
  })
  expect(covered).toEqual([])
  await page.getByRole('button', { name: 'Stop turn' }).click()
})
