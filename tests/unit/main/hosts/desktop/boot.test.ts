import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FaultError } from '@shared/domain/fault'
import type { DesktopSettings } from '@shared/domain/settings'
import type { Language } from '@shared/domain/language'
import { nativeMessages } from '@shared/messages/native'
import { bootDesktop } from '../../../../../src/main/hosts/desktop/boot'
import type { DesktopOptions } from '../../../../../src/main/hosts/desktop/desktop-options'
import { choose } from '../../../../fakes/fake-electron-native'
import { createFakeElectron, type FakeElectronOptions } from '../../../../fakes/fake-electron'
import { FakeEvent } from '../../../../fakes/fake-electron-windows'
import {
  createFakeEngine,
  createFakeLog,
  sampleEvent,
  sampleRequest,
  noHookGateway,
} from '../../../../fakes/fake-engine'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-boot-'))
})
afterAll(() => {
  rmSync(home, { recursive: true })
})

function boot(
  fake: FakeElectronOptions = {},
  change: Partial<DesktopOptions> = {},
  { language, theme, ...desktop }: DesktopSettings & { language?: Language; theme?: 'light' } = {},
) {
  const { api, world } = createFakeElectron(fake)
  const engine = createFakeEngine()
  const composed: string[] = []
  const remembered: string[] = []
  const signals: (() => void)[] = []
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
    onSignal: (listener) => signals.push(listener),
    compose: () => {
      composed.push('compose')
      return Promise.resolve({
        engine,
        log: createFakeLog(),
        version: '1',
        hookGatewayOfHome: noHookGateway,
        searchFiles: () => Promise.resolve([]),
        announces: { approvals: true, turns: true },
        desktop: () => desktop,
        language: () => language,
        theme: () => theme,
        onSettings: () => () => undefined,
        remember: (key, value) => {
          remembered.push(`${key} ${value}`)
          return Promise.resolve()
        },
      })
    },
    ...change,
  })
  return { world, engine, composed, remembered, signals, app: api.app }
}
const windowOf = async (world: ReturnType<typeof boot>['world']) =>
  vi.waitFor(() => {
    const window = world.windows[0]
    if (!window?.visible) throw new Error('no window yet')
    return window
  })

test('everything that has to precede ready does, and the window comes last', async () => {
  const { world } = boot({}, { profileDir: join(home, 'profile') })
  await windowOf(world)
  expect(world.order).toEqual([
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
})

test('without the lock one line says so, nothing is composed and no window opens', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { world, composed } = boot({ lock: 'refused' })
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^Countersign is already running.*\n$/)]])
  said.mockRestore()
  await new Promise((resolve) => setImmediate(resolve))
  expect(world.exits).toEqual([0])
  expect([composed, world.windows, world.order.includes('whenReady')]).toEqual([[], [], false])
})

test('an engine that cannot be composed is one line and exit code 1', async () => {
  const message = '/home/ada/config.toml:3: unknown key "modle"; expected one of model, model_provider'
  const { world } = boot(
    {},
    { compose: () => Promise.reject(new FaultError({ code: 'bad-request', message })) },
  )
  await vi.waitFor(() => {
    expect(world.exits).toEqual([1])
  })
  expect(world.errorBoxes).toEqual([`Countersign cannot start: ${message}`])
  expect(world.windows).toEqual([])
})

