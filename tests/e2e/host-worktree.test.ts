import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shellCall } from '../fakes/app-server-home'
import { hostWorld, type HostWorld } from '../fakes/host-world'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-C', folder, ...args], {
    encoding: 'utf8',
  })

let world: HostWorld
let place: string
let project: string
let host: OpenHost | undefined
beforeEach(async () => {
  world = await hostWorld(({ body }) => {
    const { input } = body as { input: readonly { type: string }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done over there.' }
    const commit = 'echo two > b.txt; git add -A; git -c user.name=a -c user.email=a@b commit -qm second'
    return shellCall('one', 'sh', '-c', commit)
  })
  place = realpathSync(mkdtempSync('/var/tmp/cs-e2e-worktree-'))
  project = join(place, 'shop')
  git(place, 'init', '-q', '-b', 'main', project)
  writeFileSync(join(project, 'a.txt'), 'one\n')
  git(project, 'add', '-A')
  git(project, 'commit', '-qm', 'first')
  git(project, 'branch', 'older')
  writeFileSync(join(project, 'a.txt'), 'newer\n')
  git(project, 'commit', '-qam', 'newer')
  writeFileSync(join(project, 'mine.txt'), 'not committed')
})
afterEach(async () => {
  await host?.close()
  host = undefined
  await world.close()
  rmSync(place, { recursive: true, force: true })
})

test(
  'a session of a host works in a git worktree there, made from a branch that was chosen, and the archive removes it where that is wished',
  { timeout: 120_000 },
  async () => {
    host = await openHost({
      configure: (home) => {
        const settings = `command = ${JSON.stringify(world.ssh.command)}\nengine = ${JSON.stringify(world.engine)}\n`
        writeFileSync(join(home, 'config.toml'), `[hosts.build1]\n${settings}`)
      },
    })
    const { page } = host
    const form = page.getByRole('form', { name: 'New session on a host' })
    await form.getByRole('combobox', { name: 'Folder there' }).fill(project)
    await form.getByLabel('Works in').selectOption({ label: 'A git worktree of its own' })
    await form.getByText(`${project}.worktrees`).waitFor()
    await form.getByText('Not in it: 1 file that is not committed.').waitFor()
    await form.getByRole('combobox', { name: 'From' }).selectOption('older')
    expect(await axeFindings(page)).toEqual([])
    await form.getByRole('button', { name: 'Start there' }).click()
    await page.locator('.bar .host', { hasText: 'build1' }).waitFor()
    const worktrees = `${project}.worktrees`
    const worktree = join(worktrees, readdirSync(worktrees)[0] ?? '')
    expect(git(worktree, 'show', 'HEAD:a.txt')).toBe('one\n')
    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.fill('Write it down and commit it')
    await field.press('Enter')
    await page.getByText('Done over there.').waitFor()
    await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
    expect([existsSync(join(worktree, 'b.txt')), existsSync(join(project, 'b.txt'))]).toEqual([true, false])
    const branch = git(worktree, 'symbolic-ref', '--short', 'HEAD').trim()
    expect(branch).toMatch(/^countersign\//)

    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(worktree).waitFor()
    await dialog.getByText('All is committed there.').waitFor()
    await dialog.getByRole('checkbox', { name: 'Remove the worktree' }).check()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await expect.poll(() => existsSync(worktree)).toBe(false)
    expect(git(project, 'show', `${branch}:b.txt`)).toBe('two\n')
    expect(host.complaints).toEqual([])
  },
)
