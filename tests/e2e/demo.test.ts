import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { languages } from '@shared/languages/languages'
import { ApprovalRequest } from '@shared/domain/approval'
import { untilKeysArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { deniedFile, openHost, recordOf, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

let host: OpenHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

const closing = (page: Page) => page.getByRole('region', { name: 'That was the demo.' })
const factsOf = (page: Page): Promise<string[]> => closing(page).getByRole('listitem').allInnerTexts()

const Line = z.object({ payload: z.looseObject({ type: z.string().optional() }) })
/** What is on record of this kind, in order. */
const onRecord = (open: OpenHost, type: string) =>
  recordOf(open)
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [Line.parse(JSON.parse(line)).payload]))
    .filter((payload) => payload.type === type)

const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Waits for what is asked next, with the model's view of it, and answers it; resolves with the words that stood there, and those of its buttons. */
async function answer(
  open: OpenHost,
  effect: RegExp,
  how: 'allow' | 'deny',
): Promise<{ readonly said: number; readonly buttons: number }> {
  const { page } = open
  const panel = page.locator('section.approval').filter({ hasText: effect })
  await panel.waitFor()
  await untilKeysArmed(page)
  const views = onRecord(open, 'approval.requested').length
  await expect.poll(() => onRecord(open, 'approval.assessed').length).toBe(views)
  const buttons = wordsIn(await panel.locator('.gl-acts').innerText())
  // What the rehearsal found is the body, as the command is: looked at, and not read word by word.
  const body = (await panel.locator('.rh').allInnerTexts()).map(wordsIn)
  const said = body.reduce((left, each) => left - each, wordsIn(await panel.innerText()) - buttons)
  if (how === 'allow') await panel.locator('.a-once').click()
  else {
    await panel.locator('.a-tell').click()
    const form = panel.getByRole('form', { name: 'Deny and tell the agent' })
    await form.getByRole('button', { name: /^Deny/ }).click()
  }
  await panel.waitFor({ state: 'detached' })
  // Whoever pressed a button of a panel that has gone is not left nowhere.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  return { said, buttons }
}

test('the demo asks about a file, a connection and a deletion, has a rule answer once, and ends with what happened and its undo', async () => {
  host = await openHost()
  const { page } = host
  const start = page.locator('.wel-row.demo')
  const words = [wordsIn(await start.innerText())]
  await start.getByRole('button', { name: 'Run the demo' }).click()
  const panels = [
    await answer(host, /release-notes\.md/, 'allow'),
    await answer(host, /Connects to releases\.example:443/, 'deny'),
    await answer(host, /shared-cache/, 'allow'),
  ]
  const end = closing(page)
  await end.waitFor()
  await page.getByText('Answered by the rule “demo site”: 1 created').waitFor()
  expect(await factsOf(page)).toEqual([
    'Asked 3 times: 2 allowed, 1 denied.',
    'Answered without you by the rule “demo site”.',
    '8 files changed outside the project; this can be undone.',
  ])
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('demo-end') })

  // A minute: all that a person has to read, at 240 words in one; the buttons are the same each time.
  const messages = onRecord(host, 'agent_message').map(({ message }) => wordsIn(String(message)))
  words.push(
    ...messages,
    ...panels.map(({ said }) => said),
    panels[0]?.buttons ?? 0,
    wordsIn(await end.innerText()),
  )
  expect(words.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(240)
  // What the model says of a command is what the checks say.
  const answers = onRecord(host, 'approval.resolved').map(({ request }) => ApprovalRequest.parse(request))
  expect(
    answers.map(({ assessment: { floor, view, differs } }) => [
      view.status,
      view.status === 'success' && view.view.level === floor?.level,
      differs,
    ]),
  ).toEqual(answers.map(() => ['success', true, []]))

  const cache = join(deniedFile(host), '../../shared-cache')
  expect([existsSync(deniedFile(host)), readdirSync(cache).length]).toEqual([true, 0])
  await end.getByRole('button', { name: 'Undo the last 6 files' }).click()
  // As it stands on its card: not in the shell that it was given to.
  await page.getByRole('dialog').getByText('rm -f ../shared-cache/*.tmp', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Put back 6 files' }).click()
  await end.getByText('6 files are back as before. 2 files changed outside the project').waitFor()
  expect(readdirSync(cache).length).toBe(6)
  const undone = page.getByText('Took back what “rm -f ../shared-cache/*.tmp” changed outside the folder')
  await undone.waitFor()

  await page.getByRole('textbox', { name: 'Message to the agent' }).fill('Show me what Countersign does.')
  await page.keyboard.press('Enter')
  await page.getByText('No model reads this').waitFor()
  await page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
  expect(onRecord(host, 'approval.requested').length).toBe(3)

  await end.getByRole('button', { name: 'Open my project' }).click()
  const task = page.getByRole('textbox', { name: 'Describe a task' })
  await expect.poll(() => task.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(host.complaints).toEqual([])
})

test('of a demo in which everything was denied the end says so', async () => {
  host = await openHost()
  await host.page.getByRole('button', { name: 'Run the demo' }).click()
  await answer(host, /release-notes\.md/, 'deny')
  await answer(host, /Connects to releases\.example:443/, 'deny')
  await answer(host, /shared-cache/, 'deny')
  await closing(host.page).waitFor()
  expect(await factsOf(host.page)).toEqual([
    'Asked 3 times: 3 denied.',
    'Answered without you by the rule “demo site”.',
    '1 file changed outside the project; this can be undone.',
  ])
})

test('in French the demo speaks French, with its folder whole and nothing empty below its composer', async () => {
  const { demo, strings } = await languages.fr.load()
  host = await openHost({ locale: 'fr-FR' })
  const { page } = host
  await page.getByRole('button', { name: strings.start.runDemo }).click()
  await page.locator('section.approval').waitFor()
  expect(onRecord(host, 'agent_message').map(({ message }) => message)).toEqual([
    demo.look.before,
    demo.notes.before,
  ])
  const folder = page.locator('.bar .where > .ellipsis').first()
  expect(await folder.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  expect(await page.locator('.bar h1').innerText()).toBe(strings.start.demoTitle)
  expect(await page.locator('.context-meter').count()).toBe(0)
  expect(host.complaints).toEqual([])
})
