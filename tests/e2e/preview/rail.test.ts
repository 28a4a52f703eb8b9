import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { previewPage } from './fresh-page'
import { oneBySeed } from '../../fakes/by-seed'

// The rail's search and row menus by keyboard, in a real browser over the stub engine.

let page: Page

async function open(scene: string, width: number): Promise<void> {
  page = await previewPage(scene, { width })
  await page.getByRole('main').waitFor()
}

const field = () => page.getByRole('searchbox', { name: 'Search sessions' })

test.each(oneBySeed('width of rail', [1280, 640]))(
  'at %i Ctrl+Shift+F searches, Enter opens the first, and the search goes',
  async (width) => {
    await open('quiet', width)
    await page.keyboard.press('Control+Shift+F')
    await page.keyboard.type('pin act')
    await page.getByText('1 session', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Pin Actions by hash' }).waitFor()
    expect(await field().count()).toBe(0)
  },
)

test('Escape leaves the search and gives the focus back; it puts off no request', async () => {
  await open('', 1280)
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.focus()
  await page.keyboard.press('Control+Shift+F')
  await field().waitFor()
  await page.keyboard.press('Escape')
  await field().waitFor({ state: 'detached' })
  expect(await composer.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByRole('group', { name: 'Decision' }).count()).toBe(1)
})

test('a search that was begun from the list, which it takes the place of, gives the focus to its button', async () => {
  await open('quiet', 1280)
  await page.locator('.rail-archive > summary').focus()
  await page.keyboard.press('Control+Shift+F')
  await field().waitFor()
  await page.keyboard.press('Escape')
  await field().waitFor({ state: 'detached' })
  const button = page.getByRole('button', { name: /^Search sessions/ })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a fork has its mark, in the rail and above it; a row’s menu opens by keyboard and asks for a title, and Escape leaves it', async () => {
  await open('quiet', 1280)
  const row = page.getByRole('button', { name: /Pin Actions by hash/ })
  const fork = page.getByRole('button', { name: /Try Bun/ })
  const mark = { name: 'Goes on from another session' }
  await fork.getByRole('img', mark).waitFor()
  await fork.click()
  await page.getByRole('heading', { level: 1 }).getByRole('img', mark).waitFor()
  await row.click()
  await page.getByRole('heading', { level: 1, name: 'Pin Actions by hash' }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).getByRole('img', mark).count()).toBe(0)
  // The menus of the rows are loaded after the rail.
  await page.locator('.srow-menu').first().waitFor({ state: 'attached' })
  await row.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const rename = page.getByRole('menuitem', { name: 'Rename…' })
  await expect.poll(() => rename.evaluate((item) => item === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  expect(await title.inputValue()).toBe('Pin Actions by hash')
  await page.keyboard.type('Pin them')
  expect(await title.inputValue()).toBe('Pin them')
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
})

test('in the inbox a request stands below what led to it, and another one below its own session’s', async () => {
  await open('', 1280)
  await page.getByRole('button', { name: 'Inbox', exact: true }).click()
  const led = page.getByRole('group', { name: 'Transcript' })
  await led.getByText('cd packages/agent').last().waitFor()
  const [above, below] = await Promise.all([
    led.boundingBox(),
    page.getByRole('group', { name: 'Decision' }).boundingBox(),
  ])
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  expect(above?.height).toBeGreaterThan(200)
  await page
    .getByRole('button', { name: /Writes build cache/ })
    .last()
    .click()
  await led.getByText('go test').last().waitFor()
  expect(await page.title()).toMatch(/^\(\d+\) Inbox – Countersign$/)
  // The folder gives way before the title does.
  const cut = await page
    .locator('.list-group b')
    .evaluateAll((titles) => titles.filter((title) => title.scrollWidth > title.clientWidth).length)
  expect(cut).toBe(0)
})

const focused = (): Promise<string> =>
  page.evaluate(
    () => document.activeElement?.closest('#rail, main > .bar .menu, .approval, body')?.className ?? '',
  )

test('the rail over the page takes the focus, keeps it from the page and gives it back to its button', async () => {
  await open('', 640)
  await page.locator('.a-once').waitFor()
  await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  expect(await focused()).toBe('rail')
  for (let tabs = 0; tabs < 40; tabs += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') ?? undefined)).toBeUndefined()
  await page.keyboard.press('F6')
  expect(await page.evaluate(() => document.activeElement?.closest('main') ?? undefined)).toBeUndefined()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('menu')

  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: /^.*Share ESLint/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /Share ESLint/ }).waitFor()
  await expect.poll(focused).toContain('menu')
})

test('no key answers a request that lies below the rail', async () => {
  await open('', 640)
  await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  await page
    .getByRole('button', { name: /^.*Upgrade pandas/ })
    .first()
    .click()
  const decision = page.getByRole('group', { name: 'Decision' })
  await decision.waitFor()
  const decided = (): Promise<number> =>
    page.evaluate(
      () =>
        (window as unknown as { sent: [string][] }).sent.filter(([name]) => name === 'approval.decide')
          .length,
    )
  await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  await page.locator('.a-once .keys:not(.off)').waitFor({ state: 'attached' })
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await page.locator('.rail-veil').waitFor({ state: 'detached' })
  expect(await decided()).toBe(0)
  // From here the same key does answer: the panel had been armed all the time.
  await page.keyboard.press('Control+Enter')
  await expect.poll(decided).toBe(1)
})

test('of an engine that does not answer the foot says nothing of its sandbox', async () => {
  const page = await previewPage('dead')
  await page.getByText('Sandbox: not connected').waitFor()
  expect(await page.getByText('Sandbox on').count()).toBe(0)
  expect(await page.locator('.rail-foot .dot.ok').count()).toBe(0)
})

test('an agent of another maker has its mark beside its name, in the rail and the inbox, and a request the icon of its kind', async () => {
  await open('desk', 1280)
  await page.locator('.srow .agent-mark[data-agent=codex]').waitFor()
  expect(
    await page
      .getByRole('button', { name: /^\S+( risk)?\s+Claude Code/ })
      .locator('.agent-mark')
      .count(),
  ).toBe(1)
  await page.getByRole('button', { name: 'Inbox' }).click()
  const list = page.locator('.list')
  await list.locator('.list-agent .agent-mark').first().waitFor()
  expect(await list.locator('.rrow .kind svg').count()).toBe(await list.locator('.rrow').count())
})

test('where all sessions are archived it says so, and leads to them, from the settings as well', async () => {
  await open('all-archived', 1280)
  const rail = page.locator('.rail')
  await rail.getByRole('heading', { name: 'No open session' }).waitFor()
  await rail.getByText('3 archived.').waitFor()
  await rail.getByRole('button', { name: 'Show the archive' }).click()
  await rail.getByRole('button', { name: 'Take out of the archive' }).first().waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Archived')
  expect(await rail.getByText('No session yet').count()).toBe(0)

  await open('all-archived', 640)
  await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  await page.getByText('No open session. 3 archived.').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Show the archive' }).click()
  await rail.getByRole('button', { name: 'Take out of the archive' }).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Archived')
})

test('where nothing is yet it is drawn, with what will stand there and what can be done', async () => {
  await open('first', 1280)
  const rail = page.locator('.rail')
  await rail.getByRole('heading', { name: 'No session yet' }).waitFor()
  expect(await rail.locator('.drawn').count()).toBe(1)
  await open('quiet', 1280)
  await rail.locator('.srow').first().waitFor()
  await page.getByRole('button', { name: 'Inbox' }).click()
  await page.getByRole('main').locator('.drawn').waitFor()
  await page.keyboard.press('Control+Shift+F')
  await page.keyboard.type('nowhere')
  await rail
    .getByText(
      'In no name, folder, message, command, output or patch of a session. Of archived ones, names and folders are looked through.',
    )
    .waitFor()
  await page.keyboard.press('Escape')
  expect(await rail.locator('.drawn').count()).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'New session' }).click()
  await page.getByRole('heading', { name: 'What shall the agent do?' }).waitFor()
})

