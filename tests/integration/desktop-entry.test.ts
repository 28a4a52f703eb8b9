import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demoPrompt } from '@shared/messages/demo-prompt'
import { requestChannels } from '@shared/ipc/channels'
import type { RawBridge, Reply } from '@shared/ipc/contract'
import { noSandboxPath } from '../fakes/no-sandbox-path'
import { driveFakeElectron, type FakeElectronProcess } from '../fakes/fake-electron-orders'

const root = resolve(import.meta.dirname, '../..')
const entry = join(root, 'out/main/index.js')
const preload = join(root, 'out/preload/index.cjs')
const hook = join(root, 'tests/fakes/fake-electron-hook.ts')
const children: ChildProcess[] = []
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-desktop-'))
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the built entry on plain Node with a home of its own and a PATH without bubblewrap. */
function start(name: string, env: Record<string, string> = {}): FakeElectronProcess & { home: string } {
  const home = join(folder, name)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', hook, entry], {
    env: { HOME: folder, PATH: noSandboxPath(), TMPDIR: folder, COUNTERSIGN_HOME: home, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  return { ...driveFakeElectron(child), home }
}

const report = (app: FakeElectronProcess) => app.order({ kind: 'report' })
const invoke = async (app: FakeElectronProcess, channel: string, payload: unknown, from?: string) =>
  (await app.order({ kind: 'invoke', channel, payload, ...(from ? { from } : {}) })) as Reply

describe('the built entry', () => {
  let app: ReturnType<typeof start>
  beforeAll(async () => {
    app = start('first')
    const opened = async () => {
      expect((await report(app)).windows[0]?.visible).toBe(true)
    }
    await vi.waitFor(opened, { timeout: 120_000 })
  })

  test('registers its scheme, the sandbox and the lock before ready, and opens the window last', async () => {
    const { order, schemes } = await report(app)
    expect(order).toEqual([
      'registerSchemesAsPrivileged',
      'enableSandbox',
      'setPath userData',
      'requestSingleInstanceLock',
      'whenReady',
      'ready',
      'protocol.handle',
      'setApplicationMenu',
      'BrowserWindow',
    ])
    expect(schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ])
  })

  test('opens one hardened window over the built preload', async () => {
    const { windows } = await report(app)
    expect(windows).toHaveLength(1)
    expect(windows[0]).toMatchObject({
      loaded: ['app://bundle/index.html'],
      options: {
        show: false,
        webPreferences: {
          contextIsolation: true,
          sandbox: true,
          nodeIntegration: false,
          webviewTag: false,
          preload,
        },
      },
    })
    expect(existsSync(preload)).toBe(true)
  })

  test('handles exactly the channels of the contract, for its own page only', async () => {
    expect((await report(app)).handlers).toEqual([...requestChannels])
    expect(await invoke(app, 'app.hello', {})).toMatchObject({ ok: true, value: { host: 'desktop' } })
    expect(await invoke(app, 'app.hello', { extra: 1 })).toMatchObject({ fault: { code: 'bad-request' } })
    expect(await invoke(app, 'app.hello', {}, 'https://example.com/')).toMatchObject({
      fault: { code: 'forbidden' },
    })
  })

  test('serves its page under a strict policy', async () => {
    const page = await app.order({ kind: 'fetch', url: 'app://bundle/index.html' })
    expect(page).toMatchObject({
      status: 200,
      body: readFileSync(join(root, 'out/renderer/index.html'), 'utf8'),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self'; /,
        ) as string,
      },
    })
    const scripts = [...(page?.body ?? '').matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => match[1])
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) {
      expect(await app.order({ kind: 'fetch', url: `app://bundle/${script ?? ''}` })).toMatchObject({
        status: 200,
      })
    }
  })

  test.each([
    'app://bundle/..%2f..%2fpackage.json',
    'app://bundle/%2e%2e%2f%2e%2e%2fpackage.json',
    'app://bundle/..%5c..%5cpackage.json',
    'app://bundle/assets/..%2f..%2f..%2fpackage.json',
    'app://bundle/missing.js',
    'app://other/index.html',
  ])('answers %s with 404', async (url) => {
    expect(await app.order({ kind: 'fetch', url })).toMatchObject({ status: 404, body: 'Not found' })
  })

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'] as const)(
    'stops %s to elsewhere',
    async (event) => {
      expect(await app.order({ kind: 'navigate', event, url: 'https://example.com/' })).toBe(true)
      expect(await app.order({ kind: 'navigate', event, url: 'app://bundle/index.html' })).toBe(false)
    },
  )

  test('denies windows and permissions', async () => {
    expect(await app.order({ kind: 'open-window', url: 'https://example.com/' })).toEqual({ action: 'deny' })
    expect(await app.order({ kind: 'permission', url: 'app://bundle/index.html' })).toEqual([false, false])
  })

  test('comes forward when it is started a second time', async () => {
    await app.order({ kind: 'blur' })
    await app.order({ kind: 'second-instance' })
    const { windows } = await report(app)
    expect(windows.map((window) => window.focused)).toEqual([true])
  })

  test('announces a request while unfocused, shows it on top on a click, asks before a quit denies it, and closes the engine', async () => {
    const created = await invoke(app, 'session.create', { demo: true })
    expect(created).toMatchObject({ ok: true })
    const { id: sessionId } = (created.ok ? created.value : {}) as { id: string }
    await app.order({ kind: 'blur' })
    expect(await invoke(app, 'turn.start', { sessionId, text: demoPrompt })).toMatchObject({ ok: true })
    await expect.poll(async () => (await report(app)).notifications.length).toBeGreaterThan(0)
    const { notifications, badges } = await report(app)
    expect(notifications).toMatchObject([
      { state: 'shown', options: { title: expect.any(String) as string } },
    ])
    expect(badges).toEqual([1])

    await app.order({ kind: 'click-notification' })
    const compact = async () => (await report(app)).windows[1]
    await expect.poll(async () => (await compact())?.visible).toBe(true)
    expect(await compact()).toMatchObject({
      focused: false,
      loaded: [`app://bundle/index.html#/approval/${notifications[0]?.options.id ?? ''}`],
    })

    await app.order({ kind: 'quit' })
    const asked = async () => (await report(app)).boxes.at(-1)
    await expect.poll(asked).toMatchObject({ message: 'Quit Countersign?', open: true })
    expect((await report(app)).badges).toEqual([1])
    await app.order({ kind: 'answer-box', button: 'Quit and deny' })
    const { code, last } = await app.ended
    expect(code).toBe(0)
    expect(last).toMatchObject({ badges: [1, 0], notifications: [{ state: 'closed' }], errorBoxes: [] })
    expect(record(app.home)).toContain('"approval.resolved"')
  })
})

