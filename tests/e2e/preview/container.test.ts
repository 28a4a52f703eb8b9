import { expect, test } from 'vitest'
import { previewPage } from './fresh-page'

// What is said where a host's container is the only boundary, over the stub engine.

const line = 'The container is the only boundary: what it mounts can be changed, its network is open.'

test('a session whose container is the only boundary says so in its bar and on each of its panels, and never that a sandbox is on', async () => {
  const page = await previewPage('container', { width: 1280 })
  await page.getByRole('button', { name: /Share ESLint base config/ }).click()
  const panel = page.locator('.approval:not(.closed)')
  expect(await panel.locator('[data-part="container"]').innerText()).toBe(line)
  const bar = page.locator('.bar')
  await bar.getByText('Container only').waitFor()
  expect(await bar.innerText()).not.toContain('Workspace write')
  await page.getByRole('button', { name: 'Inbox' }).click()
  expect(await page.locator('.detail [data-part="container"]').innerText()).toBe(line)
})

test('of a session of this machine nothing of the kind is said', async () => {
  const page = await previewPage('', { width: 1280 })
  await page.locator('.approval:not(.closed)').first().waitFor()
  expect(await page.locator('[data-part="container"]').count()).toBe(0)
})
