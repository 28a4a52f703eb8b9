import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { withClock } from './armed'
import { asked, openChanges, openSession, openWindow } from './open-changes'
import { someBySeed } from '../../fakes/by-seed'

// What a turn changed, in a real browser, over the stub engine.

const row = (lines: Locator, text: string): Locator => lines.locator('.ch-row').filter({ hasText: text })

test('each file is told by kind, its lines in colours, with the words that changed, and nothing in it is hidden', async () => {
  const { faults, dialog, lines } = await openChanges()
  await row(lines, 'Made executable').waitFor()
  const heads = await lines.locator('.ch-head').allInnerTexts()
  const short = heads.map((text) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replace(/ Preview.*| Whole file.*| \+\d.*/, '')
      .trim(),
  )
  expect(short.slice(0, 5)).toEqual([
    'src/compaction.ts',
    'secret.pem',
    'src/time/clock.ts Moved from src/clock.ts',
    'run.sh Made executable',
    'logo.png',
  ])
  await row(lines, 'A binary file').waitFor()
  await lines.locator('.add .sy-keyword').first().waitFor()
  const marked = await row(lines, 'this.clock.after').locator('mark').allInnerTexts()
  expect(marked.join('')).toBe('this.clock.afterFLUSH_AFTER_MS, ')
  expect(await lines.locator('.esc').innerText()).toBe('U+202E')
  const spoken = await row(lines, 'this.clock.after').locator('.vh').innerText()
  expect(spoken).toBe('added')
  const names = dialog.getByRole('navigation', { name: 'Files' })
  await names.getByRole('button', { name: 'old.txt' }).click()
  await row(lines, 'gone').waitFor()
  expect(faults).toEqual([])
})

test('side by side where there is room, remembered; inline where there is none', async () => {
  const { page, dialog, lines } = await openChanges()
  await dialog.getByRole('button', { name: 'Side by side' }).click()
  const pair = lines.locator('.dl2').filter({ hasText: 'setTimeout' })
  expect(await pair.locator('.half').allInnerTexts()).toEqual([
    expect.stringContaining('setTimeout') as string,
    expect.stringContaining('this.clock.after') as string,
  ])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Changes this turn' }).click()
  await pair.waitFor()
  await page.setViewportSize({ width: 700, height: 600 })
  await lines.locator('.dl').first().waitFor()
  expect(await lines.locator('.dl2').count()).toBe(0)
  expect(await dialog.getByRole('button', { name: 'Side by side' }).isDisabled()).toBe(true)
})

