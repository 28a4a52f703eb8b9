import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { pictureAt, root, scriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

function script({ body }: RecordedRequest): Answer {
  const asked = JSON.stringify(body)
  if (!asked.includes('"tools":[{')) return { text: '{}' }
  if (asked.includes('call_1')) return { text: 'It sang.' }
  return { calls: [{ id: 'call_1', name: 'singer__look', arguments: {} }] }
}

test.each(oneBySeed('theme of server-sound', ['light', 'dark'] as const))(
  'a call outlives the window that it waits in; its sound is played in the next one, and told to the model (%s)',
  async (theme) => {
    const host = await scriptedHost(() => script, {
      theme,
      tables: `[mcp_servers.singer]\ncommand = "${process.execPath}"\nargs = ["${join(root, 'tests/fakes/hostile-mcp-server.mjs')}", "sings"]\n`,
    })
    const { page: first, server } = host
    const composer = await host.startSession()
    await composer.fill('Sing.')
    await composer.press('Enter')
    const asking = { name: 'Calls look of the MCP server singer.' }
    await first.getByRole('region', asking).waitFor()
    const address = first.url()

    // The window is gone: nothing is decided by that, and the next one has the question.
    const page = await first.context().newPage()
    await first.close()
    await page.goto(address)
    const session = page.getByRole('button', { name: /Sing\./ }).first()
    await session.waitFor()
    await session.click()
    await page.getByRole('region', asking).getByRole('button', { name: 'Allow once' }).click()
    await page.getByText('It sang.').waitFor()

    const sound = page.locator('audio')
    expect(await sound.getAttribute('aria-label')).toBe('Sound of the answer, audio/wav')
    await expect.poll(() => sound.evaluate((each: HTMLAudioElement) => each.duration)).toBe(0.5)
    expect(
      await sound.evaluate((each: HTMLAudioElement) => [each.controls, each.error, each.paused]),
    ).toEqual([true, null, true])
    await page.screenshot({ path: pictureAt(`server-sound-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    const told = server.requests.map(({ body }) => JSON.stringify(body)).join('\n')
    expect(told).toContain('[audio, audio/wav, 4044 bytes: played to the person, not to you]')
    expect(told).not.toContain('UklGR')
  },
)
