import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

test.each([
  ['is a link out of it', '.claude/settings.local.json', '../../outside.json'],
  ['is a link out of it to nothing', '.claude/settings.local.json', '../../missing.json'],
  ['lies in a folder that is one', '.claude', '../'],
])('what is put into a project stays in it: its settings’ file %s', async (_, link, leads) => {
  const project = join(base, 'project')
  mkdirSync(join(project, link, '..'), { recursive: true })
  writeFileSync(join(base, 'outside.json'), '{}\n')
  const settings = createHookSettings({ user: base, env: {}, project, home: join(base, 'home') })
  const way = { kind: 'program', command: 'countersign desk hook claude-code' } as const
  const target = { agent: 'claude-code', scope: 'project' } as const
  const wanted = { way, events: ['PermissionRequest'] } as const
  const change = await settings.plan(target, wanted)
  symlinkSync(leads, join(project, link))
  await expect(settings.plan(target, wanted)).rejects.toThrow('leads out of the project')
  await expect(settings.make(change)).rejects.toThrow('leads out of the project')
  expect(readFileSync(join(base, 'outside.json'), 'utf8')).toBe('{}\n')
  expect(['missing.json', 'settings.local.json'].some((name) => existsSync(join(base, name)))).toBe(false)
})

test('a link within a project, and one of the person’s own outside of any, stay', async () => {
  const project = join(base, 'project')
  mkdirSync(join(project, '.claude'), { recursive: true })
  symlinkSync('../shared.json', join(project, '.claude', 'settings.local.json'))
  symlinkSync('../own.json', join(base, '.claude', 'settings.json'))
  const settings = createHookSettings({ user: base, env: {}, project, home: join(base, 'home') })
  const way = { kind: 'program', command: 'countersign desk hook claude-code' } as const
  mkdirSync(join(base, 'home'))
  for (const scope of ['project', 'user'] as const)
    await settings.make(
      await settings.plan({ agent: 'claude-code', scope }, { way, events: ['PermissionRequest'] }),
    )
  for (const file of ['project/shared.json', 'own.json'])
    expect(readFileSync(join(base, file), 'utf8')).toContain('desk hook')
})
