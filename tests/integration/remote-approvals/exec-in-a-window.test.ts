import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runProgram, type Ran } from '../../fakes/run-cli'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { openWindows } from '../../fakes/window-sockets'
import { bodyText, launcher, ofKind, removeWorlds, sdkWorld, shell } from '../exec/sdk-world'

const windows: ServeWindow[] = []
afterEach(async () => {
  await Promise.all(windows.splice(0).map((each) => each.stop('SIGKILL')))
  await removeWorlds()
})

const timeout = { timeout: 120_000 }

/** A world whose model has one file made outside of the folder, and then gives up or is done. */
async function world(config = '') {
  const made = await sdkWorld(
    (request) =>
      bodyText(request).includes('function_call_output') ? { text: 'so it is' } : shell('touch', target),
    { config },
  )
  const target = join(made.base, 'outside.txt')
  const open = async (...args: string[]): Promise<ServeWindow> => {
    const window = await serveWindow(made.env, { args })
    windows.push(window)
    return window
  }
  const asking = { ...made.thread, approvalPolicy: 'on-failure' }
  return { ...made, target, open, asking }
}

const once = { kind: 'allow', offerId: 'only-this' } as const

test('a run of the SDK is asked about in the window of its home, and a yes there is what runs', async () => {
  const { target, open, codex, asking, work } = await world()
  const window = await open()
  const turn = codex().startThread(asking).run('go')
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  const [request] = window.waiting()
  expect(request).toMatchObject({
    command: ['touch', target],
    sessionTitle: 'go',
    remoteRun: { program: 'exec', folder: work, pid: expect.any(Number) as number },
    stop: { evidence: [{ kind: 'write', source: 'kernel' }] },
  })
  expect(existsSync(target)).toBe(false)
  // It is no session of the window's own, and stays when the page is loaded again.
  await window.reload()
  const { approvals, sessions } = await window.hello()
  expect(approvals.map(({ id }) => id)).toEqual([request?.id])
  expect(sessions.map(({ id }) => id)).not.toContain(request?.sessionId)
  expect(await window.decide(request?.id ?? '', once)).toEqual({ kind: 'accepted' })
  const { finalResponse, items } = await turn
  expect([finalResponse, existsSync(target)]).toEqual(['so it is', true])
  expect(ofKind(items, 'error')).toEqual([])
  await vi.waitFor(() => expect(window.waiting()).toEqual([]), timeout)
})

test('a no with words reaches the agent; the run ends well', async () => {
  const { target, open, codex, asking, requests } = await world()
  const window = await open()
  const turn = codex().startThread(asking).run('go')
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  await window.decide(window.waiting()[0]?.id ?? '', { kind: 'deny', message: 'not in that place' })
  expect([(await turn).finalResponse, existsSync(target)]).toEqual(['so it is', false])
  expect(bodyText(requests.at(-1))).toContain('not in that place')
})

/** Plain `exec` without a terminal. */
const plain = (env: NodeJS.ProcessEnv, work: string, ...more: string[]): Promise<Ran> =>
  runProgram(launcher, ['exec', '--cd', work, '--approval-policy', 'on-failure', ...more, 'go'], { env })

const provider = (url: string): string =>
  `model = "test-1"\nmodel_provider = "test"\n[model_providers.test]\nbase_url = "${url}"\nwire_api = "responses"\n`

test('plain exec asks there too, says so, and ends with 0; without a window with 3; switched off with 3', async () => {
  const { base, target, open, env, work, server } = await world()
  writeFileSync(join(base, 'state', 'config.toml'), provider(server.baseUrl))
  const alone = await plain(env, work)
  expect([alone.code, existsSync(target)]).toEqual([3, false])
  const window = await open()
  const off = await plain(env, work, '-c', 'approvals_in_window=false')
  expect([off.code, existsSync(target), window.told()]).toEqual([3, false, []])
  const asked = plain(env, work)
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  await window.decide(window.waiting()[0]?.id ?? '', once)
  const ran = await asked
  expect([ran.code, ran.err, existsSync(target)]).toEqual([
    0,
    'countersign: It is asked in the open window.\n',
    true,
  ])
})

