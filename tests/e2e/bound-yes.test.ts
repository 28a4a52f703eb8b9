import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { scriptedHost } from './scripted-host'

/** Wants to run its script without the sandbox. */
function script({ body }: RecordedRequest): Answer {
  if (JSON.stringify(body).includes('call_1')) return { text: 'It is done.' }
  const command = ['sh', 'release.sh']
  const asks = { command, with_escalated_permissions: true, justification: 'It needs the network.' }
  return { calls: [{ id: 'call_1', name: 'shell', arguments: asks }] }
}

test('a script that changes between the question and the answer is asked about again, with what changed', async () => {
  const host = await scriptedHost(() => script, {
    config: 'approval_policy = "on-request"\nsandbox_mode = "workspace-write"\nrehearse = "off"',
    configure: (_, workspace) => {
      writeFileSync(join(workspace, 'release.sh'), 'echo begin\necho first > made\n')
    },
  })
  const { page, workspace } = host
  await host.startSession()
  await page.getByRole('textbox', { name: 'Message' }).fill('Release')
  await page.keyboard.press('Enter')
  const panel = page.locator('section.approval')
  await panel.locator('.a-once').waitFor()
  expect(await panel.getByRole('region', { name: 'Changed since it was allowed' }).count()).toBe(0)
  writeFileSync(join(workspace, 'release.sh'), 'echo begin\necho second > made\n')
  // A press before the panel is armed says nothing, so that it is pressed until it counts.
  const changed = panel.getByRole('region', { name: 'Changed since it was allowed' })
  await expect
    .poll(
      async () => {
        if ((await changed.count()) > 0) return true
        await panel
          .locator('.a-once')
          .click({ timeout: 1000 })
          .catch(() => undefined)
        return (await changed.count()) > 0
      },
      { interval: 700 },
    )
    .toBe(true)
  const text = (await changed.innerText()).replace(/\s+/g, ' ')
  expect(text).toContain('echo first > made')
  expect(text).toContain('echo second > made')
  expect(existsSync(join(workspace, 'made'))).toBe(false)
  expect(await axeFindings(page)).toEqual([])
  await expect
    .poll(
      async () => {
        if ((await panel.count()) > 0)
          await panel
            .locator('.a-once')
            .click({ timeout: 1000 })
            .catch(() => undefined)
        return existsSync(join(workspace, 'made'))
      },
      { interval: 700 },
    )
    .toBe(true)
  expect(readFileSync(join(workspace, 'made'), 'utf8')).toBe('second\n')
})
