import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FaultError } from '@shared/domain/fault'
import { bootDesktop, type DesktopOptions } from '../../../../../src/main/hosts/desktop/boot'
import { createFakeElectron, type FakeElectronOptions } from '../../../../fakes/fake-electron'
import { createFakeEngine, createFakeLog } from '../../../../fakes/fake-engine'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-boot-'))
})
afterAll(() => {
  rmSync(home, { recursive: true })
})

function boot(fake: FakeElectronOptions = {}, change: Partial<DesktopOptions> = {}) {
  const { api, world } = createFakeElectron(fake)
  const engine = createFakeEngine()
  const composed: string[] = []
  bootDesktop({
    electron: api,
    preload: '/app/preload.cjs',
    rendererDir: '/app/renderer',
    profileDir: undefined,
    devServerUrl: undefined,
    compose: () => {
      composed.push('compose')
      return Promise.resolve({ engine, log: createFakeLog(), version: '1', announcesApprovals: true })
    },
    ...change,
  })
  return { world, engine, composed, app: api.app }
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
  world.appEvents.emit('second-instance')
  expect(world.windows).toEqual([])
  const window = await windowOf(world)
  window.focused = false
  world.appEvents.emit('second-instance')
  expect([world.windows.length, window.focused]).toEqual([1, true])
})

test('closing the last window closes the engine and quits, except on macOS', async () => {
  const { world, engine } = boot()
  const window = await windowOf(world)
  window.close()
  const stays = process.platform === 'darwin'
  await vi.waitFor(() => {
    expect(world.exits).toEqual(stays ? [] : [0])
  })
  expect(engine.calls).toEqual(stays ? [] : [['close']])
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
