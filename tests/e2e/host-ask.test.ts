import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneBySeed } from '../fakes/by-seed'
import { hostWorld, type HostWorld } from '../fakes/host-world'
import { passphrase, type Asking } from '../fakes/ssh-host'
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

const table = (name: string, about: Asking): string =>
  `[hosts.${name}]\ncommand = ${JSON.stringify(world.ssh.asking(about))}\nengine = ${JSON.stringify(world.engine)}\n`

test.each(oneBySeed('theme of questions of hosts', ['light', 'dark'] as const))(
  'what two hosts ask stands in one dialog after the other under the name of each, and nothing but a choice answers it (%s)',
  { timeout: 120_000 },
  async (theme) => {
    host = await openHost({
      theme,
      configure: (home) => {
        writeFileSync(
          join(home, 'config.toml'),
          table('build1', { by: 'locked-key' }) + table('build2', { host: 'unknown' }),
        )
      },
    })
    const { page } = host
    const dialog = page.locator('dialog.host-ask')
    const armed = () => dialog.locator('button[aria-disabled="false"]').first().waitFor()
    for (let each = 0; each < 2; each += 1) {
      await dialog.waitFor()
      const title = await dialog.getByRole('heading').innerText()
      expect(title).toMatch(/^build[12]: ssh asks$/)
      // It may come in the middle of a word: no key does anything.
      await page.keyboard.type('go on')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      expect(await dialog.getByRole('heading').innerText()).toBe(title)
      expect(await axeFindings(page)).toEqual([])
      if (title.startsWith('build1')) {
        expect(await dialog.innerText()).toContain('Enter passphrase for key')
        const field = dialog.getByLabel('Answer')
        expect([await field.getAttribute('type'), await field.inputValue()]).toEqual(['password', ''])
        await page.screenshot({ path: pictureAt(`host-asks-secret-${theme}`) })
        await armed()
        await field.fill(passphrase)
        await page.keyboard.press('Enter')
      } else {
        expect(await dialog.innerText()).toContain(world.ssh.fingerprint)
        expect(await dialog.getByRole('button', { name: 'Yes' }).isDisabled()).toBe(true)
        await page.screenshot({ path: pictureAt(`host-asks-key-${theme}`) })
        await armed()
        await page.keyboard.press('Escape')
      }
      await dialog.getByRole('heading', { name: title }).waitFor({ state: 'detached' })
    }
    const given = page.locator('.rail .host-lines', { hasText: 'build2: not connected, and not tried again' })
    await given.waitFor()
    await page.getByRole('button', { name: 'Try again: build2' }).click()
    await dialog.getByRole('heading', { name: 'build2: ssh asks' }).waitFor()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await page.locator('.rail .host-lines').waitFor({ state: 'detached', timeout: 60_000 })
    expect(await page.content()).not.toContain(passphrase)
    expect(host.complaints).toEqual([])
  },
)
