import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { emptyOutput } from '@shared/domain/command-outcome'
import { itemsPerTurn, longRecord, writeRecord } from '../fakes/long-record'
import { startModelServer, type ModelServer } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
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

const root = join(import.meta.dirname, '../..')
const pictures = join(root, process.env.KEEP_IMAGES === '1' ? 'docs/images' : 'test-results')
const turns = 1000
/** No screen needs more items than this; a record has 10,000. */
const mostDrawn = 120

/** The window on a session, of 10,000 items where no others are given, which has just been opened from the rail. */
async function open(options: HostOptions = {}, events = longRecord(turns)): Promise<Page> {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-e2e-long-')))
  const workspace = join(base, 'project')
  mkdirSync(workspace)
  mkdirSync(pictures, { recursive: true })
  const started = await startModelServer(() => ({
    text: Array.from({ length: 80 }, (_, at) => `Paragraph ${String(at)} of the new answer.`).join('\n\n'),
  }))
  server = started
  host = await openHost({
    ...options,
    configure: (home) => {
      writeRecord(home, { id: 'long', cwd: workspace, events })
      writeFileSync(
        join(home, 'config.toml'),
        `model = "scripted"\nmodel_provider = "local"\n[model_providers.local]\nname = "Local"\nbase_url = "${started.baseUrl}"\nwire_api = "chat"\n`,
      )
    },
  })
  const { page } = host
  await page
    .getByRole('button', { name: /Question 1:/ })
    .first()
    .click()
  await answer(page, turns).waitFor()
  return page
}

const answer = (page: Page, turn: number) => page.getByText(`Answer ${String(turn)}: The store`)
const box = (page: Page) => page.locator('#transcript')
const drawn = (page: Page): Promise<number> => page.locator('#transcript .item').count()

/** How far the end of the record is below what is seen, in pixels. */
const below = (page: Page): Promise<number> =>
  box(page).evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight)

async function wheel(page: Page, by: number): Promise<void> {
  await box(page).hover()
  await page.mouse.wheel(0, by)
}

/** Turns the wheel until that is so; fails when the record has been passed through and it is not. */
async function wheelUntil(page: Page, by: number, reached: () => Promise<boolean>): Promise<void> {
  for (let turned = 0; turned < 400; turned += 1) {
    if (await reached()) return
    await wheel(page, by)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  throw new Error('It was not reached by scrolling')
}

test.each(oneBySeed('theme of long-session', ['light', 'dark'] as const))(
  '10,000 items open at their end, few of them drawn (%s)',
  async (theme) => {
    const page = await open({ theme })
    await expect.poll(() => below(page)).toBeLessThanOrEqual(2)
    expect(await answer(page, turns).isVisible()).toBe(true)
    expect(await drawn(page)).toBeLessThan(mostDrawn)
    await page.screenshot({ path: join(pictures, `long-session-${theme}.png`) })
    await box(page).hover()
    expect(await axeFindings(page)).toEqual([])
    expect(host?.complaints).toEqual([])
  },
)

test('to open its end draws what is near it once, and next to nothing that is put away again', async () => {
  const page = await open({
    prepare: async (made) => {
      await made.addInitScript(() => {
        const begun = { items: 0 }
        Object.assign(window, { begun })
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes)
              if (node instanceof Element)
                begun.items += Number(node.matches('.item')) + node.querySelectorAll('.item').length
        }).observe(document, { childList: true, subtree: true })
      })
    },
  })
  await expect.poll(() => below(page)).toBeLessThanOrEqual(2)
  const begun = await page.evaluate(() => (window as unknown as { begun: { items: number } }).begun.items)
  expect(begun).toBeLessThanOrEqual((await drawn(page)) + 6)
})

