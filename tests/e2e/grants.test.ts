import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { scriptedHost } from './scripted-host'

const command = ['cp', 'CHANGELOG.md', '../outbox/release-notes.md']
const message = 'Publish the notes'

/** Each message has the agent copy the notes out of its folder once more. */
function publishes({ body }: RecordedRequest): Answer {
  const { messages, tools } = body as { messages: readonly { role: string }[]; tools?: readonly unknown[] }
  // Whoever has no tools is asked for a view, and has none.
  if (!tools || tools.length === 0) return { text: 'No view.' }
  const results = messages.filter(({ role }) => role === 'tool').length
  if (messages.at(-1)?.role === 'tool') return { text: `That was try ${String(results)}.` }
  return { calls: [{ id: `call_${String(results + 1)}`, name: 'shell', arguments: { command } }] }
}

/** A session in which the copy has been asked about, rehearsed and armed. */
async function untilAsked() {
  const host = await scriptedHost(() => publishes, {
    below: '/var/tmp', // not in the temporary folder, in which every command may write
    config: 'approval_policy = "on-failure"\nsandbox_mode = "workspace-write"',
    configure: (_, workspace) => {
      mkdirSync(join(workspace, '../outbox'))
      writeFileSync(join(workspace, 'CHANGELOG.md'), '# Changes\n')
    },
  })
  const { page, base } = host
  await host.startSession()
  const say = async (): Promise<void> => {
    await page.getByRole('textbox', { name: 'Message to the agent' }).fill(message)
    await page.keyboard.press('Enter')
  }
  await say()
  await page.locator('.rh[aria-busy="false"], [data-rehearsed]').first().waitFor()
  await untilArmed(page)
  return {
    ...{ host, page, say },
    asked: page.getByRole('heading', { name: /^(Writes|Would create) \S+release-notes\.md\.$/ }),
    file: join(base, 'outbox/release-notes.md'),
    /** Back to the session from another page. */
    back: () => page.locator('#rail').getByRole('button', { name: message }).first().click(),
    until: (tries: number) => page.getByText(`That was try ${String(tries)}.`).waitFor(),
  }
}

test('a grant for the session is shown where it acts, is listed, and asks again once it is revoked', async () => {
  const { host, page, say, asked, file, back, until } = await untilAsked()
  const letThrough = page.getByText('Allowed by your grant for this session')
  expect(existsSync(file)).toBe(false)
  await page.locator('.a-more').click()
  await page.getByRole('button', { name: 'Allow for…' }).click()
  const form = page.getByRole('form', { name: 'Allow for' })
  await form.getByRole('radio', { name: 'This session' }).check()
  expect(await form.getByRole('group').innerText()).toMatch(
    /cp CHANGELOG\.md \.\.\/outbox\/release-notes\.md[^]*make, move or remove \S+release-notes\.md/,
  )
  expect(await axeFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Allow for this session' }).click()
  await until(1)
  expect(existsSync(file)).toBe(true)
  expect(await letThrough.count()).toBe(0)

  await say()
  await until(2)
  expect(await asked.count()).toBe(0)
  await letThrough.waitFor()
  expect(await page.getByRole('article').getByRole('button', { name: 'Revoke' }).count()).toBe(1)

  // Beside the session stands who decided what, in order; each leads to its card.
  await page.getByRole('button', { name: 'Show decisions, files, plan, use and terminal' }).click()
  const rows = page.getByRole('complementary').getByRole('listitem')
  await rows.nth(1).waitFor()
  const [first = '', second = '', ...others] = await rows.allInnerTexts()
  expect(first).toMatch(
    /release-notes\.md, outside the workspace\.\s+Allowed in the browser, for this session, after /,
  )
  expect(second).toMatch(/cp CHANGELOG\.md .*\s+Let through by a yes for this session/)
  expect(others).toEqual([])
  await rows.nth(1).getByRole('button').click()
  await page.locator('.item[data-found]:focus').getByText('Allowed by your grant').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Close what stands' }).click()

  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  await page.getByRole('button', { name: 'Grants', exact: true }).click()
  const row = page.getByRole('row', { name: /cp CHANGELOG\.md/ })
  await row.waitFor()
  expect(await row.innerText()).toMatch(
    /make, move or remove \S+release-notes\.md[^]*Session “Publish the notes”/,
  )
  expect(await axeFindings(page)).toEqual([])
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByText('Nothing is granted beyond the policy').waitFor()

  await back()
  await page.getByText('Allowed by your grant for this session, no longer in force.').waitFor()
  await say()
  await asked.waitFor()
  expect(host.complaints).toEqual([])
})

test('a rule is edited before it is saved, a bad one is refused in place, and the good one lets the next run through', async () => {
  const { host, page, say, until } = await untilAsked()
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
  await until(1)
  await say()
  await until(2)
  await page.getByText('Allowed by your rule for this folder').waitFor()
  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  await page.getByRole('button', { name: 'Grants', exact: true }).click()
  await page.getByRole('row', { name: /cp CHANGELOG\.md \.\.\/outbox\/release-notes\.md \*/ }).waitFor()
  expect(host.complaints).toEqual([])
})

test('a rule ends as it was said in the panel: its runs are counted down, then it asks again, and all ask again at one click', async () => {
  const { host, page, say, asked, back, until } = await untilAsked()
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
  await until(1)

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

  await back()
  await say()
  await until(2)
  expect(await asked.count()).toBe(0)
  await openGrants()
  await row.getByText(/Used once, last .*, no run left; ended: its runs are used up\./).waitFor()
  await back()
  await say()
  await asked.waitFor()
  expect(host.complaints).toEqual([])
})
