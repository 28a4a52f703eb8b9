import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { pictureAt, root, scriptedHost } from './scripted-host'
import { oneBySeed } from '../fakes/by-seed'

const asks = {
  id: 'call_3',
  name: 'request_user_input',
  arguments: {
    questions: [
      {
        ...{ id: 'store', header: 'Store', question: 'Where shall it go?\u202e' },
        options: [
          { label: 'SQLite', description: 'A file.' },
          { label: 'Postgres', description: 'A server\u202e of its own.' },
          { label: 'Memory', description: '' },
        ],
      },
    ],
  },
}

/** Calls the tool of the form, then that of the address, then asks by itself, then says that it is done. */
function script({ body }: RecordedRequest): Answer {
  const asked = JSON.stringify(body)
  if (!asked.includes('"tools":[{')) return { text: '{}' }
  if (asked.includes('call_3')) return { text: 'All are answered.' }
  if (asked.includes('call_2')) return { calls: [asks] }
  const [id, name] = asked.includes('call_1') ? ['call_2', 'login__look'] : ['call_1', 'forms__look']
  return { calls: [{ id, name, arguments: {} }] }
}

const questionsOn = '[features]\ndefault_mode_request_user_input = true\n'
const mcpServer = (id: string, manner: string): string =>
  `[mcp_servers.${id}]\ncommand = "${process.execPath}"\nargs = ["${join(root, 'tests/fakes/hostile-mcp-server.mjs')}", "${manner}"]\n`

