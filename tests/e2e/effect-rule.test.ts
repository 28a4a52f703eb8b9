import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'

/** Each message has the agent build once more; it says so when that has come to something. */
const builds = (request: RecordedRequest): Answer => buildsWith(request, 'build.sh')

function buildsWith({ body }: RecordedRequest, script: string): Answer {
  const { messages, tools } = body as { messages: readonly { role: string }[]; tools?: readonly unknown[] }
  // Whoever has no tools is asked for a view, and has none.
  if (!tools || tools.length === 0) return { text: 'No view.' }
  const results = messages.filter(({ role }) => role === 'tool').length
  if (messages.at(-1)?.role === 'tool') return { text: `That was build ${String(results)}.` }
  const id = `call_${String(results + 1)}`
  return { calls: [{ id, name: 'shell', arguments: { command: ['sh', script] } }] }
}

test('a rule made in the panel is tried on what was asked before, answers what stays inside it, and can be taken back', async () => {
  const host = await scriptedHost(() => builds, {
    config: 'approval_policy = "untrusted"\nsandbox_mode = "workspace-write"',
    configure: (_, workspace) => {
      mkdirSync(join(workspace, 'dist'))
      writeFileSync(join(workspace, 'build.sh'), 'echo one > dist/a.js\n')
    },
  })
  const { page, workspace, home } = host
  const rules = join(home, 'rules.toml')
  const panel = page.locator('section.approval')
  const say = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }
  const untilRehearsed = async (): Promise<void> => {
    await panel.locator('.rh[aria-busy="false"], [data-rehearsed]').first().waitFor()
    await untilArmed(page)
  }

  const deny = async (): Promise<void> => {
    await untilRehearsed()
    await panel.locator('.a-tell').click()
    const form = panel.getByRole('form', { name: 'Deny and tell the agent' })
    await form.getByRole('button', { name: /^Deny/ }).click()
  }

  await host.startSession()
  await say('Build')
  await deny()
  await page.getByText('That was build 1.').waitFor()
  expect(existsSync(join(workspace, 'dist/a.js'))).toBe(false)

  await say('Once more')
  await untilRehearsed()
  await panel.locator('.a-more').click()
  await panel.getByRole('button', { name: 'Allow for…' }).click()
  const form = panel.getByRole('form', { name: 'Allow for' })
  await form.getByRole('radio', { name: 'These effects from now on' }).check()
  const widths = form.getByRole('radiogroup', { name: 'Covers' })
  await widths.getByRole('radio').first().waitFor()
  expect(await widths.locator('.opt').allInnerTexts()).toEqual([
    expect.stringMatching(
      /^this file\s+Would have answered 1 of the last 1; among them this one that you denied\.$/,
    ),
    expect.stringMatching(/^\*\.js in dist\s+Would have answered 1 of the last 1; /),
    expect.stringMatching(/^everything in dist\s+Would have answered 1 of the last 1; /),
  ])
  await form.getByText('What you denied of it').waitFor()
  await widths.getByRole('radio', { name: '*.js in dist' }).check()
  const ends = form.getByRole('combobox', { name: 'Ends' })
  expect(await ends.inputValue()).toBe('month')
  await ends.selectOption('runs')
  await form.getByRole('spinbutton', { name: 'How many runs' }).fill('2')
  expect(await form.getByRole('group', { name: 'Rule to be saved' }).innerText()).toMatch(
    /sh build\.sh[^]*dist\/\*\*\/\*\.js[^]*up to medium risk/,
  )
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('effect-rule-in-the-panel') })

  // What would have answered something that was denied is saved by a held press alone.
  const save = form.getByRole('button', { name: /^Save the rule and apply/ })
  await save.click()
  expect(existsSync(rules)).toBe(false)
  await save.hover()
  await page.mouse.down()
  await page.getByText('That was build 2.').waitFor()
  await page.mouse.up()
  expect(readFileSync(join(workspace, 'dist/a.js'), 'utf8')).toBe('one\n')
  expect(readFileSync(rules, 'utf8')).toMatch(/^\[\[rule\]\]\nname = "sh build\.sh"\nwhere = \[/)

  // Another file of the kind: nobody is asked.
  writeFileSync(join(workspace, 'build.sh'), 'echo two > dist/b.js\n')
  await say('And again')
  await page.getByText('That was build 3.').waitFor()
  await page.getByText(/Answered by .*sh build\.sh/).waitFor()
  expect(readFileSync(join(workspace, 'dist/b.js'), 'utf8')).toBe('two\n')

  // What goes beyond it is asked, and said first.
  writeFileSync(join(workspace, 'build.sh'), 'echo three > dist/c.js\necho three > notes.txt\n')
  await say('And now')
  await panel.getByText(/Beyond “sh build\.sh”: also writes notes\.txt/).waitFor()
  await deny()
  await page.getByText('That was build 4.').waitFor()
  expect(existsSync(join(workspace, 'notes.txt'))).toBe(false)

  // Its second run is its last; then it is asked again.
  writeFileSync(join(workspace, 'build.sh'), 'echo four > dist/d.js\n')
  await say('Once more')
  await page.getByText('That was build 5.').waitFor()
  expect(existsSync(join(workspace, 'dist/d.js'))).toBe(true)
  writeFileSync(join(workspace, 'build.sh'), 'echo five > dist/e.js\n')
  await say('The last time')
  await panel.getByText(/sh build\.sh” would have answered this, but its runs are used up\./).waitFor()
  await deny()
  await page.getByText('That was build 6.').waitFor()
  expect(existsSync(join(workspace, 'dist/e.js'))).toBe(false)

  await page.keyboard.press('Control+,')
  const section = page.getByRole('region', { name: 'Effect rules' })
  await section.getByText(/Writes \*\.js in dist/).waitFor()
  expect(await section.innerText()).toMatch(
    /sh build\.sh[^]*up to medium risk; for 2 runs\.\s+Used 2 times[^]*its runs are used up\.\s+Would have answered 3 of the last 4; among them these 2 that you denied\./,
  )
  expect(await axeFindings(page)).toEqual([])
  await section.getByRole('button', { name: 'Remove the rule sh build.sh' }).click()
  await section.getByText('There is none yet.').waitFor()
  expect(readFileSync(rules, 'utf8').trim()).toBe('')
  expect(host.complaints).toEqual([])
})

