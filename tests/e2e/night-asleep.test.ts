import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebSocketRoute } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { oneBySeed } from '../fakes/by-seed'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { recordOf } from './open-host'
import { pictureAt, root, scriptedHost } from './scripted-host'

// The machine sleeps for a night while a question waits: its calendar jumps by nine hours, its processes stood still, and the line between page and
// engine (an ssh tunnel) is dead without anybody having said so.

const folder = mkdtempSync(join(tmpdir(), 'cs-night-'))
const clock = join(folder, 'hours')
afterEach(() => {
  rmSync(clock, { force: true })
})

test.each(oneBySeed('theme of a night', ['light', 'dark'] as const))(
  'a question that waited over a night is still one: its age is said, the page comes back, the answer counts (%s)',
  async (theme) => {
    const lines: (() => void)[] = []
    const host = await scriptedHost(
      ({ base }) =>
        ({ body }) => {
          if (JSON.stringify(body).includes('call_1')) return { text: 'Now it is there.' }
          const command = ['bash', '-c', `echo first >> ${join(base, 'out')}`]
          return { calls: [{ id: 'call_1', name: 'shell', arguments: { command } }] }
        },
      {
        theme,
        config: 'approval_policy = "on-failure"\nsandbox_mode = "workspace-write"',
        below: homedir(),
        env: {
          NODE_OPTIONS: `--import ${join(root, 'tests/fakes/moved-clock.mjs')}`,
          MOVED_CLOCK: clock,
        },
        prepare: (page) =>
          page.routeWebSocket(/\/bridge\?/, (ours: WebSocketRoute) => {
            const theirs = ours.connectToServer()
            let dead = false
            ours.onMessage((message) => {
              if (!dead) theirs.send(message)
            })
            theirs.onMessage((message) => {
              if (!dead) ours.send(message)
            })
            theirs.onClose(() => undefined)
            lines.push(() => {
              dead = true
              void theirs.close()
            })
          }),
      },
    )
    const { page, base } = host
    const field = await host.startSession()
    await field.fill('Go')
    await field.press('Enter')
    const panel = page.locator('section.approval')
    await panel.waitFor()
    await page.locator('.rh[aria-busy="true"]').waitFor({ state: 'detached' })
    await field.fill('and then the other one')
    const before = await panel.innerText()

    const engine = Number(readFileSync(`${clock}.pid`, 'utf8'))
    process.kill(engine, 'SIGSTOP')
    writeFileSync(clock, '9')
    await page.evaluate(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 9 * 3_600_000
    })
    for (const end of lines.splice(0)) end()
    process.kill(engine, 'SIGCONT')

    // Nobody touches anything: the page finds out by itself that its line is dead.
    await expect.poll(() => lines.length, { timeout: 60_000 }).toBeGreaterThan(0)
    await page.getByText('Waiting for your decision, 9 h').waitFor()
    expect(await page.locator('.rail').innerText()).toMatch(/Needs you[^]*9 h/)
    expect(await field.inputValue()).toBe('and then the other one')
    await expect.poll(() => panel.innerText(), { timeout: 30_000 }).toBe(before)
    await untilArmed(page)
    await page.screenshot({ path: pictureAt(`night-asleep-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    expect(existsSync(join(base, 'out'))).toBe(false)
    await panel.locator('.a-once').click()
    await page.getByText('Now it is there.').waitFor()
    expect(readFileSync(join(base, 'out'), 'utf8')).toBe('first\n')
    expect(await page.getByText('Now it is there.').count()).toBe(1)
    expect(recordOf(host)).toMatch(/"approval.resolved"[^]*"state":"answered"/)
    expect(host.complaints).toEqual([])
  },
)
