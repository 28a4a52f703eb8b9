import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { perl } from './harness/attempts'
import { openWorlds, users } from './harness/world'

/** Every way of opening a file for writing is told, those that neither make nor empty it among them. */
const worlds = openWorlds()

/** For writing, for both, for more, anew, and emptied (fcntl.h): each names a file of its own. */
const flags = { plain: 1, both: 2, more: 0o2001, made: 0o101, emptied: 0o1001 } as const

test.each(oneBySeed('told opens', users))('as %s', async (user) => {
  const world = worlds.of(user)
  const kept = join(world.home, 'kept')
  mkdirSync(kept)
  for (const name of Object.keys(flags)) writeFileSync(join(kept, name), '')
  const opens = Object.entries(flags).map(
    ([name, flag]) => `sysopen(my $${name}, "${join(kept, name)}", ${String(flag)});`,
  )
  const read = `sysopen(my $read, "${join(kept, 'plain')}", 0) or die;`
  const result = await world.sh(`${perl([...opens, read].join(' '))}; exit 1`)
  const evidence = result.kind === 'exited' ? result.evidence : []
  expect(evidence.map(({ kind, target }) => `${kind} ${target}`)).toEqual(
    Object.keys(flags).map((name) => `write ${join(kept, name)}`),
  )
})