test('scrolling up brings what is older, without a jump, to the first message; the end is a press away', async () => {
  const page = await open()
  await box(page).focus()
  const first = box(page).getByText('Question 1: why')
  let most = 0
  // As often as it takes: a page of the record comes when the engine has read it, however many frames that is.
  const upAgain = async (): Promise<number> => {
    await box(page).evaluate((each) => (each.scrollTop = 0))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    most = Math.max(most, await drawn(page))
    return first.count()
  }
  // The last page comes in above what is seen, which stays: the first message is a step further up then.
  const isThere = async (): Promise<boolean> => (await upAgain()) > 0 && (await upAgain()) > 0
  await expect.poll(isThere, { timeout: 120_000, interval: 5 }).toBe(true)
  expect(most).toBeLessThan(mostDrawn)
  const size = await page.locator('#transcript .item').first().getAttribute('aria-setsize')
  expect(Number(size)).toBeGreaterThanOrEqual(turns * (itemsPerTurn - 1))
  await page.getByRole('button', { name: 'To the end' }).click()
  await answer(page, turns).waitFor()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(2)
  expect(host?.complaints).toEqual([])
})

test('what stands before comes in without moving what is seen', async () => {
  const page = await open()
  // Whoever is at the end is kept there while it is laid out.
  await wheelUntil(page, -300, async () => (await below(page)) > 300)
  // In the page, since a call for each step takes longer than the step.
  const { worst, pages } = await box(page).evaluate(async (each) => {
    /** Scrolls up a bit; how far an item that stays in sight is then from where that puts it, and which one it is in the list. */
    const step = async (): Promise<{ off: number; nth: number }> => {
      const { top, height } = each.getBoundingClientRect()
      const item = [...each.querySelectorAll<HTMLElement>('.item')].find(
        (one) => one.getBoundingClientRect().bottom > top + height / 4,
      )
      if (item === undefined) throw new Error('No item is in sight')
      const [place, scrolled] = [item.getBoundingClientRect().top, each.scrollTop]
      each.scrollTop -= 300
      const moved = scrolled - each.scrollTop
      for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame)
      const same = each.querySelector(`[data-item="${item.dataset['item'] ?? ''}"]`)
      if (same === null) throw new Error('The item is gone')
      const off = same.getBoundingClientRect().top - place - moved
      return { off, nth: Number(same.getAttribute('aria-posinset')) }
    }
    const seen = { worst: 0, pages: 0 }
    let last = Number.MAX_SAFE_INTEGER
    for (let steps = 0; steps < 400 && seen.pages < 3; steps += 1) {
      const { off, nth } = await step()
      seen.worst = Math.max(seen.worst, Math.abs(off))
      if (nth > last) seen.pages += 1
      last = nth
    }
    return seen
  })
  expect(worst).toBeLessThanOrEqual(2)
  expect(pages).toBe(3)
  expect(host?.complaints).toEqual([])
})

test('flung through, next to nothing is drawn; where it rests all that is in view is', async () => {
  const page = await open()
  await wheelUntil(page, -300, async () => (await below(page)) > 300)
  const passed = await box(page).evaluate(async (each) => {
    const seen = { rows: 0, drawn: 0 }
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const item = node instanceof Element ? node.querySelector('.item') : null
        seen.rows += Number(item !== null)
        seen.drawn += Number(item?.hasChildNodes() ?? false)
      }
    }).observe(each, { childList: true, subtree: true })
    for (let frames = 0; frames < 30; frames += 1) {
      each.scrollTop -= 900
      await new Promise(requestAnimationFrame)
    }
    return { ...seen }
  })
  expect(passed.rows).toBeGreaterThan(20)
  expect(passed.drawn).toBeLessThan(passed.rows / 2)
  const inView = () =>
    box(page).evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      const items = [...each.querySelectorAll<HTMLElement>('.item')].filter((one) => {
        const place = one.getBoundingClientRect()
        return place.bottom > top && place.top < bottom
      })
      return { waits: items.filter((one) => one.style.height !== '').length, some: items.length > 0 }
    })
  await expect.poll(inView).toEqual({ waits: 0, some: true })
  expect(host?.complaints).toEqual([])
})

test('what is folded stays folded, and the focus stays where it is, far away from what is drawn', async () => {
  const page = await open()
  const card = page.getByRole('article', { name: 'Command', exact: true }).last()
  await card.getByRole('button', { name: 'Hide the output' }).click()
  const folded = card.getByRole('button', { name: 'Show the output' })
  await folded.waitFor()
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
  expect(await focused()).toBe('Show the output')
  await wheelUntil(page, -3000, async () => (await below(page)) > 20_000)
  expect(await focused()).toBe('Show the output')
  expect(await drawn(page)).toBeLessThan(mostDrawn)
  await page.getByRole('button', { name: 'To the end' }).click()
  await answer(page, turns).waitFor()
  expect(await page.getByRole('button', { name: 'Show the output' }).count()).toBe(1)
  expect(host?.complaints).toEqual([])
})

