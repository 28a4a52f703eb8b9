import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { launcherOf, type LauncherWorld } from '../../../../../src/main/hosts/desktop/launcher'

const base = mkdtempSync(join(tmpdir(), 'countersign-launcher-'))
afterAll(() => {
  rmSync(base, { recursive: true })
})

let home: string
let resources: string
beforeEach(() => {
  home = mkdtempSync(join(base, 'home-'))
  resources = packed('1.0.0')
})

/** A packaged application's folder whose engine says its version. */
function packed(version: string): string {
  const folder = mkdtempSync(join(base, 'res-'))
  for (const [name, text] of [
    ['engine/bin/countersign', `#!/bin/sh\necho ${version}\n`],
    ['engine/bin/countersign.cmd', '@echo off\r\n'],
    ['engine/node_modules/node/bin/node', '#!/bin/sh\n'],
  ] as const) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

const made = (change: Partial<LauncherWorld> = {}) =>
  launcherOf({ platform: 'linux', env: { PATH: '/usr/bin' }, home, resources, version: '1.0.0', ...change })
const path = () => join(home, '.local/bin/countersign')
const said = (program: string) => spawnSync(program, { encoding: 'utf8' }).stdout.trim()

test('it is put there as a link to the engine, and taken away', () => {
  const launcher = made()
  expect(launcher.state()).toEqual({ kind: 'absent', path: path(), onPath: false })
  launcher.install()
  launcher.install()
  expect([readlinkSync(path()), said(path())]).toEqual([join(resources, 'engine/bin/countersign'), '1.0.0'])
  expect(made({ env: { PATH: `/usr/bin:${join(home, '.local/bin')}` } }).state()).toEqual({
    kind: 'ours',
    path: path(),
    onPath: true,
  })
  launcher.remove()
  expect([existsSync(path()), readdirSync(join(home, '.local/bin'))]).toEqual([false, []])
})

test.each<[what: string, put: (at: string) => void]>([
  [
    'a program',
    (at) => {
      writeFileSync(at, '#!/bin/sh\necho theirs\n', { mode: 0o755 })
    },
  ],
  [
    'a link to elsewhere',
    (at) => {
      symlinkSync('/usr/bin/true', at)
    },
  ],
  [
    'a link to nothing',
    (at) => {
      symlinkSync('/nowhere', at)
    },
  ],
  [
    'a link to what is called as our engine is',
    (at) => {
      symlinkSync(join(packed('theirs'), 'engine/bin/countersign'), at)
    },
  ],
  [
    'a link to what is called so and is not there',
    (at) => {
      symlinkSync('/opt/theirs/engine/bin/countersign', at)
    },
  ],
  [
    'a link out of the folder of copies',
    (at) => {
      symlinkSync(join(home, '.local/share/countersign/engine/../../theirs/countersign'), at)
    },
  ],
  [
    'a folder',
    (at) => {
      mkdirSync(at)
    },
  ],
])('%s of somebody else is neither replaced nor removed', (_what, put) => {
  mkdirSync(join(home, '.local/bin'), { recursive: true })
  put(path())
  const launcher = made()
  expect(launcher.state().kind).toBe('foreign')
  expect(() => {
    launcher.install()
  }).toThrow(/somebody else's; expected nothing there, or our own command/)
  launcher.remove()
  expect(readdirSync(join(home, '.local/bin'))).toEqual(['countersign'])
})

test('an AppImage, whose place goes with its end, leaves a copy of its engine, one version at a time', () => {
  const env = { PATH: '', APPIMAGE: '/home/ada/Countersign.AppImage' }
  made({ env }).install()
  const copies = join(home, '.local/share/countersign/engine')
  expect([readlinkSync(path()), said(path())]).toEqual([join(copies, '1.0.0/bin/countersign'), '1.0.0'])
  expect(statSync(join(copies, '1.0.0/node_modules/node/bin/node')).mode & 0o111).toBe(0o111)
  rmSync(resources, { recursive: true })
  expect(said(path())).toBe('1.0.0')
  const newer = made({ env, resources: packed('2.0.0'), version: '2.0.0' })
  expect(newer.state().kind).toBe('ours')
  newer.install()
  expect([readdirSync(copies), said(path())]).toEqual([['2.0.0'], '2.0.0'])
  newer.remove()
  expect([existsSync(path()), existsSync(copies)]).toEqual([false, false])
})

test('half a copy, of a start that was cut off, is made anew', () => {
  const env = { PATH: '', APPIMAGE: '/x.AppImage' }
  const half = join(home, '.local/share/countersign/engine/1.0.0/bin')
  mkdirSync(half, { recursive: true })
  writeFileSync(join(half, 'countersign'), '')
  made({ env }).install()
  expect(said(path())).toBe('1.0.0')
})

test('a copy after an update leads on to the new place', () => {
  made().install()
  const moved = made({ resources: packed('2.0.0') })
  expect(moved.state().kind).toBe('ours')
  moved.install()
  expect(said(path())).toBe('2.0.0')
})

test('our link is known after its copy of the application went, another copy was started, or putting it there was cut off', () => {
  made().install()
  rmSync(resources, { recursive: true })
  const second = packed('2.0.0')
  expect(made({ resources: second }).state().kind).toBe('ours')
  made({ resources: second }).install()
  expect(said(path())).toBe('2.0.0')
  // What is on the disk when the third is noted, and not put there yet.
  const third = packed('3.0.0')
  const old = readlinkSync(path())
  made({ resources: third }).install()
  rmSync(path())
  symlinkSync(old, path())
  expect(made({ resources: packed('4.0.0') }).state().kind).toBe('ours')
  made({ resources: third }).remove()
  expect(existsSync(path())).toBe(false)
  // Taken away, the same link is whose it is that makes it.
  symlinkSync(old, path())
  expect(made({ resources: third }).state().kind).toBe('foreign')
})

test.each([
  ['speaks of it', '@echo off\r\nrem Not: rem Put here by Countersign.\r\necho theirs\r\n'],
  ['goes on after it', '@echo off\r\nrem Put here by Countersign.\r\n"C:\\a.cmd" %*\r\necho theirs\r\n'],
])("on Windows a file that %s is somebody else's", (_what, text) => {
  const folder = join(home, 'Microsoft', 'WindowsApps')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'countersign.cmd'), text)
  const launcher = made({ platform: 'win32', env: { LOCALAPPDATA: home } })
  expect(launcher.state().kind).toBe('foreign')
  launcher.remove()
  expect(readFileSync(join(folder, 'countersign.cmd'), 'utf8')).toBe(text)
})