test('a window that is switched off lets nobody in', async () => {
  const { base, target, open, codex, asking } = await world('approvals_in_window = false\n')
  const window = await open()
  expect(openWindows(join(base, 'state'))).toEqual([])
  expect(ofKind((await codex().startThread(asking).run('go')).items, 'error')).toHaveLength(1)
  expect([existsSync(target), window.told()]).toEqual([false, []])
})

test('of several windows the first answer counts, and the others see it closed', async () => {
  const { target, open, codex, asking, base } = await world()
  const [first, second] = [await open(), await open()]
  expect(openWindows(join(base, 'state'))).toHaveLength(2)
  const turn = codex().startThread(asking).run('go')
  await vi.waitFor(() => expect([first.waiting(), second.waiting()].flat()).toHaveLength(2), timeout)
  const [theirs] = second.waiting()
  await first.decide(first.waiting()[0]?.id ?? '', once)
  await turn
  await vi.waitFor(() => expect(second.waiting()).toEqual([]), timeout)
  expect(second.told().at(-1)).toMatchObject({
    type: 'approval.resolved',
    request: { id: theirs?.id, state: 'answered', decision: once, decidedBy: 'browser' },
  })
  expect((await second.decide(theirs?.id ?? '', { kind: 'deny' })).kind).not.toBe('accepted')
  expect(existsSync(target)).toBe(true)
})

test('a killed window leaves it to the other; when that is killed too it is denied, and said', async () => {
  const { base, target, open, env, work, server } = await world()
  writeFileSync(join(base, 'state', 'config.toml'), provider(server.baseUrl))
  const [first, second] = [await open(), await open()]
  const asked = plain(env, work)
  await vi.waitFor(() => expect([first.waiting(), second.waiting()].flat()).toHaveLength(2), timeout)
  await second.stop('SIGKILL')
  // It still waits in the first one.
  expect((await first.hello()).approvals).toHaveLength(1)
  await first.stop('SIGKILL')
  const ran = await asked
  expect([ran.code, existsSync(target)]).toEqual([3, false])
  expect(ran.err).toContain('Nobody could be asked: The window that was asked has been closed.')
  // What the killed ones left is cleared away by who comes next.
  await open()
  expect(openWindows(join(base, 'state'))).toHaveLength(1)
})

test('a run that is killed takes its requests with it', async () => {
  const { base, target, open, env, work, server } = await world()
  writeFileSync(join(base, 'state', 'config.toml'), provider(server.baseUrl))
  const window = await open()
  const ran = runProgram(launcher, ['exec', '--cd', work, '--approval-policy', 'on-failure', 'go'], {
    env,
    onChild: (child) => {
      void vi
        .waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
        .finally(() => child.kill('SIGKILL'))
    },
  })
  expect((await ran).signal).toBe('SIGKILL')
  await vi.waitFor(() => expect(window.waiting()).toEqual([]), timeout)
  expect(window.told().at(-1)).toMatchObject({ type: 'approval.resolved', request: { state: 'cancelled' } })
  expect((await window.hello()).approvals).toEqual([])
  expect(existsSync(target)).toBe(false)
})

test('the folder and the socket are this user’s alone', async () => {
  const { base, open } = await world()
  await open()
  const [socket = ''] = openWindows(join(base, 'state'))
  expect([statSync(join(base, 'state', 'windows')).mode & 0o777, statSync(socket).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
})

test('a home whose path is too long for a socket serves all the same', async () => {
  const { base, codex, asking, env, target } = await world()
  const home = join(base, 'x'.repeat(120))
  mkdirSync(home, { mode: 0o700 })
  const moved = { ...env, COUNTERSIGN_HOME: home }
  const window = await serveWindow(moved)
  windows.push(window)
  const turn = codex({ env: moved }).startThread(asking).run('go')
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  await window.decide(window.waiting()[0]?.id ?? '', once)
  await turn
  expect(existsSync(target)).toBe(true)
})
