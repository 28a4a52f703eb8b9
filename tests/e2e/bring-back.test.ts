import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shellCall } from '../fakes/app-server-home'
import { oneBySeed } from '../fakes/by-seed'
import { gitIn, originAndClone, windowOf } from '../fakes/fleet-repository'
import { fleetWorld, type FleetWorld } from '../fakes/fleet-world'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

// Real Chromium, engines, kubectl, git and sandbox; the cluster is the test's.

let world: FleetWorld
let host: OpenHost | undefined
let clone: string
beforeEach(async () => {
  const work = "echo 'export const step = 60' > clock.ts; echo Sixty. > notes.md"
  world = await fleetWorld(({ body }) =>
    JSON.stringify(body).includes('"call_1"')
      ? { text: 'Done in the cluster.' }
      : shellCall('call_1', 'sh', '-c', work),
  )
  const repository = originAndClone(world.here, { 'clock.ts': 'export const step = 1\n' })
  clone = repository.clone
})
afterEach(async () => {
  await host?.close()
  host = undefined
  await world.close()
})

test.each(oneBySeed('theme of what is brought back', ['light', 'dark'] as const))(
  'what was changed in a sandbox is shown, one file of it put in place here and undone, and a branch made of all of it (%s)',
  { timeout: 120_000 },
  async (theme) => {
    host = await openHost({ theme, ...windowOf(world) })
    const { page } = host
    const open = async (): Promise<void> => {
      await page.locator('.bar').getByRole('button', { name: 'Session actions' }).click()
      await page.getByRole('menuitem', { name: 'Bring back…' }).click()
    }
    await page.locator('.rail .host-lines', { hasText: 'fleet: no sandbox' }).waitFor()
    await page.getByRole('combobox', { name: 'Workspace folder' }).fill(clone)
    await page.getByRole('textbox', { name: 'Describe a task' }).fill('Mend the clock')
    await page.getByRole('textbox', { name: 'Address or remote' }).fill('origin')
    await page.getByRole('button', { name: 'Start there' }).click()
    await page.getByText('Done in the cluster.').waitFor()
    await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
    await open()
    const sheet = page.getByRole('dialog', { name: /^Bring back from fleet\/[0-9a-f]{10}$/ })
    await sheet.getByText('2 of 2 files chosen').waitFor()
    await sheet.getByRole('button', { name: 'Show the changes: clock.ts' }).click()
    await sheet.getByText('export const step = 60').waitFor()
    await sheet.getByRole('checkbox', { name: 'Take notes.md' }).uncheck()
    await sheet.getByRole('combobox').fill(clone)
    await sheet.locator('h2').click()
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`brought-back-${theme}`) })
    await sheet.getByRole('button', { name: 'Put in place' }).click()
    await sheet.getByText('1 file of it is in place in').waitFor()
    const here = (): readonly unknown[] => [
      readFileSync(join(clone, 'clock.ts'), 'utf8'),
      existsSync(join(clone, 'notes.md')),
    ]
    expect(here()).toEqual(['export const step = 60\n', false])
    await sheet.getByRole('button', { name: 'Undo' }).click()
    await sheet.getByText('Undone: 1 file is as before.').waitFor()
    expect(here()).toEqual(['export const step = 1\n', false])
    // Where it is otherwise here, git says so and nothing is put in place.
    writeFileSync(join(clone, 'clock.ts'), 'mine\n')
    await sheet.getByRole('button', { name: 'Look again' }).click()
    await sheet.getByRole('combobox').fill(clone)
    await sheet.getByRole('button', { name: 'Put in place' }).click()
    await sheet.getByText('error: clock.ts: patch does not apply').waitFor()
    expect(here()).toEqual(['mine\n', false])
    await sheet.getByRole('button', { name: 'Close' }).click()
    await open()
    await sheet.getByRole('radio', { name: 'Make a branch of all of it' }).check()
    await sheet.getByRole('combobox').fill(clone)
    await sheet.getByLabel('Name of the branch').fill('mended')
    await sheet.getByRole('button', { name: 'Make a branch' }).click()
    await sheet.getByText('The branch countersign/mended holds what was done there.').waitFor()
    expect(gitIn(clone, 'show', 'countersign/mended:notes.md')).toBe('Sixty.\n')
    expect(host.complaints).toEqual([])
  },
)
