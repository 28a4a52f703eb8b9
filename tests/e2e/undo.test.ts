import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../fakes/model-server'
import { shellCall } from '../fakes/app-server-home'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

/** Changes one file, makes another and removes a third, once; then only speaks. */
const script = ({ body }: RecordedRequest) =>
  JSON.stringify(body).includes('call_1')
    ? { text: 'As you say.' }
    : shellCall('call_1', 'sh', '-c', 'echo two > changed.txt; echo new > "made <b>.txt"; rm removed.txt')

test.each(oneBySeed('theme of undo', ['light', 'dark'] as const))(
  'what a turn changed is taken back with /undo, file by file as shown, and done again; the model is told (%s)',
  async (theme) => {
    const host = await scriptedHost(() => script, {
      theme,
      config: 'approval_policy = "never"\nsandbox_mode = "workspace-write"',
      configure: (_, workspace) => {
        for (const name of ['changed', 'removed', 'mine'])
          writeFileSync(join(workspace, `${name}.txt`), 'one\n')
      },
    })
    const { page, workspace, server } = host
    const at = (name: string): string => join(workspace, name)
    const field = await host.startSession()
    const say = async (text: string): Promise<void> => {
      await field.fill(text)
      await field.press('Enter')
    }
    await say('/undo')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No turn of this session has changed a file').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await say('Change the files.')
    await page.getByText('As you say.').waitFor()
    // While a turn runs no command is taken, and its last words come before its end.
    await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
    expect(existsSync(at('removed.txt'))).toBe(false)

    // Where the changes are shown, too: nobody has to know the command.
    await page.getByRole('button', { name: 'Undo…' }).click()
    await dialog.getByText('These files become as they were before the turn').waitFor()
    expect(await dialog.getByRole('heading').innerText()).toBe('Undo turn 1')
    await dialog.getByText('Commits stay.').waitFor()
    expect(await dialog.locator('blockquote').innerText()).toBe('Change the files.')
    const rows = dialog.locator('.restore-files li')
    expect((await rows.allInnerTexts()).toSorted()).toEqual([
      'changed.txt changes back',
      'made <b>.txt is removed',
      'removed.txt comes back',
    ])
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`undo-${theme}`) })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(readFileSync(at('changed.txt'), 'utf8')).toBe('two\n')

    writeFileSync(at('changed.txt'), 'mine\n')
    await say('/undo')
    await dialog.getByText('Changed since then').waitFor()
    await dialog.getByRole('button', { name: 'Put back 2 files' }).click()
    // At once: it waits for what is being put back, and is not told that there is nothing.
    await say('/redo')
    await dialog.getByText('These files become as they were after the turn').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Took back what turn 1 changed: 2 files as before it.').waitFor()
    expect([readFileSync(at('changed.txt'), 'utf8'), existsSync(at('made <b>.txt'))]).toEqual([
      'mine\n',
      false,
    ])
    expect(readFileSync(at('removed.txt'), 'utf8')).toBe('one\n')

    expect(await page.getByRole('button', { name: 'Undo…' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Redo…' }).click()
    await dialog.getByText('These files become as they were after the turn').waitFor()
    expect((await rows.allInnerTexts()).slice(0, 2).toSorted()).toEqual([
      'made <b>.txt is made again',
      'removed.txt is removed again',
    ])
    await dialog.getByRole('button', { name: 'Redo in 2 files' }).click()
    await page.getByText('Did again what turn 1 had changed: 2 files').waitFor()
    expect([existsSync(at('made <b>.txt')), existsSync(at('removed.txt'))]).toEqual([true, false])

    await say('Go on.')
    await expect.poll(() => JSON.stringify(server.requests.at(-1)?.body)).toContain('Go on.')
    expect(JSON.stringify(server.requests.at(-1)?.body)).toMatch(
      /user_action[^]*restore files[^]*Took back what turn 1 changed[^]*Did again/,
    )
    expect(host.complaints).toEqual([])
  },
)
