import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { freshPage, previewAddress, previewPage } from './preview/fresh-page'

// A page is used again from test to test; nothing of the test before may be in it.

/** Everything of a page that a test could have left behind. */
const stateOf = (page: Page): Promise<unknown> =>
  page.evaluate(async () => ({
    marks: [
      'mark' in window,
      localStorage.length,
      sessionStorage.length,
      document.cookie,
      (await indexedDB.databases()).length,
      (await caches.keys()).length,
    ],
    at: location.href,
    looks: [
      '(prefers-color-scheme: dark)',
      '(forced-colors: active)',
      '(prefers-reduced-motion: reduce)',
    ].map((query) => matchMedia(query).matches),
    size: [innerWidth, innerHeight],
    language: navigator.language,
    focus: document.activeElement?.tagName,
    hovered: document.querySelectorAll('button:hover').length,
    scrolled: document.querySelector('#transcript')?.scrollTop,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    // How long something runs is told by the second.
    text: document.body.innerText.replaceAll(/\d+ s\b/g, 'n s'),
    sent: (window as unknown as { sent: unknown[] }).sent,
  }))

const look = { locale: 'en-US' } as const

/** Its state once everything is drawn that comes after the page. */
async function settled(page: Page): Promise<unknown> {
  await page.getByRole('button', { name: 'Pin Actions' }).first().click()
  await page.getByText('Changes this turn').waitFor()
  await page.getByText('See the issue for more.').waitFor()
  // Lines stand plain until they have their colours, and their numbers.
  await expect.poll(() => page.locator('.dl.plain').count()).toBe(0)
  return stateOf(page)
}

test('a page that was used is as a new one: what it kept, how it looked, where the mouse was', async () => {
  const first = await freshPage(look)
  await first.goto(previewAddress())
  const complaints: string[] = []
  first.on('console', (message) => complaints.push(message.text()))
  await first.setViewportSize({ width: 700, height: 500 })
  await first.emulateMedia({ colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' })
  await first.context().grantPermissions(['clipboard-read'])
  await first.context().addCookies([{ name: 'mark', value: '1', url: previewAddress() }])
  await first.route('**/*', (route) => route.continue())
  await first.evaluate(async () => {
    Object.assign(window, { mark: 1 })
    localStorage.setItem('mark', '1')
    sessionStorage.setItem('mark', '1')
    await caches.open('mark')
    await new Promise((done) => (indexedDB.open('mark').onsuccess = done))
    // A page that goes keeps its drafts once more.
    addEventListener('pagehide', () => {
      localStorage.setItem('late', '1')
    })
  })
  await first.mouse.move(60, 200)
  await first.mouse.down()
  const other = await first.context().newPage()
  const again = await settled(await previewPage('quiet', look))
  expect(other.isClosed()).toBe(true)
  const unused = await previewPage('quiet', { ...look, alone: true })
  expect(unused).not.toBe(first)
  expect(again).toEqual(await settled(unused))
  await first.evaluate(() => {
    console.log('heard by nobody of before')
  })
  expect(complaints).not.toContain('heard by nobody of before')
})
