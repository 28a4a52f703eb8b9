import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { shellCall } from '../fakes/app-server-home'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt, root, scriptedHost } from './scripted-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

test('the page begins in the folder it was started in, with the cursor in the field; what is written there begins the session', async () => {
  const { page, workspace, server, complaints } = await scriptedHost(() => () => ({ text: 'I am here.' }))
  const folder = page.getByRole('combobox', { name: 'Workspace folder' })
  await folder.waitFor()
  // It is run from the checkout.
  expect([root, `~${root.slice((process.env.HOME ?? '').length)}`]).toContain(await folder.inputValue())
  const task = page.getByRole('textbox', { name: 'Describe a task' })
  await expect.poll(() => task.evaluate((field) => field === document.activeElement)).toBe(true)
  const example = page.getByRole('button', { name: 'Explain this repository' })
  const below = async (): Promise<number | undefined> => (await page.locator('.wel-two').boundingBox())?.y
  await example.waitFor()
  const stood = await below()
  await example.click()
  expect(await task.inputValue()).toBe('Explain this repository')
  // Nothing moves as the examples go.
  await example.waitFor({ state: 'hidden' })
  expect(await below()).toBe(stood)
  expect(await axeFindings(page)).toEqual([])

  await folder.fill(workspace)
  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  await page.getByRole('button', { name: 'New session' }).click()
  expect([await task.inputValue(), await folder.inputValue()]).toEqual(['Explain this repository', workspace])
  await task.press('Enter')
  await page.getByText('I am here.').waitFor()
  expect(JSON.stringify((await server.request(0)).body)).toContain('Explain this repository')
  await page.getByRole('button', { name: 'New session' }).click()
  expect(await task.inputValue()).toBe('')
  // Now there is something to go on with.
  await page.getByRole('region', { name: 'Go on' }).getByRole('button').first().click()
  await page.getByText('I am here.').waitFor()
  expect(complaints).toEqual([])
})

test('the field for messages stands where it stood, while the first turn asks and when it is answered', async () => {
  const host = await scriptedHost(
    () =>
      ({ body }) =>
        JSON.stringify(body).includes('call_1')
          ? { text: 'I am here.' }
          : shellCall('call_1', 'touch', '/var/tmp/countersign-nothing'),
    { config: 'approval_policy = "untrusted"\nrehearse = "off"', wire: 'responses' },
  )
  const { page } = host
  const field = await host.startSession()
  const top = (): Promise<number> => field.evaluate((each) => each.getBoundingClientRect().top)
  const stood = await top()
  await field.fill('Go.')
  await field.press('Enter')
  await untilArmed(page)
  expect(await top()).toBe(stood)
  await page.getByRole('button', { name: /^Deny/ }).first().click()
  await page.getByRole('button', { name: 'Deny and tell the agent' }).click()
  await page.getByText('I am here.').waitFor()
  await page.locator('.context-meter > .tokens').waitFor()
  expect(await top()).toBe(stood)
})

test('files of the folder, prompts of the home and a review are completed in the field before there is a session', async () => {
  const { page, workspace, server, complaints } = await scriptedHost(() => () => ({ text: 'It waits.' }), {
    configure: (home, folder) => {
      mkdirSync(join(home, 'prompts'))
      writeFileSync(
        join(home, 'prompts/explain.md'),
        '---\ndescription: Explains a file\nargument-hint: FILE\n---\nExplain $1 in one sentence.',
      )
      mkdirSync(join(folder, 'src'))
      writeFileSync(join(folder, 'src/queue worker.ts'), '')
    },
  })
  await page.getByRole('combobox', { name: 'Workspace folder' }).fill(workspace)
  const task = page.getByRole('textbox', { name: 'Describe a task' })
  const options = page.locator('.wel-write').getByRole('option')
  await task.fill('/')
  await expect
    .poll(async () => (await options.allInnerTexts()).map((text) => text.split(/\s/)[0]))
    .toEqual(['/review', '/explain'])
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('start-completion') })
  await task.press('ArrowDown')
  await task.press('Enter')
  await page.keyboard.type('@queuewor')
  await options.getByText('src/queue worker.ts').waitFor()
  await page.keyboard.press('Enter')
  expect(await task.inputValue()).toBe('/explain @"src/queue worker.ts" ')
  // Escape closes the list, and Enter is the form's again.
  await page.keyboard.type('@que')
  await options.first().waitFor()
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'detached' })
  await task.fill('/explain @"src/queue worker.ts"')
  const sent = page.getByRole('region', { name: 'What /explain sends' })
  await sent.getByText('Explain @src/queue worker.ts in one sentence.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('It waits.').waitFor()
  expect(JSON.stringify((await server.request(0)).body)).toContain(
    'Explain @src/queue worker.ts in one sentence.',
  )
  expect(complaints).toEqual([])
})

test('without a model the chip leads to where one is set up, and Enter there begins nothing', async () => {
  host = await openHost()
  const { page } = host
  await page.getByRole('textbox', { name: 'Describe a task' }).fill('Hello')
  await page.getByRole('button', { name: 'Set one up' }).click()
  const key = page.getByLabel('Key', { exact: true }).first()
  await expect.poll(() => key.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('Start needs a model.').waitFor()
  expect(await axeFindings(page)).toEqual([])
})
