import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { deniedFile, openHost, type OpenHost } from './open-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

const deniedWrite = /^(Writes|Would create) \S+release-notes\.md\.$/

/** Sends a message to the session, which makes the demo play its scenes again. */
async function playAgain(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.fill('Once more.')
  await composer.press('Enter')
}

/** The demo's last request, denied, so that its turn comes to an end. */
async function denyTheDelete(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /deletes? 6 files .*shared-cache/i }).waitFor()
  await untilArmed(page)
  await page.locator('.a-tell').click()
  const form = page.getByRole('form', { name: 'Deny and tell the agent' })
  await form.getByRole('button', { name: /^Deny and tell the agent/ }).click()
  await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
}

test('a grant for the session is shown where it acts, is listed, and asks again once it is revoked', async () => {
  host = await openHost()
  const { page } = host
  const asked = page.getByRole('heading', { name: deniedWrite })
  const letThrough = page.getByText('Allowed by your grant for this session')

  await page.getByRole('button', { name: 'Run the demo' }).first().click()
  await asked.waitFor()
  const file = deniedFile(host)
  await page.getByText('Medium risk', { exact: true }).first().waitFor() // a level that rises later disarms anew
  await page.locator('.rh[aria-busy="false"]').waitFor()
  await untilArmed(page)
  await page.locator('.a-more').click()
  await page.getByRole('button', { name: 'Allow for…' }).click()
  const form = page.getByRole('form', { name: 'Allow for' })
  await form.getByRole('radio', { name: 'This session' }).check()
  expect(await form.getByRole('group').innerText()).toMatch(
    /cp CHANGELOG\.md \.\.\/outbox\/release-notes\.md[^]*write to \S+release-notes\.md/,
  )
  expect(await axeFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Allow for this session' }).click()
  await denyTheDelete(page)
  expect(existsSync(file)).toBe(true)
  expect(await letThrough.count()).toBe(0)

  await playAgain(page)
  await denyTheDelete(page)
  expect(await asked.count()).toBe(0)
  await letThrough.waitFor()
  expect(await page.getByRole('article').getByRole('button', { name: 'Revoke' }).count()).toBe(1)

  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  await page.getByRole('button', { name: 'Grants', exact: true }).click()
  const row = page.getByRole('row', { name: /cp CHANGELOG\.md/ })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/write to \S+release-notes\.md[^]*Session “Demo session”/)
  expect(await axeFindings(page)).toEqual([])
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByText('Nothing is granted beyond the policy').waitFor()

  await page.getByRole('button', { name: /Demo session/ }).click()
  await page.getByText('Allowed by your grant for this session, no longer in force.').waitFor()
  await playAgain(page)
  await asked.waitFor()
  expect(host.complaints).toEqual([])
})

test('a rule is edited before it is saved, a bad one is refused in place, and the good one lets the next run through', async () => {
  host = await openHost()
  const { page } = host
  const asked = page.getByRole('heading', { name: deniedWrite })
  await page.getByRole('button', { name: 'Run the demo' }).first().click()
  await asked.waitFor()
  // What the rehearsal found arms the panel anew, whenever it comes.
  await page.locator('.rh[aria-busy="false"]').waitFor()
  await page.locator('.a-once .keys:not(.off)').waitFor()
  await page.locator('.a-more').click()
  await page.getByRole('button', { name: 'Allow for…' }).click()
  const form = page.getByRole('form', { name: 'Allow for' })
  await form.getByRole('radio', { name: /^Every session in/ }).check()
  const rule = form.getByRole('textbox', { name: /^The command of the rule/ })
  const save = form.getByRole('button', { name: 'Save the rule and allow' })
  expect(await rule.inputValue()).toBe('cp CHANGELOG.md ../outbox/release-notes.md')

  await rule.fill('rm *')
  await form.getByText(/does not cover the command that is asked about, cp CHANGELOG/).waitFor()
  expect(await save.isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])

  await rule.fill('cp CHANGELOG.md ../outbox/release-notes.md *')
  await form.getByText('Covers it.').waitFor()
  await save.click()
  await denyTheDelete(page)
  await playAgain(page)
  await denyTheDelete(page)
  await page.getByText('Allowed by your rule for this folder').waitFor()
  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  await page.getByRole('button', { name: 'Grants', exact: true }).click()
  await page.getByRole('row', { name: /cp CHANGELOG\.md \.\.\/outbox\/release-notes\.md \*/ }).waitFor()
  expect(host.complaints).toEqual([])
})

test('a rule ends as it was said in the panel: its runs are counted down, then it asks again, and all ask again at one click', async () => {
  host = await openHost()
  const { page } = host
  const asked = page.getByRole('heading', { name: deniedWrite })
  await page.getByRole('button', { name: 'Run the demo' }).first().click()
  await asked.waitFor()
  await page.locator('.rh[aria-busy="false"]').waitFor()
  await page.locator('.a-once .keys:not(.off)').waitFor()
  await page.locator('.a-more').click()
  await page.getByRole('button', { name: 'Allow for…' }).click()
  const form = page.getByRole('form', { name: 'Allow for' })
  expect(await form.getByRole('combobox', { name: 'Ends' }).count()).toBe(0)
  await form.getByRole('radio', { name: /^Every session in/ }).check()
  const ends = form.getByRole('combobox', { name: 'Ends' })
  expect(await ends.inputValue()).toBe('month')
  await ends.selectOption('runs')
  await form.getByRole('spinbutton', { name: 'How many runs' }).fill('1')
  expect(await axeFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Save the rule and allow' }).click()
  await denyTheDelete(page)

  const openGrants = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
    await page.getByRole('button', { name: 'Grants', exact: true }).click()
  }
  const row = page.getByRole('row', { name: /cp CHANGELOG\.md/ })
  await openGrants()
  await row.waitFor()
  expect(await row.innerText()).toMatch(/Not used yet, 1 run left; counts\.[^]*for 1 run/)
  await page.getByRole('button', { name: 'Ask me about everything now' }).click()
  await page.getByText('Everything is asked about: no rule counts.').waitFor()
  await row.getByText(/1 run left; suspended\./).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Let rules count again' }).click()
  await row.getByText(/1 run left; counts\./).waitFor()

  await page.getByRole('button', { name: /Demo session/ }).click()
  await playAgain(page)
  await denyTheDelete(page)
  expect(await asked.count()).toBe(0)
  await openGrants()
  await row.getByText(/Used once, last .*, no run left; ended: its runs are used up\./).waitFor()
  await page.getByRole('button', { name: /Demo session/ }).click()
  await playAgain(page)
  await asked.waitFor()
  expect(host.complaints).toEqual([])
})
