import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneBySeed } from '../fakes/by-seed'
import { hostWorld, type HostWorld } from '../fakes/host-world'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

let world: HostWorld
beforeEach(async () => {
  world = await hostWorld([])
})
let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
  await world.close()
})

test.each(oneBySeed('theme of host settings', ['light', 'dark'] as const))(
  'a host is added in the settings, given up for its version, tried again, tested and removed (%s)',
  { timeout: 120_000 },
  async (theme) => {
    const engine = join(world.ssh.programs, 'countersign')
    const old = { countersign: 'engine', protocol: 1, version: '0.0.1' }
    writeFileSync(engine, `#!/bin/sh\necho 'Debian on build1'\necho '${JSON.stringify(old)}'\nsleep 60\n`, {
      mode: 0o755,
    })
    const before = '# mine\napproval_policy = "on-request"\n'
    host = await openHost({
      theme,
      env: { PATH: `${world.ssh.knownAs('build1')}:${process.env.PATH ?? ''}` },
      configure: (home) => {
        writeFileSync(join(home, 'config.toml'), before)
      },
    })
    const { page, home } = host
    const text = (): string => readFileSync(join(home, 'config.toml'), 'utf8')
    await page.locator('.wel-title').waitFor()
    await page.keyboard.press('Control+,')
    const section = page.locator('#settings-hosts')
    await section.getByText('No host is set up.').waitFor()
    await section.locator('summary').click()
    await section.getByRole('textbox', { name: 'Name' }).fill('build1')
    const destination = section.getByRole('textbox', { name: 'Destination' })
    await destination.fill('-oProxyCommand=touch x')
    await page.keyboard.press('Enter')
    await section.getByRole('alert').getByText('Expected a destination').waitFor()
    expect([await destination.inputValue(), text()]).toEqual(['-oProxyCommand=touch x', before])

    await destination.fill('build1')
    await section.getByRole('button', { name: 'Add host' }).click()
    await section.getByText('build1 was added.').waitFor()
    expect(text()).toMatch(/build1 = \{ command = \[ ?"ssh", "build1" ?\] \}/)
    const row = section.getByRole('group', { name: 'build1' })
    await row.getByText('not connected, and not tried again').waitFor()
    await row.getByRole('button', { name: 'Test: build1' }).click()
    await row.locator('.host-tested').getByText('version 0.0.1 (protocol 1) runs there').waitFor()
    await row.locator('pre', { hasText: 'Debian on build1' }).waitFor()
    await page.screenshot({ path: pictureAt(`host-settings-given-up-${theme}`) })
    expect(await axeFindings(page)).toEqual([])

    rmSync(engine)
    symlinkSync(world.engine, engine)
    const line = page.locator('.rail .host-lines')
    await line.getByText('build1: not connected, and not tried again').waitFor()
    await line.getByRole('button', { name: 'Try again: build1' }).focus()
    await page.keyboard.press('Enter')
    await row.locator('.status.ok', { hasText: 'connected' }).waitFor()
    await line.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('rail')
    await row.getByRole('button', { name: 'Test: build1' }).click()
    await row.getByText(`Version ${world.version} on linux answers in`).waitFor()
    await row.getByText('Its engine', { exact: true }).click()
    await row.getByText(join(world.base, 'config.toml')).waitFor()
    await page.screenshot({ path: pictureAt(`host-settings-${theme}`) })
    expect(await axeFindings(page)).toEqual([])

    const remove = row.getByRole('button', { name: 'Remove: build1' })
    const question = page.getByRole('dialog', { name: 'Remove build1?' })
    await remove.click()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(text()).toContain('build1')
    await remove.focus()
    await page.keyboard.press('Enter')
    await question.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await section.getByText('No host is set up.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('settings-hosts-title')
    expect(text()).not.toContain('build1')
    expect(text().startsWith(before)).toBe(true)
    expect(host.complaints).toEqual([])
  },
)
