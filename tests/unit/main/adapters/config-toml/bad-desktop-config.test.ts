import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'

const env = { HOME: '/home/ada' }
let home = ''

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'countersign-config-'))
})
afterAll(() => rm(home, { recursive: true }))

test.each<[name: string, line: string, message: string]>([
  [
    'a way to close that there is not',
    'close = "minimise"',
    'close is "minimise"; expected one of "tray", "quit"',
  ],
  [
    'boxes that are neither',
    'approval_boxes = true',
    'approval_boxes is true; expected one of "hidden", "always", "never"',
  ],
  [
    'an unknown key',
    'sound = true',
    'unknown key "sound" in [desktop] (did you mean "sounds"?); expected one of close, approval_boxes, sounds, open_at_login, updates',
  ],
])('%s of the desktop is one line with its place', async (_name, line, message) => {
  const file = join(home, 'config.toml')
  await writeFile(file, `[desktop]\n${line}\n`)
  await expect(loadSettings({ home, env })).rejects.toThrow(`${file}:2: ${message}`)
})

test('all of it is read', async () => {
  const lines = [
    'close = "tray"',
    'approval_boxes = "always"',
    'sounds = true',
    'open_at_login = true',
    'updates = true',
  ]
  await writeFile(join(home, 'config.toml'), `[desktop]\n${lines.join('\n')}\n`)
  expect((await loadSettings({ home, env })).config.desktop).toEqual({
    close: 'tray',
    approval_boxes: 'always',
    sounds: true,
    open_at_login: true,
    updates: true,
  })
})