test('a search looks through hosts too, each under its name; one that is not connected is said not to have been searched', async () => {
  await open('hosts', 1280)
  await page.keyboard.press('Control+Shift+F')
  await page.keyboard.type('pin act')
  const there = page.getByRole('region', { name: 'On build1' })
  await there.getByRole('button', { name: 'Search further on build1' }).waitFor()
  expect(await there.locator('.srow .host').count()).toBe(2)
  await page.getByText('fleet was not searched.').waitFor()
  expect(await page.getByRole('region', { name: 'In transcripts' }).locator('.host').count()).toBe(0)
})

test('the archive of a host that is connected is read when it is opened below that of this machine, and a session of it is taken out there', async () => {
  await open('hosts', 1280)
  const archives = page.locator('.rail-archive')
  expect(await archives.count()).toBe(1)
  await archives.first().locator('summary').first().click()
  const there = page.locator('.rail-archive .rail-archive')
  await there.waitFor()
  // One that is not connected is asked nothing.
  expect(await there.count()).toBe(1)
  expect(await there.locator('summary').innerText()).toContain('Archived on build1')
  expect(await there.locator('.arow').count()).toBe(0)
  await there.locator('summary').click()
  await there.getByText('Kept on build1').waitFor()
  await there.getByRole('button', { name: 'Take out of the archive' }).first().click()
  await expect.poll(() => there.locator('.arow').count()).toBe(0)
})

test('what is left over of a fleet is offered in its settings, one by one or together, and asked about before it goes', async () => {
  await open('fleet', 1280)
  await page.keyboard.press('Control+,')
  const cloud = page.locator('#settings-hosts').getByRole('group', { name: 'cloud' })
  await cloud.getByText('Its sandboxes', { exact: true }).click()
  await cloud.getByText('cloud/3701144ef3').waitFor()
  const offered = await cloud.getByRole('button', { name: /^Delete: / }).allInnerTexts()
  expect(offered.length).toBe(3)
  expect(await cloud.getByRole('button', { name: 'Delete: cloud/3701144ef3' }).count()).toBe(0)
  await cloud.getByRole('button', { name: 'Delete 2 that are left over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 2 sandboxes?' })
  // Of one whose engine cannot be asked nobody said yes with the others.
  expect(await dialog.locator('p').first().innerText()).toBe('cloud/8c1e07aa52, cloud/77aa01bd02')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await cloud.getByText('1 was deleted.').waitFor()
  const form = cloud.getByRole('form', { name: 'Where, and of what: cloud' })
  await cloud.getByText('Where, and of what', { exact: true }).click()
  const save = form.getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)
  await form.getByRole('textbox', { name: 'Minutes without anybody' }).fill('1.5')
  expect(await save.isDisabled()).toBe(true)
  await form.getByRole('textbox', { name: 'Minutes without anybody' }).fill('60')
  expect(await save.isDisabled()).toBe(false)
})
