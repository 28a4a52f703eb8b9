import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { bootDesktop } from '../../../../../src/main/hosts/desktop/boot'
import { sessionUrl } from '../../../../../src/main/hosts/desktop/session-windows'
import { windowRoute } from '../../../../../src/renderer/lib/window-route'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import type { FakeWindow } from '../../../../fakes/fake-electron-windows'
import {
  createFakeEngine,
  createFakeLog,
  sampleEvent,
  sampleRequest,
  noHookGateway,
} from '../../../../fakes/fake-engine'

const home = mkdtempSync(join(tmpdir(), 'countersign-session-windows-'))
afterAll(() => {
  rmSync(home, { recursive: true })
})

/** The booted desktop with its main window; a page of ours that wants a session's window, and an agent that asks. */
async function setUp() {
  const { api, world } = createFakeElectron()
  const engine = createFakeEngine()
  const folder = mkdtempSync(join(home, 'own-'))
  bootDesktop({
    electron: api,
    preload: '/app/preload.cjs',
    rendererDir: '/app/renderer',
    profileDir: undefined,
    devServerUrl: undefined,
    platform: 'linux',
    env: { HOME: folder },
    argv: ['countersign'],
    files: { icon: 'tray.png', dot: 'dot.png', resources: folder, memory: join(folder, 'windows.json') },
    loadUpdater: () => Promise.reject(new Error('nothing asked for it')),
    onSignal: () => undefined,
    compose: () =>
      Promise.resolve({
        engine,
        log: createFakeLog(),
        version: '1',
        hookGatewayOfHome: noHookGateway,
        searchFiles: () => Promise.resolve([]),
        announces: { approvals: true, turns: true },
        desktop: () => ({}),
        language: () => undefined,
        theme: () => undefined,
        onSettings: () => () => undefined,
        remember: () => Promise.resolve(),
      }),
  })
  const ask = async (from: number, sessionId: string): Promise<FakeWindow | undefined> => {
    const frame = { url: 'app://bundle/index.html', parent: null }
    const before = world.windows.length
    const reply = await world.handlers.get('window.open')?.(
      { sender: { id: from }, senderFrame: frame },
      { sessionId },
    )
    expect(reply).toEqual({ ok: true, value: { kind: 'opened' } })
    const made = world.windows.length > before ? world.windows.at(-1) : undefined
    if (made !== undefined) await vi.waitUntil(() => made.visible)
    return made
  }
  await vi.waitUntil(() => world.windows[0]?.visible)
  const [main] = world.windows
  if (main === undefined) throw new Error('there is no window')
  const asks = (id: string, sessionId: string): void => {
    const request = sampleRequest({ id, sessionId })
    engine.emit({ kind: 'event', event: sampleEvent(1, { type: 'approval.requested', request }, sessionId) })
  }
  return { world, engine, main, ask, asks }
}

test('a session opens in one window of its own, which speaks with the engine for as long as it is open', async () => {
  const { world, engine, main, ask } = await setUp()
  const listeners = engine.listeners.size
  const own = await ask(1, 's 1/ü')
  expect(own?.loaded).toEqual(['app://bundle/index.html#/session/s%201%2F%C3%BC'])
  expect(own?.options.webPreferences).toEqual(main.options.webPreferences)
  expect(engine.listeners.size).toBe(listeners + 1)
  // Asked for again, from itself: it comes forward and stays the only one.
  Object.assign(own ?? {}, { minimized: true, focused: false })
  expect(await ask(2, 's 1/ü')).toBeUndefined()
  expect([own?.minimized, own?.focused, world.windows.length]).toEqual([false, true, 2])
  const other = await ask(2, 's2')
  expect(other?.loaded).toEqual([sessionUrl('app://bundle/index.html', 's2')])
  own?.close()
  expect(engine.listeners.size).toBe(listeners + 1)
  expect(await ask(1, 's 1/ü')).toBeDefined()
})

test.each(['s1', 'a/b', '../..', 'ü %41', '#?&'])(
  'the page reads the session %j out of its address',
  (id) => {
    const { hash } = new URL(sessionUrl('app://bundle/index.html', id))
    expect(windowRoute(hash)).toEqual({ kind: 'session', sessionId: id })
  },
)

