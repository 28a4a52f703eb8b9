import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { untilArmed } from '../armed-panel'

/** What is done in the page to come to a scene. */
export type Step = (page: Page) => Promise<void>

export const repository = resolve(import.meta.dirname, '../../..')

export const row =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
export const press =
  (name: string): Step =>
  (page) =>
    untilArmed(page).then(() => page.locator('.approval').getByRole('button', { name }).click())
export const more: Step = (page) => page.locator('.a-more').click()
export const denyFirst: Step = async (page) => {
  await page.locator('.rrow[aria-current]').focus()
  await untilArmed(page)
  await page.keyboard.press('d')
  await page.keyboard.press('Control+Enter')
}
/** Looks for a text in the session, and goes on to an earlier place where it stands. */
export const findHere =
  (text: string): Step =>
  async (page) => {
    await page.keyboard.press('Control+f')
    await page.locator('.find-bar input').fill(text)
    const place = page.locator('.find-bar .num')
    await place.filter({ hasText: /\d/ }).waitFor()
    const before = await place.innerText()
    await page.keyboard.press('Enter')
    await place.filter({ hasNotText: before }).waitFor()
    await page.waitForFunction(() => (CSS.highlights.get('found-here')?.size ?? 0) > 0)
  }
export const toTop: Step = (page) =>
  page.locator('#transcript').evaluate((box) => {
    box.scrollTop = 0
  })
export const details: Step = (page) => page.locator('.a-details').click()
export const openModels: Step = (page) => page.getByRole('button', { name: /^Model/ }).click()

export const fill =
  (text: string): Step =>
  (page) =>
    page.getByRole('textbox', { name: 'Your command' }).fill(text)
export const check: Step = async (page) => {
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.waitForTimeout(200)
}
export const pick =
  (name: string): Step =>
  (page) =>
    page.getByRole('radio', { name }).click()
export const type =
  (text: string): Step =>
  (page) =>
    page.getByRole('textbox', { name: 'The command of the rule' }).fill(text)
export const sendNow: Step = (page) => page.getByRole('button', { name: 'Send now' }).first().click()
export const openServer: Step = async (page) => {
  await page.getByText('Keys and servers').click()
  await page.getByText('A server at another address').click()
}
export const openGrants: Step = async (page) => {
  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  // German has one word for the page and for the section of it in the settings.
  await page.locator('nav.meta').getByRole('button', { name: 'Grants', exact: true }).click()
}
export const openTurnDiff: Step = (page) => page.getByRole('button', { name: 'Changes this turn' }).click()
export const sideBySide: Step = async (page) => {
  const button = page.getByRole('button', { name: 'Side by side' })
  if (await button.isEnabled()) await button.click()
}
export const commentOnLine: Step = async (page) => {
  await page.getByRole('button', { name: 'Choose line 88' }).last().click()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.locator('.ch-comment textarea').fill('Is the clock ever undefined here?')
}

export const folder =
  (path: string): Step =>
  async (page) => {
    await page.getByRole('combobox', { name: 'Workspace folder' }).fill(path)
    await page.keyboard.press('Escape')
    await page.locator('.wel-form footer').scrollIntoViewIfNeeded()
  }
/** The same on the first host, with what fits it or why it cannot be used. */
export const folderThere =
  (path: string): Step =>
  async (page) => {
    const field = page.getByRole('combobox', { name: 'Folder there' })
    await field.fill(path)
    await page.locator('.host-session .completion, .host-session .folder-wrong').first().waitFor()
    await page.locator('.host-says').scrollIntoViewIfNeeded()
  }
/** Takes the first folder that fits, and a worktree of it. */
export const worktreeThere: Step = async (page) => {
  const form = page.getByRole('form', { name: 'New session on a host' })
  for (const key of ['ArrowDown', 'Enter', 'Escape']) await page.keyboard.press(key)
  await form.getByRole('combobox', { name: 'Works in' }).selectOption('worktree')
  await form.locator('.host-says').scrollIntoViewIfNeeded()
}
export const write =
  (text: string): Step =>
  (page) =>
    page.locator('#composer').fill(text)
export const writeTask =
  (text: string): Step =>
  (page) =>
    page.locator('.wel-write textarea').fill(text)
export const keys =
  (...pressed: readonly string[]): Step =>
  async (page) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
export const choose =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).click()
export const section =
  (id: string): Step =>
  (page) =>
    page.locator(`#settings-${id}`).evaluate((element) => {
      element.scrollIntoView()
    })

/** Has two hosts tested, and a name refused that looks like another. */
export const testHosts: Step = async (page) => {
  await page.getByRole('button', { name: 'Test: build1' }).click()
  await page.getByRole('button', { name: 'Test: fleet' }).click()
  const form = page.locator('#settings-hosts form')
  await page.locator('#settings-hosts summary').last().click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Bui1d1')
  await form.getByRole('textbox', { name: 'Destination' }).fill('me@build1')
  await page.keyboard.press('Enter')
  await form.getByRole('alert').waitFor()
}

/** Names a work for a new sandbox, and has it fail. */
export const beginInFleet: Step = async (page) => {
  await page.getByRole('textbox', { name: 'Address or remote' }).fill('origin')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.locator('.fleet-begins').scrollIntoViewIfNeeded()
}

/** Asks for the archive of the last session in a sandbox, and then for its deletion. */
export const archiveInSandbox: Step = async (page) => {
  await page.locator('.srow', { has: page.locator('.host') }).click()
  await page.locator('.bar').getByRole('button', { name: 'Session actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Delete the sandbox' }).click()
  await page.getByRole('alert').waitFor()
}

/** Opens what stands beside a session, and one of its parts. */
export const beside: Step = (page) =>
  page.getByRole('button', { name: 'Show decisions, files, plan, use and terminal' }).click()
export const tab =
  (name: string): Step =>
  (page) =>
    page.getByRole('tab', { name }).click()
