import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shellCall } from '../fakes/app-server-home'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

test.each(oneBySeed('theme of undo-outside', ['light', 'dark'] as const))(
  'what an allowed command wrote outside the folder is taken back from its card, and done again (%s)',
  async (theme) => {
    const host = await scriptedHost(
      ({ base }) => {
        const work = `echo two > ${base}/shared/list.txt; rm -r ${base}/shared/old`
        return ({ body }) =>
          JSON.stringify(body).includes('call_1')
            ? { text: 'As you say.' }
            : shellCall('call_1', 'sh', '-c', work)
      },
      {
        theme,
        below: '/var/tmp', // no command may write there
        config: 'approval_policy = "on-failure"\nsandbox_mode = "workspace-write"\nrehearse = "off"',
        tables: '[features]\nsandbox_command_assessment = false\n',
        configure: (_, workspace) => {
          const shared = join(workspace, '../shared')
          mkdirSync(join(shared, 'old'), { recursive: true })
          writeFileSync(join(shared, 'list.txt'), 'one\n')
          writeFileSync(join(shared, 'old/a.txt'), 'a\n')
        },
      },
    )
    const { page, base } = host
    const at = (name: string): string => join(base, 'shared', name)
    const field = await host.startSession()
    await field.fill('Change the shared files.')
    await field.press('Enter')
    const allow = page.getByRole('button', { name: /^Allow once/ }).first()
    await allow.waitFor()
    await untilArmed(page)
    await allow.click()
    await page.getByText('As you say.').waitFor()
    expect([readFileSync(at('list.txt'), 'utf8'), existsSync(at('old'))]).toEqual(['two\n', false])

    const card = page.getByRole('article', { name: 'Command' })
    await card.getByText('Outside the folder it changed 2 files, which can be undone.').waitFor()
    await card.getByText(/^Ran again, this time allowed to .* and make, move or remove /).waitFor()
    await card.getByRole('button', { name: 'Undo…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('These files become as they were before this').waitFor()
    expect((await dialog.locator('.restore-files li').allInnerTexts()).toSorted()).toEqual([
      '../shared/list.txt changes back',
      '../shared/old/a.txt comes back',
    ])
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`undo-outside-${theme}`) })
    await dialog.getByRole('button', { name: 'Put back 2 files' }).click()
    await page.getByText(/^Took back what “.*” changed outside the folder: 2 files as before it\.$/).waitFor()
    expect([readFileSync(at('list.txt'), 'utf8'), readFileSync(at('old/a.txt'), 'utf8')]).toEqual([
      'one\n',
      'a\n',
    ])

    await card.getByText('Undone.').waitFor()
    await page.screenshot({ path: pictureAt(`undone-outside-${theme}`) })
    writeFileSync(at('list.txt'), 'mine\n')
    await card.getByRole('button', { name: 'Redo…' }).click()
    await dialog.getByText('Changed since then').waitFor()
    await dialog.getByRole('button', { name: 'Redo in 1 file' }).click()
    await page.getByText(/Did again what .* Left, since changed meanwhile: .*list\.txt\.$/).waitFor()
    expect([readFileSync(at('list.txt'), 'utf8'), existsSync(at('old'))]).toEqual(['mine\n', false])
    expect(host.complaints).toEqual([])
  },
)

test('panel, rail and card say the same of what is deleted outside the folder beside another effect', async () => {
  const host = await scriptedHost(
    ({ base }) =>
      ({ body }) =>
        JSON.stringify(body).includes('call_1')
          ? { text: 'As you say.' }
          : shellCall(
              'call_1',
              'sh',
              '-c',
              `rm -r ${base}/shared/old; node -e 'require("fs").rmSync("${base}/shared/list.txt")'`,
            ),
    {
      below: '/var/tmp', // no command may write there
      config: 'approval_policy = "untrusted"\nsandbox_mode = "workspace-write"\nrehearse = "off"',
      tables: '[features]\nsandbox_command_assessment = false\n',
      configure: (_, workspace) => {
        mkdirSync(join(workspace, '../shared/old'), { recursive: true })
        writeFileSync(join(workspace, '../shared/old/a.txt'), 'a\n')
        writeFileSync(join(workspace, '../shared/list.txt'), 'one\n')
      },
    },
  )
  const { page } = host
  const field = await host.startSession()
  await field.fill('Clean up.')
  await field.press('Enter')
  await untilArmed(page)
  const fate = page.locator('.gl-fate')
  expect(await fate.innerText()).toBe(
    'Can be undone here for 30 days; this says nothing of the other effects.',
  )
  const head = await page.locator('section.approval').getByRole('heading').first().innerText()
  await page.locator('.srow').getByText(head.replace(/\.$/, ''), { exact: true }).waitFor()
  // Of a high level, so it is held.
  await page
    .getByRole('button', { name: /^Allow once/ })
    .first()
    .hover()
  await page.mouse.down()
  await page.getByText('As you say.').waitFor()
  await page.mouse.up()
  const card = page.getByRole('article', { name: 'Command' })
  await card.getByText('Outside the folder it changed 2 files, which can be undone.').waitFor()
  expect(host.complaints).toEqual([])
})

test('panel, rail, inbox and what stands beside the session say the same of what a rehearsal showed', async () => {
  const host = await scriptedHost(
    ({ base }) =>
      () =>
        shellCall('call_1', 'sh', '-c', `rm -r ${base}/shared/old`),
    {
      below: '/var/tmp', // no command may write there
      config: 'approval_policy = "untrusted"\nsandbox_mode = "workspace-write"',
      tables: '[features]\nsandbox_command_assessment = false\n',
      configure: (_, workspace) => {
        mkdirSync(join(workspace, '../shared/old'), { recursive: true })
        writeFileSync(join(workspace, '../shared/old/a.txt'), 'a\n')
      },
    },
  )
  const { page } = host
  const field = await host.startSession()
  await field.fill('Clean up.')
  await field.press('Enter')
  const head = page.locator('section.approval').getByRole('heading').first()
  await head.filter({ hasText: /^Would delete / }).waitFor()
  const said = (await head.innerText()).replace(/\.$/, '')
  await page.locator('.srow').getByText(said, { exact: true }).waitFor()
  await page.locator('.bar .side-toggle').click()
  await page.locator('.tl-asked').getByText(said).waitFor()
  await page
    .getByRole('button', { name: /^Inbox/ })
    .first()
    .click()
  await page.locator('.rrow').getByText(said).waitFor()
  expect(host.complaints).toEqual([])
})