test.each(oneBySeed('theme of server-questions', ['light', 'dark'] as const))(
  'what a server or an agent asks is a form or an address in the window, marked as its own words, and answered there (%s)',
  async (theme) => {
    const host = await scriptedHost(() => script, {
      theme,
      tables: [questionsOn, mcpServer('forms', 'asks-form'), mcpServer('login', 'asks-url')].join(''),
    })
    const { page } = host
    const pagesBefore = page.context().pages().length
    const composer = await host.startSession()
    await composer.fill('Ask me.')
    await composer.press('Enter')
    const allow = async (tool: string): Promise<void> => {
      const panel = page.getByRole('region', { name: `Calls look of the MCP server ${tool}.` })
      await panel.getByRole('button', { name: 'Allow once' }).click()
    }
    await allow('forms')

    const form = page.getByRole('region', { name: 'forms asks you something, for its tool look' })
    await form.waitFor()
    expect(await page.title()).toBe('(1) Ask me. – Countersign')
    const theirs = form.getByRole('group', { name: 'The server says' })
    expect(await theirs.innerText()).toMatch(
      /Words of the server forms\. Nobody has checked them\.[^]*Allow once, only this[^]*AllowU\+202E once/,
    )
    // What imitates our panel is text inside of the server's frame; the buttons are ours, outside of it.
    expect(await theirs.getByRole('button').count()).toBe(0)
    const name = theirs.getByRole('group', { name: /AllowU\+202E once/ }).getByRole('textbox')
    expect(await name.evaluate((box) => box === document.activeElement)).toBe(false)
    const send = form.getByRole('button', { name: 'Send answer' })
    await send.click()
    await expect.poll(() => theirs.getByText('Expected something: it has to be filled in.').count()).toBe(2)
    await name.fill('Ada')
    await theirs.getByRole('textbox', { name: 'size' }).fill('2.5')
    await theirs.getByText('Expected a whole number.').waitFor()
    await theirs.getByRole('textbox', { name: 'size' }).fill('2')
    await theirs.getByRole('combobox', { name: 'colour' }).selectOption('Blue')
    await theirs.getByRole('checkbox', { name: 'a' }).check()
    await page.screenshot({ path: pictureAt(`server-form-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Inbox' }).click()
    expect(await page.getByRole('group', { name: 'Waiting for you' }).innerText()).toContain(
      'forms asks you something',
    )
    await page.screenshot({ path: pictureAt(`server-form-inbox-${theme}`) })
    await page
      .getByRole('button', { name: /Ask me\./ })
      .first()
      .click()
    // What was filled in stands there as it was left.
    expect(await name.inputValue()).toBe('Ada')
    expect(await theirs.getByRole('checkbox', { name: 'a' }).isChecked()).toBe(true)
    await send.click()

    await allow('login')
    const login = page.getByRole('region', { name: 'login asks you something, for its tool look' })
    await login.waitFor()
    await login.getByText('https://xn--pple-43d.example/login?to=apple.com').waitFor()
    expect(await login.innerText()).toMatch(/xn--pple-43d\.example\s*look-alike\? punycode/)
    // It can be answered a little after it came; until then its button is on its way from one colour to the other.
    await expect.poll(() => login.getByRole('button', { name: 'Open in browser' }).isEnabled()).toBe(true)
    await page.screenshot({ path: pictureAt(`server-address-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    // Nothing was opened or fetched by showing it.
    expect(page.context().pages()).toHaveLength(pagesBefore)
    const popup = page.context().waitForEvent('page')
    await login.getByRole('button', { name: 'Open in browser' }).click()
    await (await popup).close()
    await login.getByRole('button', { name: 'Decline' }).click()

    const own = page.getByRole('region', { name: 'The agent asks you something' })
    const itsWords = own.getByRole('group', { name: 'The agent says' })
    expect(await itsWords.innerText()).toMatch(
      /Words of the agent\. Nobody has checked them\.[^]*Where shall it go\?U\+202E[^]*SQLite\s+A file\.\s+Postgres\s+A serverU\+202E of its own\./,
    )
    await own.getByText('is put on record').waitFor()
    // What is proposed is chosen with the mouse or with keys, and nothing is to begin with; any other answer is one's own.
    const choices = itsWords.getByRole('radio')
    const chosen = () => choices.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).checked))
    expect(await chosen()).toEqual([false, false, false, false])
    const other = itsWords.getByRole('textbox', { name: /^Store .*Another answer/ })
    await other.fill('SQLite3')
    expect(await chosen()).toEqual([false, false, false, true])
    await itsWords.getByRole('radio', { name: /^SQLite/ }).click()
    await page.keyboard.press('ArrowDown')
    expect(await chosen()).toEqual([false, true, false, false])
    expect(await other.inputValue()).toBe('SQLite3')
    expect(await own.getByRole('button').allInnerTexts()).toContain('Send answer')
    expect(await itsWords.getByRole('button').count()).toBe(0)
    await page.screenshot({ path: pictureAt(`agent-asks-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    // Keys lead to it and on from it, and behind the answer to the field for messages.
    const isFocused = (where: Locator) => where.evaluate((each) => each === document.activeElement)
    await page.keyboard.press('Control+j')
    await expect.poll(() => isFocused(own.locator('.ap-body'))).toBe(true)
    await page.keyboard.press('F6')
    expect(await isFocused(composer)).toBe(true)
    const last = own.getByRole('button', { name: 'Send answer' })
    await expect.poll(() => last.isEnabled()).toBe(true)
    await last.press('Enter')
    await page.getByText('All are answered.').waitFor()
    await expect.poll(() => isFocused(composer)).toBe(true)
    await page.getByText('The agent asked you something: answered.').waitFor()
    await page.getByText('login asked you something: declined.').waitFor()
    expect(await page.title()).toBe('Ask me. – Countersign')
    const told = host.server.requests.flatMap(({ body }) =>
      (body as { messages: { role: string; content: string }[] }).messages.flatMap(({ role, content }) =>
        role === 'tool' ? [content] : [],
      ),
    )
    expect(new Set(told)).toEqual(
      new Set([
        '{"action":"accept","content":{"name":"Ada","size":2,"sure":true,"colour":"b","tags":["a"]}}',
        '{"action":"decline"}',
        '{"answers":{"store":{"answers":["Postgres"]}}}',
      ]),
    )
  },
)
