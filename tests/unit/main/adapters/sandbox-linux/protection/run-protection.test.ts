import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Grant } from '@shared/domain/grant'
import { afterAll, expect, test } from 'vitest'
import { noProtection } from '../../../../../../src/main/adapters/sandbox-linux/mounts/mask'
import { protectMetadata } from '../../../../../../src/main/adapters/sandbox-linux/protection/run-protection'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-protection-')))
afterAll(() => {
  rmSync(base, { recursive: true })
})
const at = (path: string): string => join(base, path)
for (const folder of ['w/.git/hooks', 'w/.git/objects', 'w/.git/refs', 'w/app/.claude', 'out/.claude'])
  mkdirSync(at(folder), { recursive: true })
writeFileSync(at('w/.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(at('w/.git/config'), '')
symlinkSync(at('out'), at('w/link'))

/** The masks of a run in `w` with these grants, each `<kind> <path>`. */
async function masksOf(grants: readonly Grant[], agents: readonly string[] = []) {
  const { masks } = await protectMetadata({ roots: [at('w')], temporary: [] }, grants, {
    ...{ nested: [], going: new Set<string>(), engine: [], configured: noProtection, closed: [] },
    agents: agents.map(at),
  })
  return masks.map(({ kind, path }) => `${kind} ${path.slice(base.length + 1)}`)
}
const write = (path: string, extent: 'file' | 'tree'): Grant => ({ kind: 'write', path: at(path), extent })

const hooks = 'read-only w/.git/hooks'
const config = 'read-only w/.git/config'

test.each<[string, Grant[], string[], string[]]>([
  ['no grant', [], [hooks, config, 'pinned w/.git'], []],
  ['a grant that holds the repository', [write('w', 'tree')], [hooks, config], []],
  ['a grant for a protected folder', [write('w/.git/hooks', 'tree')], [config], [hooks]],
  [
    'a grant for a file in a protected folder',
    [write('w/.git/hooks/pre-commit', 'file')],
    [hooks, config],
    [],
  ],
  ['a grant for one protected file', [write('w/.git/config', 'file')], [hooks], [config]],
])('%s lifts what it names and nothing else', async (_, grants, stays, goes) => {
  const masks = await masksOf(grants)
  expect(stays.filter((mask) => !masks.includes(mask))).toEqual([])
  expect(goes.filter((mask) => masks.includes(mask))).toEqual([])
})

test('settings in a sub-folder are held with the folders around them, and nothing is laid through a link', async () => {
  const masks = await masksOf([], ['w/app/.claude', 'w/link/.claude'])
  expect(masks).toEqual(expect.arrayContaining(['read-only w/app/.claude', 'pinned w/app']))
  expect(masks.filter((mask) => /link|out/.test(mask))).toEqual([])
})
