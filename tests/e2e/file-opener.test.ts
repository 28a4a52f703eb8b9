import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scriptedHost } from './scripted-host'

test('the editor is chosen in the settings; with none a name of a file is a name and no button, at once', async () => {
  const host = await scriptedHost(() => () => ({ text: 'Look at `notes.txt:3`, please.' }), {
    config: 'file_opener = "none" # for now',
    configure: (_, workspace) => {
      writeFileSync(join(workspace, 'notes.txt'), 'one\n')
    },
  })
  const { page } = host
  const field = await host.startSession()
  await field.fill('Where?')
  await field.press('Enter')
  const name = page.getByText('notes.txt:3')
  await name.waitFor()
  const button = page.getByTitle('Open notes.txt at line 3 in the editor')
  expect(await button.count()).toBe(0)

  const pick = async (editor: string, written: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+,')
    const select = page.getByRole('combobox', { name: 'Editor' })
    await select.selectOption({ label: editor })
    await expect
      .poll(() => readFileSync(join(host.home, 'config.toml'), 'utf8'))
      .toContain(`file_opener = "${written}" # for now`)
    await page
      .getByRole('button', { name: /Where\?/ })
      .first()
      .click()
    await name.waitFor()
  }
  await pick('Windsurf', 'windsurf')
  await button.waitFor()
  await pick('None', 'none')
  await button.waitFor({ state: 'detached' })
  expect(host.complaints).toEqual([])
})
