import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { oneBySeed } from '../fakes/by-seed'
import { containerWorld, noContainer, type ContainerWorld } from '../fakes/container-world'
import { untilKeysArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { openHost } from './open-host'
import { pictureAt } from './scripted-host'

// The steps of the demo in a container of Debian's Podman: what stays in the folder runs, what does not is a question, a turn is taken back. Then the container dies.

let world: ContainerWorld
let project: string
let outside: string
beforeAll(async () => {
  world = await containerWorld((request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    const done = input.slice(input.findLastIndex(({ type }) => type === 'message')).length - 1
    const at = done === 0 ? join(project, 'inside.txt') : outside
    if (done > 2) return { text: 'Done in there.' }
    return { calls: [{ name: 'shell', arguments: JSON.stringify({ command: ['touch', at] }) }] }
  }, '[sandbox_workspace_write]\nnetwork_access = true\n')
})
// What one row made, or left to wait, is not there for the next.
afterEach(() => world.endEngines())
afterAll(() => world.close())

const only = 'The container is the only boundary: what it mounts can be changed, its network is open.'

test.skipIf(noContainer).each(oneBySeed('theme of containers', ['light', 'dark'] as const))(
  'the demo’s steps in a container that is the only boundary, which dies and comes again (%s)',
  { timeout: 120_000 },
  async (theme) => {
    const folder = join(world.beside, theme)
    project = join(folder, 'project')
    outside = join(folder, 'outside.txt')
    mkdirSync(project, { recursive: true })
    const { CONTAINERS_CONF, CONTAINERS_STORAGE_CONF } = world.env
    const host = await openHost({
      theme,
      env: { CONTAINERS_CONF, CONTAINERS_STORAGE_CONF },
      configure: (home) => {
        world.configure({ dev: { confinement: 'container' } }, home)
      },
    })
    try {
      const { page } = host
      const say = async (text: string): Promise<void> => {
        const field = page.getByRole('textbox', { name: 'Message to the agent' })
        await field.fill(text)
        await field.press('Enter')
      }
      await page.getByRole('combobox', { name: 'Folder there' }).fill(project)
      // The field is there before the host is connected.
      await page.getByRole('button', { name: 'Start there' }).click()
      await page.locator('.bar .host', { hasText: 'dev' }).waitFor()
      await say('Make two files.')
      const panel = page.locator('.approval:not(.closed)')
      expect(await panel.locator('[data-part="container"]').innerText()).toBe(only)
      expect([existsSync(join(project, 'inside.txt')), existsSync(outside)]).toEqual([true, false])
      await panel.locator('.ap-body').focus()
      await untilKeysArmed(page)
      expect(await axeFindings(page)).toEqual([])
      await page.screenshot({ path: pictureAt(`container-panel-${theme}`) })
      await page.keyboard.press('Control+Enter')
      await page.getByText('Done in there.').waitFor()
      await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
      expect(existsSync(outside)).toBe(true)
      await say('/undo')
      await page.getByRole('dialog').getByRole('button', { name: 'Put back 1 file' }).click()
      await page.getByText('Took back what turn 1 changed').waitFor()
      expect(existsSync(join(project, 'inside.txt'))).toBe(false)

      await say('And again.')
      await panel.waitFor()
      await world.container.kill()
      await page.locator('.rail .host-lines', { hasText: 'dev: not connected, trying again' }).waitFor()
      await page.screenshot({ path: pictureAt(`container-gone-${theme}`) })
      await world.container.start()
      await page.locator('.rail .host-lines').waitFor({ state: 'detached', timeout: 60_000 })
      // What waited in it is over: it can be answered by nobody, and the session goes on.
      await panel.waitFor({ state: 'detached' })
      await say('Once more.')
      await panel.waitFor()
      expect(host.complaints).toEqual([])
    } finally {
      await host.close()
    }
  },
)
