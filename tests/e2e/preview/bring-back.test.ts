import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { pictureAt } from '../scripted-host'
import { previewPage, type Look } from './fresh-page'

// The sheet that brings the work of a sandbox here, over the stub engine.

const open = async (look: Look = {}): Promise<Page> => {
  const page = await previewPage('sandbox', look)
  await page.getByRole('button', { name: /Pin Actions/ }).click()
  await page.locator('.bar').getByRole('button', { name: 'Session actions' }).click()
  await page.getByRole('menuitem', { name: 'Bring back…' }).click()
  await page.getByRole('dialog', { name: 'Bring back from fleet/3701144ef3' }).waitFor()
  return page
}
const sheet = (page: Page) => page.getByRole('dialog', { name: /^Bring back/ })
const folder = (page: Page) => sheet(page).getByRole('combobox')

test('a sandbox offers its work, and a session of another machine or of this one does not', async () => {
  const page = await previewPage('sandbox')
  await page.getByRole('button', { name: /Add CSV export/ }).click()
  await page.locator('.bar').getByRole('button', { name: 'Session actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Bring back…' }).count()).toBe(0)
})

test.each([
  ['Archive', 'Archive', 'Archive, keep the sandbox'],
  ['Delete…', 'Delete', 'Delete it, keep the sandbox'],
])(
  'who would end the last session of a sandbox with work in it by “%s” is offered to bring that here first',
  async (item, does, keeps) => {
    const page = await previewPage('fleet')
    await page.getByRole('button', { name: /Pin Actions/ }).click()
    await page.locator('.bar').getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    const asked = page.getByRole('dialog', { name: `${does} the last session of cloud/3701144ef3?` })
    await asked.getByRole('button', { name: keeps }).waitFor()
    await asked.getByRole('button', { name: 'Bring back…' }).click()
    await page.getByRole('dialog', { name: 'Bring back from cloud/3701144ef3' }).waitFor()
    expect(await asked.count()).toBe(0)
  },
)

test('files are chosen one by one, what is never put in place cannot be, and what was put in place is said with its undo', async () => {
  const page = await open()
  await sheet(page).getByText('4 of 5 files chosen').waitFor()
  const box = (name: string) => sheet(page).getByRole('checkbox', { name: `Take ${name}` })
  // A link is left out; what cannot be looked through is chosen by a person alone.
  expect([await box('latest').isDisabled(), await box('fixtures/ticks.json').isChecked()]).toEqual([
    true,
    false,
  ])
  expect(await sheet(page).getByText('New, Made executable').count()).toBe(1)
  await sheet(page).getByRole('button', { name: 'Choose all' }).click()
  await sheet(page).getByText('5 of 5 files chosen').waitFor()
  await sheet(page).getByRole('button', { name: 'Choose none' }).click()
  expect(await sheet(page).getByRole('button', { name: 'Put in place' }).isDisabled()).toBe(true)
  await box('scripts/check-clock.sh').check()
  await folder(page).fill('/elsewhere')
  await sheet(page).getByRole('button', { name: 'Put in place' }).click()
  await sheet(page).getByText('It was refused here, and nothing was put in place:').waitFor()
  expect(await sheet(page).innerText()).toContain('src/clock/next-tick.ts: patch does not apply')
  await sheet(page).getByRole('button', { name: 'Look again' }).click()
  await folder(page).fill('~/src/ci')
  await sheet(page).getByRole('button', { name: 'Put in place' }).click()
  await sheet(page).getByText('4 files of it are in place in ~/src/ci.').waitFor()
  await page.screenshot({ path: pictureAt('bring-back-done') })
  // Of what was changed since, what would be put back is shown first.
  await sheet(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog', { name: 'Undo turn' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
})

test('a branch holds all of it and has a name of its own', async () => {
  const page = await open()
  await sheet(page).getByRole('radio', { name: 'Make a branch of all of it' }).check()
  expect(await sheet(page).getByRole('checkbox').count()).toBe(0)
  await sheet(page).getByLabel('Name of the branch').fill('mended')
  await folder(page).fill('/home/me/src/ci')
  await sheet(page).getByRole('button', { name: 'Make a branch' }).click()
  await sheet(page).getByText('The branch countersign/mended holds what was done there.').waitFor()
  expect(await sheet(page).innerText()).toContain('git log 1520f4b483ca..countersign/mended')
})

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('the sheet is clean (%s, %i px)', async (colorScheme, width) => {
  const page = await open({ colorScheme })
  await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
  await sheet(page).getByRole('button', { name: 'Show the changes: src/clock/next-tick.ts' }).click()
  await folder(page).fill('~/src/ci')
  await sheet(page).locator('h2').click()
  expect(await axeFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.screenshot({ path: pictureAt(`bring-back-${colorScheme}-${String(width)}`) })
})
