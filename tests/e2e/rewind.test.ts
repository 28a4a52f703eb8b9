import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../fakes/model-server'
import { shellCall } from '../fakes/app-server-home'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

/** Each message that asks for it writes files, once. */
const script = ({ body }: RecordedRequest) => {
  const text = JSON.stringify(body)
  const asked = [...text.matchAll(/Step (\d)\./g)].at(-1)?.[1] ?? '0'
  return text.includes(`call_${asked}`)
    ? { text: `Step ${asked} is done.` }
    : shellCall(`call_${asked}`, 'sh', '-c', `echo step-${asked} > all.txt; echo new > only-${asked}.txt`)
}

test.each(oneBySeed('theme of rewind', ['light', 'dark'] as const))(
  'a session is rewound to a message with its files, goes on from there, and is the same after a reload and a restart (%s)',
  async (theme) => {
    const host = await scriptedHost(() => script, {
      theme,
      config: 'approval_policy = "never"\nsandbox_mode = "workspace-write"',
    })
    const { page, workspace, server } = host
    const read = (name: string): string | undefined =>
      existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), 'utf8').trim() : undefined
    const field = await host.startSession()
    const say = async (step: number): Promise<void> => {
      await field.fill(`Step ${String(step)}.`)
      await field.press('Enter')
      await page.getByText(`Step ${String(step)} is done.`).waitFor()
      await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'hidden' })
    }
    for (const step of [1, 2, 3]) await say(step)
    expect([read('all.txt'), read('only-2.txt')]).toEqual(['step-3', 'new'])

    const transcript = page.locator('#transcript')
    const openAt = async (text: string): Promise<void> => {
      const message = transcript.locator('.say.you', { hasText: text })
      await message.getByRole('button', { name: 'Go on from this message' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Rewind to here…', disabled: false }).waitFor()
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
    }
    await openAt('Step 2.')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 turns with 2 messages of yours will count no more').waitFor()
    expect(await dialog.getByRole('button', { name: 'Cancel' }).evaluate((it) => it.matches(':focus'))).toBe(
      true,
    )
    const rows = dialog.locator('.restore-files').nth(0).locator('li')
    await expect
      .poll(async () => (await rows.allInnerTexts()).toSorted())
      .toEqual(['all.txt changes back', 'only-2.txt is removed', 'only-3.txt is removed'])
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`rewind-${theme}`) })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(read('all.txt')).toBe('step-3')

    writeFileSync(join(workspace, 'only-3.txt'), 'by hand\n')
    await openAt('Step 2.')
    await dialog.getByText('Changed since then, and left as it is').waitFor()
    await dialog.getByRole('button', { name: 'Rewind both' }).click()
    await page.getByText('Took the conversation back by 2 turns, and 2 files of the folder.').waitFor()
    // What was written comes back into the field, which has the focus.
    await expect.poll(() => field.inputValue()).toBe('Step 2.')
    await expect.poll(() => field.evaluate((it) => it.matches(':focus'))).toBe(true)
    expect([read('all.txt'), read('only-1.txt'), read('only-2.txt'), read('only-3.txt')]).toEqual([
      'step-1',
      'new',
      undefined,
      'by hand',
    ])
    const shown = async (): Promise<string> => transcript.innerText()
    expect(await shown()).not.toMatch(/Step [23]/)
    /** What stands there once each of so many turns has told what it changed, which comes last. */
    const settled = async (turns: number): Promise<string> => {
      await expect.poll(() => transcript.getByText('Changes this turn: 2 files').count()).toBe(turns)
      return shown()
    }

    const before = server.requests.length
    await say(4)
    for (const { body } of server.requests.slice(before)) {
      const text = JSON.stringify(body)
      expect(text).toContain('Step 1 is done.')
      expect(text).not.toMatch(/Step [23]|step-[23]|call_[23]|only-[23]/)
    }
    expect([read('all.txt'), read('only-4.txt')]).toEqual(['step-4', 'new'])

    const after = await settled(2)
    await page.reload()
    await page.getByText('Step 4 is done.').waitFor()
    await expect.poll(shown).toBe(after)
    await page.screenshot({ path: pictureAt(`rewound-${theme}`) })

    // Of the conversation alone: the folder stays, and the turns that went can still be undone in it.
    await openAt('Step 4.')
    await dialog.getByRole('radio', { name: 'Conversation only' }).check()
    await dialog.getByRole('button', { name: 'Rewind conversation' }).click()
    await page.getByText('Took the conversation back by a turn; files stay as they are.').waitFor()
    expect([read('all.txt'), await shown()]).toEqual(['step-4', expect.not.stringContaining('Step 4')])
    expect(host.complaints).toEqual([])
    const last = await settled(1)
    const next = await host.restart()
    await next.getByRole('button', { name: 'Step 1.' }).first().click()
    await next.getByText('files stay as they are').waitFor()
    await expect.poll(() => next.locator('#transcript').innerText()).toBe(last)
  },
)
