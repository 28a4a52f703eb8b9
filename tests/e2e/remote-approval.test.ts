import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSdk } from '../fakes/codex-sdk'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { pictureAt, root, scriptedHost, type ScriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

const shellCall = (id: string, ...command: string[]) => ({
  calls: [{ id, name: 'shell', arguments: { command, timeout_ms: 60_000 } }],
})

/** A window over a home, and a program that has OpenAI's SDK start our one file on the same home. */
async function world(theme: 'light' | 'dark' = 'light') {
  const host = await scriptedHost(
    ({ base }) => {
      const target = join(base, 'outside.txt')
      return ({ body }) =>
        JSON.stringify(body).includes('function_call_output')
          ? { text: 'So it is.' }
          : shellCall('call_1', 'touch', target)
    },
    { theme, below: '/var/tmp', wire: 'responses' },
  )
  const { Codex } = await loadSdk('0.163.0')
  const codex = new Codex({
    codexPathOverride: join(root, 'bin/countersign'),
    env: { PATH: process.env['PATH'] ?? '', HOME: host.base, COUNTERSIGN_HOME: host.home },
  })
  const run = () =>
    codex
      .startThread({
        workingDirectory: host.workspace,
        skipGitRepoCheck: true,
        sandboxMode: 'workspace-write',
        approvalPolicy: 'on-failure',
      })
      .run('Write it down outside.')
  return { host, run, target: join(host.base, 'outside.txt') }
}

/** The one request in the inbox, which shows no record and leads to no session. */
async function openRemoteRun({ page }: ScriptedHost): Promise<void> {
  await page.getByRole('button', { name: 'Inbox' }).click()
  await page.locator('.rrow').waitFor()
}

test.each(oneBySeed('theme of remote approval', ['light', 'dark'] as const))(
  'a run of OpenAI’s SDK is decided in the window with the keys of any request (%s)',
  async (theme) => {
    const { host, run, target } = await world(theme)
    const { page } = host
    await page.getByRole('button', { name: 'Inbox' }).waitFor()
    const turn = run()
    turn.catch(() => undefined) // what it rejects with is looked at below
    await page.locator('#inbox-count', { hasText: '1' }).waitFor({ state: 'attached' })
    await openRemoteRun(host)
    expect(await page.locator('.rrow').innerText()).toContain('exec')
    expect(await page.locator('.list-group').innerText()).toContain('project')
    const panel = page.locator('.detail .approval')
    expect(await panel.innerText()).toMatch(
      /From “exec” in “.*project” \(process \d+\), outside this window\./,
    )
    // It stays when the page is loaded again, and is then what is looked at first.
    await page.reload()
    await panel.waitFor()
    await untilArmed(page)
    await page.screenshot({ path: pictureAt(`remote-approval-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    await panel.locator('.a-details').click()
    expect(await panel.getByRole('button', { name: 'Open session' }).count()).toBe(0)
    expect(await page.locator('.detail .transcript').count()).toBe(0)
    await panel.locator('.a-details').click()
    await panel.locator('.ap-body').focus()
    await page.keyboard.press('Control+Enter')
    const { finalResponse } = await turn
    expect([finalResponse, existsSync(target)]).toEqual(['So it is.', true])
    await page.getByText('Nothing waits for you').waitFor()
    expect(host.complaints).toEqual([])
  },
)

test('a run that is stopped takes its request out of the window', async () => {
  const { host } = await world()
  const { Codex } = await loadSdk('0.163.0')
  const stop = new AbortController()
  const turn = new Codex({
    codexPathOverride: join(root, 'bin/countersign'),
    env: { PATH: process.env['PATH'] ?? '', HOME: host.base, COUNTERSIGN_HOME: host.home },
  })
    .startThread({ workingDirectory: host.workspace, skipGitRepoCheck: true, approvalPolicy: 'untrusted' })
    .run('Write it down outside.', { signal: stop.signal })
  turn.catch(() => undefined)
  await host.page.locator('#inbox-count', { hasText: '1' }).waitFor({ state: 'attached' })
  await openRemoteRun(host)
  stop.abort()
  await host.page.getByText('Nothing waits for you').waitFor()
  await expect(turn).rejects.toThrow()
})
