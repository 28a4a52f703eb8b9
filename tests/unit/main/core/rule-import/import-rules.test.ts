import { expect, test } from 'vitest'
import type { EffectRule } from '@shared/domain/effect-rule'
import { ruleToml } from '../../../../../src/main/core/effect-rules/rule-toml'
import { readRulesFile } from '../../../../../src/main/adapters/config-toml/effect-rules'
import type { PermissionFile } from '../../../../../src/main/core/ports/agent-permissions'
import { importRules } from '../../../../../src/main/core/rule-import/import-rules'
import { readCalls } from '../../../../../src/main/core/rule-import/read-calls'
import { bashParser } from '../../../../fakes/bash-parser'

const compile = { parser: bashParser(), home: '/home/dev', engine: ['/home/dev/.countersign'] }
const parts = { ...compile, known: [] as readonly EffectRule[], now: Date.parse('2026-11-26T12:00:00Z') }

const claude = (permissions: object, folder?: string): PermissionFile => ({
  ...{ agent: 'claude-code', path: '/home/dev/.claude/settings.json', text: JSON.stringify({ permissions }) },
  ...(folder !== undefined && { folder }),
})
const codex = (text: string): PermissionFile => ({
  ...{ agent: 'codex', path: '/home/dev/.codex/rules/default.rules', text },
})

/** What became of each entry, in one line. */
const outcome = async (
  files: readonly PermissionFile[],
  more: Partial<typeof parts> = {},
): Promise<string[]> =>
  (await importRules(files, { ...parts, ...more })).map((each) => {
    if (each.kind !== 'rule')
      return `${each.entry} -> ${each.kind}: ${each.kind === 'there' ? each.name : each.reason}`
    const { commands = [], where } = each.rule
    return `${each.entry} -> ${commands.join(' | ')}${where ? ` in ${where.join()}` : ''}`
  })

test('an allowed command becomes a rule for that command, with what a sandbox lets it write and an end', async () => {
  const [imported] = await importRules([claude({ allow: ['Bash(npm run test:*)'] }, '/home/dev/shop')], parts)
  expect(imported?.kind === 'rule' && ruleToml(imported.rule)).toBe(
    `[[rule]]
name = "Claude Code: npm run test *"
where = ["~/shop"]
commands = ["npm run test *"]
writes = ["**"]
level = "medium"
ends = { at = "2026-12-26T12:00:00.000Z" }
`,
  )
})

test.each([
  ['Bash(npm run build)', 'npm run build'],
  ['Bash(npm run build:*)', 'npm run build *'],
  ['Bash(npm run build *)', 'npm run build *'],
  ['Bash(git commit -m "a b")', "git commit -m 'a b'"],
])('%s stands for %s', async (entry, command) => {
  expect(await outcome([claude({ allow: [entry] })])).toEqual([`${entry} -> ${command}`])
})

test.each([
  ['Bash', 'it stands for any command'],
  ['Bash(*)', 'it stands for any command'],
  ['Bash(:*)', 'it stands for any command'],
  ['Bash(npm * --save)', 'within it'],
  ['Bash(npm run test*)', 'within it'],
  ['Bash(bash:*)', 'too wide'],
  ['Bash(rm:*)', 'too wide'],
  ['Bash(npx:*)', 'too wide'],
  ['Bash(sudo:*)', 'too wide'],
  ['Bash(git:*)', 'too wide'],
  ['Bash(npm test && rm -rf x)', 'no plain command'],
  ['Bash(echo $(id))', 'no plain command'],
  ['Bash(ls > x)', 'no plain command'],
  ['Edit(src/**)', 'about edits'],
  ['Read(~/.ssh/**)', 'about reading'],
  ['mcp__github__create_issue', 'a tool of a server'],
  ['WebFetch(domain:example.com)', 'WebFetch is no tool'],
  ['Bash(echo \u202etxt)', ''],
  ['', 'no tool'],
])('%s is refused, by name and with the reason', async (entry, reason) => {
  const [said = ''] = await outcome([claude({ allow: [entry] })])
  expect(said.startsWith(`${entry} -> refused: `)).toBe(true)
  expect(said).toContain(reason)
})

test('a no and a question are never turned into a yes, and what allows a part of them is not taken over', async () => {
  const permissions = {
    allow: ['Bash(git log:*)', 'Bash(npm run build)', 'Bash(make)', 'Bash(go test:*)'],
    deny: ['Bash(git log -p:*)', 'Bash(go * -exec *)'],
    ask: ['Bash(make)'],
  }
  const said = await outcome([claude(permissions)])
  expect(said.map((each) => each.replace(/(refused: .{12}).*/, '$1'))).toEqual([
    'Bash(git log:*) -> refused: Bash(git log',
    'Bash(npm run build) -> npm run build',
    'Bash(make) -> refused: Bash(make) a',
    'Bash(go test:*) -> refused: Bash(go * -e',
    'Bash(make) -> refused: it asks; a q',
    'Bash(git log -p:*) -> refused: it denies; a',
    'Bash(go * -exec *) -> refused: it denies; a',
  ])
})

