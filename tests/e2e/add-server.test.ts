import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'

let host: OpenHost | undefined
let server: ModelServer | undefined
afterEach(async () => {
  await host?.close()
  await server?.close()
  host = undefined
  server = undefined
})

test('a server is set up on the start page, answers the first session, and the meter says how full its context is', async () => {
  server = await startModelServer([
    { text: 'Hello there.', usage: { input: 110_000, cached: 0, output: 2_000 } },
  ])
  host = await openHost()
  const { page, home } = host
  await page.getByRole('button', { name: 'Set one up' }).click()
  await page.getByText('A server at another address').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Our server')
  await page.getByRole('textbox', { name: 'Address' }).fill('models.example.org')
  await page.getByRole('button', { name: 'Add the server' }).click()
  await page.getByText('Give an address that begins with http').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Address' }).fill(server.baseUrl)
  await page.getByRole('textbox', { name: 'Model for new sessions' }).fill('large-1')
  await page.getByLabel('Key', { exact: true }).last().fill('sk-planted-1')
  await page.getByRole('button', { name: 'Add the server' }).click()
  await page.getByText('Added to').waitFor()
  // Nothing is missing any more: what is to be done is written next.
  const task = page.getByRole('textbox', { name: 'Describe a task' })
  await expect.poll(() => task.evaluate((field) => field === document.activeElement)).toBe(true)
  const config = readFileSync(join(home, 'config.toml'), 'utf8')
  expect([config.includes('model = "large-1"'), config.includes('sk-planted')]).toEqual([true, false])

  const chosen = page.getByRole('combobox', { name: 'Model', exact: true }).locator('option:checked')
  expect(await chosen.innerText()).toBe('large-1 · Our server')
  mkdirSync(join(home, 'work'))
  await page.getByRole('combobox', { name: 'Workspace folder' }).fill(join(home, 'work'))
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.fill('Hello?')
  await composer.press('Enter')
  await page.getByText('Hello there.').waitFor()
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-planted-1')
  await page.getByText('88 % of the context used').waitFor()
  expect(await page.getByRole('button', { name: 'Compact now' }).count()).toBe(1)
})

test('pictures are attached by content, taken out again, and go to the model with the message', async () => {
  server = await startModelServer([{ text: 'A tree.' }])
  const { baseUrl } = server
  host = await openHost({
    configure: (home) => {
      mkdirSync(join(home, 'work'))
      writeFileSync(
        join(home, 'config.toml'),
        `model = "m"\nmodel_provider = "test"\n[model_providers.test]\nbase_url = "${baseUrl}"\nwire_api = "chat"\n`,
      )
    },
  })
  const { page, home } = host
  await page.getByRole('combobox', { name: 'Workspace folder' }).fill(join(home, 'work'))
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  const input = page.locator('input[type=file]')
  await input.setInputFiles([file('tree.png', png), file('second.png', png)])
  await page.getByRole('button', { name: 'Remove second.png' }).click()
  await input.setInputFiles([file('fake.png', Buffer.from('no picture'))])
  await page.getByText('Not attached, since it is no PNG, JPEG, GIF or WebP picture: fake.png.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.fill('What is this?')
  await composer.press('Enter')
  await page.getByText('A tree.').waitFor()
  expect(JSON.stringify(server.requests[0]?.body).split(png.toString('base64'))).toHaveLength(2)
  expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
})