test('a stranger opens no window', async () => {
  const { world } = await setUp()
  const frame = { url: 'https://evil.example/', parent: null }
  const handler = world.handlers.get('window.open')
  const given = [
    { sender: { id: 1 }, senderFrame: frame },
    { sender: { id: 9 }, senderFrame: { url: 'app://bundle/index.html', parent: null } },
  ]
  for (const event of given)
    expect(await handler?.(event, { sessionId: 's1' })).toMatchObject({
      ok: false,
      fault: { code: 'forbidden' },
    })
  expect(world.windows.length).toBe(1)
})

test('only the last of the windows that closes asks what becomes of the application', async () => {
  const { world, main, ask } = await setUp()
  const own = await ask(1, 's1')
  main.close()
  expect([main.isDestroyed(), world.boxes.length]).toEqual([true, 0])
  own?.close()
  expect([own?.isDestroyed(), world.boxes.length, world.boxes[0]?.window]).toEqual([false, 1, own])
})

test('a command of the menu goes to the window that has the focus', async () => {
  const { world, main, ask } = await setUp()
  const own = await ask(1, 's1')
  for (const window of [main, own])
    await world.handlers.get('app.hello')?.(
      {
        sender: { id: window?.webContents.id ?? 0 },
        senderFrame: { url: 'app://bundle/index.html', parent: null },
      },
      {},
    )
  main.focused = false
  const items = world.menus.flat().flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  const rename = items.find(({ id, label }) => id === 'session.rename' || label === 'Rename session…')
  const sentTo = (window: FakeWindow | undefined): number =>
    window?.webContents.sent.filter((each) => JSON.stringify(each).includes('session.rename')).length ?? 0
  ;(rename?.click as (() => void) | undefined)?.()
  await vi.waitUntil(() => sentTo(own) === 1)
  expect(sentTo(main)).toBe(0)
  Object.assign(own ?? {}, { focused: false })
  ;(rename?.click as (() => void) | undefined)?.()
  await vi.waitUntil(() => sentTo(main) === 1)
  expect(sentTo(own)).toBe(1)
})

test('the focus on one session’s window keeps no word back about another, and a box comes where none is seen', async () => {
  const { world, main, ask, asks } = await setUp()
  const own = await ask(1, 's1')
  main.close()
  expect([own?.focused, own?.visible]).toEqual([true, true])
  asks('r1', 's1')
  expect([world.notifications.length, world.boxes.length, world.windows.length]).toEqual([0, 0, 2])
  asks('r2', 's2')
  expect(world.windows.map(({ loaded }) => loaded[0]).slice(2)).toEqual([
    'app://bundle/index.html#/approval/r2',
  ])
  // Not to be seen, its own session's requests come up elsewhere as well.
  Object.assign(own ?? {}, { minimized: true, focused: false })
  world.windows[2]?.close()
  asks('r3', 's1')
  expect(world.windows.length).toBe(4)
})

test('a notification is kept back by the focus on the same session, and by nothing else', async () => {
  const { world, main, ask, asks } = await setUp()
  await ask(1, 's1')
  // The main window can be seen and has not the focus: nothing comes up by itself.
  main.focused = false
  asks('r1', 's1')
  expect(world.notifications.length).toBe(0)
  asks('r2', 's2')
  expect(world.notifications.length).toBe(1)
})

test('what the command of a host asks is told where none of the windows that show it has the focus, and a press brings the main one forward', async () => {
  const { world, engine, main, ask } = await setUp()
  const own = await ask(1, 's1')
  const asks = (id: string): void => {
    const asked = { id, host: 'build1', program: 'ssh', kind: 'secret', prompt: '' } as const
    engine.emit({ kind: 'hosts', hosts: [], anew: false, ask: asked })
  }
  main.focused = false
  asks('ask-1')
  if (own) own.focused = false
  asks('ask-2')
  expect(world.notifications.map(({ options }) => options.id)).toEqual(['ask-2'])
  world.notifications[0]?.emit('click')
  expect([main.focused, main.visible, world.windows.length]).toEqual([true, true, 2])
})
