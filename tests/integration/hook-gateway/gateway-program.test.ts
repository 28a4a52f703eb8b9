import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { composeEngine } from '../../../src/main/compose'
import { readHook } from '../../../src/main/core/hook-gateway/hook-body'
import { hookBody } from '../../fakes/agent-hooks'
import { askHookGateway } from '../../fakes/hook-gateway-client'
import { cliEntry, runCli } from '../../fakes/run-cli'
import { serveWindow } from '../../fakes/serve-window'

let root = ''
let env: NodeJS.ProcessEnv = {}
let started: ChildProcess[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cs-desk-'))
  mkdirSync(join(root, 'project'))
  env = { PATH: process.env.PATH, HOME: root, COUNTERSIGN_HOME: join(root, 'state') }
})
afterEach(async () => {
  for (const child of started) await stop(child)
  started = []
  rmSync(root, { recursive: true })
})

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await over
}

/** Starts `countersign desk --json` and resolves with what it prints. */
async function desk(): Promise<{ child: ChildProcess; url: string; token: string }> {
  const child = spawn(process.execPath, [cliEntry, 'desk', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const line = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.includes('\n')) resolve(out)
    })
    child.once('exit', (code) => {
      reject(new Error(`desk ended with ${String(code)}`))
    })
  })
  expect(line.trim().split('\n')).toHaveLength(1)
  return { child, ...(JSON.parse(line) as { url: string; token: string }) }
}

const bash = (change: Record<string, unknown> = {}) =>
  hookBody('claude', 'PermissionRequest', 'Bash', { cwd: join(root, 'project'), ...change })

test('without a window and a rule what is asked is denied, saying why; what waits is on record', async () => {
  const { url, token } = await desk()
  const answer = await askHookGateway({ url, token, body: bash() })
  expect(JSON.parse(answer.text)).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: {
        behavior: 'deny',
        message:
          'Denied because nobody could be asked. Nothing ran. Do not work around it; explain what you need, or choose another way.',
      },
    },
  })
  const gone = await askHookGateway({ url, token, body: bash({ cwd: join(root, 'nowhere') }) })
  expect(gone.status).toBe(503)
  const records = execFileSync('grep', [
    '-rlE',
    '"approval.resolved".*"decidedBy":"engine"',
    join(root, 'state/sessions'),
  ])
  expect(records.toString().trim().split('\n')).toHaveLength(1)
})

test('what a rule of an earlier desk covers is answered by it, in one session that is found again', async () => {
  const before = await composeEngine({ env, version: '0', runtimeProgram: '' })
  const read = readHook('claude-code', bash())
  if (read.kind !== 'asks') throw new Error('not read')
  before.engine.subscribe((notice) => {
    if (notice.kind === 'event' && notice.event.event.type === 'approval.requested')
      void before.engine.decide(
        notice.event.event.request.id,
        { kind: 'allow', offerId: 'only-this', scope: 'rule' },
        'window',
      )
  })
  expect(await before.engine.hookGateway.ask(read.ask, new AbortController().signal)).toMatchObject({
    kind: 'allow',
  })
  await before.engine.close()

  const { url, token } = await desk()
  expect((await askHookGateway({ url, token, body: bash() })).text).toContain('"behavior":"allow"')
  expect(
    (await askHookGateway({ url, token, body: bash({ tool_input: { command: 'id' } }) })).text,
  ).toContain('"deny"')
  const other = bash({ session_id: 'another' })
  expect((await askHookGateway({ url, token, body: other })).text).toContain('"behavior":"allow"')
  const records = execFileSync('find', [join(root, 'state/sessions'), '-name', 'rollout-*.jsonl'])
    .toString()
    .trim()
  expect(records.split('\n')).toHaveLength(2)
})

test("a hook's program asks the desk of the home that it is told, whatever the agent has in its environment", async () => {
  await desk()
  const run = (args: readonly string[], more: NodeJS.ProcessEnv) =>
    runCli(['desk', 'hook', ...args], {
      env: { PATH: process.env.PATH, HOME: root, ...more },
      keepInput: true,
      onChild: (child) => child.stdin?.end(JSON.stringify(bash())),
    })
  const told = await run(['codex', '--home', join(root, 'state')], { CODEX_HOME: join(root, 'elsewhere') })
  expect([told.code, told.out]).toMatchObject([0, expect.stringContaining('"behavior":"deny"')])
  const lost = await run(['codex'], { CODEX_HOME: join(root, 'elsewhere') })
  expect([lost.code, lost.out]).toEqual([0, ''])
  expect((await run(['gemini'], {})).code).toBe(1)
})

test('a second desk of the home says that there is one, and a killed one leaves nothing in the way', async () => {
  const first = await desk()
  const second = await runCli(['desk', '--json'], { env })
  expect([second.code, second.out]).toEqual([2, ''])
  expect(second.err).toContain('perhaps by another Countersign of this home')
  await stop(first.child, 'SIGKILL')
  expect(await desk()).toMatchObject({ url: first.url, token: first.token })
})

test('a request that waits when the desk is killed gets no answer', async () => {
  writeFileSync(join(root, 'project', 'Makefile'), 'all:\n\ttrue\n')
  const { child, url, token } = await desk()
  child.kill('SIGSTOP')
  const answer = askHookGateway({ url, token, body: bash() })
  child.kill('SIGKILL')
  expect(await answer).toMatchObject({ status: 0, text: '' })
})

test('with a window of the home open, what no rule answers is asked there, by the agent’s name, and answered as it was edited', async () => {
  const { url, token } = await desk()
  const window = await serveWindow(env)
  try {
    const answer = askHookGateway({ url, token, body: bash() })
    await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), { timeout: 120_000 })
    const [request] = window.waiting()
    expect(request).toMatchObject({
      command: ['bash', '-lc', 'touch /home/dev/project/x && echo done'],
      desk: { agent: 'claude-code', session: '5ed1c9d1-7ca0-4370-bf56-82607e82ff01' },
      remoteRun: { program: 'desk' },
    })
    await window.decide(request?.id ?? '', { kind: 'edit', command: ['bash', '-lc', 'echo instead'] })
    await vi.waitFor(() => expect(window.waiting()[0]?.edited).toBeDefined(), { timeout: 120_000 })
    await window.decide(window.waiting()[0]?.id ?? '', { kind: 'allow', offerId: 'only-this' })
    expect((await answer).text).toContain(
      '"updatedInput":{"command":"echo instead","description":"Create a file"}',
    )
    // The last window goes: nobody can be asked any more, and that is a no.
    const second = askHookGateway({ url, token, body: bash({ tool_input: { command: 'id' } }) })
    await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), { timeout: 120_000 })
    await window.stop('SIGKILL')
    expect((await second).text).toContain('Denied because nobody could be asked')
  } finally {
    await window.stop('SIGKILL')
  }
})