test('on Windows a folder called after a variable stays that folder', () => {
  const resources = join(packed('1.0.0'), '100%PATH%')
  mkdirSync(join(resources, 'engine/bin'), { recursive: true })
  made({ platform: 'win32', env: { LOCALAPPDATA: home }, resources }).install()
  expect(readFileSync(join(home, 'Microsoft', 'WindowsApps', 'countersign.cmd'), 'utf8')).toContain(
    '100%%PATH%%',
  )
})

test('on Windows it is a file that says whose it is, in the folder for such programs', () => {
  const env = { Path: `C:\\Windows;${join(home, 'Microsoft', 'WindowsApps')}`, LOCALAPPDATA: home }
  const launcher = made({ platform: 'win32', env })
  const file = join(home, 'Microsoft', 'WindowsApps', 'countersign.cmd')
  expect(launcher.state()).toEqual({ kind: 'absent', path: file, onPath: true })
  launcher.install()
  expect(readFileSync(file, 'utf8')).toBe(
    `@echo off\r\nrem Put here by Countersign.\r\n"${join(resources, 'engine/bin/countersign.cmd')}" %*\r\n`,
  )
  expect(launcher.state().kind).toBe('ours')
  launcher.remove()
  expect(existsSync(file)).toBe(false)
})

test('a checkout has none to put there', () => {
  expect(made({ resources: home }).state()).toEqual({ kind: 'none' })
})
