import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBridgeServer } from '../../../../../src/main/hosts/bridge/bridge-server'
import type { Remembered } from '../../../../../src/main/hosts/desktop/desktop-memory'
import { createMainWindow } from '../../../../../src/main/hosts/desktop/main-window'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { FakeEvent } from '../../../../fakes/fake-electron-windows'
import { createFakeEngine, createFakeLog } from '../../../../fakes/fake-engine'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(
  options: { paints?: boolean; packaged?: boolean; devServerUrl?: string } = {},
  remembered: Remembered = {},
) {
  const { api, world } = createFakeElectron(options)
  const engine = createFakeEngine()
  const log = createFakeLog()
  const bridge = createBridgeServer({
    engine,
    log,
    host: 'desktop',
    version: '1',
    platform: 'linux',
    home: '/home/ada',
    searchFiles: () => Promise.resolve([]),
    pickFolder: () => Promise.resolve({ kind: 'cancelled' }),
  })
  const main = createMainWindow({
    electron: api,
    bridge,
    log,
    preload: '/app/preload.cjs',
    devServerUrl: options.devServerUrl,
    memory: { read: () => remembered, write: (change) => Object.assign(remembered, change) },
    opened: () => undefined,
    dress: () => undefined,
  })
  const window = (index: number) => {
    const found = world.windows[index]
    if (!found) throw new Error(`there is no window ${index}`)
    return found
  }
  return { main, world, window, log, engine }
}

test('the window is hardened and hidden until it is drawn', async () => {
  const { main, window } = setUp()
  main.present()
  expect(window(0).options).toMatchObject({
    show: false,
    backgroundColor: '#17191c',
    webPreferences: {
      preload: '/app/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      devTools: true,
    },
  })
  expect([window(0).loaded, window(0).visible]).toEqual([['app://bundle/index.html'], false])
  await vi.advanceTimersByTimeAsync(1)
  expect(window(0).visible).toBe(true)
})

test('a packaged window has no developer tools', () => {
  const { main, window } = setUp({ packaged: true })
  main.present()
  expect(window(0).options.webPreferences?.devTools).toBe(false)
})

test('a window that never paints is shown after five seconds', async () => {
  const { main, window } = setUp({ paints: false })
  main.present()
  await vi.advanceTimersByTimeAsync(4999)
  expect(window(0).visible).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(window(0).visible).toBe(true)
})

test('a window that was closed before it painted is left alone', async () => {
  const { main, window } = setUp({ paints: false })
  main.present()
  window(0).close()
  await vi.advanceTimersByTimeAsync(6000)
  expect(window(0).visible).toBe(false)
})

test('development loads from the development server', () => {
  const { main, window } = setUp({ devServerUrl: 'http://localhost:5173' })
  main.present()
  expect(window(0).loaded).toEqual(['http://localhost:5173'])
})

test('presenting again brings the one window forward', () => {
  const { main, world, window } = setUp()
  main.present()
  window(0).minimized = true
  window(0).focused = false
  main.present()
  expect(world.windows).toHaveLength(1)
  expect([window(0).minimized, window(0).focused, main.isFocused()]).toEqual([false, true, true])
})

test('only the window that is open has a bridge, and closing it ends its subscription', () => {
  const { main, window, engine } = setUp()
  expect([main.connectionOf(1), main.isFocused()]).toEqual([undefined, false])
  main.present()
  expect(main.connectionOf(1)).toBeDefined()
  expect(main.connectionOf(2)).toBeUndefined()
  window(0).close()
  expect(main.connectionOf(1)).toBeUndefined()
  expect(engine.listeners.size).toBe(0)
  main.present()
  expect(main.connectionOf(2)).toBeDefined()
})

test('a request to be shown reaches a new window once it has said hello', async () => {
  const { main, window } = setUp()
  main.showSession('s1', 'r1')
  await vi.advanceTimersByTimeAsync(100)
  expect(window(0).webContents.sent).toEqual([])
  await main.connectionOf(1)?.handle('app.hello', {})
  await vi.advanceTimersByTimeAsync(16)
  expect(window(0).webContents.sent).toEqual([
    ['engine.event', { seq: 1, kind: 'show', sessionId: 's1', requestId: 'r1' }],
  ])
})

test('failures of the page are logged, an aborted load is none', () => {
  const { main, window, log } = setUp()
  main.present()
  const { webContents } = window(0)
  webContents.emit('did-fail-load', new FakeEvent(), -3, 'ABORTED', 'app://bundle/')
  webContents.emit('did-fail-load', new FakeEvent(), -6, 'FILE_NOT_FOUND', 'app://bundle/')
  webContents.emit('preload-error', new FakeEvent(), '/app/preload.cjs', new Error('no'))
  expect(log.lines).toEqual([
    'window: app://bundle/ could not be loaded: FILE_NOT_FOUND (-6)',
    'window: the preload script failed',
  ])
})

test('a crashed page comes back three times a minute, then the application says so and quits', async () => {
  const { main, world, window } = setUp()
  main.present()
  const { webContents } = window(0)
  const crash = (reason: string) =>
    webContents.emit('render-process-gone', new FakeEvent(), { reason, exitCode: 1 })
  crash('clean-exit')
  expect(webContents.reloads).toBe(0)
  for (let time = 0; time < 3; time += 1) crash('crashed')
  expect([webContents.reloads, world.exits]).toEqual([3, []])
  await vi.advanceTimersByTimeAsync(60_000)
  crash('oom')
  crash('crashed')
  crash('crashed')
  expect([webContents.reloads, world.exits]).toEqual([6, []])
  crash('crashed')
  expect([webContents.reloads, world.exits, world.errorBoxes.length]).toEqual([6, [0], 1])
})

test('a window opens where the last one was, and takes the colour of the theme as it changes', () => {
  const remembered: Remembered = { window: { x: 100, y: 50, width: 900, height: 600, maximized: true } }
  const { main, window, world } = setUp({}, remembered)
  main.present()
  expect(window(0).options).toMatchObject({ x: 100, y: 50, width: 900, height: 600 })
  expect(window(0).maximized).toBe(true)
  world.dark = false
  world.themeEvents.emit('updated')
  expect(window(0).background).toBe('#ffffff')
  window(0).maximized = false
  window(0).close()
  expect(remembered.window).toEqual({ x: 10, y: 20, width: 1280, height: 820, maximized: false })
})

test('a command of the menu opens the window where there is none, and reaches its page', async () => {
  const { main, window } = setUp()
  main.command('inbox.open')
  await main.connectionOf(1)?.handle('app.hello', {})
  await vi.advanceTimersByTimeAsync(16)
  expect(window(0).webContents.sent).toEqual([
    ['engine.event', { seq: 1, kind: 'command', command: 'inbox.open' }],
  ])
})

test.each<[before: string | undefined, shown: unknown[]]>([
  [undefined, []],
  ['0.0.0-test', []],
  ['0.0.0-older', [{ seq: 1, kind: 'command', command: 'news.open' }]],
])('after %s the first window shows %j, and once', async (before, shown) => {
  const remembered: Remembered = before === undefined ? {} : { version: before }
  const { main, window } = setUp({}, remembered)
  main.presentFirst()
  await main.connectionOf(1)?.handle('app.hello', {})
  main.presentFirst()
  await vi.advanceTimersByTimeAsync(16)
  expect(window(0).webContents.sent.map(([, push]) => push)).toEqual(shown)
  expect(remembered.version).toBe('0.0.0-test')
})