test('a profile folder that cannot be made is one line and exit code 1', () => {
  writeFileSync(join(home, 'file'), '')
  const { world } = boot({}, { profileDir: join(home, 'file', 'profile') })
  expect(world.exits).toEqual([1])
  expect(world.errorBoxes).toEqual([expect.stringMatching(/^Countersign cannot start: ENOTDIR.*profile'$/)])
})

test('a packaged build never looks at the development server', async () => {
  const { world } = boot({ packaged: true }, { devServerUrl: 'http://localhost:5173' })
  expect((await windowOf(world)).loaded).toEqual(['app://bundle/index.html'])
})

test('a second start brings the window forward, and is harmless before there is one', async () => {
  const { world } = boot()
  world.appEvents.emit('second-instance', {}, ['countersign'])
  expect(world.windows).toEqual([])
  const window = await windowOf(world)
  window.focused = false
  world.appEvents.emit('second-instance', {}, ['countersign'])
  expect([world.windows.length, window.focused]).toEqual([1, true])
})

const answerBox = async (world: ReturnType<typeof boot>['world'], button: string, checked = false) => {
  const box = await vi.waitFor(() => {
    const found = world.boxes.find(({ open }) => open)
    if (!found) throw new Error('no box yet')
    return found
  })
  box.answer(button, checked)
  return box
}

test('closing the last window asks, and quitting closes the engine', async () => {
  const { world, engine } = boot()
  const window = await windowOf(world)
  window.close()
  expect(window.isDestroyed()).toBe(false)
  await answerBox(world, 'Quit')
  await vi.waitFor(() => {
    expect(world.exits).toEqual([0])
  })
  expect([window.isDestroyed(), engine.calls]).toEqual([true, [['close']]])
})

test('kept running, it lives in the tray, denies nothing, and the tray brings the window back', async () => {
  const { world, engine, remembered } = boot()
  const window = await windowOf(world)
  engine.emit({
    kind: 'event',
    event: sampleEvent(1, { type: 'approval.requested', request: sampleRequest() }),
  })
  window.close()
  const box = await answerBox(world, 'Keep running', true)
  expect(box.options.detail).toContain('1 request waits. Quitting denies it.')
  await vi.waitFor(() => {
    expect(window.isDestroyed()).toBe(true)
  })
  expect([world.exits, engine.calls, remembered]).toEqual([[], [], ['desktop.close tray']])
  expect(world.trays[0]?.toolTip).toBe('Countersign: 1 request waits')
  choose(world.trays[0]?.menu.find(({ label }) => label === 'Open Countersign'))
  expect(world.windows.filter((each) => !each.isDestroyed())).toHaveLength(1)
})

test('its own parts speak the chosen language, and the engine goes on in English', async () => {
  const { world, engine } = boot({}, {}, { language: 'de' })
  await windowOf(world)
  const seen: string[] = []
  engine.subscribe(() => seen.push(nativeMessages().deny))
  engine.emit({
    kind: 'event',
    event: sampleEvent(1, { type: 'approval.requested', request: sampleRequest() }),
  })
  expect(world.trays[0]?.toolTip).toBe('Countersign: 1 Anfrage wartet')
  expect(world.menus.flat().map(({ label }) => label)).toContain('Datei')
  world.windows[0]?.close()
  expect(world.boxes[0]?.options.buttons).toEqual(['Weiterlaufen lassen', 'Beenden', 'Abbrechen'])
  expect([seen, nativeMessages().deny]).toEqual([['Deny'], 'Deny'])
})

test('an end from outside asks nobody', async () => {
  const { world, engine, signals } = boot()
  await windowOf(world)
  engine.emit({
    kind: 'event',
    event: sampleEvent(1, { type: 'approval.requested', request: sampleRequest() }),
  })
  for (const signal of signals) signal()
  await vi.waitFor(() => {
    expect(world.exits).toEqual([0])
  })
  expect(world.boxes).toEqual([])
})

test('a start at login opens no window, a link does', async () => {
  const { world } = boot({}, { argv: ['countersign', '--hidden'] })
  await vi.waitFor(() => {
    expect(world.trays).toHaveLength(1)
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(world.windows).toEqual([])
  const linked = boot({}, { argv: ['countersign', '--hidden', 'countersign://session/s-1'] })
  await windowOf(linked.world)
})

test.each(['second-instance', 'open-url'])(
  'a link by %s shows its session and nothing else',
  async (event) => {
    const { world } = boot()
    const window = await windowOf(world)
    const sender = { sender: { id: 1 }, senderFrame: { url: 'app://bundle/index.html', parent: null } }
    await world.handlers.get('app.hello')?.(sender, {})
    const follow = (link: string) =>
      world.appEvents.emit(event, new FakeEvent(), event === 'open-url' ? link : ['x', '--flag', link])
    follow('countersign://session/../../etc?x=1')
    follow('countersign://session/0199-ab')
    await vi.waitFor(() => {
      expect(window.webContents.sent).toEqual([
        ['engine.event', { seq: 1, kind: 'show', sessionId: '0199-ab' }],
      ])
    })
  },
)

test('on Windows it says who it is before it is ready, the class first', async () => {
  const { world } = boot({ packaged: true }, { platform: 'win32' })
  await windowOf(world)
  const said = world.order.filter((each) => /^set(Toast|AppUser|AsDefault)|whenReady/.test(each))
  expect(said).toEqual([
    'setToastActivatorCLSID',
    'setAppUserModelId dev.countersign.app',
    'setAsDefaultProtocolClient countersign',
    'whenReady',
  ])
})

test.each([
  [undefined, { kind: 'cancelled' }],
  ['/srv/project', { kind: 'picked', path: '/srv/project' }],
])('the folder dialog that ends with %s is answered so', async (folder, value) => {
  const { world } = boot(folder === undefined ? {} : { folder })
  await windowOf(world)
  const sender = { sender: { id: 1 }, senderFrame: { url: 'app://bundle/index.html', parent: null } }
  expect(await world.handlers.get('folder.pick')?.(sender, {})).toEqual({ ok: true, value })
})

test('an export goes where the save dialog says, for its owner alone, or nowhere', async () => {
  const saveTo = join(home, 'out.md')
  const sender = { sender: { id: 1 }, senderFrame: { url: 'app://bundle/index.html', parent: null } }
  const ask = { sessionId: 's1', format: 'markdown' }
  const answer = async (fake: FakeElectronOptions) => {
    const { world } = boot(fake)
    await windowOf(world)
    return world.handlers.get('session.save')?.(sender, ask)
  }
  expect(await answer({})).toEqual({ ok: true, value: { kind: 'cancelled' } })
  expect(await answer({ saveTo })).toEqual({ ok: true, value: { kind: 'saved' } })
  expect([readFileSync(saveTo, 'utf8'), statSync(saveTo).mode & 0o777]).toEqual(['# A session', 0o600])
  expect(await answer({ saveTo: join(home, 'missing', 'out.md') })).toMatchObject({
    ok: false,
    fault: { code: 'store-failed', message: expect.stringMatching(/cannot be written \(ENOENT\)/) as string },
  })
})

test('a start takes colours and accent on, listens for old notifications, and says that the windows have no sandbox', async () => {
  const { world } = boot({ switches: ['no-sandbox'] }, { platform: 'win32' }, { theme: 'light' })
  const window = await windowOf(world)
  window.webContents.emit('dom-ready')
  await vi.waitFor(() => {
    expect(window.webContents.styles.size).toBe(1)
  })
  expect(window.options.backgroundColor).toBe('#ffffff')
  expect(world.boxes.map(({ options }) => options.message)).toEqual(['The windows run without a sandbox'])
  expect(world.activations).toHaveLength(1)
})
