import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { byTask, spawnCall, waitCall } from '../fakes/agents-script'
import { shellCall } from '../fakes/app-server-home'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

/** One agent makes a file that lies outside, the other waits. */
const scriptFor = (target: string) =>
  byTask({
    'Have the notes written.': [
      spawnCall('writer', 'Make the file for the notes, beside the project.'),
      spawnCall('reader', 'Wait for the notes.'),
      waitCall('w1', { timeout_ms: 120_000 }),
      { text: 'The file is there.' },
    ],
    'Make the file for the notes, beside the project.': [
      shellCall('call_1', 'touch', target),
      { text: 'Made it.' },
    ],
    'Wait for the notes.': [shellCall('call_1', 'sleep', '300')],
  })

test.each(oneBySeed('theme of agents', ['light', 'dark'] as const))(
  'an agent’s question is answered from the inbox, and its transcript opens from its card (%s)',
  async (theme) => {
    const host = await scriptedHost(
      ({ base }) => {
        const script = scriptFor(join(base, 'notes.txt'))
        return (request) => script(request) ?? { text: 'Nothing more.' }
      },
      {
        theme,
        below: '/var/tmp', // no command may write there
        wire: 'responses',
        config: 'approval_policy = "on-failure"',
        tables: '[features]\nsandbox_command_assessment = false\n',
      },
    )
    const { page } = host
    const composer = await host.startSession()
    await composer.fill('Have the notes written.')
    await composer.press('Enter')

    const card = page.getByRole('article', { name: 'Agent writer' })
    await card.getByText('1 decision waits').waitFor()
    const atWork = page.getByRole('region', { name: 'Agents at work' })
    expect(await atWork.getByRole('listitem').count()).toBe(2)
    await page.screenshot({ path: pictureAt(`agents-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    // One row stands for the session and its agents.
    expect(await page.locator('.srow').count()).toBe(1)

    await page.getByRole('button', { name: 'Inbox' }).click()
    await page.locator('.rrow').waitFor()
    expect(await page.locator('.rrow').innerText()).toContain('agent writer')
    const panel = page.locator('.detail')
    expect(await panel.innerText()).toMatch(/Asked by the agent “writer” of “Have the notes written\.”/)
    await untilArmed(page)
    await page.screenshot({ path: pictureAt(`agent-asks-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    await panel.locator('.a-once').click()

    await page.locator('.srow').click()
    await page.getByText('The file is there.').waitFor()
    expect(existsSync(join(host.base, 'notes.txt'))).toBe(true)
    await card.getByRole('button', { name: 'Open transcript of writer' }).click()
    await page.getByText('Made it.').waitFor()
    await page.screenshot({ path: pictureAt(`agent-transcript-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: /^Back to Have the notes/ }).click()
    await atWork.getByRole('button', { name: 'Stop the agent reader' }).click()
    const reader = page.getByRole('article', { name: 'Agent reader' })
    await reader.getByText('Stopped').waitFor()
    // One arrow opens it; the others say that it is an agent, and how it ended.
    const drawn = await reader
      .locator('.card-head svg')
      .evaluateAll((all) => all.map((each) => each.innerHTML))
    expect([drawn.length, new Set(drawn).size]).toEqual([3, 3])
    expect(await atWork.count()).toBe(0)
    expect(host.complaints).toEqual([])
  },
)
