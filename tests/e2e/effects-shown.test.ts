import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'

/** Runs `sh work.sh`, once for each message; the third time as a process that may stay. */
function works({ body }: RecordedRequest): Answer {
  const { messages, tools } = body as { messages: readonly { role: string }[]; tools?: readonly unknown[] }
  if (!tools || tools.length === 0) return { text: 'No view.' }
  const results = messages.filter(({ role }) => role === 'tool').length
  if (messages.at(-1)?.role === 'tool') return { text: `That was ${String(results)}.` }
  const run =
    results < 2
      ? { name: 'shell', arguments: { command: ['sh', '-c', '. ./work.sh'] } }
      : { name: 'exec_command', arguments: { cmd: '. ./work.sh' } }
  return { calls: [{ id: `call_${String(results)}`, ...run }] }
}

test('a turn that is stopped while its command runs on copies says so, asks nobody, and leaves the cursor in the field', async () => {
  const host = await scriptedHost(() => works, {
    config: 'approval_policy = "effects"\nsandbox_mode = "workspace-write"',
    configure: (_, workspace) => {
      writeFileSync(join(workspace, 'work.sh'), 'echo compiling; echo two > made; sleep 600')
    },
  })
  const { page, workspace } = host
  await host.startSession()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('Go')
  await page.keyboard.press('Enter')
  const card = page.getByRole('article').last()
  await card.getByText('compiling').waitFor()
  await page.getByRole('button', { name: 'Stop turn' }).click()
  await card
    .getByText('The turn was stopped while this ran on copies. Nothing of it was put in place.')
    .waitFor()
  expect(await card.locator('.exit').innerText()).toBe('You stopped it')
  expect(await page.getByText(/answered/).count()).toBe(0)
  expect(await page.locator('.closed-line, section.approval').count()).toBe(0)
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(readdirSync(workspace)).toEqual(['work.sh'])
  expect(host.complaints).toEqual([])
})

test('what runs on copies is seen as it goes and can be stopped; what is asked about stands with what it printed', async () => {
  const host = await scriptedHost(() => works, {
    config: 'approval_policy = "effects"\nsandbox_mode = "workspace-write"',
    configure: (_, workspace) => {
      writeFileSync(join(workspace, 'work.sh'), 'echo compiling; echo two > made; sleep 600')
    },
  })
  const { page, workspace } = host
  const say = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await host.startSession()
  await say('Go')
  const card = page.getByRole('article').last()
  await card.getByText('compiling').waitFor()
  const running = page.getByRole('region', { name: 'Still running' })
  await running.getByRole('button', { name: /^Stop / }).click()
  await page.getByText('You stopped it while it ran on copies. Nothing of it was put in place.').waitFor()
  await page.getByText('That was 1.').waitFor()
  expect(readdirSync(workspace)).toEqual(['work.sh'])

  writeFileSync(join(workspace, 'work.sh'), 'echo cleaning; rm -f notes')
  writeFileSync(join(workspace, 'notes'), 'mine\n')
  await say('And now')
  const panel = page.locator('section.approval')
  await panel.waitFor()
  const waiting = page.getByRole('article').filter({ hasText: 'cleaning' })
  await waiting.getByText('Waiting for your decision').waitFor()
  expect(await page.getByRole('article').count()).toBe(2)
  // Nothing is being printed while it waits.
  expect(await waiting.locator('.caret').count()).toBe(0)
  await running.waitFor({ state: 'detached' })
  await page.screenshot({ path: pictureAt('effects-asked') })
  expect(await axeFindings(page)).toEqual([])
  await panel.locator('.a-tell').click()
  await panel
    .getByRole('button', { name: /^Deny and tell the agent/ })
    .last()
    .click()
  await page.getByText('That was 2.').waitFor()
  expect(readdirSync(workspace).sort()).toEqual(['notes', 'work.sh'])
  await waiting.getByText('Denied by you').waitFor()
  expect(await page.getByRole('article').count()).toBe(2)
  await page.screenshot({ path: pictureAt('effects-denied') })

  writeFileSync(join(workspace, 'work.sh'), 'echo serving; echo three > served')
  await say('Serve it')
  await page.getByText('That was 3.').waitFor()
  const served = page.getByRole('article').filter({ hasText: 'serving' })
  await served
    .getByText('Not run on copies, but as under on-request: it may go on beyond its call.')
    .waitFor()
  expect(readdirSync(workspace).sort()).toEqual(['notes', 'served', 'work.sh'])
  await page.screenshot({ path: pictureAt('effects-not-on-copies') })
  expect(host.complaints).toEqual([])
})
