import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shellCall } from '../fakes/app-server-home'
import { oneBySeed } from '../fakes/by-seed'
import type { KubeObject } from '../fakes/cluster'
import { gitIn, windowOf } from '../fakes/fleet-repository'
import { fleetWorld, type FleetWorld } from '../fakes/fleet-world'
import { untilKeysArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

let world: FleetWorld
let outside: string
let project: string
beforeEach(async () => {
  world = await fleetWorld(
    ({ body }) =>
      JSON.stringify(body).includes('call_1')
        ? { text: 'Done in the cluster.' }
        : shellCall('call_1', 'sh', '-c', `echo two > a.txt && touch ${outside}`),
    { policy: 'on-failure', config: 'sandbox_mode = "workspace-write"\n' },
  )
  outside = join(world.here, 'outside.txt')
  project = join(world.here, 'shop')
  mkdirSync(project)
  gitIn(project, 'init', '-q', '-b', 'main')
  writeFileSync(join(project, 'a.txt'), 'one\n')
  gitIn(project, 'add', '.')
  gitIn(project, 'commit', '-q', '-m', 'first')
  gitIn(project, 'remote', 'add', 'origin', `file://${project}`)
})
let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
  await world.close()
})

const claims = (): readonly KubeObject[] => world.cluster.objects('sandboxclaims')

test.each(oneBySeed('theme of the fleet', ['light', 'dark'] as const))(
  'a session is begun in a new sandbox of a fleet, decided and undone from the window under its name, and its sandbox is deleted with it when that is said (%s)',
  { timeout: 180_000 },
  async (theme) => {
    host = await openHost({ theme, ...windowOf(world) })
    const { page } = host
    await page.locator('.rail .host-lines', { hasText: 'fleet: no sandbox' }).waitFor()
    await page.getByRole('combobox', { name: 'Workspace folder' }).fill(project)
    await page.getByRole('textbox', { name: 'Describe a task' }).fill('Write it down there')
    const from = page.getByRole('textbox', { name: 'Address or remote' })
    await from.fill('origin')
    await from.scrollIntoViewIfNeeded()
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`fleet-start-${theme}`) })

    // Nothing is ready: it is told, and Cancel leaves nothing there.
    world.cluster.onMade = (claim) => {
      const said = { type: 'Ready', status: 'False', reason: 'SandboxNotReady', message: 'no node is free' }
      world.cluster.put('sandboxclaims', { ...claim, status: { conditions: [said] } })
    }
    await page.getByRole('button', { name: 'Start there' }).click()
    const begin = page.locator('.fleet-begins')
    await begin.getByText('SandboxNotReady: no node is free').waitFor()
    await begin.scrollIntoViewIfNeeded()
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`fleet-progress-${theme}`) })
    await page.getByRole('button', { name: 'Cancel: origin' }).click()
    await page.getByRole('alert').getByText('Cancelled: no session was begun on fleet.').waitFor()
    expect(claims()).toEqual([])

    world.cluster.onMade = undefined
    await page.getByRole('button', { name: 'Start there' }).click()
    const badge = page.locator('.bar .host')
    await badge.waitFor()
    const sandbox = (await badge.innerText()).replace(/^.*\n/, '').trim()
    const [claim] = claims()
    expect(sandbox.endsWith(`fleet/${claim?.metadata.name.replace('countersign-', '') ?? ''}`)).toBe(true)
    const panel = page.locator('.approval:not(.closed)')
    expect(await panel.locator('.ap-head .host').innerText()).toContain('fleet/')
    expect(await page.locator('.rail .srow .host').innerText()).toContain('fleet/')
    expect(existsSync(outside)).toBe(false)
    await panel.locator('.ap-body').focus()
    await untilKeysArmed(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Done in the cluster.').waitFor()
    await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
    const there = join(world.workspace, 'shop/a.txt')
    expect([existsSync(outside), readFileSync(there, 'utf8')]).toEqual([true, 'two\n'])

    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.fill('/undo')
    await field.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Put back/ })
      .click()
    await page.getByText('Took back what turn 1 changed').waitFor()
    expect(readFileSync(there, 'utf8')).toBe('one\n')

    writeFileSync(join(world.workspace, 'shop/left.txt'), 'of the agent\n')
    const archive = async (): Promise<void> => {
      await page.locator('.bar').getByRole('button', { name: 'Session actions' }).click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
    }
    const dialog = page.getByRole('dialog')
    await archive()
    await dialog.getByText('1 file was changed there since it began').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`fleet-archive-${theme}`) })
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(claims()).toHaveLength(1)
    await archive()
    await dialog.getByRole('button', { name: 'Delete the sandbox' }).click()
    await page.locator('.rail .host-lines', { hasText: 'fleet: no sandbox' }).waitFor()
    expect([claims(), await page.locator('.rail .srow').count()]).toEqual([[], 0])
    expect(host.complaints).toEqual([])
  },
)