test('the keyboard goes by change, file and line, folds, and every step is said', async () => {
  const { page, dialog, lines } = await openChanges()
  const voice = dialog.locator('p[aria-live]')
  const says = (text: string | RegExp) => dialog.locator('p[aria-live]').filter({ hasText: text }).waitFor()
  expect(await lines.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await voice.innerText()).toBe('')
  await page.keyboard.press('n')
  await says(/^line 88, removed, .*setTimeout/)
  await page.keyboard.press('ArrowDown')
  await says(/^line 88, added, .*this\.clock\.after/)
  await page.keyboard.press('n')
  await says(/^line 1, removed, one$/)
  await page.keyboard.press(']')
  await says('src/time/clock.ts')
  await page.keyboard.press('p')
  await says(/^line 1, removed, one$/)
  await page.keyboard.press('x')
  await says('secret.pem')
  expect(await row(lines, 'U+202E').count()).toBe(0)
  await page.keyboard.press('x')
  await row(lines, 'U+202E').waitFor()
  await page.keyboard.press('v')
  await lines.locator('.dl2').first().waitFor()
  await page.keyboard.press('v')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const back = page.getByRole('button', { name: 'Changes this turn' })
  expect(await back.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('the whole file stands round the changes; what may not be read is said', async () => {
  const { page, lines } = await openChanges()
  await lines.getByRole('button', { name: 'Whole file: src/compaction.ts' }).click()
  await row(lines, '// line 1').first().waitFor()
  expect(await asked(page, 'file.read')).toEqual([
    { sessionId: 's7', path: '/home/me/src/ci/src/compaction.ts' },
  ])
  const shown = lines.getByRole('button', { name: 'Whole file: src/compaction.ts' })
  expect([await shown.getAttribute('aria-pressed'), await shown.innerText()]).toEqual(['true', 'Whole file'])
  await shown.click()
  await row(lines, '@@ -87,3 +87,3 @@').waitFor()
  await lines.getByRole('button', { name: 'Whole file: secret.pem' }).click()
  await row(lines, 'Commands may not read this file').waitFor()
  await lines.getByRole('button', { name: 'Whole file: src/time/clock.ts' }).click()
  await row(lines, 'The file is not there').waitFor()
})

test('a picture is drawn from its bytes, and Markdown as it is read: nothing in it leads or loads anything', async () => {
  const { page, faults, lines, dialog } = await openChanges({ hash: 'preview' })
  const names = dialog.getByRole('navigation', { name: 'Files' })
  await names.getByRole('button', { name: 'logo.png' }).click()
  await lines.getByRole('button', { name: 'Preview: logo.png' }).click()
  const drawn = lines.getByRole('img', { name: 'logo.png' })
  await expect
    .poll(() => drawn.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([96, 64])
  await row(lines, '96 × 64 pixels').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await names.getByRole('button', { name: 'NOTES.md' }).click()
  const notes = lines.getByRole('button', { name: 'Preview: NOTES.md' })
  await notes.click()
  await lines.getByRole('cell', { name: '48 MB' }).waitFor()
  expect([
    await lines.locator('.ch-preview.say img').count(),
    await lines.locator('.ch-preview a').count(),
  ]).toEqual([0, 0])
  expect(await asked(page, 'file.read')).toEqual([{ sessionId: 's7', path: '/home/me/src/ci/logo.png' }])
  await notes.click()
  await row(lines, '+# Compaction').or(row(lines, '# Compaction')).first().waitFor()
  expect(await lines.locator('.ch-preview.say').count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(['Control', 'Meta'])('%s and Enter sends what is written, from its field', async (modifier) => {
  const made = (page: Page): Promise<unknown> =>
    page.addInitScript(
      (platform) => {
        Object.defineProperty(navigator, 'platform', { get: () => platform })
      },
      modifier === 'Meta' ? 'MacIntel' : 'Linux x86_64',
    )
  const { page, dialog, lines } = await openChanges({ made })
  await row(lines, 'this.clock.after').locator('.tx').click()
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click()
  const field = dialog.getByRole('textbox')
  await field.press(`${modifier}+Enter`) // nothing is written
  await field.fill('Is the clock ever undefined?')
  await field.press('Enter')
  expect(await asked(page, 'turn.start')).toEqual([])
  await field.press(`${modifier}+Enter`)
  await dialog.getByText('1 comment is sent.').waitFor()
  expect(await lines.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await asked(page, 'turn.start')).toHaveLength(1)
})

test('comments on lines and ranges are kept over a restart, and go to the agent as one message', async () => {
  const { page, dialog, lines } = await openChanges()
  await row(lines, 'this.clock.after').locator('.tx').click()
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click()
  await dialog.getByRole('textbox').fill('Is the clock ever undefined?')
  await page.keyboard.press('Escape')
  await dialog.getByRole('navigation').getByRole('button', { name: 'clock.ts' }).click()
  for (const key of ['n', 'Shift+ArrowDown', 'Shift+ArrowDown', 'c']) await page.keyboard.press(key)
  await dialog.locator('.ch-where').filter({ hasText: 'src/time/clock.ts' }).waitFor()
  await dialog.getByRole('textbox', { name: 'lines 3 to 4' }).fill('Say in which unit.')
  await page.reload()
  await openSession(page, 'Pin Actions')
  await page.getByRole('button', { name: 'Changes this turn' }).click()
  const first = dialog.getByRole('textbox', { name: 'Comment on src/compaction.ts, line 88' })
  expect(await first.inputValue()).toBe('Is the clock ever undefined?')
  await dialog.getByRole('button', { name: 'Send 2 comments' }).click()
  await first.waitFor({ state: 'detached' })
  await dialog.getByText('2 comments are sent.').waitFor()
  expect(await lines.evaluate((box) => box === document.activeElement)).toBe(true)
  const [message] = (await asked(page, 'turn.start')) as { text: string }[]
  expect(message?.text).toBe(
    [
      '2 comments on your changes. Look at each at its lines:',
      '',
      '/home/me/src/ci/src/compaction.ts, line 88:',
      '```diff',
      '+    this.timer = this.clock.after(FLUSH_AFTER_MS, () => this.flush())',
      '```',
      'Is the clock ever undefined?',
      '',
      '/home/me/src/ci/src/time/clock.ts, lines 3 to 4:',
      '```diff',
      '-/** Tells the time. */',
      '+/**',
      '+ * Tells the time, and calls back when some of it has passed.',
      '```',
      'Say in which unit.',
    ].join('\n'),
  )
})

test('from a turn one goes to all that the session changed, turn by turn; what is not sent is told at its turn', async () => {
  const { page } = await openWindow({ hash: 'turns' })
  await openSession(page, 'Pin Actions')
  const turns = page.getByRole('button', { name: 'Changes this turn' })
  await turns.last().click()
  const one = page.getByRole('dialog', { name: 'Changes this turn' })
  await one.getByRole('button', { name: 'Choose line 1', exact: true }).click()
  await one.getByRole('button', { name: 'Comment', exact: true }).click()
  // With nothing written there is nothing to send, and no number that says otherwise.
  await one.getByText('Nothing is written yet').waitFor()
  expect(await one.getByRole('button', { name: 'Send 1 comment' }).isDisabled()).toBe(true)
  await one.getByRole('textbox').fill('Why again?')
  await one.getByRole('button', { name: 'Changes in this session, turn by turn' }).click()
  const all = page.getByRole('dialog', { name: 'Changes in this session, turn by turn' })
  const names = all.getByRole('navigation', { name: 'Files' }).getByRole('button')
  expect((await names.allInnerTexts()).map((name) => name.split(/\s/)[0])).toEqual([
    ...['compaction.ts', 'secret.pem', 'clock.ts', 'run.sh', 'logo.png', 'current', 'old.txt', 'old.txt'],
  ])
  await names.last().click()
  await all.getByRole('textbox', { name: 'Comment on old.txt, line 1' }).waitFor()
  await page.keyboard.press('Escape')
  await turns.last().filter({ hasText: '1 comment not sent' }).waitFor()
})

interface Drawn {
  readonly plain: boolean
  readonly text: string
  readonly height: number
}

/** The lines of code in the list, three frames after it was put to that place: which are text alone, and what room each has. */
const drawn = (lines: Locator, top = -1): Promise<Drawn[]> =>
  lines.evaluate(async (box, to) => {
    // Meanwhile no time goes by: it has not begun to rest.
    const began = performance.now()
    if (to >= 0) {
      Object.assign(performance, { now: () => began })
      box.scrollTop = to
    }
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    Reflect.deleteProperty(performance, 'now')
    return [...box.querySelectorAll('.dl, .half:not(.none)')].map((line) => ({
      plain: line.childElementCount === 0,
      text: (line.querySelector('.tx') ?? line).textContent,
      height: line.getBoundingClientRect().height,
    }))
  }, top)

test('lines that go by quickly are text alone in the room that they have whole, and whole as soon as they rest', async () => {
  const { page, lines } = await openChanges()
  for (const layout of ['inline', 'side by side']) {
    const whole = lines.getByRole('button', { name: 'Whole file: src/compaction.ts' })
    if ((await whole.getAttribute('aria-pressed')) !== 'true') await whole.click()
    await row(lines, '// line 1').first().waitFor()
    const quickly = await drawn(lines, 900)
    expect([layout, quickly.length > 20, quickly.filter(({ plain }) => !plain)]).toEqual([layout, true, []])
    await expect
      .poll(async () => (await drawn(lines)).filter(({ plain }) => plain), { timeout: 10_000 })
      .toEqual([])
    const rests = new Map((await drawn(lines)).map(({ text, height }) => [text, height]))
    expect(quickly.filter(({ text, height }) => rests.get(text) !== height)).toEqual([])
    await drawn(lines, 0)
    await lines.focus()
    await page.keyboard.press('v')
  }
})

/** How many elements are made for the list while it is flung down and up, in the first frames and in those after them. */
const madeByFling = (lines: Locator): Promise<{ first: number; then: number }> =>
  lines.evaluate(async (box) => {
    let made = 0
    const watching = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element) made += 1 + node.querySelectorAll('*').length
    })
    watching.observe(box, { childList: true, subtree: true })
    // From here on no time goes by: it does not come to rest.
    const began = performance.now()
    Object.assign(performance, { now: () => began })
    Object.assign(window, { setTimeout: () => 0 })
    const to = async (top: number): Promise<void> => {
      box.scrollTop = top
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const there = async (): Promise<void> => {
      for (const top of [700, 1050]) await to(top)
    }
    await there()
    const first = made
    for (let nth = 0; nth < 8; nth += 1) await there()
    watching.disconnect()
    return { first, then: made - first }
  })

test.each(['inline', 'side by side'])('flung, no line has elements made for it: %s', async (layout) => {
  const { page, lines } = await openChanges()
  if (layout === 'side by side') await page.keyboard.press('v')
  await lines.getByRole('button', { name: 'Whole file: src/compaction.ts' }).click()
  await row(lines, '// line 1').first().waitFor()
  const { first, then } = await madeByFling(lines)
  expect(first).toBeGreaterThan(100)
  expect(then).toBeLessThan(first)
})

test('code that takes a minute to colour holds nothing up, and what stands beside it has its colours', async () => {
  const { page, dialog, lines } = await openChanges({ hash: 'hostile' })
  await dialog.getByRole('navigation').getByRole('button', { name: 'hostile.md' }).click()
  await row(lines, '[a]([a](').first().waitFor()
  await page.keyboard.press('[')
  await dialog.locator('p[aria-live]').filter({ hasText: 'old.txt' }).waitFor()
  await dialog.getByRole('navigation').getByRole('button', { name: 'clock.ts' }).click()
  await lines.locator('.add .sy-keyword').first().waitFor()
})

test('no key that is pressed in it reaches a request behind it', async () => {
  const { page } = await openWindow({ made: withClock, height: 1100 })
  await openSession(page, 'Tidy the lint')
  await page.clock.runFor(3000)
  await page.getByRole('button', { name: 'Open the changes' }).first().click()
  await page.getByRole('dialog', { name: 'Changes of this patch' }).waitFor()
  await page.clock.runFor(3000)
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('d')
  expect(await asked(page, 'approval.decide')).toEqual([])
  await page.keyboard.press('Escape')
  await page.clock.runFor(3000)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => asked(page, 'approval.decide')).toHaveLength(1)
})

test.each(
  someBySeed(
    'look of changes',
    [
      ['light', {}],
      ['dark', { colorScheme: 'dark' }],
      ['forced colours', { forcedColors: 'active' }],
      ['390 px', { width: 390, height: 800 }],
      ['200 %', { width: 640, height: 400 }],
    ] as const,
    2,
  ),
)('axe finds nothing, every button is in reach and no line is cut: %s', async (_, look) => {
  const { page, dialog, lines } = await openChanges(look)
  await lines.getByRole('button', { name: 'Choose line 88' }).last().click()
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click()
  await dialog.getByRole('textbox').fill('Why?')
  expect(await axeFindings(page)).toEqual([])
  const { width = 1280, height = 800 } = look as { width?: number; height?: number }
  for (const button of await dialog.locator('.ch-bar button, .ch-foot button').all()) {
    const box = await button.boundingBox()
    expect(box).not.toBeNull()
    if (box === null) continue
    expect([box.x >= 0, box.x + box.width <= width, box.y >= 0, box.y + box.height <= height]).toEqual([
      true,
      true,
      true,
      true,
    ])
  }
  expect(await lines.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})
