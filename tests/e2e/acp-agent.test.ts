import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { pictureAt, root, scriptedHost } from './scripted-host'

const agent = [
  '[agents.test]',
  'name = "Tester"',
  `command = ${JSON.stringify(process.execPath)}`,
  `args = ${JSON.stringify([join(root, 'tests/fakes/acp-agent.ts'), 'loads'])}`,
  '',
].join('\n')

test('what stops an agent of another maker is asked about while it works, and its own commands are offered', async () => {
  const host = await scriptedHost(() => () => ({ text: '{}' }), { tables: agent, below: '/var/tmp' })
  const { page, base, workspace } = host
  const [outside, goes] = [join(base, 'outside.txt'), join(workspace, 'goes')]
  await page.getByRole('combobox', { name: 'Who works' }).selectOption('test')
  const composer = await host.startSession()
  await composer.fill(
    `unasked touch ${outside} 2>/dev/null; until [ -e ${goes} ]; do sleep 0.1; done; echo over`,
  )
  await composer.press('Enter')
  const panel = page.locator('.approval')
  await panel.waitFor()
  expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true)
  expect(await panel.innerText()).toContain('outside.txt')
  await panel.locator('.a-details').click()
  await panel.getByText('from your next message on. It keeps its conversation.').first().waitFor()
  expect(await panel.innerText()).toMatch(/Asked by\s+Tester, turn 1, in/)
  await untilArmed(page)
  await page.screenshot({ path: pictureAt('acp-agent-stopped') })
  expect(await axeFindings(page)).toEqual([])
  await panel.locator('.a-tell').click()
  await page.getByRole('button', { name: /^Deny and tell the agent/ }).click()
  writeFileSync(goes, '')
  await page.getByText('over', { exact: true }).waitFor()
  expect(existsSync(outside)).toBe(false)
  await composer.fill('/')
  await page.getByRole('option', { name: /\/tidy/ }).waitFor()
  const rows = async () => (await page.getByRole('option').allInnerTexts()).map((row) => row.split('\n')[0])
  // Those of ours come when the turn is over.
  await expect.poll(rows, { timeout: 120_000 }).toEqual(['/policy', '/redo', '/undo', '/tidy'])
  await page.screenshot({ path: pictureAt('acp-agent-commands') })
  await composer.fill('/ti')
  await composer.press('Tab')
  expect(await composer.inputValue()).toBe('/tidy ')
  await composer.pressSequentially('here')
  await composer.press('Enter')
  await page.getByText('/tidy here', { exact: true }).waitFor()
})
