import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { oneBySeed } from '../fakes/by-seed'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

const config = '# mine\nmodel = "small" # at home\nmodel_provider = "ollama"\nnotify = ["/bin/true"]\n'
const pictures = process.env['COUNTERSIGN_PICTURES']

test.each(oneBySeed('theme of settings', ['light', 'dark'] as const))(
  'a setting is changed in the window (%s): the file keeps its comments, and what cannot be is told in its row',
  async (theme) => {
    host = await openHost({
      theme,
      height: 1100,
      configure: (home) => {
        writeFileSync(join(home, 'config.toml'), config)
      },
    })
    const { page, home } = host
    const file = (): string => readFileSync(join(home, 'config.toml'), 'utf8')
    await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
    const limit = page.getByRole('textbox', { name: 'Its time limit' })
    await limit.fill('7')
    await limit.press('Enter')
    await page.getByRole('alert').getByText('expected a whole number of at least 100').waitFor()
    expect(file()).toBe(config)
    if (pictures) await page.screenshot({ path: join(pictures, `settings-${theme}.png`) })
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('combobox', { name: 'Sandbox' }).selectOption('read-only')
    await page.getByRole('button', { name: 'Reset: Sandbox, taken out of config.toml' }).waitFor()
    expect(file()).toContain('# mine\nmodel = "small" # at home\n')
    expect(file()).toContain('sandbox_mode = "read-only"')

    const byHand = file().replace('read-only', 'danger-full-access')
    writeFileSync(join(home, 'config.toml'), byHand)
    await page.getByRole('combobox', { name: 'Approvals' }).selectOption('untrusted')
    await page.getByRole('alert').getByText('config.toml was changed meanwhile').waitFor()
    expect(file()).toBe(byHand)
    expect(await page.getByRole('combobox', { name: 'Sandbox' }).inputValue()).toBe('danger-full-access')
    expect(host.complaints).toEqual([])
  },
)

const openSettings = async ({ page }: OpenHost): Promise<void> => {
  // Attached: at small sizes the rail is there and not seen.
  await page.locator('#rail').waitFor({ state: 'attached' })
  const search = page.getByRole('searchbox', { name: 'Search the settings' })
  // The page takes keys a moment after it is drawn.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Control+,')
        return search.isVisible()
      },
      { timeout: 120_000 },
    )
    .toBe(true)
}