test('without the lock the entry quits and opens nothing', async () => {
  const { code, last } = await start('second', { FAKE_ELECTRON_LOCK: 'refused' }).ended
  expect(code).toBe(0)
  expect(last).toMatchObject({ windows: [], handlers: [] })
  expect(last?.order).not.toContain('whenReady')
})

test('a bad configuration is one line in a box and exit code 1', async () => {
  mkdirSync(join(folder, 'bad'))
  writeFileSync(join(folder, 'bad', 'config.toml'), 'model = "x"\nmodle = "y"\n')
  const { code, last } = await start('bad').ended
  expect(code).toBe(1)
  expect(last?.errorBoxes).toEqual([
    expect.stringMatching(/^Countersign cannot start: .*config\.toml.*modle.*$/),
  ])
  expect(last?.windows).toEqual([])
})

test('the built preload requires electron only, and exposes the three functions of the bridge', async () => {
  const exposed = new Map<string, RawBridge>()
  const asked: unknown[] = []
  const listeners = new Set<(event: unknown, push: unknown) => void>()
  const electron = {
    contextBridge: { exposeInMainWorld: (key: string, api: RawBridge) => exposed.set(key, api) },
    ipcRenderer: {
      invoke: (...args: unknown[]) => Promise.resolve(asked.push(args)),
      on: (_channel: string, listener: (event: unknown, push: unknown) => void) => listeners.add(listener),
      off: (_channel: string, listener: (event: unknown, push: unknown) => void) =>
        listeners.delete(listener),
    },
  }
  const required: string[] = []
  const require = (name: string) => {
    required.push(name)
    return electron
  }
  runInNewContext(readFileSync(preload, 'utf8'), { require, module: {}, exports: {}, Promise })
  expect([required, [...exposed.keys()]]).toEqual([['electron'], ['countersign']])

  const bridge = exposed.get('countersign')
  expect(Object.keys(bridge ?? {})).toEqual(['invoke', 'pathOf', 'on'])
  await bridge?.invoke('app.hello', {})
  expect(await bridge?.invoke('app.quit' as 'app.hello', {})).toMatchObject({ ok: false })
  expect(asked).toEqual([['app.hello', {}]])
  const seen: unknown[][] = []
  const stop = bridge?.on((...args: unknown[]) => seen.push(args))
  for (const listener of listeners) listener({ sender: 'secret' }, { seq: 1 })
  stop?.()
  expect([seen, listeners.size]).toEqual([[[{ seq: 1 }]], 0])
})

/** Every session's record below a home, joined. */
function record(home: string): string {
  const sessions = join(home, 'sessions')
  return readdirSync(sessions, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(sessions, name), 'utf8'))
    .join('')
}
