import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfiguredPlaces } from '../../../../../../src/main/adapters/sandbox-linux/protection/configured-places'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-configured-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const top = join(base, 'work')
mkdirSync(top)
for (const name of ['--', 'clean', 'filter-process', 'there.sh']) writeFileSync(join(top, name), '')

test.each([
  ['git-lfs clean -- %f', []],
  ['git-lfs filter-process', []],
  ['sh there.sh', ['there.sh']],
  ['sh -e tools/later.sh %f', ['tools']],
  ['python3.12 -u later.py', ['later.py']],
  ['/usr/bin/node ./later.mjs', ['later.mjs']],
  ['cd x && bash later.sh', ['later.sh']],
  ['./later', ['later']],
  ['git push origin feature/x.y', []],
  ['sh -c cat', []],
])('%s keeps %j as it is', async (clean, kept) => {
  writeFileSync(join(base, '.gitconfig'), `[filter "x"]\n\tclean = ${clean}\n`)
  const found = await new ConfiguredPlaces(base, {}).protect([{ top, configs: [] }], [top])
  if ('problem' in found) throw new Error(found.problem)
  const places = new Set([...found.masks, ...found.missing].map(({ path }) => path.slice(top.length + 1)))
  expect([...places].filter((path) => path !== '')).toEqual(kept)
})
