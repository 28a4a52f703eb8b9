import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHookSettings } from '../../../../src/main/adapters/hook-settings/hook-settings'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-hooks-'))
  mkdirSync(join(base, '.claude'))
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

test('settings that are no UTF-8 are left as they are, since writing them would lose what stands there', async () => {
  const path = join(base, '.claude', 'settings.json')
  const bytes = Buffer.concat([Buffer.from('{\n  // gr'), Buffer.from([0xfc]), Buffer.from('n\n}\n')])
  writeFileSync(path, bytes)
  const settings = createHookSettings({ user: base, env: {}, project: base, home: join(base, 'home') })
  const way = { kind: 'program', command: 'countersign desk hook claude-code' } as const
  const target = { agent: 'claude-code', scope: 'user' } as const
  await expect(settings.plan(target, { way, events: ['PermissionRequest'] })).rejects.toThrow('no UTF-8')
  writeFileSync(path, '{\n  // grün\n}\n')
  const change = await settings.plan(target, { way, events: ['PermissionRequest'] })
  expect(change.after).toContain('// grün')
  writeFileSync(path, bytes)
  await expect(settings.make(change)).rejects.toThrow('left as it is')
  expect(readFileSync(path)).toEqual(bytes)
})
