import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeOrdinaryUser } from './ordinary-user'
import { patchWorld, removeWorlds } from './patch-world'
import { tree } from './tree'

afterAll(removeWorlds)

beforeAll(becomeOrdinaryUser)

test('as an ordinary user a patch is applied in the sandbox', async () => {
  expect(process.getuid?.()).not.toBe(0)
  const world = patchWorld({ approvalPolicy: 'on-request' })
  writeFileSync(join(world.workspace, 'a'), 'one\n', { mode: 0o700 })
  writeFileSync(join(world.outside, 'rc'), 'one\n')
  const { text } = await world.run(
    '*** Update File: a',
    '@@',
    '-one',
    '+two',
    '*** Add File: b/c',
    '+1',
    `*** Update File: ${world.outside}/rc`,
    '@@',
    '-one',
    '+two',
  )
  expect(text).toContain('Success.')
  expect([tree(world.workspace), tree(world.outside)]).toEqual([
    { a: '700 two\n', 'b/': '755', 'b/c': '644 1\n' },
    { rc: '644 two\n' },
  ])
})

test('as an ordinary user links lead nowhere outside, and a failure puts everything back', async () => {
  const world = patchWorld({ approvalPolicy: 'never' })
  const at = (name: string): string => join(world.workspace, name)
  writeFileSync(join(world.outside, 'f'), 'one\n')
  symlinkSync(join(world.outside, 'f'), at('link'))
  linkSync(join(world.outside, 'f'), at('hard'))
  mkdirSync(at('locked'))
  writeFileSync(at('locked/f'), 'one\n')
  chmodSync(at('locked'), 0o555)
  const before = tree(world.workspace)
  const through = await world.run('*** Update File: link', '@@', '-one', '+two')
  const locked = await world.run('*** Add File: new', '+1', '*** Delete File: locked/f')
  expect([through.text, locked.text]).toEqual([
    'patch rejected: writing outside of the project; rejected by user approval settings',
    expect.stringContaining('Nothing was changed.'),
  ])
  expect(tree(world.workspace)).toEqual(before)
  await world.run('*** Update File: hard', '@@', '-one', '+two')
  expect(tree(world.outside)).toEqual({ f: '644 one\n' })
})
