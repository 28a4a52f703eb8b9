import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runsBySeed } from '../../fakes/by-seed'
import { patchWorld, removeWorlds } from './patch-world'
import { tree } from './tree'

afterAll(removeWorlds)

/** Exchanges the folder `d` for a link to the outside and back, over and over, until it is stopped. */
const exchange = `while :; do
  sleep 0.01; mv "$1/d" "$1/d2" && ln -s "$2" "$1/d"; sleep 0.01; rm "$1/d"; mv "$1/d2" "$1/d"
done 2>/dev/null`

test('exchanging a folder for a link while patches run never lets one write outside', async () => {
  const world = patchWorld({ approvalPolicy: 'never' })
  mkdirSync(join(world.workspace, 'd'))
  writeFileSync(join(world.outside, 'f'), 'outside\n')
  const before = tree(world.outside)
  const enough = runsBySeed(40)
  const started = (): number => world.events.filter((event) => event.type === 'patch.started').length
  const attacker = spawn('/bin/sh', ['-c', exchange, 'sh', world.workspace, world.outside], {
    stdio: 'ignore',
  })
  try {
    // Patches that are seen to lead outside are rejected at once; so many that are not are enough.
    for (let round = 0; round < 2000 && started() < enough; round++)
      await world.run(`*** Add File: d/new-${round}/f`, `+${round}`)
  } finally {
    attacker.kill('SIGKILL')
    await once(attacker, 'exit')
  }
  expect(started()).toBe(enough)
  expect(tree(world.outside)).toEqual(before)
})
