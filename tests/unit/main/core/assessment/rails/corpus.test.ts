import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { afterAll, expect, test } from 'vitest'
import { createWorlds, type Setup } from '../../../../../fakes/risk-world'
import { createFactsReader } from '../../../../../../src/main/adapters/facts-fs/facts-reader'
import { fakeReadLimits } from '../../../../../fakes/read-limits'
import { createShellTreeReader } from '../../../../../../src/main/adapters/shell-parser/shell-tree-reader'
import { assessCommand } from '../../../../../../src/main/core/assessment/assess-command'

interface Line {
  readonly argv: readonly string[]
  readonly level: string
  readonly setup?: Setup
}

const lines = readFileSync(resolve(import.meta.dirname, '../../../../../corpus/risk.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Line)
const worlds = createWorlds()
const parts = { reader: createFactsReader(fakeReadLimits()), trees: createShellTreeReader(), now: () => 0 }
afterAll(() => worlds.remove())

async function levelOf({ argv, setup }: Line): Promise<string> {
  const world = worlds.worldFor(setup)
  const policy = sandboxPolicyForMode('workspace-write')
  const { level } = await assessCommand(
    { argv, cwd: world.cwd, policy },
    { ...parts, home: world.home, user: 'dev' },
  )
  world.remove()
  return level
}

test('the corpus is judged within its goals: nothing risky low, under 3 % of the rest high', async () => {
  const judged = []
  for (const line of lines) judged.push({ argv: line.argv, wanted: line.level, level: await levelOf(line) })
  const below = judged.filter(({ wanted, level }) => wanted !== 'low' && level === 'low')
  const above = judged.filter(({ wanted, level }) => wanted !== 'high' && level === 'high')
  expect(judged.length).toBeGreaterThanOrEqual(300)
  expect(below).toEqual([])
  expect(above.length / judged.filter(({ wanted }) => wanted !== 'high').length).toBeLessThan(0.03)
}, 60_000)
