import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { patchWorld } from './patch-world'

test('an inside patch is applied', async () => {
  const world = patchWorld()
  writeFileSync(join(world.workspace, 'b.txt'), 'one\ntwo\n')
  writeFileSync(join(world.workspace, 'c.txt'), 'gone\n')
  const t = performance.now()
  const reply = await world.run(
    '*** Add File: d/e/a.txt',
    '+hello',
    '*** Update File: b.txt',
    '@@',
    ' one',
    '-two',
    '+TWO',
    '*** Delete File: c.txt',
  )
  console.log(performance.now() - t, reply.text, JSON.stringify(world.events, null, 1))
  expect(readFileSync(join(world.workspace, 'd/e/a.txt'), 'utf8')).toBe('hello\n')
})
