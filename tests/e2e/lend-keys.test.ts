import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { oneBySeed } from '../fakes/by-seed'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

test.each(oneBySeed('theme of keys that are lent', ['light', 'dark'] as const))(
  'a key is lent to a host by a box below what that means, which is in config.toml then, and no key is; so is what ends with the window (%s)',
  { timeout: 120_000 },
  async (theme) => {
    const hosts = `[hosts.build1]\ncommand = ["ssh", "build1"]\nwindow = false\n`
    host = await openHost({
      theme,
      configure: (home) => {
        writeFileSync(join(home, 'config.toml'), hosts)
        writeFileSync(join(home, 'auth.json'), '{"OPENAI_API_KEY":"sk-planted-to-lend"}', { mode: 0o600 })
      },
    })
    const { page, home } = host
    const text = (): string => readFileSync(join(home, 'config.toml'), 'utf8')
    await page.getByRole('button', { name: 'Settings' }).click()
    const row = page.getByRole('group', { name: 'build1' })
    await row.getByText('Lend keys: none').click()
    await row.getByText('whoever administers that machine could read it meanwhile').waitFor()
    const box = row.getByRole('checkbox', { name: 'OpenAI' })
    expect(await box.isChecked()).toBe(false)
    await box.click()
    await row.getByText('Lend keys: 1').waitFor()
    expect(text()).toContain('lend_keys = ["openai"]')
    expect(await axeFindings(page)).toEqual([])
    await row.scrollIntoViewIfNeeded()
    await page.screenshot({ path: pictureAt(`host-lends-${theme}`) })
    await box.click()
    await row.getByText('Lend keys: none').waitFor()
    const ends = row.getByRole('checkbox', {
      name: 'When Countersign is closed, end there what was begun from here',
    })
    await ends.click()
    await expect.poll(text).toContain('on_close = "end"')
    await expect.poll(() => ends.isChecked()).toBe(true)
    await ends.click()
    await expect.poll(() => ends.isChecked()).toBe(false)
    expect(text()).toBe(hosts)
    expect(await page.content()).not.toContain('sk-planted-to-lend')
    expect(host.complaints).toEqual([])
  },
)
