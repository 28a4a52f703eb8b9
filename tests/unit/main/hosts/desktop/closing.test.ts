import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { DesktopSettings } from '@shared/domain/settings'
import { nativeMessages } from '@shared/messages/native'
import { guardClosing } from '../../../../../src/main/hosts/desktop/closing'
import { desktopMemory } from '../../../../../src/main/hosts/desktop/desktop-memory'
import { createFakeElectron } from '../../../../fakes/fake-electron'

function setUp(
  given: { closes?: DesktopSettings['close']; waits?: number; platform?: NodeJS.Platform } = {},
) {
  const { api, world } = createFakeElectron()
  const remembered: string[] = []
  const closing = guardClosing({
    app: api.app,
    messageBox: api.messageBox,
    platform: given.platform ?? 'linux',
    parent: () => undefined,
    closes: () => given.closes,
    remember: (close) => remembered.push(close),
    waits: () => given.waits ?? 0,
    messages: nativeMessages,
  })
  new api.BrowserWindow({})
  const [window] = world.windows
  if (!window) throw new Error('there is no window')
  closing.guard(window)
  const settled = () => vi.waitFor(() => new Promise((resolve) => setImmediate(resolve)))
  return { closing, window, world, remembered, settled }
}

test.each<[closes: DesktopSettings['close'], waits: number, asks: boolean]>([
  [undefined, 0, true],
  [undefined, 2, true],
  ['tray', 0, false],
  ['tray', 2, false],
  ['quit', 0, false],
  // What was settled once does not deny what waits now without a word.
  ['quit', 1, true],
])('with %s settled and %i waiting, closing asks: %s', async (closes, waits, asks) => {
  const { window, world, settled } = setUp({ ...(closes === undefined ? {} : { closes }), waits })
  window.close()
  await settled()
  expect([world.boxes.length === 1, window.isDestroyed()]).toEqual([asks, !asks])
  expect(world.exits).toEqual(closes === 'quit' && !asks ? [0] : [])
})

test.each<[button: string, gone: boolean, exits: number[], remembered: string[]]>([
  ['Keep running', true, [], ['tray']],
  ['Quit', true, [0], ['quit']],
  ['Cancel', false, [], []],
])('%s does that, and is remembered where it is a choice', async (button, gone, exits, kept) => {
  const { window, world, remembered, settled } = setUp()
  window.close()
  window.close()
  expect(world.boxes.length).toBe(1)
  world.boxes[0]?.answer(button, true)
  await settled()
  expect([window.isDestroyed(), world.exits, remembered]).toEqual([gone, exits, kept])
})

test('the box belongs to the window that closes, and Escape keeps it', () => {
  const { window, world } = setUp()
  window.close()
  const { buttons = [], cancelId = 0 } = world.boxes[0]?.options ?? {}
  expect([world.boxes[0]?.window, buttons[cancelId]]).toEqual([window, 'Cancel'])
})

test('on macOS a window closes as windows do there', () => {
  const { window, world } = setUp({ platform: 'darwin', waits: 3 })
  window.close()
  expect([window.isDestroyed(), world.boxes]).toEqual([true, []])
})

test('quitting asks while something waits, and only then; no answer is a no', async () => {
  expect(await setUp().closing.mayQuit()).toBe(true)
  const { closing, world } = setUp({ waits: 1 })
  const asked = closing.mayQuit()
  expect(await closing.mayQuit()).toBe(false)
  const { buttons = [], defaultId = 0, cancelId = 0 } = world.boxes[0]?.options ?? {}
  expect([buttons[defaultId], buttons[cancelId]]).toEqual(['Cancel', 'Cancel'])
  world.boxes[0]?.answer('Cancel')
  expect(await asked).toBe(false)
  const again = closing.mayQuit()
  world.boxes[1]?.answer('Quit and deny')
  expect(await again).toBe(true)
})

test('when the system ends nobody is asked', async () => {
  const { closing, window, world } = setUp({ waits: 1 })
  window.emit('query-session-end')
  window.close()
  expect([await closing.mayQuit(), window.isDestroyed(), world.boxes]).toEqual([true, true, []])
})

const base = mkdtempSync(join(tmpdir(), 'countersign-memory-'))
afterAll(() => {
  rmSync(base, { recursive: true })
})

test.each([
  ['nothing', undefined],
  ['half a file', '{"window": {"x":'],
  ['another shape', '[1, 2]'],
  [
    'a window without a size',
    '{"window":{"x":1,"y":2,"width":0,"height":-5,"maximized":true},"version":"1"}',
  ],
])('%s is remembered as nothing, and what is written then is kept', (_what, text) => {
  const file = join(mkdtempSync(join(base, 'm-')), 'deep', 'windows.json')
  if (text !== undefined) {
    rmSync(join(file, '..'), { recursive: true, force: true })
    desktopMemory(file).write({})
    writeFileSync(file, text)
  }
  expect(desktopMemory(file).read().window).toBeUndefined()
  const window = { x: 1, y: 2, width: 900, height: 600, maximized: false }
  desktopMemory(file).write({ window })
  expect(desktopMemory(file).read().window).toEqual(window)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ window })
})

test('a place that cannot be written stops nothing', () => {
  writeFileSync(join(base, 'file'), '')
  expect(() => {
    desktopMemory(join(base, 'file', 'windows.json')).write({ version: '1' })
  }).not.toThrow()
})
