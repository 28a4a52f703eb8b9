import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { axeFindings } from './axe-findings'
import { scriptedHost } from './scripted-host'

const open = () =>
  scriptedHost(() => () => ({ text: 'I am here.' }), {
    below: '/var/tmp',
    config: '# mine\nmodel_reasoning_effort = "low" # kept',
    configure: (_, workspace) => {
      mkdirSync(join(workspace, '.countersign'))
      mkdirSync(join(workspace, '.codex'))
      writeFileSync(
        join(workspace, '.countersign/config.toml'),
        'model_reasoning_effort = "high"\nsandbox_mode = "danger-full-access"\n',
      )
      writeFileSync(join(workspace, '.codex/config.toml'), 'model = "theirs"\n')
      writeFileSync(join(workspace, 'AGENTS.md'), 'Be brief.\n')
    },
  })

test.each([
  ['Trust', 'trusted', 'Workspace write', 'high'],
  ['Do not trust', 'untrusted', 'Read only', 'low'],
] as const)(
  'a project with settings of its own is asked about before a session begins: %s is kept, and counts at once',
  async (button, level, sandbox, effort) => {
    const { page, workspace, home, server, complaints } = await open()
    await page.getByRole('combobox', { name: 'Workspace folder' }).fill(workspace)
    await page.getByText('Do you trust the files of this project?').waitFor()
    await page.getByText('Trusted, it sets model_reasoning_effort = "high".').waitFor()
    // What decides nothing stands below.
    await page.getByText('What its files may do').click()
    for (const said of [
      'No project may set sandbox_mode',
      'The agent is given AGENTS.md to read as instructions, trusted or not.',
      'Of other programs, and not read: .codex/config.toml.',
    ])
      await page.getByText(said).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(level === 'trusted' ? /^Trusted: / : /^Not trusted: /).waitFor()
    const config = readFileSync(join(home, 'config.toml'), 'utf8')
    expect(config).toContain(`${JSON.stringify(workspace)} = { trust_level = "${level}" }`)
    expect(config).toContain('# mine\nmodel_reasoning_effort = "low" # kept')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.fill('Hello')
    await field.press('Enter')
    await page.getByText('I am here.').waitFor()
    const { body } = await server.request(0)
    expect(body).toMatchObject({ reasoning_effort: effort })
    expect(JSON.stringify(body)).toContain('Be brief.')
    await page.locator('.bar').getByText(sandbox).waitFor()
    expect(complaints).toEqual([])
  },
)

test('no answer is no trust, and keeps nobody from starting', async () => {
  const host = await open()
  const { page, home, server } = host
  const field = await host.startSession()
  await field.fill('Hello')
  await field.press('Enter')
  await page.getByText('I am here.').waitFor()
  expect((await server.request(0)).body).toMatchObject({ reasoning_effort: 'low' })
  expect(readFileSync(join(home, 'config.toml'), 'utf8')).not.toContain('trust_level')
})
