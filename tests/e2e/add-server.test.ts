import { mkdirSync, readFileSync } from 'node:fs'
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
  const config = readFileSync(join(home, 'config.toml'), 'utf8')
  expect([config.includes('model = "large-1"'), config.includes('sk-planted')]).toEqual([true, false])

  expect(await page.getByRole('radio', { name: 'Our server' }).isChecked()).toBe(true)
  mkdirSync(join(home, 'work'))
  await page.getByRole('textbox', { name: 'Workspace folder' }).fill(join(home, 'work'))
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.fill('Hello?')
  await composer.press('Enter')
  await page.getByText('Hello there.').waitFor()
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-planted-1')
  await page.getByText('88 % of the context used').waitFor()
  expect(await page.getByRole('button', { name: 'Compact now' }).count()).toBe(1)
})
