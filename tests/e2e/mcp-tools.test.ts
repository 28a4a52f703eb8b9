import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { pictureAt, root, scriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

/** Calls the tool three times, then says that it is done; whoever asks for a view gets a calm one. */
function script({ body }: RecordedRequest): Answer {
  const asked = JSON.stringify(body)
  if (!asked.includes('"tools":[{'))
    return {
      text: JSON.stringify({ description: 'Writes a file.', risk_level: 'low', risk_categories: [] }),
    }
  const done = ['call_3', 'call_2', 'call_1'].find((id) => asked.includes(id))
  if (done === 'call_3') return { text: 'All three are done.' }
  const next = done === undefined ? 1 : Number(done.slice(-1)) + 1
  const args = { path: `note-${String(next)}.txt`, text: 'Line one\nLine two', tags: ['a', 'b'] }
  return { calls: [{ id: `call_${String(next)}`, name: 'notes__look', arguments: args }] }
}

test.each(oneBySeed('theme of mcp-tools', ['light', 'dark'] as const))(
  'a tool of an MCP server: asked with all its arguments, allowed for the session, asked again when it is described otherwise (%s)',
  async (theme) => {
    const host = await scriptedHost(() => script, {
      theme,
      tables: `[mcp_servers.notes]\ncommand = "${process.execPath}"\nargs = ["${join(root, 'tests/fakes/hostile-mcp-server.mjs')}", "renamed-writes"]\n`,
    })
    const { page } = host
    const composer = await host.startSession()
    await composer.fill('Write three notes.')
    await composer.press('Enter')

    const panel = page.getByRole('region', { name: 'Calls look of the MCP server notes.' })
    await panel.waitFor()
    expect(await panel.locator('.level').innerText()).toBe('Medium risk')
    await panel.getByText('note-1.txt').first().waitFor()
    await panel.getByText(/“Looks” Nobody checked this\./).waitFor()
    await untilArmed(page) // pictures show it armed
    await page.screenshot({ path: pictureAt(`tool-call-${theme}`) })
    expect(await axeFindings(page)).toEqual([])

    await panel.locator('.a-more').click()
    await panel.getByRole('button', { name: /^Allow for/ }).click()
    await page
      .getByRole('radio', { name: /session/i })
      .first()
      .click()
    const told = page.getByRole('group', { name: 'Grant to be given' })
    expect(await told.innerText()).toMatch(
      /look of the MCP server notes[^]*Arguments[^]*any[^]*describes the tool/,
    )
    expect(await told.innerText()).not.toContain('note-1.txt')
    await page.screenshot({ path: pictureAt(`tool-call-for-${theme}`) })
    await page
      .getByRole('form')
      .getByRole('button', { name: /^Allow/ })
      .click()

    // The second call runs by that; it brings another description, and the third is asked about again.
    await page.getByText(/and sends what it sees/).waitFor()
    await untilArmed(page)
    await page.screenshot({ path: pictureAt(`tool-call-again-${theme}`) })
    expect(await page.getByRole('article', { name: 'Tool look of notes' }).count()).toBe(3)
    await page.locator('.a-tell').click()
    await page
      .getByRole('form')
      .getByRole('button', { name: /^Deny and tell the agent/ })
      .click()
    await page.getByText('All three are done.').waitFor()
    await page.screenshot({ path: pictureAt(`tool-calls-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    const asked = host.server.requests.map(({ body }) => JSON.stringify(body)).join('\n')
    expect(asked).toContain('tool call rejected by user')
    expect(host.complaints).toEqual([])
    expect(readFileSync(join(host.home, 'config.toml'), 'utf8')).toContain('notes')
  },
)
