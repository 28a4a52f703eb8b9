import { afterAll, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { bashTrees } from '../../../../fakes/bash-trees'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { createWorlds } from '../../../../fakes/risk-world'

const worlds = createWorlds()
afterAll(() => worlds.remove())
const { home, cwd } = worlds.worldFor(undefined)
const look = {
  reader: createFactsReader(fakeReadLimits()),
  trees: bashTrees,
  home,
  user: 'dev',
  now: () => Date.now(),
  budget: { ms: 20_000, entries: 20_000 },
}

/** Processor time, in microseconds: other work on the machine does not count. */
async function cost(program: string, words: number): Promise<number> {
  const names = Array.from({ length: words }, (_, at) => `f${String(at)}`)
  const begun = process.cpuUsage()
  await assessCommand(
    { argv: [...program.split(' '), ...names], cwd, policy: sandboxPolicyForMode('workspace-write') },
    look,
  )
  const { user, system } = process.cpuUsage(begun)
  return user + system
}

test.each(['tar cf x.tar', 'npm i', 'ln -s -t d', 'rm', 'mv -t d', 'git add', 'cat', 'frobnicate'])(
  '%s: sixteen times the words cost about sixteen times as much, not 256 times',
  async (program) => {
    await cost(program, 500)
    const few = Math.max(await cost(program, 1_000), 2_000)
    expect((await cost(program, 16_000)) / few).toBeLessThan(70)
  },
)