test('a no in one file holds for what another allows, in the same places', async () => {
  const no = claude({ deny: ['Bash(make:*)'] })
  const yes = (folder?: string): PermissionFile => claude({ allow: ['Bash(make)'] }, folder)
  expect((await outcome([yes('/home/dev/shop'), no]))[0]).toContain('refused')
  expect((await outcome([yes(), { ...no, folder: '/home/dev/shop' }]))[0]).toContain('refused')
  expect((await outcome([yes('/home/dev/site'), { ...no, folder: '/home/dev/shop' }]))[0]).toBe(
    'Bash(make) -> make in ~/site',
  )
  // Another agent's no is for that agent.
  expect((await outcome([yes(), codex('prefix_rule(pattern=["make"], decision="forbidden")')]))[0]).toBe(
    'Bash(make) -> make',
  )
})

test('a file that cannot be read may deny anything: nothing of that agent is taken over', async () => {
  const said = await outcome([claude({ allow: ['Bash(make)'] }), { ...claude({}), text: '{' }])
  expect(said[0]).toBe('Bash(make) -> refused: … asks or denies a part of it, which a rule cannot leave out')
})

test('prefix rules of Codex, their alternatives and examples, are rules with a star', async () => {
  const said = await outcome([
    codex(`
# What may run.
prefix_rule(pattern = ["git", ["status", "diff"]], match = ["git status -s", ["git", "diff", "a b"]], not_match = ["git push"])
prefix_rule(pattern=['npm', 'run', 'build'], decision='allow', justification="it's fine",)
prefix_rule(pattern=["git", "push"], decision="prompt")
prefix_rule(pattern=["rm"], decision="forbidden")
host_executable(name = "git", paths = ["/usr/bin/git"])
`),
  ])
  expect(said).toEqual([
    'prefix_rule(pattern = ["git", ["status", "diff"]]) -> git status * | git diff *',
    'prefix_rule(pattern = ["npm", "run", "build"], decision = "allow") -> npm run build *',
    'prefix_rule(pattern = ["git", "push"], decision = "prompt") -> refused: it asks; a question is not made a yes, and here it is asked anyway',
    'prefix_rule(pattern = ["rm"], decision = "forbidden") -> refused: it denies; a no is not made a yes, and a rule holds none',
    'host_executable(name = "git", paths = ["/usr/bin/git"]) -> refused: host_executable is no prefix_rule',
  ])
})

test.each([
  ['prefix_rule(pattern=["bash", "-c"])', 'too wide'],
  ['prefix_rule(pattern=[])', 'no list of words'],
  ['prefix_rule(pattern="make")', 'no list of words'],
  ['prefix_rule(decision="allow")', 'no list of words'],
  ['prefix_rule(pattern=["make"], decision="maybe")', 'none of allow'],
  ['prefix_rule(pattern=["git", "log"], match=["rm x"])', 'none of the rule’s commands'],
  [`prefix_rule(pattern=["a", [${'"x",'.repeat(60)}]])`, 'more than 50'],
])('%s is refused: %s', async (text, reason) => {
  expect((await outcome([codex(text)]))[0]).toContain(reason)
})

test('where a file of rules is more than calls, nothing behind that is read, and nothing beside it is taken over', async () => {
  const text = 'prefix_rule(pattern=["git", "log"])\nfor x in ["a"]:\n    prefix_rule(pattern=[x])\n'
  expect(await outcome([codex(text)])).toEqual([
    'prefix_rule(pattern = ["git", "log"]) -> refused: line 2 asks or denies a part of it, which a rule cannot leave out',
    expect.stringContaining('line 2 -> refused: it is more than a call'),
  ])
})

test.each([
  'prefix_rule(pattern=["a" + "b"])',
  'prefix_rule(pattern=["\\x61"])',
  'prefix_rule(pattern=["a"], pattern=["b"])',
  'prefix_rule(["a"])',
  'prefix_rule(pattern=["a"]',
  'prefix_rule(pattern=["a',
  'load("x", "y")',
  'x = 1',
  `prefix_rule(pattern=${'['.repeat(100_000)}`,
  '\u0000',
])('%# is no call', (text) => {
  expect(readCalls(text)).toEqual({ calls: [], problem: 1 })
})

test('what is imported loads as it stands, and is there the next time', async () => {
  const files = [
    claude({
      allow: ['Bash(make)', 'Bash(make )', 'Bash(npm run build:*)', `Bash(echo ${'a'.repeat(100)})`],
    }),
    codex('prefix_rule(pattern=["git", "log"])\nprefix_rule(pattern=["cargo", ["test", "build"]])'),
  ]
  const first = await importRules(files, parts)
  const text = first.flatMap((each) => (each.kind === 'rule' ? [ruleToml(each.rule)] : [])).join('\n')
  const rules = (await readRulesFile('rules.toml', text, compile)).rules
  expect(rules).toHaveLength(5)
  expect(first[1]).toMatchObject({ kind: 'there', name: 'Claude Code: make' })
  const again = await importRules(files, { ...parts, known: rules.map(({ rule }) => rule) })
  expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['there']))
})
