import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionSummary } from '@shared/domain/session'
import { composeHosts } from '../../src/main/compose-hosts'
import { fillSandbox } from '../../src/main/core/host-link/fleet/workspace'
import { oneBySeed } from '../fakes/by-seed'
import { fleetWorld, type FleetWorld } from '../fakes/fleet-world'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'
import { pictureAt } from './scripted-host'

// Real Chromium, engine, kubectl, git and sandbox; the cluster is the test's.

let world: FleetWorld
let host: OpenHost | undefined
let home: string
let clone: string
let sandbox: string
const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    encoding: 'utf8',
  })
beforeEach(async () => {
  world = await fleetWorld([])
  clone = join(world.here, 'clone')
})
afterEach(async () => {
  await host?.close()
  host = undefined
  await world.close()
})

/** A sandbox with a clone of the repository here, in which two files were changed. */
async function work(): Promise<void> {
  const origin = join(world.here, 'origin')
  mkdirSync(origin)
  git(origin, 'init', '-q', '-b', 'main')
  writeFileSync(join(origin, 'clock.ts'), 'export const step = 1\n')
  git(origin, 'add', '.')
  git(origin, 'commit', '-q', '-m', 'first')
  git(world.here, 'clone', '-q', `file://${origin}`, clone)
  const env = { ...world.env, COUNTERSIGN_HOME: home }
  const hosts = await composeHosts({ env, version: world.version })
  const [settings] = Object.values(hosts.fleets)
  if (!settings) throw new Error('no fleet')
  const fleet = await hosts.fleet(settings)
  const { signal: stop } = new AbortController()
  const found = await fleet.make(stop, () => undefined)
  const from = { kind: 'clone', url: `file://${origin}` } as const
  await fillSandbox(fleet, found, from, { folder: world.workspace, stop })
  const there = join(world.workspace, 'origin')
  writeFileSync(join(there, 'clock.ts'), 'export const step = 60\n')
  writeFileSync(join(there, 'notes.md'), 'Sixty.\n')
  sandbox = `fleet/${found.name}`
}

/** Has the page know of a session of that sandbox's, beside all that the engine tells it: what is asked about the sandbox itself is asked of the engine. */
async function tellOfSession(page: Page): Promise<void> {
  const at = '2026-11-28T09:00:00.000Z'
  const session: SessionSummary = {
    ...{
      id: `${sandbox}:s1`,
      title: 'Mend the clock',
      cwd: '/workspace/origin',
      status: 'done',
      activity: '',
    },
    ...{ provider: 'mock', model: 'mock', approvalPolicy: 'never', pendingApprovals: 0 },
    ...{ createdAt: at, updatedAt: at },
    sandboxPolicy: {
      ...{ mode: 'workspace-write', writable_roots: [], network_access: false },
      ...{ exclude_tmpdir_env_var: false, exclude_slash_tmp: false },
    },
  }
  await page.addInitScript((told) => {
    interface Message {
      readonly id?: number
      readonly reply?: {
        readonly ok: boolean
        readonly value?: { readonly session?: object; readonly events?: []; readonly sessions?: unknown[] }
      }
    }
    window.WebSocket = class extends WebSocket {
      #hear: (message: Message) => void = () => undefined

      override addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
        if (type !== 'message' || typeof listener !== 'function') {
          super.addEventListener(type, listener)
          return
        }
        this.#hear = (message) => {
          message.reply?.value?.sessions?.push(told)
          listener(new MessageEvent('message', { data: JSON.stringify(message) }))
        }
        super.addEventListener(type, (event) => {
          this.#hear(JSON.parse((event as MessageEvent<string>).data) as Message)
        })
      }

      override send(data: string): void {
        const { id, payload } = JSON.parse(data) as { id: number; payload: { sessionId?: string } }
        if (payload.sessionId !== told.id) super.send(data)
        else this.#hear({ id, reply: { ok: true, value: { session: told, events: [] } } })
      }
    }
  }, session)
}

test.each(oneBySeed('theme of what is brought back', ['light', 'dark'] as const))(
  'what was changed in a sandbox is shown, one file of it put in place here and undone, and a branch made of all of it (%s)',
  { timeout: 120_000 },
  async (theme) => {
    host = await openHost({
      theme,
      env: { KUBECONFIG: world.env.KUBECONFIG },
      configure: (made) => {
        home = made
        writeFileSync(
          join(home, 'config.toml'),
          readFileSync(join(world.env.COUNTERSIGN_HOME ?? '', 'config.toml')),
        )
      },
      prepare: async (page) => {
        await work()
        await tellOfSession(page)
      },
    })
    const { page } = host
    const open = async (): Promise<void> => {
      await page.locator('.bar').getByRole('button', { name: 'Session actions' }).click()
      await page.getByRole('menuitem', { name: 'Bring back…' }).click()
    }
    await page.locator('.rail .srow', { hasText: 'Mend the clock' }).click()
    await open()
    const sheet = page.getByRole('dialog', { name: `Bring back from ${sandbox}` })
    await sheet.getByText('2 of 2 files chosen').waitFor()
    await sheet.getByRole('button', { name: 'Show the changes: clock.ts' }).click()
    await sheet.getByText('export const step = 60').waitFor()
    await sheet.getByRole('checkbox', { name: 'Take notes.md' }).uncheck()
    await sheet.getByRole('combobox').fill(clone)
    await sheet.locator('h2').click()
    expect(await axeFindings(page)).toEqual([])
    await page.screenshot({ path: pictureAt(`brought-back-${theme}`) })
    await sheet.getByRole('button', { name: 'Put in place' }).click()
    await sheet.getByText('1 file of it is in place in').waitFor()
    const here = (): readonly unknown[] => [
      readFileSync(join(clone, 'clock.ts'), 'utf8'),
      existsSync(join(clone, 'notes.md')),
    ]
    expect(here()).toEqual(['export const step = 60\n', false])
    await sheet.getByRole('button', { name: 'Undo' }).click()
    await sheet.getByText('Undone: 1 file is as before.').waitFor()
    expect(here()).toEqual(['export const step = 1\n', false])
    // Where it is otherwise here, git says so and nothing is put in place.
    writeFileSync(join(clone, 'clock.ts'), 'mine\n')
    await sheet.getByRole('button', { name: 'Look again' }).click()
    await sheet.getByRole('combobox').fill(clone)
    await sheet.getByRole('button', { name: 'Put in place' }).click()
    await sheet.getByText('error: clock.ts: patch does not apply').waitFor()
    expect(here()).toEqual(['mine\n', false])
    await sheet.getByRole('button', { name: 'Close' }).click()
    await open()
    await sheet.getByRole('radio', { name: 'Make a branch of all of it' }).check()
    await sheet.getByRole('combobox').fill(clone)
    await sheet.getByLabel('Name of the branch').fill('mended')
    await sheet.getByRole('button', { name: 'Make a branch' }).click()
    await sheet.getByText('The branch countersign/mended holds what was done there.').waitFor()
    expect(git(clone, 'show', 'countersign/mended:notes.md')).toBe('Sixty.\n')
    expect(host.complaints).toEqual([])
  },
)
