import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, onTestFinished, test } from 'vitest'
import { oneBySeed } from '../fakes/by-seed'
import { writeRecord } from '../fakes/long-record'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { openHost } from './open-host'
import { pictureAt, scriptedHost } from './scripted-host'

// What goes wrong around a session, and what no session should hold.

test.each(oneBySeed('theme of a folder that vanishes', ['light', 'dark'] as const))(
  'a folder that vanishes while its session is open is said and stops nothing else; it is worked in again when it is back (%s)',
  async (theme) => {
    const host = await scriptedHost(
      () =>
        ({ body }) => {
          const { messages } = body as { messages: readonly { role: string }[] }
          if (messages.at(-1)?.role === 'tool') return { text: 'That is all.' }
          const command = ['bash', '-c', 'echo there > made.txt']
          return { calls: [{ name: 'shell', arguments: { command } }] }
        },
      { theme, config: 'approval_policy = "on-request"\nsandbox_mode = "workspace-write"' },
    )
    const { page, workspace } = host
    const field = await host.startSession()
    const say = async (text: string): Promise<void> => {
      await field.fill(text)
      await field.press('Enter')
    }
    const answers = page.getByText('That is all.')
    await say('One')
    await answers.waitFor()
    rmSync(workspace, { recursive: true })
    await say('Two')
    await page
      .getByText(/folder .* is not there|no such folder|does not exist/i)
      .first()
      .waitFor()
    await page.screenshot({ path: pictureAt(`folder-vanished-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    // What stands beside it is looked for in a folder that is not there.
    await page.getByRole('button', { name: 'New session' }).first().click()
    await page.getByRole('combobox', { name: 'Workspace folder' }).waitFor()
    await page.goBack()
    await field.waitFor()
    mkdirSync(workspace)
    await say('Three')
    await expect.poll(() => readFileSync(join(workspace, 'made.txt'), 'utf8')).toBe('there\n')
    expect(host.complaints).toEqual([])
  },
)

test('a folder that vanishes under a question: the yes does nothing elsewhere, the card says why, and the turn goes on', async () => {
  const host = await scriptedHost(
    ({ base }) =>
      ({ body }) => {
        if (JSON.stringify(body).includes('call_1')) return { text: 'It could not be done.' }
        const command = ['bash', '-c', `echo first >> ${join(base, 'out')} && echo second > here`]
        return { calls: [{ id: 'call_1', name: 'shell', arguments: { command } }] }
      },
    { config: 'approval_policy = "on-failure"\nsandbox_mode = "workspace-write"', below: homedir() },
  )
  const { page, workspace, base } = host
  const field = await host.startSession()
  await field.fill('Go')
  await field.press('Enter')
  const panel = page.locator('section.approval')
  await panel.waitFor()
  await panel.getByText('A yes applies exactly this.').waitFor()
  await untilArmed(page)
  rmSync(workspace, { recursive: true })
  await panel.locator('.a-once').click()
  // What was shown is not so any more: it is asked about anew, by what can be said of it now.
  await panel.getByText(/Cannot be rehearsed: .* does not exist\.$/).waitFor()
  await untilArmed(page)
  await page.screenshot({ path: pictureAt('folder-vanished-asked') })
  await panel.locator('.a-once').click()
  await page.getByText('It could not be done.').waitFor()
  expect([existsSync(workspace), existsSync(join(base, 'out'))]).toEqual([false, false])
  expect(await page.getByRole('article', { name: 'Command' }).innerText()).toMatch(
    /does not exist|not there|no longer/,
  )
  expect(host.complaints).toEqual([])
})

test('a provider whose test hangs is told after its time; the page is used meanwhile, and the test is there again', async () => {
  let asked = 0
  const server = createServer(() => {
    asked += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`
  const host = await openHost({
    configure: (home) => {
      writeFileSync(
        join(home, 'config.toml'),
        `[model_providers.slow]\nname = "Slow"\nbase_url = "${address}"\n`,
      )
    },
  })
  onTestFinished(() => host.close())
  const { page } = host
  await page.getByRole('button', { name: 'Settings' }).click()
  const row = page.locator('.set-provider').filter({ hasText: address })
  const check = row.getByRole('button', { name: 'Test: the connection to Slow' })
  await check.click()
  await expect.poll(() => asked).toBeGreaterThan(0)
  expect(await check.isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expect.poll(() => readFileSync(join(host.home, 'config.toml'), 'utf8')).toContain('theme = "dark"')
  await row.getByRole('status').locator('.bad').waitFor()
  expect(await check.isEnabled()).toBe(true)
  expect(host.complaints).toEqual([])
})

/** One turn of so many calls that printed nothing. */
function tinyCards(count: number): readonly AgentEvent[] {
  const output = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }
  const outcome = { kind: 'exited', exitCode: 0, durationMs: 1, output } as const
  const cards = Array.from({ length: count }, (_, nth): readonly AgentEvent[] => {
    const callId = `c${String(nth)}`
    const run = { callId, attempt: 1, confinement: 'bubblewrap' as const, grants: [] }
    return [
      { type: 'command.started', ...run, command: ['true', String(nth)], cwd: '/' },
      { type: 'command.finished', callId, outcome },
    ]
  })
  return [
    { type: 'turn.started', turnId: 't1', turnNumber: 1 },
    { type: 'user.message', text: 'Question 1: how many?' },
    ...cards.flat(),
    { type: 'message.completed', itemId: 'm1', text: 'So many.' },
    { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
  ]
}

test.each(oneBySeed('theme of tiny cards', ['light', 'dark'] as const))(
  'ten thousand tiny cards of one turn open at their end, few of them drawn, and the first is reached (%s)',
  async (theme) => {
    const host = await openHost({
      theme,
      configure: (home) => {
        writeRecord(home, { id: 'tiny', cwd: home, events: tinyCards(10_000) })
      },
    })
    onTestFinished(() => host.close())
    const { page } = host
    await page
      .getByRole('button', { name: /Question 1:/ })
      .first()
      .click()
    await page.getByText('So many.').waitFor()
    const box = page.locator('#transcript')
    const drawn = (): Promise<number> => page.locator('#transcript .item').count()
    const below = (): Promise<number> =>
      box.evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight)
    await expect.poll(below).toBeLessThanOrEqual(2)
    expect(await drawn()).toBeLessThan(150)
    await box.hover()
    await page.screenshot({ path: pictureAt(`tiny-cards-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    let most = 0
    await expect
      .poll(
        async () => {
          await box.evaluate((each) => (each.scrollTop = 0))
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
          most = Math.max(most, await drawn())
          return box.getByText('Question 1: how many?').count()
        },
        { timeout: 120_000, interval: 5 },
      )
      .toBe(1)
    expect(most).toBeLessThan(150)
    await page.getByRole('button', { name: 'To the end' }).click()
    await page.getByText('So many.').waitFor()
    expect(host.complaints).toEqual([])
  },
)
