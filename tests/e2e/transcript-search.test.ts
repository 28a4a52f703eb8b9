import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { longRecord, writeRecord } from '../fakes/long-record'
import { axeFindings } from './axe-findings'
import { openHost, type HostOptions, type OpenHost } from './open-host'
import { oneBySeed } from '../fakes/by-seed'

let host: OpenHost | undefined
let base = ''
afterEach(async () => {
  await host?.close()
  rmSync(base, { recursive: true, force: true })
})

const root = join(import.meta.dirname, '../..')
const pictures = join(root, process.env.KEEP_IMAGES === '1' ? 'docs/images' : 'test-results')
const box = (page: Page) => page.locator('#transcript')
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search this transcript' })
const place = (page: Page) => page.locator('.find-bar [role=status]')

/** The window with a session of 10,000 items and another one in which something hides. */
async function open(options: HostOptions = {}): Promise<Page> {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-e2e-search-')))
  mkdirSync(pictures, { recursive: true })
  host = await openHost({
    ...options,
    configure: (home) => {
      writeRecord(home, { id: 'long', cwd: base, events: longRecord(1000) })
      writePatch(home)
      writeAsked(home)
      writeLong(home)
      const lines = Array.from({ length: 300 }, (_, at) => `line ${String(at)}`)
      const text = lines.with(100, 'here the "Kobold" hides').join('\n')
      writeRecord(home, {
        id: 'other',
        cwd: base,
        events: [
          { type: 'turn.started', turnId: 't1', turnNumber: 1 },
          { type: 'user.message', text: 'Something else: where is it?' },
          {
            type: 'command.started',
            callId: 'c1',
            attempt: 1,
            command: ['cat', 'lines'],
            cwd: '/',
            confinement: 'bubblewrap',
            grants: [],
          },
          {
            type: 'command.finished',
            callId: 'c1',
            outcome: {
              kind: 'exited',
              exitCode: 0,
              durationMs: 1,
              output: { stdout: text, stderr: '', aggregated: text, omittedBytes: 0 },
            },
          },
          { type: 'message.completed', itemId: 'm1', text: 'word '.repeat(2000) },
          { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
        ],
      })
    },
  })
  return host.page
}

/** A session in which a server asked something, and whose turn changed a file that no call shows. */
function writeAsked(home: string): void {
  writeRecord(home, {
    id: 'asked',
    cwd: base,
    events: [
      { type: 'turn.started', turnId: 't1', turnNumber: 1 },
      { type: 'user.message', text: 'A ticket' },
      {
        type: 'question.resolved',
        question: {
          id: 'q1',
          sessionId: 'asked',
          sessionTitle: 'A ticket',
          turnId: 't1',
          callId: 'c1',
          server: 'tickets',
          tool: 'open',
          message: 'Which desk takes it?',
          matter: {
            mode: 'form',
            fields: [
              {
                kind: 'one',
                key: 'desk',
                required: true,
                secret: false,
                options: [{ value: 'x', title: 'The Roggenmuhme desk' }],
              },
            ],
          },
          createdAt: '2026-11-21T10:00:00.000Z',
          state: 'answered',
          action: 'accept',
        },
      },
      {
        type: 'turn.diff',
        turnId: 't1',
        unifiedDiff: `diff --git a/notes b/notes\n--- a/notes\n+++ b/notes\n@@ -1 +1 @@\n-old\n+a Feldgeist writes\n`,
      },
      { type: 'message.completed', itemId: 'm1', text: 'It is opened.' },
      { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
    ],
  })
}

/** A session with a command that printed 50 kB, in which a heron stands on seventeen lines, and a message with one more. */
function writeLong(home: string): void {
  const text = Array.from({ length: 1700 }, (_, at) =>
    at % 100 === 0 ? `line ${String(at)} heron` : `line ${String(at)} of what a program prints`,
  ).join('\n')
  const output = { stdout: text, stderr: '', aggregated: text, omittedBytes: 0 }
  writeRecord(home, {
    id: 'output',
    cwd: base,
    events: [
      { type: 'turn.started', turnId: 't1', turnNumber: 1 },
      { type: 'user.message', text: 'Long output' },
      {
        ...{ type: 'command.started', callId: 'c1', attempt: 1, command: ['bash', '-lc', 'make all'] },
        ...{ cwd: '/', confinement: 'bubblewrap', grants: [] },
      },
      {
        type: 'command.finished',
        callId: 'c1',
        outcome: { kind: 'exited', exitCode: 0, durationMs: 1, output },
      },
      { type: 'message.completed', itemId: 'm1', text: 'The heron is gone.' },
      { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
    ],
  })
}

/** A session with one patch of two files, of which the second is long. */
function writePatch(home: string): void {
  const content = Array.from({ length: 900 }, (_, at) => `line ${String(at)}`)
    .with(700, 'line 700 with Klabautermann')
    .join('\n')
  const output = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }
  writeRecord(home, {
    id: 'patch',
    cwd: base,
    events: [
      { type: 'turn.started', turnId: 't1', turnNumber: 1 },
      { type: 'user.message', text: 'A patch' },
      {
        type: 'patch.started',
        callId: 'p1',
        attempt: 1,
        changes: {
          [join(base, 'a.txt')]: { type: 'add', content: 'short\n' },
          [join(base, 'b.txt')]: { type: 'add', content },
        },
        autoApproved: true,
        confinement: 'bubblewrap',
        grants: [],
      },
      {
        type: 'patch.finished',
        callId: 'p1',
        outcome: { kind: 'exited', exitCode: 0, durationMs: 1, output },
      },
      { type: 'message.completed', itemId: 'm1', text: 'It is written.' },
      { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
    ],
  })
}

async function openLong(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Question 1:/ })
    .first()
    .click()
  await page.getByText('Answer 1000: The store').waitFor()
}

/** The texts that are marked on screen, as the browser paints them. */
const marked = (page: Page, name: string): Promise<string[]> =>
  page.evaluate((which) => {
    const frame = document.querySelector('#transcript')?.getBoundingClientRect()
    return [...(CSS.highlights.get(which) ?? [])].flatMap((range) => {
      if (!(range instanceof Range) || frame === undefined) return []
      const { top, bottom } = range.getBoundingClientRect()
      return top >= frame.top && bottom <= frame.bottom ? [range.toString()] : []
    })
  }, name)

test.each(oneBySeed('theme of transcript-search', ['light', 'dark'] as const))(
  'a text far from what is drawn is found, shown and marked; Enter goes on to earlier ones (%s)',
  async (theme) => {
    const page = await open({ theme })
    await openLong(page)
    await page.getByRole('textbox', { name: 'Message to the agent' }).focus()
    await page.keyboard.press('Control+f')
    await field(page).fill('TURN 37, run 0')
    await expect.poll(() => place(page).innerText()).toBe('8 of 8')
    await expect.poll(() => marked(page, 'found-here')).toEqual(['turn 37, run 0'])
    await field(page).fill('stop at a torn line?')
    await expect.poll(() => place(page).innerText()).toBe('500 of the last 500')
    await expect.poll(() => marked(page, 'found-here')).toEqual(['stop at a torn line?'])
    await box(page).getByText('Question 1000: why').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => place(page).innerText()).toBe('499 of the last 500')
    await box(page).getByText('Question 999: why').waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await expect.poll(() => place(page).innerText()).toBe('1 of the last 500')
    await box(page).getByText('Question 501: why').waitFor()
    await expect.poll(() => marked(page, 'found-here')).toEqual(['stop at a torn line?'])
    expect(await page.locator('#transcript .item').count()).toBeLessThan(120)
    await page.screenshot({ path: join(pictures, `search-${theme}.png`) })
    expect(await axeFindings(page)).toEqual([])
    await field(page).fill('nobody wrote this')
    await expect.poll(() => place(page).innerText()).toBe('Nothing found')
    await expect.poll(() => marked(page, 'found-here')).toEqual([])
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    expect(host?.complaints).toEqual([])
  },
)

