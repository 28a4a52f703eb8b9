import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'

/** Says what it does where nobody looks, and more where it is let: nothing in its words names the file. */
const build = 'f=$(ls | grep ^ke); echo built > out; test -e marker && echo spoilt > "$f"; true'

/** Wants the same command in every turn. */
function script({ body }: RecordedRequest): Answer {
  const { messages = [] } = body as { messages?: readonly { readonly role: string }[] }
  if (messages.at(-1)?.role === 'tool') return { text: 'It is built.' }
  const id = `call_${String(messages.length)}`
  return { calls: [{ id, name: 'shell', arguments: { command: ['sh', '-c', build] } }] }
}

test('a grant whose run does more than was shown is suspended: on its card, in the list of grants, and in the next question', async () => {
  const host = await scriptedHost(() => script, {
    below: '/var/tmp',
    config: 'approval_policy = "untrusted"\nsandbox_mode = "workspace-write"',
    configure: (_, workspace) => {
      writeFileSync(join(workspace, 'kept'), 'one\n')
    },
  })
  const { page, workspace } = host
  const composer = await host.startSession()
  const send = async (): Promise<void> => {
    await composer.fill('Build it')
    await composer.press('Enter')
  }
  const panel = page.locator('section.approval')
  const cards = page.getByRole('article', { name: 'Command' })
  /** A press before the panel is armed says nothing, so that it is pressed until it counts. */
  const press = async (button: Locator, until: () => Promise<boolean>): Promise<void> => {
    await expect
      .poll(
        async () => {
          if (await until()) return true
          await button.click({ timeout: 1000 }).catch(() => undefined)
          return until()
        },
        { timeout: 120_000, interval: 700 },
      )
      .toBe(true)
  }

  await send()
  await panel.getByText('Would create').first().waitFor()
  await panel.locator('.a-more').click()
  await page.getByRole('button', { name: 'Allow for…' }).click()
  const form = page.getByRole('form', { name: 'Allow for' })
  await form.getByRole('radio', { name: 'This session' }).check()
  await press(
    form.getByRole('button', { name: 'Allow for this session' }),
    async () => (await panel.count()) === 0,
  )
  await cards.first().getByText('Did what was shown.').waitFor()

  writeFileSync(join(workspace, 'marker'), '')
  await send()
  const more = cards.nth(1).locator('[data-promise="more"]')
  await more.waitFor()
  expect(await more.innerText()).toMatch(/Did more than was shown: changed kept\. The grant is suspended/)
  expect(readFileSync(join(workspace, 'kept'), 'utf8')).toBe('spoilt\n')
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('promise-card') })

  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  await page.getByRole('button', { name: 'Grants', exact: true }).click()
  await page.getByText(/Did more than was shown: changed \S*kept\. The grant is suspended/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('promise-grants') })
  await page
    .getByRole('button', { name: /Build it/ })
    .first()
    .click()
  await send()
  const why = panel.locator('[data-suspended]')
  await why.waitFor()
  expect(await why.innerText()).toMatch(/a run under it did more than was shown: changed kept\./)
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('promise-question') })
  expect(existsSync(join(workspace, 'out'))).toBe(true)
})
