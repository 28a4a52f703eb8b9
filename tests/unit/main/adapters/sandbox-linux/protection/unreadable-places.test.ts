import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unreadablePlaces } from '../../../../../../src/main/adapters/sandbox-linux/protection/unreadable-places'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-unreadable-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const closed = (unreadable: readonly string[]) =>
  unreadablePlaces({ home, engineHome: undefined, unreadable, readable: [] }, [], []).map((mask) => mask.path)

test('a place that cannot be come to closes nothing, and stops no command', () => {
  writeFileSync(join(home, 'file'), '')
  symlinkSync('loop', join(home, 'loop'))
  const named = ['file/below', 'loop/below', 'x'.repeat(300), 'missing/below'].map((name) => join(home, name))
  const machine = closed([])
  expect(closed(named)).toEqual(machine)
  mkdirSync(join(home, 'store'))
  expect(closed([...named, join(home, 'store')])).toEqual([...machine, join(home, 'store')].sort())
})

test.each([
  '.config/syncthing/cert.pem',
  '.local/state/syncthing/config.xml',
  '.local/share/signal-cli/data/accounts.json',
  '.android/adbkey',
  '.config/Bitwarden CLI/data.json',
  '.config/containers/auth.json',
  '.sbt/.credentials',
  '.sbt/1.0/sonatype.sbt',
  '.vault_password',
  '.ansible/vault_password',
  '.expo/state.json',
  '.wakatime.cfg',
  '.lftp/bookmarks',
  '.local/share/lftp/bookmarks',
  '.config/rustdesk/RustDesk.toml',
  '.config/nordvpn/settings',
])('%s is closed', (path) => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), 'x')
  const machine = closed([])
  expect(machine.some((place) => `${join(home, path)}/`.startsWith(`${place}/`))).toBe(true)
})