test('a match within a patch is shown, though the card, its file and its later lines are folded', async () => {
  const page = await open()
  await page
    .getByRole('button', { name: /A patch/ })
    .first()
    .click()
  await page.getByText('It is written.').waitFor()
  expect(await box(page).getByText('line 700 with Klabautermann').count()).toBe(0)
  await page.keyboard.press('Control+f')
  await field(page).fill('with klabautermann')
  await expect.poll(() => marked(page, 'found-here')).toEqual(['with Klabautermann'])
  expect(await axeFindings(page)).toEqual([])
  expect(host?.complaints).toEqual([])
})

/** How many that are marked stand behind the hit that is gone to; -1: none is. */
const markedBehind = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const ranges = (name: string): Range[] =>
      [...(CSS.highlights.get(name) ?? [])].filter((range) => range instanceof Range)
    const [here] = ranges('found-here')
    if (here === undefined) return -1
    return ranges('found').filter((each) => each.compareBoundaryPoints(Range.START_TO_START, here) > 0).length
  })

test('of a text that an item holds many times each is gone to, marked as the place, and the others as any other', async () => {
  const page = await open()
  await page
    .getByRole('button', { name: /Something else/ })
    .first()
    .click()
  await box(page).getByText('word word').first().waitFor()
  await page.keyboard.press('Control+f')
  await field(page).fill('word word word')
  // Of 2,000 words in a row.
  await expect.poll(() => place(page).innerText()).toBe('666 of 666')
  await expect.poll(() => marked(page, 'found-here')).toEqual(['word word word'])
  expect((await marked(page, 'found')).length).toBeGreaterThan(10)
  await expect.poll(() => markedBehind(page)).toBe(0)
  await page.keyboard.press('Enter')
  await expect.poll(() => place(page).innerText()).toBe('665 of 666')
  await expect.poll(() => markedBehind(page)).toBe(1)
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect.poll(() => place(page).innerText()).toBe('1 of 666')
  await expect.poll(() => markedBehind(page)).toBe(249)
  await expect.poll(() => marked(page, 'found-here')).toEqual(['word word word'])
})