test('theme, text size and motion are as chosen at once, stay so in the next page, and the system decides again when they are taken out', async () => {
  host = await openHost({
    theme: 'light',
    configure: (home) => {
      writeFileSync(join(home, 'config.toml'), '# mine\n')
    },
  })
  const { page, home } = host
  await openSettings(host)
  const looks = () =>
    page.evaluate(() => {
      const { theme, text, motion, contrast, density } = document.documentElement.dataset
      const { fontSize, backgroundColor } = getComputedStyle(document.body)
      return {
        theme,
        text,
        motion,
        contrast,
        density,
        fontSize,
        dark: backgroundColor !== 'rgb(255, 255, 255)',
      }
    })
  const plain = { theme: undefined, text: undefined, motion: undefined, fontSize: '13px', dark: false }
  expect(await looks()).toEqual(plain)
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await page.getByRole('combobox', { name: 'Text size' }).selectOption('largest')
  await page.getByRole('combobox', { name: 'Motion' }).selectOption('true')
  await page.getByRole('combobox', { name: 'Contrast' }).selectOption('true')
  await page.getByRole('combobox', { name: 'Density' }).selectOption('compact')
  const chosen = {
    ...{ theme: 'dark', text: 'largest', motion: 'reduced', fontSize: '16.9px', dark: true },
    ...{ contrast: 'more', density: 'compact' },
  }
  await expect.poll(looks).toEqual(chosen)
  const file = readFileSync(join(home, 'config.toml'), 'utf8')
  expect(file).toMatch(/^# mine\n/)
  expect(file).toMatch(/theme = "dark"/)
  await page.reload()
  await openSettings(host)
  expect(await looks()).toEqual(chosen)
  for (const name of ['Theme', 'Text size', 'Motion', 'Contrast', 'Density']) {
    await page.getByRole('button', { name: `Reset: ${name}, taken out of config.toml` }).click()
    await page
      .getByRole('button', { name: `Reset: ${name}, taken out of config.toml` })
      .waitFor({ state: 'detached' })
  }
  await expect.poll(looks).toEqual(plain)
  expect(host.complaints).toEqual([])
})

/** A server that tells its two models to whoever has the right key. */
async function startServer(): Promise<string> {
  const server = createServer((request, response) => {
    const known = request.headers.authorization === 'Bearer sk-right-one'
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(known ? { data: [{ id: 'a' }, { id: 'b' }] } : { error: { message: 'no' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`
}

test('a provider is tested with its key, which is stored, changed and removed and never seen again', async () => {
  const address = await startServer()
  host = await openHost({
    configure: (home) => {
      writeFileSync(
        join(home, 'config.toml'),
        `[model_providers.ours]\nname = "Ours"\nbase_url = "${address}"\nenv_key = "OURS_TEST_KEY"\n`,
      )
    },
  })
  const { page, home } = host
  await openSettings(host)
  const row = page.locator('.set-provider').filter({ hasText: address })
  const check = row.getByRole('button', { name: 'Test: the connection to Ours' })
  await row.getByText('no key yet').waitFor()
  await check.click()
  await row.getByRole('status').getByText('OURS_TEST_KEY').waitFor()
  const give = async (button: string, key: string): Promise<void> => {
    await row.getByRole('button', { name: button }).click()
    await row.getByLabel('Key for Ours').fill(key)
    await page.keyboard.press('Enter')
    // That one is stored is said of the one before as well.
    await expect.poll(() => readFileSync(join(home, 'auth.json'), 'utf8')).toContain(key)
    await row.getByText('key stored').waitFor()
  }
  await give('Set key: Ours', 'sk-wrong-one')
  await check.click()
  await row.getByRole('status').locator('.bad').waitFor()
  await give('Change key: Ours', 'sk-right-one')
  await check.click()
  await row.getByText(/Answers: 2 models/).waitFor()
  expect(await page.content()).not.toContain('sk-right-one')
  expect(readFileSync(join(home, 'config.toml'), 'utf8')).not.toContain('sk-')
  await row.getByRole('button', { name: 'Remove key: Ours' }).click()
  await row.getByText('no key yet').waitFor()
  expect(readFileSync(join(home, 'auth.json'), 'utf8')).not.toContain('sk-')
  expect(host.complaints).toEqual([])
})

test('what a profile sets is shown with its place and cannot be changed; an error of the file names its line', async () => {
  const text = 'profile = "careful"\n\n[profiles.careful]\nsandbox_mode = "read-only"\n'
  host = await openHost({
    configure: (home) => {
      writeFileSync(join(home, 'config.toml'), text)
    },
  })
  const { page, home } = host
  await openSettings(host)
  await page.getByText(/Cannot be changed here: it is set above config.toml, by .*config.toml:4/).waitFor()
  expect(await page.getByRole('combobox', { name: 'Sandbox' }).count()).toBe(0)
  await page
    .getByText('Every command, in the sandbox: it reads all but credentials, and writes nothing.')
    .waitFor()
  const broken = `${text}approval_policy = "sometimes"\n`
  writeFileSync(join(home, 'config.toml'), broken)
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await page
    .getByText(/config\.toml:5/)
    .first()
    .waitFor()
  expect(readFileSync(join(home, 'config.toml'), 'utf8')).toBe(broken)
})

test.each(
  oneBySeed('size of settings', [
    [1280, 800],
    [640, 400],
    [390, 800],
  ] as const),
)(
  'at %i by %i every part of the page is in reach, found by its words, and clean for axe',
  async (width, height) => {
    host = await openHost({ width, height })
    const { page } = host
    await openSettings(host)
    await page.getByText('Together').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.set-body button, .set-body select, .set-body input, .set-link')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect()
          return left < 0 || right > window.innerWidth + 1
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    )
    expect(cut).toEqual([])
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('size text')
    await expect.poll(() => page.locator('.set-section h2').allInnerTexts()).toEqual(['Appearance'])
    await page.getByRole('combobox', { name: 'Text size' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Theme' }).count()).toBe(0)
    expect(host.complaints).toEqual([])
  },
)