test('the end is followed while it grows, not when the person has scrolled up; sending leads to it', async () => {
  const page = await open()
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await wheelUntil(page, -2000, async () => (await below(page)) > 5000)
  await page.getByRole('button', { name: 'To the end' }).waitFor()
  await composer.fill('Go on.')
  await composer.press('Enter')
  await page.getByText('Paragraph 79 of the new answer.').waitFor()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(2)
  await wheelUntil(page, -600, async () => (await below(page)) > 400)
  const place = await box(page).evaluate((each) => each.scrollTop)
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect.poll(() => box(page).evaluate((each) => each.clientHeight)).toBeLessThan(650)
  expect(Math.abs((await box(page).evaluate((each) => each.scrollTop)) - place)).toBeLessThanOrEqual(2)
  expect(host?.complaints).toEqual([])
})

test('single items that are large are drawn in part: a long message, a patch, an output, a result', async () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `Line ${String(at)} of what is large.`).join('\n')
  const output = { stdout: text, stderr: '', aggregated: text.repeat(8), omittedBytes: 0 }
  const content = Array.from({ length: 20_000 }, (_, at) => `const line${String(at)} = ${String(at)}\n`).join(
    '',
  )
  const changes = { '/work/large.ts': { type: 'add' as const, content } }
  const exited = { kind: 'exited' as const, exitCode: 0, durationMs: 1 }
  const run = { attempt: 1, confinement: 'bubblewrap' as const, grants: [] }
  const invocation = { server: 'notes', tool: 'look', arguments: {} }
  const result = { kind: 'answered' as const, failed: false, text, images: [], durationMs: 1 }
  const page = await open({}, [
    { type: 'turn.started', turnId: 't1', turnNumber: 1 },
    { type: 'user.message', text: 'Question 1: what is large?' },
    { type: 'command.started', callId: 'c1', command: ['cat', 'large'], cwd: '/', ...run },
    { type: 'command.finished', callId: 'c1', outcome: { ...exited, output } },
    { type: 'patch.started', callId: 'p1', changes, autoApproved: true, ...run },
    { type: 'patch.finished', callId: 'p1', outcome: { ...exited, output: emptyOutput } },
    { type: 'mcp.started', callId: 'n1', invocation },
    { type: 'mcp.finished', callId: 'n1', invocation, result },
    { type: 'message.completed', itemId: 'm1', text: text.repeat(2) },
    { type: 'message.completed', itemId: 'm2', text: `Answer ${String(turns)}: The store` },
    { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
  ])
  const characters = (): Promise<number> => box(page).evaluate((each) => each.textContent.length)
  const elements = (): Promise<number> => box(page).locator('*').count()
  expect(await characters()).toBeLessThan(600_000)
  expect(await elements()).toBeLessThan(1000)

  await page.getByRole('button', { name: 'Show the changes' }).click()
  const diff = page.getByRole('group', { name: 'Changes in' })
  // The output above has a button of that name as well.
  await page
    .locator('article')
    .filter({ has: diff })
    .getByRole('button', { name: 'Show all 20,000 lines' })
    .click()
  await diff.getByText('const line10 = 10', { exact: true }).waitFor()
  await expect
    .poll(async () => {
      await diff.evaluate((each) => (each.scrollTop = each.scrollHeight))
      return diff.getByText('const line19999 = 19999', { exact: true }).isVisible()
    })
    .toBe(true)
  expect(await diff.locator('.dl').count()).toBeLessThan(100)

  await page
    .getByRole('button', { name: /Show the [\d,]+ characters between/ })
    .last()
    .click()
  await expect.poll(characters).toBeGreaterThan(1_000_000)
  expect(await elements()).toBeLessThan(2500)
  expect(host?.complaints).toEqual([])
})
