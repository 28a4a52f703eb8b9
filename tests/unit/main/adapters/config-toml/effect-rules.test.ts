import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createRulesFile } from '../../../../../src/main/adapters/config-toml/effect-rules'
import { bashParser } from '../../../../fakes/bash-parser'

const home = mkdtempSync(join(tmpdir(), 'effect-rules-'))
afterAll(() => {
  rmSync(home, { recursive: true })
})
const parser = bashParser()
const store = createRulesFile(home, () => ({
  parser,
  home: '/home/dev',
  engine: ['/home/dev/.engine'],
}))
const load = (text: string) => {
  writeFileSync(store.file, text)
  return store.load()
}

const whole = `[[rule]]
name = "builds"
where = ["~/src/shop"]
commands = ["npm run *", "make"]
writes = ["dist/**", "~/.cache/shop/**"]
deletes = { below = ["dist/**"], files = 200, unsaved = 0 }
hosts = ["packages.example:443"]
level = "medium"
ends = { at = "2026-12-01T18:00:00+01:00", runs = 50, branch = "feature/x" }
match = ["npm run build"]
no_match = ["npm run build && git push"]
`

test('no file has no rule; a whole one is read, and an edit counts at once', async () => {
  expect(await store.load()).toEqual({ rules: [] })
  expect((await load(whole)).rules).toMatchObject([
    { where: ['/home/dev/src/shop'], rule: { name: 'builds' } },
  ])
  expect((await load(whole.replace('builds', 'other'))).rules[0]?.rule.name).toBe('other')
})

test.each([
  ['not TOML', '[[rule]\n', ':1: not valid TOML'],
  [
    'an unknown key',
    '[[rule]]\nname = "a"\nwirtes = ["x"]\n',
    ':3: unknown key "wirtes" (did you mean "writes"?)',
  ],
  ['an unknown table', '[rules]\n', ':1: unknown key "rules"'],
  ['no name', '[[rule]]\nwrites = ["x"]\n', ':1: name is missing; expected a name'],
  ['two of one name', '[[rule]]\nname = "a"\n[[rule]]\nname = "a"\n', ':4: there are two rules named "a"'],
  [
    'the home folder',
    '[[rule]]\nname = "a"\nwrites = ["x", "~/**"]\n',
    ':3: "~/**" cannot be in a rule: it holds the home',
  ],
  ['keys', '[[rule]]\nname = "a"\nwrites = ["~/.ssh/**"]\n', 'holds keys, passwords'],
  [
    'the engine',
    '[[rule]]\nname = "a"\ndeletes = { below = ["~/.engine/x"], files = 1 }\n',
    'this program is made of',
  ],
  ['git', '[[rule]]\nname = "a"\nwrites = [".git/config"]\n', 'git’s own files'],
  ['a host', '[[rule]]\nname = "a"\nhosts = ["example.org"]\n', ':3: "example.org" is no host with its port'],
  [
    'a command',
    '[[rule]]\nname = "a"\ncommands = ["a | b"]\n',
    ':3: "a | b" cannot be used; expected one plain command',
  ],
  ['a folder', '[[rule]]\nname = "a"\nwhere = ["src"]\n', ':3: "src" is no whole path'],
  ['a level', '[[rule]]\nname = "a"\nlevel = "most"\n', ':3: level is not valid; expected one of "low"'],
  [
    'a moment',
    '[[rule]]\nname = "a"\nends = { at = "tomorrow" }\n',
    ':3: at is not valid; expected a moment',
  ],
  [
    'a match',
    whole.replace('match = ["npm run build"]', 'match = ["make x"]'),
    ':10: "make x" is none of the rule’s commands',
  ],
  [
    'a no_match',
    whole.replace('npm run build && git push', 'make'),
    ':11: "make" is one of the rule’s commands',
  ],
])('%s stops the file with its line', async (_, text, expected) => {
  const { rules, problem } = await load(text)
  expect(rules).toEqual([])
  expect(problem).toContain(store.file)
  expect(problem).toContain(expected)
})

test('a thousand rules are read once', async () => {
  const many = Array.from({ length: 1000 }, (_, at) => whole.replace('builds', `r${String(at)}`)).join('\n')
  const first = await load(many)
  expect(first.rules).toHaveLength(1000)
  expect((await store.load()).rules).toBe(first.rules)
})
