import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostPipes, lineId } from '../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../src/main/adapters/system/clock'
import { HostClient } from '../../src/main/core/host-link/host-client'
import { oneBySeed } from '../fakes/by-seed'
import { hostWorld, type HostWorld } from '../fakes/host-world'
import { untilKeysArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

let world: HostWorld
let outside: string
beforeEach(async () => {
  world = await hostWorld((request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done over there.' }
    const command = ['touch', outside]
    return {
      text: 'I will.',
      calls: [{ name: 'shell', arguments: JSON.stringify({ command, timeout_ms: 60_000 }) }],
    }
  })
  outside = join(world.base, 'outside.txt')
})
let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
  await world.close()
})

/** A turn that asks, begun there by another client of that engine. */
async function begin(): Promise<void> {
  const client = new HostClient({
    open: hostPipes({ command: [...world.ssh.command], engine: world.engine }, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  await client.connect()
  const { id } = await client.request('session.create', { cwd: world.project })
  await client.request('turn.start', { sessionId: id, text: 'Write it down over there' })
  client.close()
}

test.each(oneBySeed('theme of hosts', ['light', 'dark'] as const))(
  'a session of a host stands in the window under its name, is decided and written to from there, and its broken line is said (%s)',
  { timeout: 120_000 },
  async (theme) => {
    await begin()
    host = await openHost({
      theme,
      configure: (home) => {
        const settings = `command = ${JSON.stringify(world.ssh.command)}\nengine = ${JSON.stringify(world.engine)}\n`
        writeFileSync(join(home, 'config.toml'), `[hosts.build1]\n${settings}`)
      },
    })
    const { page } = host
    const row = page.locator('.rail .srow').first()
    await row.locator('.host', { hasText: 'build1' }).waitFor()
    await page.locator('#inbox-count', { hasText: '1' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Inbox' }).click()
    expect(await page.locator('.rrow .host').innerText()).toContain('build1')
    const panel = page.locator('.detail .approval')
    expect(await panel.locator('.ap-head .host').innerText()).toContain('build1')
    await untilKeysArmed(page)
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`host-inbox-${theme}`) })
    await panel.locator('.ap-body').focus()
    await untilKeysArmed(page)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => existsSync(outside)).toBe(true)

    await row.click()
    expect(await page.locator('.bar .host').innerText()).toContain('build1')
    await page.getByText('Done over there.').waitFor()
    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.fill('And again')
    await page.keyboard.press('Enter')
    await page.locator('.approval:not(.closed) .ap-head .host').waitFor()
    await world.ssh.pause(async () => {
      for (const pid of world.ssh.connections()) process.kill(pid, 'SIGKILL')
      await page.locator('.rail .host-lines', { hasText: 'build1: not connected, trying again' }).waitFor()
      // What is known stays in sight, and nothing is given to anybody else.
      await untilKeysArmed(page)
      await page.locator('.approval .ap-body').focus()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').getByText('build1 is not connected.').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.screenshot({ path: pictureAt(`host-lost-${theme}`) })
    })
    await page.locator('.rail .host-lines').waitFor({ state: 'detached', timeout: 60_000 })
    await page.locator('.approval .ap-body').focus()
    await untilKeysArmed(page)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.getByText('Done over there.').count()).toBe(2)
    await page.getByRole('button', { name: 'New session', exact: true }).click()
    await page.getByRole('textbox', { name: 'Folder there' }).fill(world.project)
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`host-start-${theme}`) })
    await page.keyboard.press('Enter')
    await page.locator('.bar .host', { hasText: 'build1' }).waitFor()
    await page.getByRole('textbox', { name: 'Message to the agent' }).waitFor()
    expect(host.complaints).toEqual([])
  },
)
