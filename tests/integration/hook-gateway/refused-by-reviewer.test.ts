import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { hookBody } from '../../fakes/agent-hooks'
import { askHookGateway } from '../../fakes/hook-gateway-client'
import { cliEntry, runCli } from '../../fakes/run-cli'
import { scriptedMessages, type ScriptedMessages } from '../../fakes/scripted-messages'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'

const patience = { timeout: 120_000 }

let root = ''
let env: NodeJS.ProcessEnv = {}
let desk: ChildProcess | undefined
let window: ServeWindow | undefined
let model: ScriptedMessages | undefined

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cs-refused-'))
  mkdirSync(join(root, 'project'))
  env = { PATH: process.env.PATH, HOME: root, COUNTERSIGN_HOME: join(root, 'state') }
})
afterEach(async () => {
  const ended = desk
  const over = new Promise((resolve) => ended?.once('exit', resolve))
  if (ended?.kill()) await over
  await window?.stop('SIGKILL')
  await model?.close()
  desk = window = model = undefined
  rmSync(root, { recursive: true })
})

const project = () => join(root, 'project')

/** A desk whose requests are asked in a window of its home. */
async function openDesk(): Promise<{ url: string; token: string }> {
  const child = spawn(process.execPath, [cliEntry, 'desk', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  desk = child
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => {
      resolve(text.toString())
    }),
  )
  window = await serveWindow(env)
  return JSON.parse(line) as { url: string; token: string }
}

/** The request that waits in the window. */
async function asked(): Promise<ApprovalRequest> {
  await vi.waitFor(() => expect(window?.waiting()).toHaveLength(1), patience)
  const [request] = window?.waiting() ?? []
  if (!request) throw new Error('nothing waits')
  return request
}

test('a yes in the window to what a reviewer refused lets the retry through once, and nothing else', async () => {
  const { url, token } = await openDesk()
  const denied = hookBody('claude', 'PermissionDenied', 'Bash', { cwd: project() })
  const before = { ...denied, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_09' }
  const send = async (body: unknown, path = '/claude/retries') =>
    (await askHookGateway({ url, token, body, path })).text
  expect(await send(before)).toBe('{}')
  const answer = send(denied, '/claude')
  const request = await asked()
  expect(request).toMatchObject({
    stop: { why: { kind: 'desk', refusal: 'Classifier unavailable' } },
    offers: [{ scopes: ['once'], means: { again: true } }],
  })
  await window?.decide(request.id, { kind: 'allow', offerId: 'only-this' })
  expect(await answer).toBe('{"hookSpecificOutput":{"hookEventName":"PermissionDenied","retry":true}}')
  expect(await send({ ...before, session_id: 'another' })).toBe('{}')
  expect(await send(before)).toContain('"permissionDecision":"allow"')
  expect(await send(before)).toBe('{}')
  // The last window goes: nobody can be asked, and the agent's own no stands.
  await window?.stop('SIGKILL')
  expect(await send(denied, '/claude')).toBe('{}')
})

/** The real Claude Code (tried with 2.1.332, whose package has 400 MB and is not fetched for a test). */
const claude = process.env['CLAUDE_CODE']

const hooked: readonly (readonly [options: readonly string[], said: 'yes' | 'no'])[] = [
  [[], 'yes'],
  [['--program'], 'yes'],
  [[], 'no'],
]
// Where it is not there, there are no such rows; the row above holds the same on the wire's own shapes.
test.each(claude === undefined ? [] : hooked)(
  'Claude Code in auto mode, hooked %j: what its reviewer refused runs on a %s of the window’s',
  async (options, said) => {
    await runCli(['desk', 'install', 'claude-code', '--yes', ...options], { env })
    await openDesk()
    const command = `touch ${join(project(), 'made')} && curl -s http://127.0.0.1:1/`
    // Refused, once more after the yes, and a third time, which nobody allowed.
    model = await scriptedMessages([command, command, command])
    const ran = new Promise<string>((resolve) => {
      execFile(
        claude ?? '',
        ['-p', 'make it', '--permission-mode', 'auto', '--model', 'claude-opus-4-6'],
        {
          cwd: project(),
          env: {
            ...env,
            ...{ ANTHROPIC_BASE_URL: model?.url, ANTHROPIC_API_KEY: 'sk-test', DISABLE_AUTOUPDATER: '1' },
            ...{ DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
          },
        },
        (_, stdout) => {
          resolve(stdout)
        },
      ).stdin?.end()
    })
    const first = await asked()
    expect(first).toMatchObject({ command: ['bash', '-lc', command], stop: { why: { kind: 'desk' } } })
    await window?.decide(
      first.id,
      said === 'yes' ? { kind: 'allow', offerId: 'only-this' } : { kind: 'deny' },
    )
    // It is refused again: after a yes by the third call, after a no by each.
    for (let more = said === 'yes' ? 1 : 2; more > 0; more -= 1) {
      await vi.waitFor(() => expect(window?.waiting().some(({ id }) => id !== first.id)).toBe(true), patience)
      const next = await asked()
      await window?.decide(next.id, { kind: 'deny' })
      await vi.waitFor(() => expect(window?.waiting().some(({ id }) => id === next.id)).toBe(false), patience)
    }
    expect(await ran).toContain('done')
    expect(existsSync(join(project(), 'made'))).toBe(said === 'yes')
    const may = 'allows one more try'
    expect(model.results.map((text) => text.includes(may))).toEqual(
      said === 'yes' ? [true, false, false] : [false, false, false],
    )
    expect(readFileSync(join(root, '.claude', 'settings.json'), 'utf8')).toContain('PermissionDenied')
  },
  300_000,
)
