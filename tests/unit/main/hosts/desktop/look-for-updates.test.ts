import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import { afterAll, expect, expectTypeOf, test } from 'vitest'
import {
  lookForUpdates,
  type Updater,
  type UpdateStart,
} from '../../../../../src/main/hosts/desktop/look-for-updates'
import { nativeMessages } from '@shared/messages/native'
import { createFakeLog } from '../../../../fakes/fake-engine'

const base = mkdtempSync(join(tmpdir(), 'countersign-updates-'))
afterAll(() => {
  rmSync(base, { recursive: true })
})

const feed = 'provider: generic\nurl: https://updates.countersign.invalid/\n'
const signed = `${feed}publisherName:\n  - Countersign authors\n`

class FakeUpdater extends EventEmitter implements Updater {
  autoDownload = true
  autoInstallOnAppQuit = true
  allowDowngrade = true
  logger: unknown = console
  checks = 0
  checkForUpdates(): Promise<unknown> {
    this.checks += 1
    this.emit('update-available', { version: '2.0.0' })
    if (this.autoDownload) this.emit('update-downloaded', { version: '2.0.0' })
    return Promise.resolve()
  }
}

async function look(
  config: string | undefined,
  platform: NodeJS.Platform,
  change: { wanted?: boolean; packaged?: boolean; updater?: FakeUpdater } = {},
) {
  const resources = mkdtempSync(join(base, 'res-'))
  if (config !== undefined) writeFileSync(join(resources, 'app-update.yml'), config)
  const updater = change.updater ?? new FakeUpdater()
  const told: string[] = []
  const log = createFakeLog()
  let loaded = 0
  const start = await lookForUpdates({
    packaged: change.packaged ?? true,
    wanted: change.wanted ?? true,
    ...{ platform, resources, log },
    load: () => {
      loaded += 1
      return Promise.resolve(updater)
    },
    messages: nativeMessages,
    announce: (title) => told.push(title),
  })
  return { start, updater, told, log, loaded }
}

test('the real updater fits what is used of it', () => {
  expectTypeOf<AppUpdater>().toExtend<Pick<Updater, 'autoDownload' | 'allowDowngrade' | 'checkForUpdates'>>()
})

test.each<
  [
    why: string,
    given: [config: string | undefined, platform: NodeJS.Platform, change?: object],
    start: UpdateStart,
  ]
>([
  ['nobody asked for it', [signed, 'darwin', { wanted: false }], 'off'],
  ['it is a checkout', [signed, 'darwin', { packaged: false }], 'off'],
  ['the package was made without an address', [undefined, 'darwin'], 'no-feed'],
  [
    'the address is not reached by https',
    ['provider: generic\nurl: http://updates.invalid/\n', 'linux'],
    'no-feed',
  ],
  ['a copy for Windows names no publisher', [feed, 'win32'], 'unsigned'],
  ['its publisher is empty', [`${feed}publisherName: \n`, 'win32'], 'unsigned'],
])('where %s, the updater is not even loaded', async (_why, given, start) => {
  const { loaded, start: how } = await look(...given)
  expect([how, loaded]).toEqual([start, 0])
})

test.each(['darwin', 'win32'] as const)(
  'on %s it is fetched, checked by the system, and told',
  async (platform) => {
    const { start, updater, told } = await look(signed, platform)
    expect([start, told]).toEqual(['looking', ['Countersign 2.0.0 is there']])
    expect(updater).toMatchObject({ checks: 1, autoDownload: true, allowDowngrade: false })
  },
)

test('on Linux, where nothing checks a signature, nothing is fetched or put in: it is told', async () => {
  const { updater, told } = await look(feed, 'linux')
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false })
  expect(told).toEqual(['Countersign 2.0.0 is there'])
})

test('what fails is a line of the log and stops nothing', async () => {
  const updater = new FakeUpdater()
  updater.checkForUpdates = () => Promise.reject(new Error('no network'))
  const { start, log } = await look(signed, 'darwin', { updater })
  updater.emit('error', new Error('later'))
  expect([start, log.lines.length]).toEqual(['looking', 2])
})