/** A session whose message has the word other builds with another script. */
const buildsOther = (request: RecordedRequest): Answer =>
  JSON.stringify(request.body).includes('Other build') ? buildsWith(request, 'other.sh') : builds(request)

test('what a person leaves out is not put in place by a rule that comes, while they are in another session, nor after a reload', async () => {
  const host = await scriptedHost(() => buildsOther, {
    config: 'approval_policy = "untrusted"\nsandbox_mode = "workspace-write"',
    configure: (_, workspace) => {
      mkdirSync(join(workspace, 'dist'))
      writeFileSync(join(workspace, 'build.sh'), 'echo one > dist/a.js\necho two > dist/b.js\n')
      writeFileSync(join(workspace, 'other.sh'), 'echo three > dist/c.js\n')
    },
  })
  const { page, workspace, home } = host
  const panel = page.locator('section.approval')
  const made = (): string[] => readdirSync(join(workspace, 'dist'))
  const ask = async (text: string): Promise<void> => {
    await host.startSession()
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
    await panel.locator('.rh[aria-busy="false"], [data-rehearsed]').first().waitFor()
  }
  const first = panel.locator('.a-once')

  await ask('Build')
  const session = page.url()
  await panel.getByRole('checkbox', { name: /Take .*b\.js/ }).uncheck()
  await expect.poll(() => first.innerText()).toContain('Apply 1 of 2 changes')

  await page.getByRole('button', { name: 'New session' }).first().click()
  await ask('Other build')
  const rule = '[[rule]]\nname = "builds"\ncommands = ["sh build.sh", "sh other.sh"]\n'
  writeFileSync(join(home, 'rules.toml'), `${rule}writes = ["dist/**"]\nlevel = "medium"\n`)
  // What waits is looked at in the order in which it was asked: the rule has passed the first over.
  await page.getByText('That was build 1.').waitFor()
  expect(made()).toEqual(['c.js'])

  await page.goto(session)
  await page.reload()
  await expect.poll(() => first.innerText()).toContain('Apply 1 of 2 changes')
  await untilArmed(page)
  await first.click()
  await page.getByText('That was build 1.').waitFor()
  expect(made()).toEqual(['a.js', 'c.js'])
  expect(host.complaints).toEqual([])
})
