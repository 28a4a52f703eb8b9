import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createManagedRules } from '../../../../../src/main/adapters/config-toml/managed-rules'
import { bashParser } from '../../../../fakes/bash-parser'

const own = process.getuid?.() ?? 0
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'managed-'))
  file = join(folder, 'managed_rules.toml')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})
const rule = '[[rule]]\nname = "pushes"\nsays = "deny"\ncommands = ["git push *"]\nreason = "see the wiki"\n'
const put = (text: string, mode = 0o644): void => {
  writeFileSync(file, text)
  chmodSync(file, mode)
}
const load = (owner = own) => createManagedRules(file, bashParser(), owner)()

test('the file is read as it is now, and none is no rule', async () => {
  const read = createManagedRules(file, bashParser(), own)
  expect(await read()).toEqual({ file, rules: [] })
  put(rule)
  expect(await read()).toMatchObject({
    rules: [{ name: 'pushes', named: [{ words: ['git', 'push'], open: true }] }],
  })
  put('')
  expect(await read()).toEqual({ file, rules: [] })
  expect(await createManagedRules(undefined, bashParser())()).toEqual({ file: '', rules: [] })
})

test.each<[string, () => void, string]>([
  ['is somebody else’s', () => put(rule), 'root’s'],
  ['others may write to', () => put(rule, 0o646), 'nobody else'],
  ['a group may write to', () => put(rule, 0o664), 'nobody else'],
  [
    'lies in a folder that others may write to',
    () => {
      put(rule)
      chmodSync(folder, 0o777)
    },
    'nobody else',
  ],
  ['is a folder', () => mkdirSync(file, { mode: 0o755 }), 'regular file'],
  ['is a link', () => symlinkSync('/dev/null', file), 'nobody else'],
  ['is no TOML', () => put('[[rule'), ':1'],
  ['has an unknown key', () => put(`${rule}allow = true\n`), ':6: unknown key "allow"'],
  [
    'says something else',
    () => put('[[rule]]\nname = "a"\nsays = "allow"\n'),
    ':3: says is not valid; expected "ask" or "deny"',
  ],
  [
    'has no plain command',
    () => put('[[rule]]\nname = "a"\nsays = "ask"\ncommands = ["a | b"]\n'),
    ':4: "a | b" cannot be used',
  ],
  [
    'names a place that is none',
    () => put('[[rule]]\nname = "a"\nsays = "ask"\npaths = ["infra"]\n'),
    ':4: paths is not valid; expected a list of whole files or folders',
  ],
  [
    'names a host as an address',
    () => put('[[rule]]\nname = "a"\nsays = "ask"\nhosts = ["a.example", "https://b.example"]\n'),
    ':4: hosts is not valid; expected a list of host names',
  ],
])('one that %s is a problem, and has no rule', async (what, lay, expected) => {
  lay()
  const { rules, problem } = await load(what === 'is somebody else’s' ? own + 1 : own)
  expect(rules).toEqual([])
  expect(problem).toContain(expected)
})
