import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadProgramRecords } from '../../../../../src/main/adapters/config-toml/program-records'
import { bashParser } from '../../../../fakes/bash-parser'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-records-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const good = `[[program]]
names = ["deployctl"]
values = ["--region"]

[[program.effects]]
verbs = ["release"]
level = "high"
categories = ["system_modification"]
does = "releases to production"
examples = ["deployctl --region eu release api"]
not = ["deployctl status"]

[[program.effects]]
verbs = ["*"]
level = "low"
does = "looks at what is deployed"
examples = ["deployctl status"]
`

function load(text: string) {
  writeFileSync(join(home, 'programs.toml'), text)
  return loadProgramRecords(home, bashParser())
}

test('no file, no records', async () => {
  expect(await loadProgramRecords(home, bashParser())).toBeUndefined()
})

test('records are read, with what they leave out', async () => {
  const table = await load(good)
  expect(table?.of('deployctl')?.effects.map(({ level, categories }) => [level, categories])).toEqual([
    ['high', ['system_modification']],
    ['low', []],
  ])
  expect(table?.of('docker')).toBeUndefined()
})

test.each([
  [
    'names = ["deployctl"]',
    'names = ["bin/deployctl"]',
    '2: names is not valid; expected a list of program names',
  ],
  ['level = "high"', 'level = "severe"', '7: level is not valid; expected one of "low", "medium", "high"'],
  ['level = "low"\n', '', '13: level is missing; expected one of "low"'],
  ['does = "releases', 'dose = "releases', '9: unknown key "dose"; expected one of "id", "verbs"'],
  [
    'verbs = ["release"]',
    'verbs = ["  release"]',
    '6: verbs is not valid; expected a list of words with one blank',
  ],
  ['values = ["--region"]', 'values = ["region"]', '3: values is not valid; expected a list of options'],
  ['["deployctl --region eu release api"]', '[]', '10: examples is not valid; expected a list of calls'],
  [
    '["deployctl --region eu release api"]',
    '["deployctl status"]',
    '10: "deployctl status" has another effect',
  ],
  [
    'not = ["deployctl status"]',
    'not = ["deployctl release"]',
    '11: "deployctl release" has this effect; expected',
  ],
  [
    '["deployctl --region eu release api"]',
    '["docker ps"]',
    '10: "docker ps" calls none of deployctl; expected',
  ],
  ['[[program]]', '[[programs]]', '1: unknown key "programs"; expected one of "program"'],
  ['names = ["deployctl"]', 'names = ["deployctl"', '3: not valid TOML'],
])('%s as %s', async (was, is, message) => {
  await expect(load(good.replace(was, is))).rejects.toThrow(`programs.toml:${message}`)
})
