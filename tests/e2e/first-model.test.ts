import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
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

const noOllama = { OLLAMA_HOST: '127.0.0.1:9', OPENAI_API_KEY: undefined, OPENROUTER_API_KEY: undefined }
const chosen = (page: Page): Promise<string> =>
  page.getByRole('combobox', { name: 'Model', exact: true }).locator('option:checked').innerText()

test('from nothing to a first turn with a model of this machine in two clicks', async () => {
  server = await startModelServer(() => ({ text: 'I am here.' }))
  host = await openHost({
    env: { ...noOllama, OLLAMA_HOST: new URL(server.baseUrl).host },
    prepare: async (page) => {
      await page.addInitScript(() => {
        const counted = Object.assign(window, { clicks: 0 })
        addEventListener('click', ({ isTrusted }) => isTrusted && (counted.clicks += 1), true)
      })
    },
  })
  const { page } = host
  await page.getByRole('button', { name: 'Use Ollama, found here' }).click()
  const task = page.getByRole('textbox', { name: 'Describe a task' })
  await expect.poll(() => task.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Hello')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByText('I am here.').waitFor()
  expect(await page.evaluate(() => (window as unknown as { clicks: number }).clicks)).toBe(2)
  expect(JSON.stringify((await server.request(0)).body)).toContain('Hello')

  // Whoever comes back goes on with what they had.
  await page.getByRole('button', { name: 'New session' }).click()
  expect(await chosen(page)).toMatch(/ · Ollama$/)
  expect(host.complaints).toEqual([])
})

test('a provider whose key lies in the environment is offered, and not used before it is taken', async () => {
  server = await startModelServer([])
  const { baseUrl } = server
  host = await openHost({
    env: { ...noOllama, OPENAI_API_KEY: 'sk-planted' },
    configure: (home) => {
      writeFileSync(join(home, 'config.toml'), `openai_base_url = "${baseUrl}"\n`)
    },
  })
  const { page } = host
  await page.getByRole('textbox', { name: 'Describe a task' }).fill('Hello')
  const use = page.getByRole('button', { name: 'Use OpenAI, key found' })
  await use.waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Start needs a model.').waitFor()
  expect([server.requests.length, await axeFindings(page)]).toEqual([0, []])
  await use.click()
  expect(await chosen(page)).toMatch(/ · OpenAI$/)
})

test('a key that is pasted is tried where it is pasted, and its provider can be used at once', async () => {
  server = await startModelServer([])
  const { baseUrl } = server
  host = await openHost({
    env: noOllama,
    configure: (home) => {
      writeFileSync(join(home, 'config.toml'), `openai_base_url = "${baseUrl}"\n`)
    },
  })
  const { page } = host
  await page.getByRole('button', { name: 'Set one up' }).click()
  const key = page.getByLabel('Key', { exact: true }).first()
  await key.fill('sk planted')
  await key.press('Enter')
  await page.locator('.key-form .status.bad').waitFor()
  await key.fill('sk-planted')
  await key.press('Enter')
  await page
    .locator('.key-form')
    .getByText(/^Answers: \d+ models?, \d+ ms$/)
    .waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Model', exact: true }).count()).toBe(1)
  expect(await chosen(page)).toMatch(/ · OpenAI$/)
  expect([await key.inputValue(), await axeFindings(page)]).toEqual(['', []])
})
