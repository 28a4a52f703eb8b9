import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoProject } from '../../../../../src/main/adapters/demo/demo-project'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-demo-rule-')))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

test('each demo comes with a rule for its own project, which lets one folder of its own be written', async () => {
  const demos = demoProject(join(base, 'notes'), () => base)
  expect(demos.rules()).toEqual([])
  const made = [await demos.create(), await demos.create()]
  expect(demos.rules()).toEqual(
    made.map(({ cwd }) => ({
      ...{ name: 'demo site', where: [cwd], commands: ['cp README.md *'] },
      ...{ writes: [join(dirname(cwd), 'site/**')], hosts: [], level: 'low', match: [], no_match: [] },
    })),
  )
})

test('a folder whose name would be read as a pattern gets none', async () => {
  const starred = join(base, 'a*')
  mkdirSync(starred)
  const demos = demoProject(join(base, 'notes'), () => starred)
  await demos.create()
  expect(demos.rules()).toEqual([])
})
