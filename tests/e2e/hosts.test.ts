import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostPipes, lineId } from '../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../src/main/adapters/system/clock'
import { HostClient } from '../../src/main/core/host-link/host-client'
import { shellCall } from '../fakes/app-server-home'
import { oneBySeed } from '../fakes/by-seed'
import { hostWorld, type HostWorld } from '../fakes/host-world'
import { untilKeysArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

let world: HostWorld
let outside: string
/** Nothing is kept of what lies in a home, so it lies outside. */
let project: string
beforeEach(async () => {
  project = realpathSync(mkdtempSync('/var/tmp/cs-e2e-hosts-'))
  writeFileSync(join(project, 'in.txt'), 'one\n')
  world = await hostWorld(({ body }) => {
    const { input } = body as { input: readonly { type: string; call_id?: string }[] }
    const last = input.at(-1)
    const next = String(input.length)
    if (last?.type !== 'function_call_output')
      return { text: 'I will.', ...shellCall(`inside-${next}`, 'sh', '-c', 'echo more >> in.txt') }
    return last.call_id?.startsWith('inside') === true
      ? shellCall(`outside-${next}`, 'touch', outside)
      : { text: 'Done over there.' }
  })
  outside = join(world.folder, 'outside.txt')
})
let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
  await world.close()
  rmSync(project, { recursive: true, force: true })
})
const inside = (): string => readFileSync(join(project, 'in.txt'), 'utf8')

/** A turn in which one command runs and the next one asks, begun there by another client of that engine. */
async function begin(): Promise<void> {
  const client = new HostClient({
    open: hostPipes({ command: [...world.ssh.command], engine: world.engine }, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  await client.connect()
  const { id } = await client.request('session.create', { cwd: project, sandboxMode: 'workspace-write' })
  await client.request('turn.start', { sessionId: id, text: 'Write it down over there' })
  client.close()
}

test.each(oneBySeed('theme of hosts', ['light', 'dark'] as const))(
  'a session of a host stands in the window under its name, is decided, written to and undone from there, and its broken line is said (%s)',
  { timeout: 120_000 },
  async (theme) => {
    await begin()
    host = await openHost({
      theme,
      configure: (home) => {
        const settings = `command = ${JSON.stringify(world.ssh.command)}\nengine = ${JSON.stringify(world.engine)}\n`
        writeFileSync(join(home, 'config.toml'), `[hosts.build1]\n${settings}`)
        mkdirSync(join(home, 'prompts'))
        writeFileSync(join(home, 'prompts/mine.md'), 'Of this machine.')
      },
    })
    const { page } = host
    // The window begins with the request, where the host answered before the page asked.
    await page.getByRole('button', { name: 'New session', exact: true }).click()
    const task = page.getByRole('textbox', { name: 'Describe a task' })
    await task.fill('/mi')
    await page.getByRole('listbox').getByText('/mine').waitFor()
    await task.fill('')
    const row = page.locator('.rail .srow').first()
    await row.locator('.host', { hasText: 'build1' }).waitFor()
    await page.locator('#inbox-count', { hasText: '1' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Inbox' }).click()
    // At the heading of its session, once.
    expect(await page.locator('.list-group .host').innerText()).toContain('build1')
    expect(await page.locator('.rrow .host').count()).toBe(0)
    const panel = page.locator('.detail .approval')
    expect(await panel.locator('.ap-head .host').innerText()).toContain('build1')
    // What it may is done by then, and nobody was asked.
    expect([inside(), existsSync(outside)]).toEqual(['one\nmore\n', false])
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

    await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
    expect(inside()).toBe('one\nmore\nmore\n')
    // A prompt of this machine is none there.
    await field.fill('/')
    await page.getByRole('listbox').getByText('/undo').waitFor()
    expect(await page.getByRole('listbox').innerText()).not.toContain('/mine')
    await field.fill('/mine')
    expect(await page.getByRole('region', { name: 'What /mine sends' }).count()).toBe(0)
    for (const [turn, left] of [
      ['2', 'one\nmore\n'],
      ['1', 'one\n'],
    ] as const) {
      await field.fill('/undo')
      await field.press('Enter')
      const putBack = page.getByRole('dialog').getByRole('button', { name: /^Put back/ })
      await putBack.click()
      await page.getByText(`Took back what turn ${turn} changed`).waitFor()
      expect(inside()).toBe(left)
    }
    await page.getByRole('button', { name: 'New session', exact: true }).click()
    const folder = page.getByRole('combobox', { name: 'Folder there' })
    // The folders of the sessions there, then those that its engine finds, and one that is not there.
    await folder.focus()
    await page.getByRole('listbox', { name: 'Recent folders' }).getByText(project).waitFor()
    await folder.fill(join(project, 'none'))
    await page.getByText(/^build1: .*none/).waitFor()
    expect(await page.getByRole('button', { name: 'Start there' }).isDisabled()).toBe(true)
    await folder.fill(project.slice(0, -1))
    await page.getByRole('listbox', { name: 'Folders that fit' }).getByText(project).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`host-start-${theme}`) })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => folder.inputValue()).toBe(`${project}/`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await page.locator('.bar .host', { hasText: 'build1' }).waitFor()
    await page.getByRole('textbox', { name: 'Message to the agent' }).waitFor()
    // What was said there is found from here, and is gone to.
    await page.keyboard.press('Control+Shift+F')
    await page.getByRole('searchbox').fill('down over there')
    const found = page.getByRole('region', { name: 'On build1' }).locator('.srow')
    await found.filter({ hasText: 'Write it' }).last().click()
    await page.getByText('Done over there.').first().waitFor()
    expect(host.complaints).toEqual([])
  },
)
