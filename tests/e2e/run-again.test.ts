import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { oneBySeed } from '../fakes/by-seed'
import { pictureAt, root, scriptedHost } from './scripted-host'

// What was stopped with nobody asked runs again, with a yes.

/** A window whose session has been told to write beyond its folder, by this script, and whose agent says `end` of a run that came to nothing. */
async function begin(policy: string, end: string, script = (write: string): string => write) {
  const host = await scriptedHost(
    ({ base }) =>
      ({ body }) => {
        const told = JSON.stringify(body)
        if (told.includes('user_action')) return { text: 'Now it is there.' }
        if (told.includes('call_1')) return { text: end }
        const command = ['bash', '-c', script(`echo first >> ${join(base, 'out')}`)]
        return { calls: [{ id: 'call_1', name: 'shell', arguments: { command } }] }
      },
    { config: `approval_policy = "${policy}"\nsandbox_mode = "workspace-write"`, below: homedir() },
  )
  const field = await host.startSession()
  await field.fill('Go')
  await field.press('Enter')
  return { host, page: host.page, out: join(host.base, 'out') }
}

test.each([
  ['never', '', 'Stopped by the sandbox'],
  ['on-request', '', 'Stopped by the sandbox'],
  // Nobody is asked about a success, and its exit code is another part's.
  ['on-failure', ' 2>&1 | tail -1', 'The sandbox stopped a part of it: '],
] as const)(
  'under %s the card of what was stopped leads to a question and a run (%j behind it)',
  async (policy, behind, said) => {
    const { host, page, out } = await begin(policy, 'It was stopped.', (write) => `(${write})${behind}`)
    await page.getByText('It was stopped.').waitFor()
    const card = page.getByRole('article', { name: 'Command' }).first()
    await card.getByText(said).waitFor()
    const again = card.getByRole('button', { name: 'Allow and run again…' })
    await page.screenshot({ path: pictureAt(`run-again-${policy}`) })
    expect(await axeFindings(page)).toEqual([])
    await again.click()
    const panel = page.locator('section.approval')
    await panel.waitFor()
    await page.locator('.rh[aria-busy="true"]').waitFor({ state: 'detached' })
    expect(existsSync(out)).toBe(false)
    expect(await again.isDisabled()).toBe(true)
    await untilArmed(page)
    await page.screenshot({ path: pictureAt(`run-again-${policy}-asked`) })
    await panel.locator('.a-once').click()
    await page.getByText('Now it is there.').waitFor()
    expect(readFileSync(out, 'utf8')).toBe('first\n')
    expect(host.complaints).toEqual([])
  },
)

// Where everything that has an effect is asked about first, it was a person who stopped it.
test.each(['untrusted', 'effects'])(
  'under %s the card of what was denied leads to a question anew and a run, and its no stands until then',
  async (policy) => {
    const { host, page, out } = await begin(policy, 'It was denied.')
    const panel = page.locator('section.approval')
    await panel.waitFor()
    await untilArmed(page)
    await panel.locator('.a-tell').click()
    await panel.getByRole('button', { name: /^Deny and tell the agent/ }).click()
    await page.getByText('It was denied.').waitFor()
    const card = page.getByRole('article', { name: 'Command' }).first()
    await card.getByRole('button', { name: 'Allow and run again…' }).click()
    await panel.waitFor()
    await page.locator('.rh[aria-busy="true"]').waitFor({ state: 'detached' })
    expect(existsSync(out)).toBe(false)
    await untilArmed(page)
    await page.screenshot({ path: pictureAt(`run-again-${policy}-asked`) })
    expect(await panel.locator('.ap-effect').innerText()).toContain('out')
    await panel.locator('.a-once').click()
    await page.getByText('Now it is there.').waitFor()
    expect(readFileSync(out, 'utf8')).toBe('first\n')
    expect(host.complaints).toEqual([])
  },
)

test.each(oneBySeed('policy of tools made again', ['never', 'on-request'] as const))(
  'under %s the card of a server’s tool that was stopped leads to a question with its arguments, and to the call',
  async (policy) => {
    const theme = policy === 'never' ? 'light' : 'dark'
    const host = await scriptedHost(
      ({ base }) =>
        ({ body }) => {
          const told = JSON.stringify(body)
          if (told.includes('user_action')) return { text: 'Now it is written.' }
          if (told.includes('call_1')) return { text: 'I was not let.' }
          const path = join(base, 'project', 'note.txt')
          return { calls: [{ id: 'call_1', name: 'notes__look', arguments: { path } }] }
        },
      {
        theme,
        config: `approval_policy = "${policy}"\nsandbox_mode = "workspace-write"`,
        tables: `[mcp_servers.notes]\ncommand = "${process.execPath}"\nargs = ["${join(root, 'tests/fakes/hostile-mcp-server.mjs')}", "writes"]\n`,
        below: homedir(),
      },
    )
    const { page, workspace } = host
    const note = join(workspace, 'note.txt')
    const field = await host.startSession()
    await field.fill('Go')
    await field.press('Enter')
    const panel = page.locator('section.approval')
    if (policy !== 'never') {
      await panel.waitFor()
      await untilArmed(page)
      await panel.locator('.a-tell').click()
      await panel.getByRole('button', { name: /^Deny and tell the agent/ }).click()
    }
    await page.getByText('I was not let.').waitFor()
    const card = page.getByRole('article', { name: 'Tool look of notes' }).first()
    const again = card.getByRole('button', { name: 'Allow and run again…' })
    await again.waitFor()
    await page.screenshot({ path: pictureAt(`run-again-tool-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    await again.click()
    await panel.waitFor()
    await panel.getByText('note.txt').first().waitFor()
    expect(existsSync(note)).toBe(false)
    expect(await again.isDisabled()).toBe(true)
    await untilArmed(page)
    await page.screenshot({ path: pictureAt(`run-again-tool-${theme}-asked`) })
    // What is never asked about gets no lasting yes by the way.
    await panel.locator('.a-more').click()
    expect(await panel.getByRole('button', { name: /^Allow for/ }).isDisabled()).toBe(policy === 'never')
    await panel.locator('.a-once').click()
    await page.getByText('Now it is written.').waitFor()
    expect(readFileSync(note, 'utf8')).toBe('x')
    expect(await page.getByRole('article', { name: 'Tool look of notes' }).count()).toBe(2)
    await page.screenshot({ path: pictureAt(`run-again-tool-${theme}-made`) })
    expect(host.complaints).toEqual([])
  },
)
