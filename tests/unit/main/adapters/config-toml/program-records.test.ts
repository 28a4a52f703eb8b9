import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadProgramRecords } from '../../../../../src/main/adapters/config-toml/load-program-records'
import { createShellTreeReader } from '../../../../../src/main/adapters/shell-parser/shell-tree-reader'

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
  return loadProgramRecords(home, createShellTreeReader())
}

test('no file, no records', async () => {
  expect(await loadProgramRecords(home, createShellTreeReader())).toBeUndefined()
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

const wrapper = `[[program]]
names = ["onqueue"]

[[program.runs]]
skip = 1
examples = ["onqueue fast rm x => rm x"]
not = ["onqueue fast"]
`

test('a record may say what a program runs, and need say nothing else', async () => {
  expect((await load(wrapper))?.of('onqueue')?.runs.flat()).toMatchObject([{ skip: 1, as: 'command' }])
})

test.each([
  [
    '["onqueue fast rm x => rm x"]',
    '["onqueue fast rm x"]',
    '6: examples is not valid; expected a list of calls',
  ],
  ['=> rm x"]', '=> ls x"]', '6: "onqueue fast rm x" comes to "rm x"; expected a call, " => " and what'],
  [
    '["onqueue fast"]',
    '["onqueue fast ls"]',
    '7: "onqueue fast ls" comes to "ls"; expected a call that this',
  ],
  ['skip = 1', 'skip = 9', '5: skip is not valid; expected how many words'],
  ['skip = 1', 'as = "shell"', '5: as is not valid; expected one of "command", "line"'],
  ['skip = 1', 'skips = 1', '5: unknown key "skips"; expected one of "verbs"'],
  [wrapper.slice(wrapper.indexOf('[[program.runs]]')), '', '1: effects is not valid; expected tables'],
  [
    '[[program.runs]]\nskip = 1',
    '[program.code]\nlanguage = "python3"',
    '4: unknown key "code"; expected one of "names"',
  ],
])('%s as %s', async (was, is, message) => {
  await expect(load(wrapper.replace(was, is))).rejects.toThrow(`programs.toml:${message}`)
})

const files = `[[program]]
names = ["mopup"]
values = ["--passes"]

[[program.touches]]
access = "delete"
recursive = ["-r"]
examples = ["mopup --passes 3 -r x => delete x and all below"]
not = ["mopup -r"]
`

test('a record may say what a program does to files', async () => {
  expect((await load(files))?.of('mopup')?.touches).toMatchObject([{ access: 'delete', recursive: ['-r'] }])
})

test.each([
  ['access = "delete"', 'access = "remove"', '6: access is not valid; expected one of "read", "create"'],
  ['and all below"', 'and below"', '8: "mopup --passes 3 -r x" comes to "delete x and all below"; expected'],
  ['not = ["mopup -r"]', 'not = ["mopup y"]', '9: "mopup y" comes to "delete y"; expected a call'],
  ['recursive = ["-r"]', 'recursive = "-r"', '7: recursive is not valid; expected true, or a list'],
  [
    '[[program.touches]]\naccess = "delete"\nrecursive',
    '[[program.stars]]\noptions',
    '5: unknown key "stars"; expected one of "names"',
  ],
  [
    '[[program.touches]]\naccess = "delete"\nrecursive',
    '[[program.safe]]\nwithout',
    '5: unknown key "safe"; expected one of "names"',
  ],
  [
    '[[program.touches]]\naccess = "delete"\nrecursive',
    '[program.connects]\nto = "nothing"\nvalues',
    '5: unknown key "connects"; expected one of "names"',
  ],
])('%s as %s', async (was, is, message) => {
  await expect(load(files.replace(was, is))).rejects.toThrow(`programs.toml:${message}`)
})
