import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { untilArmed } from './armed-panel'
import { uniqueSleep, withText } from '../integration/exec-sessions/exec-world'
import { axeFindings } from './axe-findings'
import { pictureAt, scriptedHost, type ScriptedHost } from './scripted-host'

const config = 'approval_policy = "on-request"\nsandbox_mode = "workspace-write"'

const shown = (page: Page): Promise<string> => page.locator('.xterm-rows').innerText()

/** Opens a terminal beside the session; its keys go there then. */
async function openTerminal({ page }: Pick<ScriptedHost, 'page'>) {
  await page.keyboard.press('ControlOrMeta+Shift+e')
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await page.getByRole('button', { name: 'Open a terminal' }).click()
  const field = page.getByRole('textbox', { name: 'Terminal. F6 leaves it.' })
  const type = async (line: string): Promise<void> => {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  const says = (text: string) => expect.poll(() => shown(page)).toContain(text)
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
  return { field, type, says, side: page.getByRole('complementary', { name: 'Beside the session' }) }
}

/** A session with a turn that has ended, and a terminal beside it. */
async function besideASession() {
  const host = await scriptedHost(() => () => ({ text: 'Done so.' }), { config })
  const { page } = host
  const field = await host.startSession()
  await field.fill('Go')
  await field.press('Enter')
  await page.getByText('Done so.').waitFor()
  return { host, page, terminal: await openTerminal(host) }
}

test('a person opens a terminal of the session’s sandbox, works in it, and finds it again', async () => {
  const { host, page, terminal } = await besideASession()
  await terminal.type(`PS1='$ '; echo $((6*7))-$TERM; echo out > ${host.home}/x || echo re""fused`)
  await terminal.says('42-xterm-256color')
  await terminal.says('refused')
  await page.getByText('In the sandbox: Workspace write.').waitFor()
  // Escape is the shell's; the window's own keys are, too, but for those with Shift and F6.
  await page.keyboard.type('echo left-')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+e')
  await terminal.type('over')
  await terminal.says('left-over')
  // What is said draws, and does nothing: no title, no link, no clipboard; colours are colours under the page's policy.
  await terminal.type(
    String.raw`printf '\e]0;owned\a\e]52;c;b3duZWQ=\a\e]8;;https://example.org/\aread\e]8;;\a \e[38;2;200;30;90mtrue\e[0m-colour\n'`,
  )
  await terminal.says('true-colour')
  expect(await page.title()).not.toContain('owned')
  expect(await page.locator('.xterm a, .xterm-rows [style*="underline"]').count()).toBe(0)
  const coloured = page.locator('.xterm-rows span[style*="color"]').filter({ hasText: 'true' }).last()
  expect(await coloured.evaluate((span) => span.style.color)).not.toBe('')
  expect(await axeFindings(page)).toEqual([])
  await page.screenshot({ path: pictureAt('session-terminal') })
  await page.keyboard.press('F6')
  await expect.poll(() => terminal.field.evaluate((it) => it === document.activeElement)).toBe(false)

  await page.reload()
  await page.getByText('Done so.').waitFor()
  await page.keyboard.press('ControlOrMeta+Shift+e')
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await terminal.says('42-xterm-256color')
  await terminal.field.focus()
  await terminal.type('exit 3')
  await page.getByText('The shell has ended with exit code 3.').waitFor()
  await page.getByRole('button', { name: 'Open another' }).click()
  await terminal.side.getByRole('button', { name: 'End it' }).waitFor()
  await terminal.type('echo a""new')
  await terminal.says('anew')
  await terminal.side.getByRole('button', { name: 'End it' }).click()
  await page.getByText('The shell was ended.').waitFor()
  expect(host.complaints).toEqual([])
})

test('a sequence that asks for what would take minutes holds up nobody, and the next line is drawn, now and when the page is loaded again', async () => {
  const { host, page, terminal } = await besideASession()
  // Scrolling up and down, inserting and deleting lines, tabs both ways, the last character again.
  await terminal.type(
    String.raw`for each in S T L M I Z b; do printf "a\e[2147483647$each"; done; echo al""ive`,
  )
  await terminal.says('alive')
  // As many as there are lines still count: what stood there is gone.
  await terminal.type(String.raw`printf '\e[%sS' "$(stty size | cut -d' ' -f1)"; echo em""pty`)
  await terminal.says('empty')
  expect(await shown(page)).not.toContain('alive')
  await page.reload()
  await page.getByText('Done so.').waitFor()
  await page.keyboard.press('ControlOrMeta+Shift+e')
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await terminal.says('empty')
  expect(host.complaints).toEqual([])
})

test('what takes long to draw is drawn in pieces, between which the page does what else there is', async () => {
  const { host, page, terminal } = await besideASession()
  await page.evaluate(() => {
    const began = performance.now()
    const seen = { last: began, longest: 0, whole: () => performance.now() - began }
    setInterval(() => {
      seen.longest = Math.max(seen.longest, performance.now() - seen.last)
      seen.last = performance.now()
    })
    Object.assign(globalThis, { seen })
  })
  // Each of these has the whole screen made anew.
  await terminal.type(String.raw`printf '\ec%.0s' $(seq 30000); echo all-dr""awn`)
  await terminal.says('all-drawn')
  const share = await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { longest: number; whole: () => number } }
    return seen.longest / seen.whole()
  })
  expect(share).toBeLessThan(0.25)
  expect(host.complaints).toEqual([])
})