test('the hits of several items are one row: those of an output of 50 kB before that of the message behind it', async () => {
  const page = await open()
  await page
    .getByRole('button', { name: /Long output/ })
    .first()
    .click()
  await box(page).getByText('The heron is gone.').waitFor()
  await page.keyboard.press('Control+f')
  await field(page).fill('heron')
  await expect.poll(() => place(page).innerText()).toBe('18 of 18')
  const seen: string[] = []
  for (const nth of [17, 16, 15]) {
    await page.keyboard.press('Enter')
    await expect.poll(() => place(page).innerText()).toBe(`${String(nth)} of 18`)
    await expect.poll(() => marked(page, 'found-here')).toEqual(['heron'])
    seen.push(
      await page.evaluate(() => {
        const [range] = CSS.highlights.get('found-here') ?? []
        if (!(range instanceof Range)) return ''
        const text = range.startContainer.textContent ?? ''
        return text.slice(text.lastIndexOf('\n', range.startOffset) + 1, range.endOffset)
      }),
    )
  }
  expect(seen).toEqual(['line 1600 heron', 'line 1500 heron', 'line 1400 heron'])
  expect(host?.complaints).toEqual([])
})

test('what a server asked, and what a turn changed, is found in the record and in everything', async () => {
  const page = await open()
  await page
    .getByRole('button', { name: /A ticket/ })
    .first()
    .click()
  await page.getByText('It is opened.').waitFor()
  await page.keyboard.press('Control+f')
  await field(page).fill('roggenmuhme desk')
  await expect.poll(() => place(page).innerText()).toBe('1 of 1')
  await expect.poll(() => marked(page, 'found-here')).toEqual(['Roggenmuhme desk'])
  await field(page).fill('feldgeist')
  await expect.poll(() => place(page).innerText()).toBe('1 of 1')
  await expect.poll(() => marked(page, 'found-here')).toEqual(['Feldgeist'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Search sessions/ }).click()
  const results = page.getByRole('region', { name: 'In transcripts' })
  for (const text of ['roggenmuhme', 'feldgeist']) {
    await page.getByRole('searchbox', { name: 'Search sessions' }).fill(text)
    await results.getByRole('button', { name: new RegExp(`A ticket.*${text}`, 'i') }).waitFor()
  }
  expect(await axeFindings(page)).toEqual([])
  expect(host?.complaints).toEqual([])
})

test('keys that are pressed right after Control and F are in its field, however late a part of the page comes', async () => {
  const page = await open()
  await openLong(page)
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.keyboard.press('Control+f')
  await page.keyboard.type('turn 37')
  await field(page).waitFor()
  expect(await field(page).inputValue()).toBe('turn 37')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the search over all transcripts opens the place, however it is folded', async () => {
  const page = await open()
  await openLong(page)
  await page.getByRole('button', { name: /^Search sessions/ }).click()
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('the "kobold" hides')
  const results = page.getByRole('region', { name: 'In transcripts' })
  const result = results.getByRole('button', { name: /Something else.*here the "Kobold" hides/ })
  expect(await result.locator('mark').innerText()).toBe('the "Kobold" hides')
  await result.waitFor()
  await results.getByText('Searching…').waitFor({ state: 'hidden' })
  expect(await results.getByRole('button').count()).toBe(1)
  await page.screenshot({ path: join(pictures, 'search-all.png') })
  expect(await axeFindings(page)).toEqual([])
  await result.click()
  await expect.poll(() => marked(page, 'found-here')).toEqual(['the "Kobold" hides'])
  await expect.poll(() => place(page).innerText()).toBe('1 of 1')
  expect(await field(page).inputValue()).toBe('the "kobold" hides')
  await page
    .getByRole('button', { name: /Question 1:/ })
    .first()
    .click()
  await page.getByText('Answer 1000: The store').waitFor()
  expect(await field(page).count()).toBe(0)
  expect(host?.complaints).toEqual([])
})
