import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { lookup } from 'mrmime'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// The rail's search and row menus by keyboard, in a real browser over the stub engine.

const built = resolve(import.meta.dirname, '../../../node_modules/.cache/preview')
const address = 'http://localhost/'
let browser: Browser
let page: Page

beforeAll(async () => {
  execFileSync(process.execPath, [join(import.meta.dirname, 'build.mjs')])
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  })
})
afterEach(async () => {
  await page.close()
})
afterAll(async () => {
  await browser.close()
})

async function open(scene: string, width: number): Promise<void> {
  page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  await page.route(`${address}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname === '/' ? '/index.html' : pathname
    await route.fulfill({ path: join(built, path), contentType: lookup(path) ?? 'text/plain' })
  })
  await page.goto(`${address}#${scene}`)
  await page.getByRole('main').waitFor()
}

const field = () => page.getByRole('searchbox', { name: 'Search sessions' })

test.each([1280, 640])('at %i Ctrl+K searches, Enter opens the first, and the search goes', async (width) => {
  await open('quiet', width)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pin act')
  await page.getByText('1 session', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Pin Actions by hash' }).waitFor()
  expect(await field().count()).toBe(0)
})

test('Escape leaves the search and gives the focus back; it puts off no request', async () => {
  await open('', 1280)
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.focus()
  await page.keyboard.press('Control+k')
  await field().waitFor()
  await page.keyboard.press('Escape')
  await field().waitFor({ state: 'detached' })
  expect(await composer.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByRole('group', { name: 'Decision' }).count()).toBe(1)
})

test('a row’s menu opens by keyboard and asks for a title, and Escape leaves it', async () => {
  await open('quiet', 1280)
  const row = page.getByRole('button', { name: /Pin Actions by hash/ })
  await row.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename…' }).waitFor()
  await page.keyboard.press('Enter')
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  expect(await title.inputValue()).toBe('Pin Actions by hash')
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
})
