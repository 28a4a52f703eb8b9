import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

/** The review looks once and finds three things, one of them in no place that there is; the agent says that it has read them. */
function script(project: string) {
  const finding = (title: string, priority: number, at: string, line: number): object => ({
    title,
    body: `${title}: the caller gets undefined when the list is empty.\nSeen with an empty file.`,
    confidence_score: 0.85,
    priority,
    code_location: { absolute_file_path: at, line_range: { start: line, end: line + 1 } },
  })
  return ({ body }: RecordedRequest): Answer => {
    const asked = JSON.stringify(body)
    if (!asked.includes('You review a change')) return { text: 'I will mend what you accepted.' }
    if (!asked.includes('call_1'))
      return {
        calls: [
          { id: 'call_1', name: 'shell', arguments: JSON.stringify({ command: ['git', 'diff', 'HEAD'] }) },
        ],
      }
    return {
      text: JSON.stringify({
        findings: [
          finding('Say what an empty list gives', 1, `${project}/src/first.ts`, 3),
          finding('Name the file\u202E\u001b[2J in the message', 2, `${project}/src/new.ts`, 1),
          finding('Look at the password file', 3, '/etc/passwd', 1),
        ],
        overall_correctness: 'patch is incorrect',
        overall_explanation: 'One case is not handled.',
        overall_confidence_score: 0.7,
      }),
    }
  }
}

function repository(project: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: project })
  const before = Array.from({ length: 40 }, (_, at) => `const line${String(at)} = ${String(at)}`)
  mkdirSync(join(project, 'src'), { recursive: true })
  git('init', '-q', '-b', 'main')
  writeFileSync(
    join(project, 'src/first.ts'),
    ['export function first(list) {', ...before, '}', ''].join('\n'),
  )
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  const after = [
    'export function first(list: string[]) {',
    '  const [one] = list',
    '  return one.trim()',
    ...before,
    '}',
  ]
  writeFileSync(join(project, 'src/first.ts'), `${after.join('\n')}\n`)
  writeFileSync(join(project, 'src/new.ts'), 'throw new Error("bad")\n')
}

test.each(oneBySeed('theme of review', ['light', 'dark'] as const))(
  'a review from the menu: findings at their lines, accepted or dismissed, kept over a reload, sent to the agent (%s)',
  async (theme) => {
    const host = await scriptedHost(({ workspace }) => script(workspace), {
      theme,
      tables: '[features]\nsandbox_command_assessment = false\n',
      configure: (_, workspace) => {
        repository(workspace)
      },
    })
    const { page, workspace: project, server } = host
    await host.startSession()
    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Review changes…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Review changes' })
    await dialog.getByRole('radio', { name: 'What is new since a branch' }).check()
    await dialog.getByRole('textbox', { name: 'Branch' }).fill('gone')
    await page.screenshot({ path: pictureAt(`review-ask-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Start the review' }).click()
    await page.getByText('There is no branch "gone" here').waitFor()

    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Review changes…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start the review' }).click()
    const card = page.getByRole('article', { name: 'Review of uncommitted changes' })
    await card.getByText('3 findings').waitFor()
    const send = card.getByRole('button', { name: /to the agent$/ })
    expect(await send.isDisabled()).toBe(true)

    // At its lines: below the third line of the new file, in the change.
    const changes = card.getByRole('group', { name: 'Changes in src/first.ts' })
    const row = await changes.evaluate((box) => {
      const note = box.querySelector('.finding')
      return note?.previousElementSibling?.textContent
    })
    expect(row).toContain('const line0 = 0')
    expect(await changes.locator('.dl').count()).toBeLessThan(30)
    expect(await card.getByRole('group', { name: 'Changes in src/new.ts' }).count()).toBe(1)
    expect(await card.getByText('U+202E').first().isVisible()).toBe(true)
    expect(await card.getByText('/etc/passwd').count()).toBe(0)

    const list = (title: RegExp) => card.getByRole('article', { name: title })
    // Each once, at its lines or in the list.
    expect(await card.locator('.finding').count()).toBe(3)
    expect(await list(/Say what an empty/).count()).toBe(1)
    await list(/Say what an empty/)
      .first()
      .getByRole('button', { name: /^Accept/ })
      .click()
    await list(/Look at the password/)
      .getByRole('button', { name: /^Dismiss/ })
      .click()
    await page.screenshot({ path: pictureAt(`review-${theme}`) })
    await changes.scrollIntoViewIfNeeded()
    await page.screenshot({ path: pictureAt(`review-changes-${theme}`) })
    expect(await axeFindings(page)).toEqual([])

    await page.reload()
    await card.getByText('3 findings').waitFor()
    const pressed = async (title: RegExp, name: RegExp) =>
      list(title).first().getByRole('button', { name }).getAttribute('aria-pressed')
    expect([
      await pressed(/Say what an empty/, /^Accept/),
      await pressed(/Look at the password/, /^Dismiss/),
      await pressed(/Name the file/, /^Accept/),
    ]).toEqual(['true', 'true', 'false'])

    await send.click()
    await page.getByText('I will mend what you accepted.').waitFor()
    const told = JSON.stringify(server.requests.at(-1)?.body)
    expect(told).toMatch(/I accept this finding of the review of uncommitted changes/)
    expect(told).toContain(`[P1] Say what an empty list gives — ${project}/src/first.ts:3-4`)
    const message = told.slice(told.indexOf('I accept this finding'))
    expect([message.includes('Name the file'), message.includes('password')]).toEqual([false, false])
    expect(
      await list(/Say what an empty/)
        .first()
        .getByText('Sent to the agent')
        .isVisible(),
    ).toBe(true)
    await page.screenshot({ path: pictureAt(`review-sent-${theme}`) })
    expect(host.complaints).toEqual([])
  },
)
