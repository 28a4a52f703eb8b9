import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { scriptedHost, type ScriptedHost } from './scripted-host'

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-C', folder, ...args], {
    encoding: 'utf8',
  })

/** Does what the last message says, as one command, and then says so. */
function script({ body }: RecordedRequest): Answer {
  const asked = JSON.stringify(body)
  if (!asked.includes('"tools":[{')) return { text: '{}' }
  const { messages } = body as { messages: { role: string; content: unknown }[] }
  const last = messages.at(-1)
  if (last?.role !== 'user') return { text: 'Done.' }
  const id = `call_${String(messages.length)}`
  return { calls: [{ id, name: 'exec_command', arguments: { cmd: String(last.content) } }] }
}

interface Opened extends ScriptedHost {
  readonly worktrees: string
  readonly field: Locator
  /** Sends a message and waits for the end of its turn. */
  readonly say: (text: string) => Promise<void>
}

/** A session in a worktree of a repository with one commit, begun by hand. */
async function open(): Promise<Opened> {
  const host = await scriptedHost(() => script, {
    below: '/var/tmp', // no command may write there
    config: 'approval_policy = "never"\nsandbox_mode = "workspace-write"',
    configure: (_, workspace) => {
      git(workspace, 'init', '-q', '-b', 'main')
      writeFileSync(join(workspace, '.gitignore'), 'node_modules\n')
      git(workspace, 'add', '-A')
      git(workspace, 'commit', '-qm', 'first')
      mkdirSync(join(workspace, 'node_modules'))
      writeFileSync(join(workspace, 'node_modules/a.js'), '')
      writeFileSync(join(workspace, 'mine.txt'), 'not committed')
    },
  })
  const { page, workspace } = host
  await page.getByRole('combobox', { name: 'Workspace folder' }).fill(workspace)
  await page.getByLabel('Works in').selectOption({ label: 'A git worktree of its own' })
  await page.getByText('Not in it: 1 file that is not committed; what git ignores: node_modules/.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Message to the agent' })
  await field.waitFor()
  let said = 0
  return {
    ...host,
    worktrees: `${workspace}.worktrees`,
    field,
    async say(text) {
      said += 1
      await field.fill(text)
      await field.press('Enter')
      await expect.poll(() => page.getByText('Done.').count()).toBe(said)
    },
  }
}

const only = (folder: string): string => join(folder, readdirSync(folder)[0] ?? '')

async function ask(page: Page, item: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Session actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

const identity = 'git -c user.name=a -c user.email=a@b'

test('a session works in a worktree of its own; archiving removes it only when all is committed and it was wished', async () => {
  const { page, workspace, worktrees, say, complaints } = await open()
  const worktree = only(worktrees)
  const branch = git(worktree, 'symbolic-ref', '--short', 'HEAD').trim()
  await say('echo two > b.txt')
  expect([existsSync(join(worktree, 'b.txt')), existsSync(join(workspace, 'b.txt'))]).toEqual([true, false])

  let dialog = await ask(page, 'Archive')
  await dialog.getByText('It stays, since it holds what is not committed: b.txt.').waitFor()
  expect(await dialog.getByRole('checkbox').isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await say(`git add -A && ${identity} commit -qm second`)
  dialog = await ask(page, 'Archive')
  await dialog.getByText('All is committed there.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Remove the worktree' }).check()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect.poll(() => existsSync(worktree)).toBe(false)
  expect(git(workspace, 'show', `${branch}:b.txt`)).toBe('two\n')
  expect(readFileSync(join(workspace, 'mine.txt'), 'utf8')).toBe('not committed')
  expect(complaints).toEqual([])
})

test('deleting a session says what becomes of its worktree: without a wish it stays, and with one it goes once all is committed', async () => {
  const { page, workspace, worktrees, say, home } = await open()
  const worktree = only(worktrees)
  await say('echo two > b.txt')
  let dialog = await ask(page, 'Delete…')
  await dialog.getByText(`${worktree}.`).waitFor()
  await dialog.getByText('It stays, since it holds what is not committed: b.txt.').waitFor()
  expect(await dialog.getByRole('checkbox').isDisabled()).toBe(true)
  // Enter must not delete.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await say(`git add -A && ${identity} commit -qm second`)
  dialog = await ask(page, 'Delete…')
  await dialog.getByText('The folder stays unless you have it removed.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Remove the worktree' }).check()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => existsSync(worktree)).toBe(false)
  const records = (): string[] =>
    readdirSync(join(home, 'sessions'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    )
  await expect.poll(records).toEqual([])
  expect(git(workspace, 'branch', '--list', 'countersign/*').trim()).not.toBe('')
})

test('a session that is deleted without the wish leaves its worktree where it was', async () => {
  const { page, worktrees, say } = await open()
  const worktree = only(worktrees)
  await say('echo two > b.txt')
  const dialog = await ask(page, 'Delete…')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('combobox', { name: 'Workspace folder' }).waitFor()
  expect(readFileSync(join(worktree, 'b.txt'), 'utf8')).toBe('two\n')
})