test('no key that is pressed in it answers what waits beside it', async () => {
  const host = await scriptedHost(
    ({ base }) =>
      ({ body }) =>
        JSON.stringify(body).includes('call_1')
          ? { text: 'It is over.' }
          : {
              calls: [
                {
                  id: 'call_1',
                  name: 'shell',
                  arguments: { command: ['touch', `${base}/outside`], with_escalated_permissions: true },
                },
              ],
            },
    { config, below: '/var/tmp' },
  )
  const { page } = host
  const field = await host.startSession()
  await field.fill('Go')
  const terminal = await openTerminal(host)
  await field.press('Enter')
  const deny = page.getByRole('button', { name: 'Deny…' })
  await deny.waitFor()
  await terminal.field.focus()
  await untilArmed(page)
  for (const key of ['Control+Enter', 'd', 'n', 'm', 'Backspace', 'Backspace', 'Backspace']) {
    // As for somebody who has thought about it: the panel is deaf for a moment after each key.
    await untilArmed(page)
    await page.keyboard.press(key)
  }
  await untilArmed(page)
  // The key after Escape is one with it; what comes right behind Ctrl+C would be lost with the line.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await terminal.type('echo ag""ain')
  await terminal.says('again')
  expect([await deny.isVisible(), await page.locator('.approval .drawer').count()]).toEqual([true, 0])
  expect(host.complaints).toEqual([])
})

test('an engine that is killed leaves nothing of a terminal behind, and the window says that it is gone', async () => {
  const { host, page, terminal } = await besideASession()
  const seconds = uniqueSleep()
  await terminal.type(`(setsid sleep ${seconds} &); trap "" TERM HUP; echo stan""ding; sleep ${seconds}`)
  await terminal.says('standing')
  await expect.poll(() => withText(`sleep\0${seconds}`).length).toBe(2)
  const engines = withText('cli.js\0serve').filter((pid) =>
    readFileSync(`/proc/${String(pid)}/environ`, 'latin1').includes(`COUNTERSIGN_HOME=${host.home}\0`),
  )
  expect(engines).toHaveLength(1)
  process.kill(engines[0] ?? 0, 'SIGKILL')
  await expect.poll(() => withText(seconds)).toEqual([])
  await page.getByText('The engine stopped').waitFor()
  const limits = page.getByText('In the sandbox: Workspace write.')
  const end = terminal.side.getByRole('button', { name: 'End it' })
  await expect.poll(async () => [await limits.count(), await end.count()]).toEqual([0, 0])
  await host.restart()
  await page.getByText('Done so.').waitFor()
  await page.keyboard.press('ControlOrMeta+Shift+e')
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await page.getByRole('button', { name: 'Open a terminal' }).waitFor()
})
