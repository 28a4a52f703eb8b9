import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'

test('what commands changed stands at the end of their turn, and opens with its lines, also after a reload', async () => {
  const host = await scriptedHost(
    () =>
      ({ body }) => {
        if (JSON.stringify(body).includes('call_1')) return { text: 'Done so.' }
        const script = 'echo two > changed; echo made > made; echo TOKEN=hush > .env'
        return { calls: [{ id: 'call_1', name: 'shell', arguments: { command: ['bash', '-c', script] } }] }
      },
    {
      config: 'approval_policy = "never"\nsandbox_mode = "workspace-write"',
      configure: (_, workspace) => {
        writeFileSync(join(workspace, 'changed'), 'one\n')
      },
    },
  )
  const { page } = host
  const field = await host.startSession()
  await field.fill('Go')
  await field.press('Enter')
  await page.getByText('Done so.').waitFor()
  const line = page.getByRole('button', { name: /^Changes this turn: 3 files/ })
  await line.waitFor()
  await page.screenshot({ path: pictureAt('changed-by-commands') })
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await line.click()
  const dialog = page.getByRole('dialog', { name: 'Changes this turn' })
  await dialog.getByText('two').first().waitFor()
  await dialog.getByText('May hold keys or passwords').waitFor()
  expect(await dialog.innerText()).not.toContain('hush')
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('changed-by-commands-open') })
  await page.keyboard.press('Escape')

  // The same beside the session: what of its folder is otherwise than before, whoever changed it.
  writeFileSync(join(host.workspace, 'by-hand'), 'mine\n')
  await page.keyboard.press('ControlOrMeta+Shift+e')
  await page.getByRole('tab', { name: 'Files' }).click()
  const side = page.getByRole('complementary', { name: 'Beside the session' })
  await side.getByText('4 files, whoever changed them').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await side.getByRole('button', { name: 'by-hand' }).click()
  await page.getByRole('dialog', { name: 'Changes since this session began' }).getByText('mine').waitFor()
  await page.keyboard.press('Escape')
  await side.getByRole('button', { name: 'Close what stands' }).click()
  await side.waitFor({ state: 'detached' })
  expect(host.complaints).toEqual([])
})
