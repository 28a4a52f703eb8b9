import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'

test('what was allowed again and again is suggested on the page of rules, with its back-test, and never once more after a no', async () => {
  const host = await scriptedHost(() => () => ({ text: 'Nothing to do.' }), {
    config: 'approval_policy = "untrusted"\nsandbox_mode = "workspace-write"',
    configure: (home, workspace) => {
      const asked = (id: string, words: readonly string[], file: string): string => {
        const request = {
          ...{ id, session: 's1', at: new Date(Date.now() - 3_600_000).toISOString(), folder: workspace },
          ...{ text: words.join(' '), commands: [words], level: 'medium', outcome: 'allowed', by: 'window' },
        }
        const changes = [{ path: join(workspace, file), kind: 'created', type: 'file' }]
        return `${JSON.stringify(request)}\t${JSON.stringify({ changes, hosts: [] })}\n`
      }
      const lines = [
        ...['a', 'b', 'c', 'd'].map((id) => asked(id, ['npm', 'run', 'build'], `dist/${id}.js`)),
        ...['e', 'f', 'g'].map((id) => asked(id, ['npm', 'test'], 'coverage/report')),
      ]
      writeFileSync(join(home, 'requests-index.jsonl'), `{"version":1}\n${lines.join('')}`, { mode: 0o600 })
    },
  })
  const { page, home } = host
  await host.startSession()
  await page.keyboard.press('Control+,')
  const region = page.getByRole('region', { name: 'Effect rules' })
  const suggested = page.getByRole('group', { name: 'Suggested today' })
  await suggested.getByText('You allowed this 4 times.').waitFor()
  expect(await suggested.innerText()).toMatch(
    /npm run build[^]*Writes \*\.js in dist\.\s+Would have answered 4 of the last 7\./,
  )
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('suggested-rule') })
  await suggested.getByRole('button', { name: 'Don’t suggest this' }).click()
  await suggested.waitFor({ state: 'detached' })

  const again = async (): Promise<void> => {
    await page.reload()
    await page.locator('#rail').waitFor({ state: 'attached' })
    // The page takes keys a moment after it is drawn.
    const open = async (): Promise<boolean> => {
      await page.keyboard.press('Control+,')
      return region.isVisible()
    }
    await expect.poll(open, { timeout: 60_000 }).toBe(true)
  }
  // Today there is no other.
  await again()
  await page.getByText('There is none yet.').waitFor()
  expect([await suggested.count(), existsSync(join(home, 'rules.toml'))]).toEqual([0, false])

  const file = join(home, 'rule-suggestions.json')
  const note = JSON.parse(readFileSync(file, 'utf8')) as { shown: { at: number } }
  writeFileSync(file, JSON.stringify({ ...note, shown: { ...note.shown, at: Date.now() - 25 * 3_600_000 } }))
  await again()
  await suggested.getByText('You allowed this 3 times.').waitFor()
  await suggested.getByRole('button', { name: 'Allow these effects for 30 days' }).click()
  await page
    .getByRole('region', { name: 'Effect rules' })
    .getByText('npm test', { exact: true })
    .first()
    .waitFor()
  expect(readFileSync(join(home, 'rules.toml'), 'utf8')).toMatch(
    /writes = \["coverage\/report"\][^]*ends = \{ at = "/,
  )
  expect(host.complaints).toEqual([])
})
