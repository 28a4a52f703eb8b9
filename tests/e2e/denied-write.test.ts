import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { untilArmed, untilKeysArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { noSandboxPath } from '../fakes/no-sandbox-path'
import { deniedFile, openHost, recordOf, type HostOptions, type OpenHost } from './open-host'
import { oneBySeed } from '../fakes/by-seed'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

/** Where pictures go: test-results/, or docs/images/ when they are to be kept (npm run images). */
const pictures = join(
  import.meta.dirname,
  '../..',
  process.env.KEEP_IMAGES === '1' ? 'docs/images' : 'test-results',
)

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

async function start(options: HostOptions = {}): Promise<Page> {
  host = await openHost(options)
  return host.page
}

/** Runs the demo up to its first request and returns the file that was stopped, as the panel names it. */
async function untilDeniedWrite(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Run the demo' }).first().click()
  const heading = page.getByRole('heading', { name: /^(Writes|Would create) .*release-notes\.md\.$/ })
  await heading.waitFor()
  // The demo's model judges what the checks alone do not; that, and what the rehearsal found, arm the panel anew.
  await page.getByText('Low risk', { exact: true }).first().waitFor()
  await page.locator('.rh[aria-busy="false"], [data-rehearsed]').first().waitFor()
  const path = deniedFile(host)
  expect(path).toMatch(/^\//)
  return path
}

const allow = (page: Page) => page.locator('.a-once')

/** Says no to the demo's connection, which comes before its deletion. */
async function untilDelete(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /Connects to releases\.example:443/ }).waitFor()
  await untilArmed(page)
  await page.locator('.a-tell').click()
  await page
    .getByRole('form', { name: 'Deny and tell the agent' })
    .getByRole('button', { name: /^Deny/ })
    .click()
  await page.getByRole('heading', { name: /deletes? 6 files in .*shared-cache/i }).waitFor()
}

test.each(oneBySeed('theme of denied-write', ['light', 'dark'] as const))(
  'a blocked command: facts, panel, answer, retry, file on disk (%s)',
  async (theme) => {
    const page = await start({ theme })
    const file = await untilDeniedWrite(page)
    expect(existsSync(file)).toBe(false)
    await allow(page).and(page.locator(':enabled')).waitFor()
    await untilArmed(page) // pictures show it armed
    await picture(page, `denied-write-${theme}`)
    expect(await axeFindings(page)).toEqual([])
    await allow(page).click()
    await untilDelete(page)
    await page.getByRole('region', { name: 'Rehearsal' }).getByText('shared-cache').first().waitFor()
    expect(readFileSync(file, 'utf8')).toContain('# Changes')
    await untilArmed(page)
    await picture(page, `denied-delete-${theme}`)
    await page.locator('.a-tell').click()
    const drawer = page.getByRole('form', { name: 'Deny and tell the agent' })
    await drawer.getByRole('textbox').fill('Keep the cache.')
    await picture(page, `deny-and-tell-${theme}`)
    await drawer.getByRole('button', { name: /^Deny and tell the agent/ }).click()
    await page.getByRole('region', { name: 'That was the demo.' }).waitFor()
    expect(readdirSync(join(file, '../../shared-cache')).length).toBe(6)
    await picture(page, `after-the-demo-${theme}`)
    expect(recordOf(host)).toContain('The user says: Keep the cache.')
    expect(host?.complaints).toEqual([])
  },
)

test('the demo’s delete is applied as its rehearsal showed it, and nothing runs again', async () => {
  const page = await start()
  const file = await untilDeniedWrite(page)
  await untilArmed(page)
  await allow(page).click()
  await untilDelete(page)
  await allow(page).getByText('Apply these changes').waitFor()
  const cache = join(file, '../../shared-cache')
  expect(readdirSync(cache).length).toBe(6)
  await page.locator('.a-once .keys:not(.off)').waitFor()
  await allow(page).click()
  await page.getByText(/^Applied as shown: 6 files deleted/).waitFor()
  expect(readdirSync(cache)).toEqual([])
  await picture(page, 'applied-delete')
  await page.getByRole('region', { name: 'That was the demo.' }).waitFor()
  const dialog = page.getByRole('dialog')
  // What each run wrote outside can be undone at its own card.
  const deleted = page.locator('.card').filter({ hasText: 'Applied as shown: 6 files deleted' })
  for (const [way, yes, left] of [
    ['Undo…', 'Put back 6 files', 6],
    ['Redo…', 'Redo in 6 files', 0],
  ] as const) {
    await deleted.getByRole('button', { name: way }).click()
    await dialog.getByRole('button', { name: yes }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => readdirSync(cache).length).toBe(left)
  }
  expect(recordOf(host)).toMatch(/"approval\.resolved".*"kind":"apply"/)
  expect(host?.complaints).toEqual([])
})

test('no stray key and no early click answers', async () => {
  const page = await start()
  const file = await untilDeniedWrite(page)
  await allow(page).focus()
  for (const key of ['Enter', 'Space', '1', 'y', 'a']) await page.keyboard.press(key)
  await untilArmed(page)
  await allow(page).focus()
  for (const key of ['Enter', 'Space', '1', 'y', 'a']) await page.keyboard.press(key)
  expect(await page.getByRole('heading', { name: /release-notes\.md/ }).isVisible()).toBe(true)
  expect(existsSync(file)).toBe(false)
  await untilKeysArmed(page) // a field had input a moment ago at most; after 1.5 s the keys are armed again
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: /Connects to releases/ }).waitFor()
  expect(existsSync(file)).toBe(true)
})

test('a request survives a reload of the window', async () => {
  const page = await start()
  const file = await untilDeniedWrite(page)
  await page.reload()
  await page
    .getByRole('link', { name: /Demo session/ })
    .or(page.getByRole('button', { name: /Demo session/ }))
    .first()
    .click()
  await page
    .getByRole('heading', { name: /release-notes\.md/ })
    .first()
    .waitFor()
  await untilArmed(page)
  await page.locator('.a-more').click()
  await page.getByRole('button', { name: /^Deny and stop/ }).click()
  await page.getByRole('heading', { name: /release-notes\.md/ }).waitFor({ state: 'detached' })
  expect(existsSync(file)).toBe(false)
})

test('without a sandbox the only yes is outside, and the panel says why', async () => {
  const page = await start({ env: { PATH: noSandboxPath() } })
  const form = page.getByRole('form', { name: 'New session' })
  await form.locator('.pill.miss', { hasText: 'No sandbox' }).waitFor()
  await form
    .getByText(
      'bubblewrap is missing. Every command stops for you and can only be allowed outside the sandbox.',
    )
    .waitFor()
  expect(await form.getByRole('combobox', { name: 'Sandbox' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Run the demo' }).first().click()
  await page.locator('.a-details').click()
  await page
    .getByText(/There is no working sandbox: bubblewrap is missing/)
    .first()
    .waitFor()
  await untilArmed(page)
  expect([
    await allow(page).isDisabled(),
    await page.getByRole('button', { name: 'Allow once, outside the sandbox' }).isEnabled(),
  ]).toEqual([true, true])
  await picture(page, 'no-sandbox-light')
})
