import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { windowRoute } from '../../../../../src/renderer/lib/window-route'
import { createBridgeServer } from '../../../../../src/main/hosts/bridge/bridge-server'
import { compactUrl, createCompactWindow } from '../../../../../src/main/hosts/desktop/compact-window'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { createFakeEngine, createFakeLog } from '../../../../fakes/fake-engine'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const { api, world } = createFakeElectron()
  const engine = createFakeEngine()
  const log = createFakeLog()
  const host = { host: 'desktop', version: '1', platform: 'linux', home: '/home/ada' } as const
  const asked = {
    searchFiles: () => Promise.resolve([]),
    pickFolder: () => Promise.resolve({ kind: 'cancelled' } as const),
  }
  const bridge = createBridgeServer({ engine, log, ...host, ...asked })
  const compact = createCompactWindow({
    electron: api,
    bridge,
    log,
    preload: '/app/preload.cjs',
    devServerUrl: undefined,
    dress: () => undefined,
  })
  return { compact, world, engine }
}

test('it opens on top, small, hardened, and without taking the focus', async () => {
  const { compact, world } = setUp()
  compact.show('r 1')
  await vi.advanceTimersByTimeAsync(1)
  const [window] = world.windows
  expect(window).toMatchObject({
    visible: true,
    focused: false,
    level: 'floating',
    loaded: ['app://bundle/index.html#/approval/r%201'],
  })
  expect(window?.options).toMatchObject({
    show: false,
    alwaysOnTop: true,
    width: 460,
    height: 560,
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false },
  })
})

test('another request neither opens a second one nor takes the place of what is looked at; a click turns it', async () => {
  const { compact, world } = setUp()
  compact.show('r1')
  await vi.advanceTimersByTimeAsync(1)
  compact.show('r2')
  expect([world.windows.length, world.windows[0]?.loaded.length]).toEqual([1, 1])
  compact.turnTo('r2')
  expect(world.windows[0]?.loaded).toEqual([expect.any(String), 'app://bundle/index.html#/approval/r2'])
  expect(world.windows[0]?.focused).toBe(false)
})

test('it speaks with the engine for as long as it is open', () => {
  const { compact, world, engine } = setUp()
  compact.turnTo('r1')
  expect([compact.connectionOf(1) !== undefined, compact.connectionOf(2)]).toEqual([true, undefined])
  world.windows[0]?.close()
  expect([compact.connectionOf(1), compact.visible(), engine.listeners.size]).toEqual([
    undefined,
    undefined,
    0,
  ])
  compact.turnTo('r2')
  expect(world.windows.length).toBe(2)
})

test.each(['r1', 'a/b', '../..', 'ü %41', '#?&'])(
  'the page reads the request %j out of its address',
  (id) => {
    const { hash } = new URL(compactUrl('app://bundle/index.html', id))
    expect(windowRoute(hash)).toEqual({ kind: 'approval', requestId: id })
  },
)
