import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startOAuthServer } from '../fakes/oauth-mcp-server'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { oneBySeed } from '../fakes/by-seed'

let host: OpenHost | undefined
let far: Awaited<ReturnType<typeof startOAuthServer>> | undefined
let base = ''
afterEach(async () => {
  await host?.close()
  await far?.close()
  rmSync(base, { recursive: true, force: true })
})

const root = join(import.meta.dirname, '../..')
const pictures = join(root, process.env.KEEP_IMAGES === '1' ? 'docs/images' : 'test-results')
const program = (id: string, manner: string): string =>
  `# about ${id}\n[mcp_servers.${id}]\ncommand = "${process.execPath}"\nargs = ["${join(root, 'tests/fakes/hostile-mcp-server.mjs')}", "${manner}"]\n`

test.each(oneBySeed('theme of mcp-servers', ['light', 'dark'] as const))(
  'the servers in the settings: how each does and why, a switch that keeps comments, and signing in (%s)',
  async (theme) => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-e2e-servers-')))
    const workspace = join(base, 'project')
    mkdirSync(workspace)
    mkdirSync(pictures, { recursive: true })
    const started = await startOAuthServer({ codesByName: true })
    far = started
    host = await openHost({
      theme,
      configure: (home) => {
        writeFileSync(
          join(home, 'config.toml'),
          [
            'model = "m"\nmodel_provider = "local"\n[model_providers.local]\nname = "Local"',
            'base_url = "http://127.0.0.1:9/v1"\nwire_api = "chat"',
            program('good', 'escapes'),
            program('bad', 'no-start'),
            `[mcp_servers.far]\nurl = "${started.url}"\n`,
          ].join('\n'),
        )
      },
    })
    const { page, home } = host
    await page.getByRole('combobox', { name: 'Workspace folder' }).fill(workspace)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('textbox', { name: 'Message to the agent' }).waitFor()
    await page.getByRole('button', { name: /Settings, grants/ }).click()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const row = (id: string) => page.getByRole('group', { name: id, exact: true })
    await row('good').getByText('Ready in 1 session').waitFor()
    await row('bad').getByText('Failed in 1 session').waitFor()
    await row('bad').getByText('it ended with exit code 1').waitFor()
    await row('bad').getByText('Its last lines of error output').click()
    await row('bad').getByText('cannot open the database').waitFor()
    await row('bad').getByRole('button', { name: 'Start again: bad' }).click()
    await row('good').getByText('1 tool', { exact: true }).click()
    expect(await row('good').innerText()).toMatch(
      /Words of the server[^]*looU\+200Bk[^]*AU\+001B\[2JtoolU\+202E/,
    )
    await row('good').getByRole('combobox', { name: 'Use good' }).selectOption('Off')
    await row('good').getByText('Follows with the next turn').waitFor()
    const written = readFileSync(join(home, 'config.toml'), 'utf8')
    for (const kept of ['# about good', '# about bad', 'enabled = false']) expect(written).toContain(kept)

    await row('far').getByText('Failed in 1 session').waitFor()
    expect(started.asked).toEqual([])
    await row('far').getByRole('button', { name: 'Sign in to far' }).click()
    await row('far').getByText(new URL(started.auth).host, { exact: true }).waitFor()
    const { port } = new URL(started.auth)
    await row('far').getByText(`localhost:${port}`, { exact: true }).waitFor()
    await row('far').getByText('What you come back with goes to this other host').waitFor()
    await row('far').scrollIntoViewIfNeeded()
    await page.screenshot({ path: join(pictures, `mcp-servers-${theme}.png`) })
    expect(await axeFindings(page)).toEqual([])
    const popup = page.context().waitForEvent('page')
    await row('far').getByRole('button', { name: 'Open in browser' }).click()
    const visited = await popup
    await visited.getByRole('heading', { name: 'Signed in' }).waitFor()
    await visited.close()
    await row('far').getByText('Signed in', { exact: true }).waitFor()
    await row('far').getByText('Ready in 1 session').waitFor()
    await page.screenshot({ path: join(pictures, `mcp-servers-signed-in-${theme}.png`) })
    await row('far').getByRole('button', { name: 'Sign out of far' }).click()
    await row('far').getByRole('button', { name: 'Sign in to far' }).waitFor()
    expect(readFileSync(join(home, 'config.toml'), 'utf8')).not.toContain('secret-')
  },
)
