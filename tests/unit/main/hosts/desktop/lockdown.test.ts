import { expect, test } from 'vitest'
import { lockContents, lockSession } from '../../../../../src/main/hosts/desktop/boot'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { FakeContents, FakeEvent } from '../../../../fakes/fake-electron-windows'

function lockedPage(devServerUrl?: string) {
  const { api, world } = createFakeElectron()
  lockContents(api.app, devServerUrl)
  const contents = new FakeContents(1)
  world.appEvents.emit('web-contents-created', new FakeEvent(), contents)
  return contents
}

function goesTo(contents: FakeContents, event: string, url: string): boolean {
  const navigation = Object.assign(new FakeEvent(), { url })
  contents.emit(event, navigation)
  return !navigation.defaultPrevented
}

const events = ['will-navigate', 'will-frame-navigate', 'will-redirect']

test.each(events)('%s is stopped unless it stays in the application', (event) => {
  const contents = lockedPage()
  expect(goesTo(contents, event, 'app://bundle/index.html#/x')).toBe(true)
  for (const url of [
    'https://example.com/',
    'file:///etc/passwd',
    'app://other/',
    'javascript:1',
    '',
    'http://localhost:5173/',
  ]) {
    expect([url, goesTo(contents, event, url)]).toEqual([url, false])
  }
})

test.each(events)('%s may reload from the development server', (event) => {
  const contents = lockedPage('http://localhost:5173')
  expect(goesTo(contents, event, 'http://localhost:5173/')).toBe(true)
  expect(goesTo(contents, event, 'http://localhost:5174/')).toBe(false)
})

test('no page opens a window or attaches a webview', () => {
  const contents = lockedPage()
  const attach = new FakeEvent()
  contents.emit('will-attach-webview', attach)
  expect(attach.defaultPrevented).toBe(true)
  const details = { url: 'https://example.com/' } as Parameters<NonNullable<typeof contents.windowOpen>>[0]
  expect(contents.windowOpen?.(details)).toEqual({ action: 'deny' })
})

type Permission = 'clipboard-sanitized-write' | 'geolocation' | 'clipboard-read' | 'openExternal' | 'media'
const cases: [Permission, string, boolean, boolean][] = [
  ['clipboard-sanitized-write', 'app://bundle/index.html', true, true],
  ['clipboard-sanitized-write', 'app://bundle/index.html', false, false],
  ['clipboard-sanitized-write', 'https://example.com/', true, false],
  ['clipboard-read', 'app://bundle/index.html', true, false],
  ['geolocation', 'app://bundle/index.html', true, false],
  ['openExternal', 'app://bundle/index.html', true, false],
  ['media', 'app://bundle/index.html', true, false],
]

test.each(cases)('%s for %s (top frame: %s) is granted: %s', (permission, url, isMainFrame, granted) => {
  const { api, world } = createFakeElectron()
  lockSession(api.session.defaultSession, undefined)
  const { request, check } = world.permissions
  if (!request || !check) throw new Error('both handlers are needed')
  const answers: boolean[] = []
  // The handlers never look at the contents.
  const contents = new FakeContents(1) as unknown as Parameters<typeof request>[0]
  request(contents, permission, (answer) => answers.push(answer), { isMainFrame, requestingUrl: url })
  answers.push(check(contents, permission, url, { isMainFrame, requestingUrl: url }))
  expect(answers).toEqual([granted, granted])
})

test('devices and downloads are refused', () => {
  const { api, world } = createFakeElectron()
  lockSession(api.session.defaultSession, undefined)
  const details = { deviceType: 'hid', origin: 'app://bundle', device: {} } as Parameters<
    NonNullable<typeof world.permissions.device>
  >[0]
  expect(world.permissions.device?.(details)).toBe(false)
  const download = new FakeEvent()
  world.sessionEvents.emit('will-download', download)
  expect(download.defaultPrevented).toBe(true)
})
