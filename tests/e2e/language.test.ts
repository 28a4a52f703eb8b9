import { writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openHost, type OpenHost } from './open-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

const spoken = ({ page }: OpenHost): Promise<string> => page.evaluate(() => document.documentElement.lang)
/** The words of each other language are a file of their own. */
const loaded = ({ page }: OpenHost): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /\/language-[^/]*\.js$/.test(path)),
  )

test('German is chosen in the settings: the window speaks it at once, a draft stays, and English windows never load it', async () => {
  host = await openHost({
    configure: (home) => {
      writeFileSync(join(home, 'config.toml'), '# mine\nmodel = "small"\nmodel_provider = "ollama"\n')
    },
  })
  const { page, home } = host
  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  const choice = page.getByRole('combobox', { name: /Sprache/ })
  await choice.waitFor()
  expect([await spoken(host), await loaded(host)]).toEqual(['en', []])

  await choice.focus()
  await choice.selectOption('de')
  await expect.poll(() => spoken(host as OpenHost)).toBe('de')
  // The page stands where it stood.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('settings-window-title')
  await page.getByRole('combobox', { name: /Sprache/ }).waitFor()
  expect(
    await page.locator('#settings-window-title').evaluate((it) => it.getBoundingClientRect().top),
  ).toBeLessThan(await page.evaluate(() => innerHeight))
  // The browser lists a file some time after it came.
  await expect.poll(() => loaded(host as OpenHost)).toHaveLength(1)
  expect(readFileSync(join(home, 'config.toml'), 'utf8')).toBe(
    '# mine\nmodel = "small"\nmodel_provider = "ollama"\nlanguage = "de"\n',
  )
  expect(host.complaints).toEqual([])
})

test.each([
  ['de-AT', 'de', ['Eingang', 'Neue Sitzung']],
  ['fr-CA', 'fr', ['Boîte de réception', 'Nouvelle session']],
])(
  'what nobody has chosen is the browser’s: one in %s is spoken to in %s',
  async (locale, language, rail) => {
    host = await openHost({ locale })
    // The page itself does, not only what is loaded later.
    for (const name of rail) await host.page.getByRole('button', { name }).first().waitFor()
    expect(await spoken(host)).toBe(language)
  },
)
