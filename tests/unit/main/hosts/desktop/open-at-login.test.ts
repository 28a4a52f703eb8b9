import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setOpenAtLogin } from '../../../../../src/main/hosts/desktop/open-at-login'
import { createFakeElectron } from '../../../../fakes/fake-electron'

const base = mkdtempSync(join(tmpdir(), 'countersign-login-'))
afterAll(() => {
  rmSync(base, { recursive: true })
})
let home: string
beforeEach(() => {
  home = mkdtempSync(join(base, 'home-'))
})
const { api, world } = createFakeElectron()
const set = (
  on: boolean,
  program = '/opt/Countersign/countersign-desktop',
  platform: NodeJS.Platform = 'linux',
  env = {},
) => {
  setOpenAtLogin(on, { app: api.app, platform, env, home, program })
}
const file = () => join(home, '.config/autostart/dev.countersign.app.desktop')

test('on Linux a file of the autostart folder starts it hidden, and goes again', () => {
  set(true)
  set(true)
  expect(readFileSync(file(), 'utf8')).toContain('Exec="/opt/Countersign/countersign-desktop" --hidden\n')
  set(false)
  set(false)
  expect(existsSync(file())).toBe(false)
})

test('it lies where the session looks for it', () => {
  set(true, '/x', 'linux', { XDG_CONFIG_HOME: join(home, 'elsewhere') })
  expect(existsSync(join(home, 'elsewhere/autostart/dev.countersign.app.desktop'))).toBe(true)
  set(true, '/x', 'linux', { XDG_CONFIG_HOME: 'relative' })
  expect(existsSync(file())).toBe(true)
})

test("a person's own file of that name stays when it is switched off", () => {
  mkdirSync(join(file(), '..'), { recursive: true })
  writeFileSync(file(), '[Desktop Entry]\nExec=mine\n')
  set(false)
  expect(readFileSync(file(), 'utf8')).toContain('Exec=mine')
})

test('a path with signs of its own is one argument', () => {
  set(true, '/home/a b/$(x)`y`"q"\\100%.AppImage')
  expect(readFileSync(file(), 'utf8')).toContain(
    'Exec="/home/a b/\\\\$(x)\\\\`y\\\\`\\\\"q\\\\"\\\\\\\\100%%.AppImage" --hidden\n',
  )
})

test.each(['darwin', 'win32'] as const)('on %s the system is asked', (platform) => {
  set(true, '/x', platform)
  expect([world.order.at(-1), existsSync(file())]).toEqual(['openAtLogin true', false])
})
