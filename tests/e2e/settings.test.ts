import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

const config = '# mine\nmodel = "small" # at home\nmodel_provider = "ollama"\nnotify = ["/bin/true"]\n'
const pictures = process.env['COUNTERSIGN_PICTURES']

test.each(['light', 'dark'] as const)(
  'a setting is changed in the window (%s): the file keeps its comments, and what cannot be is told in its row',
  async (theme) => {
    host = await openHost({
      theme,
      height: 1100,
      configure: (home) => {
        writeFileSync(join(home, 'config.toml'), config)
      },
    })
    const { page, home } = host
    const file = (): string => readFileSync(join(home, 'config.toml'), 'utf8')
    await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const limit = page.getByRole('textbox', { name: 'Its time limit' })
    await limit.fill('7')
    await limit.press('Enter')
    await page.getByRole('alert').getByText('expected a whole number of at least 100').waitFor()
    expect(file()).toBe(config)
    if (pictures) await page.screenshot({ path: join(pictures, `settings-${theme}.png`) })
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('combobox', { name: 'Sandbox' }).selectOption('read-only')
    await page.getByRole('button', { name: 'Take out of config.toml: Sandbox' }).waitFor()
    expect(file()).toContain('# mine\nmodel = "small" # at home\n')
    expect(file()).toContain('sandbox_mode = "read-only"')

    const byHand = file().replace('read-only', 'danger-full-access')
    writeFileSync(join(home, 'config.toml'), byHand)
    await page.getByRole('combobox', { name: 'Approvals' }).selectOption('untrusted')
    await page.getByRole('alert').getByText('config.toml was changed meanwhile').waitFor()
    expect(file()).toBe(byHand)
    expect(await page.getByRole('combobox', { name: 'Sandbox' }).inputValue()).toBe('danger-full-access')
    expect(host.complaints).toEqual([])
  },
)
