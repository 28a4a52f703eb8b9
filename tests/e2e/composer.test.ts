import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startModelServer, type Answer, type ModelServer, type RecordedRequest } from '../fakes/model-server'
import { openHost, type OpenHost } from './open-host'

let host: OpenHost | undefined
let server: ModelServer | undefined
let base = ''
afterEach(async () => {
  await host?.close()
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

const asked = ({ body }: RecordedRequest): string => JSON.stringify(body)
const forTurn = (request: RecordedRequest): boolean => asked(request).includes('"tools":[{')

/** Goes on until the turn is stopped, when asked to wait; else answers. */
function script(request: RecordedRequest): Answer {
  if (!forTurn(request)) return { text: '{}' }
  const text = asked(request)
  if (!text.includes('Wait for me') || text.includes('Never mind')) return { text: 'It is done.' }
  return { hang: true, text: 'I wait.' }
}

/** A session over a scripted model, with a project and prompts of the person's own. */
async function open(answers: (request: RecordedRequest) => Answer, settled = false) {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-e2e-composer-')))
  const workspace = join(base, 'project')
  mkdirSync(join(workspace, 'src'), { recursive: true })
  writeFileSync(join(workspace, 'src/queue worker.ts'), '')
  writeFileSync(join(workspace, 'src/que\u202Eue.ts'), '')
  const started = (server = await startModelServer(answers))
  host = await openHost({
    configure: (home) => {
      mkdirSync(join(home, 'prompts'))
      writeFileSync(
        join(home, 'prompts/explain.md'),
        '---\ndescription: Explains a file\nargument-hint: FILE\n---\nExplain $1; $(touch x) $ARGUMENTS',
      )
      writeFileSync(
        join(home, 'config.toml'),
        // A new session proposes one otherwise, before Start is pressed or after.
        `${settled ? '' : 'approval_policy = "on-request"\n'}model = "scripted"\nmodel_provider = "local"\n[model_providers.local]\nname = "Local"\nbase_url = "${started.baseUrl}"\nwire_api = "chat"\n`,
      )
    },
  })
  const { page } = host
  await page.getByRole('combobox', { name: 'Workspace folder' }).fill(workspace)
  if (settled) await page.getByText('Proposed, since this machine can try commands on copies.').waitFor()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Message to the agent' })
  await field.waitFor()
  return { page, field, server: started }
}

test('after Start the field has the focus; a prompt of the home and a file of the folder go out as what they say', async () => {
  const { page, field, server: model } = await open(script)
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
  await page.keyboard.type('/exp')
  await page.getByRole('option', { name: /\/explain.*Explains a file/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('@queuewor')
  const files = page.getByRole('option')
  await files.getByText('src/queue worker.ts').waitFor()
  expect(await files.count()).toBe(1)
  await page.keyboard.press('Tab')
  expect(await field.inputValue()).toBe('/explain @"src/queue worker.ts" ')
  await page.keyboard.type('slowly')
  const text = 'Explain @src/queue worker.ts; $(touch x) @src/queue worker.ts slowly'
  await page.getByRole('region', { name: 'What /explain sends' }).getByText(text).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('It is done.').waitFor()
  expect(asked(await model.request(0))).toContain(text)
  // Up fetches what was sent.
  await field.press('ArrowUp')
  expect(await field.inputValue()).toBe(text)
  expect(host?.complaints).toEqual([])
})

test('a message queued during a turn goes out at its end; one that stops the turn goes out at once', async () => {
  const { page, field, server: model } = await open(script)
  await field.fill('Wait for me')
  await field.press('Enter')
  await page.getByText('I wait.').waitFor()
  for (const text of ['Second', 'Never mind']) {
    await field.fill(text)
    await field.press('Enter')
  }
  const queue = page.getByRole('region', { name: 'Sent when the turn has ended' })
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(2)
  await page.reload()
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(2)
  expect(await field.inputValue()).toBe('')
  const before = model.requests.filter(forTurn).length
  await queue.getByRole('button', { name: 'Stop turn and send: Never mind' }).click()
  await queue.waitFor({ state: 'detached' })
  await expect.poll(() => model.requests.filter(forTurn).length).toBe(before + 2)
  const [steered, next] = model.requests.filter(forTurn).slice(before).map(asked)
  expect([steered?.includes('Second'), steered?.includes('Never mind'), next?.includes('Second')]).toEqual([
    false,
    true,
    true,
  ])
  expect(host?.complaints).toEqual([])
})

/** Runs a command until it is given a file, and answers with what it was told meanwhile. */
const steps =
  (project: () => string) =>
  (request: RecordedRequest): Answer => {
    if (!forTurn(request)) return { text: '{}' }
    const text = asked(request)
    if (!text.includes('call_wait'))
      return {
        calls: [
          {
            id: 'call_wait',
            name: 'shell',
            arguments: {
              command: ['sh', '-c', `until test -e ${project()}/go-on; do sleep 0.1; done`],
              timeout_ms: 60_000,
            },
          },
        ],
      }
    return { text: text.includes('Only the first') ? 'Only the first, then.' : 'All of them.' }
  }

test('a message sent now is read before the agent’s next step, in the turn that runs, and stands there after a restart', async () => {
  const { page, field, server: model } = await open(steps(() => join(base, 'project')))
  await field.fill('Do them all')
  await field.press('Enter')
  await page.getByText('go-on').first().waitFor()
  await field.fill('Only the first')
  await field.press('Enter')
  const queue = page.getByRole('region', { name: 'Sent when the turn has ended' })
  await queue.getByRole('button', { name: 'Send now: Only the first' }).click()
  const given = page.getByRole('region', { name: 'The agent reads this before its next step' })
  await given.getByText('Only the first').waitFor()
  writeFileSync(join(base, 'project/go-on'), '')
  await page.getByText('Only the first, then.').waitFor()
  await given.waitFor({ state: 'detached' })
  const last = JSON.stringify(model.requests.findLast(forTurn)?.body)
  expect(last.indexOf('Only the first')).toBeGreaterThan(last.lastIndexOf('call_wait'))
  const said = (at: typeof page) => at.locator('.say.you').allInnerTexts()
  await expect
    .poll(() => said(page))
    .toEqual([/Do them all/, /Only the first/].map((each) => expect.stringMatching(each) as string))
  expect(host?.complaints).toEqual([])
  const again = await host?.restart()
  await again
    ?.getByRole('button', { name: /Do them all/ })
    .first()
    .click()
  await again?.getByText('Only the first, then.').waitFor()
  expect(again && (await said(again)).length).toBe(2)
})

test('a draft and what was sent before are there when the application is opened again', async () => {
  const { field } = await open(script)
  await field.fill('Do it')
  await field.press('Enter')
  await host?.page.getByText('It is done.').waitFor()
  await field.fill('half a thought')
  const page = await host?.restart()
  const again = page?.getByRole('textbox', { name: 'Message to the agent' })
  await page?.getByRole('button', { name: /Do it/ }).first().click()
  await expect.poll(() => again?.inputValue()).toBe('half a thought')
  await again?.fill('')
  await page?.getByText('It is done.').waitFor()
  await again?.press('ArrowUp')
  expect(await again?.inputValue()).toBe('Do it')
})

test('where nobody chose a policy a new session asks about effects, and another one is a click away', async () => {
  const { page } = await open(script, true)
  const policy = page.getByRole('button', { name: /^Approval policy/ })
  expect(await policy.innerText()).toContain('Ask about effects')
  await policy.click()
  await page.getByRole('menuitemradio', { name: /^Ask on request/ }).click()
  await expect.poll(() => policy.innerText()).toContain('Ask on request')
})
