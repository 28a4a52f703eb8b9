import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { hookBody } from '../fakes/agent-hooks'
import { askHookGateway, type HookGatewayAnswer } from '../fakes/hook-gateway-client'
import { untilArmed } from './armed-panel'
import { openHost, recordOf, type HostOptions, type OpenHost } from './open-host'

let host: OpenHost | undefined
let project = ''
afterEach(async () => {
  await host?.close()
  host = undefined
})

async function start(options: HostOptions = {}): Promise<Page> {
  host = await openHost({
    ...options,
    configure: (home) => {
      writeFileSync(join(home, 'config.toml'), 'desk = true\n')
      project = join(home, '..', `${home.split('/').at(-1) ?? ''}-project`)
      mkdirSync(project)
    },
  })
  await host.page.getByRole('main').waitFor()
  return host.page
}

interface Place {
  readonly port: number
  readonly token: string
}

/** The desk's place once the engine has opened it. */
async function place(): Promise<Place> {
  const file = join(host?.home ?? '', 'desk.json')
  const read = (): Place | undefined =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Place) : undefined
  await expect.poll(() => read()?.port ?? 0).toBeGreaterThan(0)
  return read() as Place
}

/** Sends a request as Claude Code does. */
async function hook(change: Record<string, unknown>, signal?: AbortSignal): Promise<HookGatewayAnswer> {
  const { port, token } = await place()
  const body = hookBody('claude', 'PermissionRequest', 'Bash', { cwd: project, ...change })
  return askHookGateway({ url: `http://127.0.0.1:${String(port)}`, token, body, signal })
}

/** Does what Claude Code does with an answer that allows: runs the input that it was given back, or its own. */
function runAs(answer: HookGatewayAnswer, own: string): void {
  const { decision } = (
    JSON.parse(answer.text) as {
      hookSpecificOutput: { decision: { behavior: string; updatedInput?: { command: string } } }
    }
  ).hookSpecificOutput
  if (decision.behavior === 'allow')
    execFileSync('bash', ['-c', decision.updatedInput?.command ?? own], { cwd: project })
}

test('a hook’s request is decided in the window with an edited command, and that is what runs', async () => {
  const page = await start()
  const own = 'echo agent > said.txt'
  const answer = hook({ tool_input: { command: own, description: 'Say who it was' } })
  await page.locator('#rail').getByRole('button', { name: 'Claude Code' }).first().click()
  const panel = page.locator('.approval')
  await panel.getByText('Claude Code asks, in its session').waitFor()
  expect(await panel.locator('.cmd').innerText()).toContain(own)
  await page.getByText('This is a session of Claude Code.').waitFor()
  expect(await page.locator('#composer').count()).toBe(0)
  await untilArmed(page)
  await page.locator('.a-more').click()
  expect(await page.locator('.a-out').count()).toBe(0)
  await page.locator('.a-edit').click()
  await page.getByRole('textbox', { name: 'Your command' }).fill('echo person > said.txt')
  await page.getByRole('button', { name: 'Check again' }).click()
  await panel.locator('.was-cmd').waitFor()
  expect(await panel.locator('.cmd').first().innerText()).toContain('echo person > said.txt')
  await untilArmed(page)
  await page.locator('.a-once').click()
  const told = await answer
  expect(told.text).toContain(
    '"updatedInput":{"command":"echo person > said.txt","description":"Say who it was"}',
  )
  runAs(told, own)
  expect(readFileSync(join(project, 'said.txt'), 'utf8')).toBe('person\n')
  expect(host?.complaints).toEqual([])
})

test('a no reaches the agent with what the person says; a request whose agent goes away leaves the window', async () => {
  const page = await start()
  const answer = hook({
    tool_name: 'Write',
    tool_input: { file_path: join(project, 'w.txt'), content: 'hi\n' },
  })
  await page.locator('#rail').getByRole('button', { name: 'Claude Code' }).first().click()
  const panel = page.locator('.approval')
  await panel.getByText('w.txt').first().waitFor()
  await untilArmed(page)
  await page.locator('.a-tell').click()
  const form = page.getByRole('form', { name: 'Deny and tell the agent' })
  await form.getByRole('textbox').fill('no writes')
  await form.getByRole('button', { name: /^Deny and tell/ }).click()
  expect((await answer).text).toContain(
    '"behavior":"deny","message":"Denied by the user. Nothing was changed.',
  )
  expect((await answer).text).toContain('The user says: no writes"')
  const gone = new AbortController()
  const second = hook({ tool_input: { command: 'sleep 1' } }, gone.signal)
  await panel.getByText('sleep 1').first().waitFor()
  gone.abort()
  await panel.waitFor({ state: 'detached' })
  expect((await second).status).toBe(0)
  expect(recordOf(host)).toContain('"state":"cancelled"')
})

test('what a reviewer refused is shown with its reason, and a yes lets just the retry through', async () => {
  const page = await start()
  const refused = {
    ...hookBody('claude', 'PermissionDenied', 'Bash', { cwd: project, reason: 'Nobody asked for it' }),
    tool_input: { command: 'touch said.txt' },
  }
  const { port, token } = await place()
  const send = (body: unknown, path: string) =>
    askHookGateway({ url: `http://127.0.0.1:${String(port)}`, token, body, path })
  const answer = send(refused, '/claude')
  await page.locator('#rail').getByRole('button', { name: 'Claude Code' }).first().click()
  const panel = page.locator('.approval')
  await panel.getByText('Its own reviewer refused this, and says: “Nobody asked for it”.').waitFor()
  await untilArmed(page)
  await page.locator('.a-more').click()
  expect(await page.locator('.a-for').isDisabled()).toBe(true)
  expect(await page.locator('.a-edit').isDisabled()).toBe(true)
  await page.locator('.a-once').click()
  expect((await answer).text).toContain('"retry":true')
  const before = { ...refused, hook_event_name: 'PreToolUse' }
  expect((await send(before, '/claude/retries')).text).toContain('"permissionDecision":"allow"')
  expect((await send(before, '/claude/retries')).text).toBe('{}')
  expect(host?.complaints).toEqual([])
})

test('the switch in Settings opens the desk and closes it', async () => {
  host = await openHost()
  const { page, home } = host
  await page.getByRole('main').waitFor()
  await page.getByRole('button', { name: 'Settings, grants and this machine' }).click()
  const control = page.getByRole('combobox', { name: 'Decide on other agents' })
  await control.selectOption('true')
  const { port, token } = await place()
  project = home
  const ask = () =>
    askHookGateway({
      ...{ url: `http://127.0.0.1:${String(port)}`, token },
      body: hookBody('claude', 'PreToolUse', 'Bash', { tool_name: 'Read', cwd: home }),
    })
  await expect.poll(async () => (await ask()).status).toBe(200)
  await control.selectOption('false')
  await expect.poll(async () => (await ask()).status).toBe(0)
})
