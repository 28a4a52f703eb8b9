import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { writeRecord } from '../fakes/long-record'
import { startModelServer, type Answer, type ModelServer, type RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { openHost, type HostOptions, type OpenHost } from './open-host'
import { oneBySeed } from '../fakes/by-seed'

let host: OpenHost | undefined
let server: ModelServer | undefined
let base = ''
afterEach(async () => {
  await host?.close()
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

/** The window on a session, a new one or one with this record, before a model that follows the script. */
async function open(
  script: (request: RecordedRequest, nth: number) => Answer,
  events?: readonly AgentEvent[],
  options: HostOptions = {},
): Promise<Page> {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-e2e-cards-')))
  const workspace = join(base, 'project')
  mkdirSync(workspace)
  let nth = 0
  const started = await startModelServer((request) => script(request, (nth += 1)))
  server = started
  mkdirSync(pictures, { recursive: true })
  host = await openHost({
    ...options,
    configure: (home) => {
      if (events !== undefined) writeRecord(home, { id: 'one', cwd: workspace, events })
      writeFileSync(
        join(home, 'config.toml'),
        `model = "scripted"\nmodel_provider = "local"\napproval_policy = "never"\nsandbox_mode = "workspace-write"\n[model_providers.local]\nname = "Local"\nbase_url = "${started.baseUrl}"\nwire_api = "chat"\nrequest_max_retries = 0\n`,
      )
    },
  })
  const { page } = host
  if (events === undefined) {
    await page.getByRole('combobox', { name: 'Workspace folder' }).fill(workspace)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    return page
  }
  if ((options.width ?? 1280) < 900) await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  await page
    .getByRole('button', { name: /Question 1:/ })
    .first()
    .click()
  return page
}

const root = join(import.meta.dirname, '../..')
const pictures = join(root, process.env.KEEP_IMAGES === '1' ? 'docs/images' : 'test-results')
const box = (page: Page) => page.locator('#transcript')
const field = (page: Page) => page.getByRole('textbox', { name: 'Message to the agent' })

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

test('a model that fails is told as an error with Retry, which works after a reload and loses nothing', async () => {
  const page = await open((_, nth) =>
    nth === 1
      ? { status: 404, body: { error: { message: 'the model is not here' } } }
      : { text: 'Here it is.' },
  )
  await say(page, 'Do the thing.')
  const fault = page.getByRole('group', { name: 'Error' })
  await fault.getByText('has no model').waitFor()
  await field(page).fill('What I was about to say')
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.first().waitFor()
  expect(await retry.count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await fault.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Here it is.').waitFor()
  await fault.getByRole('button', { name: 'Retry' }).waitFor({ state: 'hidden' })
  expect(await field(page).inputValue()).toBe('What I was about to say')
  expect(await page.locator('#transcript').getByText('Do the thing.').count()).toBe(1)
  const asked = JSON.stringify((await server?.request(1))?.body)
  expect(asked.split('Do the thing.')).toHaveLength(2)
})

test('a success shows its own output; what the first attempt said is folded away', async () => {
  const call = { callId: 'c1', confinement: 'bubblewrap' as const, grants: [] }
  const output = (text: string) => ({ stdout: text, stderr: '', aggregated: text, omittedBytes: 0 })
  const page = await open(
    () => ({ text: 'Never asked.' }),
    [
      { type: 'turn.started', turnId: 't1', turnNumber: 1 },
      { type: 'user.message', text: 'Question 1: can it be written?' },
      { type: 'command.started', attempt: 1, command: ['touch', '/srv/x'], cwd: '/', ...call },
      {
        type: 'command.finished',
        callId: 'c1',
        outcome: {
          kind: 'denied',
          exitCode: 1,
          durationMs: 1,
          output: output('touch: Permission denied'),
          evidence: [{ kind: 'write', target: '/srv/x', source: 'kernel', backend: 'b' }],
        },
      },
      {
        type: 'command.started',
        attempt: 2,
        command: ['touch', '/srv/x'],
        cwd: '/',
        ...call,
        grants: [{ kind: 'write', path: '/srv/x', extent: 'file' }],
      },
      {
        type: 'command.finished',
        callId: 'c1',
        outcome: { kind: 'exited', exitCode: 0, durationMs: 1, output: output('written') },
      },
      { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
    ],
  )
  const card = page.getByRole('article', { name: 'Command' })
  await card.getByText('written').waitFor()
  expect(await card.innerText()).not.toMatch(/denied|Stopped/)
  const first = card.getByRole('button', { name: 'Show the first attempt' })
  await first.click()
  await card.getByText('touch: Permission denied').waitFor()
  await card.getByText('Stopped by the sandbox').waitFor()
  const [last, before] = [
    await card.getByText('written').boundingBox(),
    await card.getByText('Permission').boundingBox(),
  ]
  expect(last?.y).toBeLessThan(before?.y ?? 0)
  expect(await axeFindings(page)).toEqual([])
})

test('a turn says what it waits for: the model, then its command; afterwards nothing', async () => {
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const page = await open(({ body }) =>
    JSON.stringify(body).includes('call_1')
      ? { held: { behind: '', until: second.promise }, text: 'It ran.' }
      : {
          held: { behind: '', until: first.promise },
          calls: [
            {
              id: 'call_1',
              name: 'shell',
              arguments: { command: ['bash', '-c', 'until test -e go; do sleep 0.1; done; seq 40'] },
            },
          ],
        },
  )
  await say(page, 'Go on.')
  const line = page.locator('.waits')
  await expect.poll(() => line.innerText()).toMatch(/^Thinking, \d+ s\s+Waits for scripted\.$/)
  first.resolve(undefined)
  // One thing says that it runs, and for how long: the list of what runs, which can stop it.
  const running = page.getByRole('region', { name: 'Still running' })
  await expect.poll(() => running.innerText()).toMatch(/until test -e go[^]*\n[1-9]\d* s\s+Stop$/)
  expect(await line.count()).toBe(0)
  const head = page.getByRole('article', { name: 'Command, running' }).locator('.card-head')
  expect(await head.innerText()).not.toMatch(/\d s/)
  expect(await axeFindings(page)).toEqual([])
  writeFileSync(join(base, 'project', 'go'), '')
  await expect.poll(() => line.innerText()).toMatch(/^Thinking, \d+ s/)
  second.resolve(undefined)
  await page.getByText('It ran.').waitFor()
  await line.waitFor({ state: 'hidden' })

  const card = page.getByRole('article', { name: 'Command' }).last()
  expect(await card.getByRole('group', { name: 'Output' }).innerText()).not.toMatch(/\b20\b/)
  await card.getByRole('button', { name: 'Show all 40 lines' }).click()
  await expect.poll(() => card.getByRole('group', { name: 'Output' }).innerText()).toMatch(/^1\n2\n[^]*\n40$/)
})

test('of a long output no more is offered than is kept, and it says how much is gone', async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `line ${String(at + 1)}\n`).join('')
  const call = { callId: 'c1', attempt: 1, command: ['make'], cwd: '/work' }
  const output = { stdout: '', stderr: '', aggregated: lines, omittedBytes: 0 }
  const page = await open(
    () => ({ text: 'Never asked.' }),
    [
      { type: 'turn.started', turnId: 't1', turnNumber: 1 },
      { type: 'user.message', text: 'Question 1: how long is it?' },
      { type: 'command.started', ...call, confinement: 'bubblewrap', grants: [] },
      {
        type: 'command.finished',
        callId: 'c1',
        outcome: { kind: 'exited', exitCode: 0, durationMs: 1, output },
      },
      { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
    ],
  )
  const printed = page.getByRole('group', { name: 'Output' })
  await printed.getByRole('button', { name: 'Show the 2,000 lines that are kept' }).click()
  await expect.poll(() => printed.innerText()).toMatch(/^[^\n]*1,000[^\n]*\nline 1001\n[^]*line 3000$/)
})

const fence = '```'
const prose = [
  'Here is what changes, in `src/store.ts`:',
  `${fence}ts\nexport function load(file: string): Line[] {\n\treturn read(file).flatMap(parse) // ${'long '.repeat(60)}\n}\n${fence}`,
  '1. First, with parts\n   - a part\n   - another\n     1. deeper\n     2. and deeper\n2. Second\n\n   with a paragraph of its own\n3. Third',
  '- [x] done\n- [ ] to do',
  `| case | before | ${'a wide head '.repeat(6)} |\n| --- | ---: | :-: |\n| torn | 12 | skipped |\n| whole | 3 | ${'read '.repeat(20)} |`,
  `> Quoted\n\n${fence}python\n${Array.from({ length: 120 }, (_, at) => `value_${String(at)} = ${String(at)}`).join('\n')}\n${fence}`,
].join('\n\n')

test.each(
  oneBySeed('look of transcript-cards', [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
  ] as const),
)(
  'code has colours and Copy, long ones are folded, lists and tables keep their form (%i, %s)',
  async (width, theme) => {
    const page = await open(
      () => ({ text: 'Never asked.' }),
      [
        { type: 'turn.started', turnId: 't1', turnNumber: 1 },
        { type: 'user.message', text: 'Question 1: how does it look?' },
        { type: 'message.completed', itemId: 'm1', text: prose },
        { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
      ],
      { theme, width },
    )
    const say = page.locator('.say:not(.you)')
    await say.locator('.sy-keyword').first().waitFor()
    await say.getByRole('button', { name: 'src/store.ts' }).click()
    await page.getByText('There is no such file in this session').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    const block = say.locator('.code-block').first()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await block.getByRole('button', { name: 'Copy the code' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^export function[^]*\n\treturn[^]*\n}$/,
    )
    const long = say.locator('.code-block').last()
    expect(await long.innerText()).not.toContain('value_119')
    await page.screenshot({ path: join(pictures, `prose-${String(width)}-${theme}.png`) })
    await box(page).evaluate((each) => (each.scrollTop = 0))
    await page.screenshot({ path: join(pictures, `prose-${String(width)}-${theme}-top.png`) })
    // By key: what is scrolled to is measured anew, and a press that it moves away under is no click.
    await long.getByRole('button', { name: 'Show all 120 lines' }).press('Enter')
    await long.getByText('value_119 = 119').waitFor()
    expect(await box(page).evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    const nested = await say
      .locator('ol ol > li')
      .evaluateAll((items) => items.map((item) => getComputedStyle(item).listStyleType))
    expect(nested).toEqual(['decimal', 'decimal'])
    expect(
      await say
        .locator('ul ul, ol ul')
        .first()
        .evaluate((list) => getComputedStyle(list).listStyleType),
    ).not.toBe('decimal')
    expect(await axeFindings(page)).toEqual([])
    expect(host?.complaints).toEqual([])
  },
)
