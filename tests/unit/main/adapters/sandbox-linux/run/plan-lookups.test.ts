import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs, { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { afterAll, expect, test, vi } from 'vitest'
import type { RunSpec } from '../../../../../../src/main/core/ports/sandbox'
import { ConfiguredPlaces } from '../../../../../../src/main/adapters/sandbox-linux/protection/configured-places'
import { KnownListings } from '../../../../../../src/main/adapters/sandbox-linux/protection/known-listings'
import { MadeRepositories } from '../../../../../../src/main/adapters/sandbox-linux/repositories/made-repositories'
import { NestedRepositories } from '../../../../../../src/main/adapters/sandbox-linux/repositories/nested-repositories'
import { searchWith } from '../../../../../../src/main/adapters/sandbox-linux/repositories/search-repositories'
import { planRun, type PlanParts } from '../../../../../../src/main/adapters/sandbox-linux/run/run-plan'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-lookups-')))
// Sockets in a temporary folder that is not here, as those of other mount namespaces are.
const sockets = Array.from({ length: 8 }, (_, nth) => {
  const gone = mkdtempSync(join(tmpdir(), `countersign-gone-${String(nth)}-`))
  const server = createServer().listen(join(gone, 'socket'))
  return { gone, server }
})
await Promise.all(sockets.map(({ server }) => once(server, 'listening')))
for (const { gone } of sockets) rmSync(gone, { recursive: true })
afterAll(() => {
  for (const { server } of sockets) server.close()
  rmSync(base, { recursive: true })
})
const [home, engineHome, workspace] = ['home', 'home/.countersign', 'work'].map((name) =>
  join(base, name),
) as [string, string, string]
for (const folder of [engineHome, workspace, join(home, '.ssh'), join(home, '.aws')])
  mkdirSync(folder, { recursive: true })
// As git-lfs has it, with some more: settings that could each name a file of the folder.
const filters = Array.from(
  { length: 8 },
  (_, nth) => `[filter "f${String(nth)}"]\n\tclean = lfs clean -- %f\n`,
)
writeFileSync(join(home, '.gitconfig'), filters.join(''))

const asked = ['lstatSync', 'statSync', 'statfsSync', 'readlinkSync'] as const

/** How often each path is asked about while `work` is done. */
async function lookups(work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  const note = (path: unknown): void => {
    if (typeof path === 'string') seen.set(path, (seen.get(path) ?? 0) + 1)
  }
  const spies = asked.map((name) => vi.spyOn(fs, name))
  const real = vi.spyOn(fs.realpathSync, 'native')
  syncBuiltinESMExports()
  try {
    await work()
    for (const spy of [...spies, real]) for (const [path] of spy.mock.calls) note(path)
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
  return seen
}

test.each([
  ['a folder of files', false],
  ['a repository', true],
])('a plan for %s looks at most places once, and at none again and again', async (_, isRepository) => {
  if (isRepository) execFileSync('git', ['init', '-q', workspace])
  const spec = {
    ...{ command: ['true'], cwd: workspace, workspace, env: {}, permit: { grants: [] } },
    policy: SandboxPolicy.parse({ mode: 'workspace-write' }),
  } as unknown as RunSpec
  const parts: PlanParts = {
    nested: new NestedRepositories(searchWith('/usr/bin/find')),
    made: new MadeRepositories(() => false),
    unreadable: { home, engineHome, unreadable: [], readable: [] },
    listings: new KnownListings(),
    configured: new ConfiguredPlaces(home, {}),
    ...{ runtime: join(base, 'run'), engine: [], standsIn: true },
  }
  expect(await planRun(spec, parts)).not.toHaveProperty('problem')
  const seen = await lookups(() => planRun(spec, parts))
  // Some are looked at in several of a plan's parts, between which it waits.
  expect(seen.get(workspace)).toBeGreaterThan(0)
  expect(Object.fromEntries([...seen].filter(([, count]) => count > 7))).toEqual({})
  const all = [...seen.values()].reduce((sum, count) => sum + count, 0)
  expect(all / seen.size).toBeLessThan(2)
})
