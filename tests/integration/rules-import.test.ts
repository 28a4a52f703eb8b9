import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  existsSync,
  statSync,
  chmodSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli, type Ran } from '../fakes/run-cli'

let home: string
let rules: string
beforeEach(() => {
  home = mkdtempSync('/var/tmp/cs-import-')
  rules = join(home, 'state/rules.toml')
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const countersign = (...args: readonly string[]): Promise<Ran> =>
  runCli(['rules', ...args], {
    env: { PATH: process.env['PATH'], HOME: home, COUNTERSIGN_HOME: join(home, 'state') },
  })
function put(name: string, text: string): string {
  const file = join(home, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
const permissions = (allow: readonly string[], deny: readonly string[] = []): string =>
  JSON.stringify({ permissions: { allow, deny } })

interface Imported {
  readonly written: boolean
  readonly found: readonly string[]
  readonly rules: readonly { readonly name: string; readonly file: string }[]
  readonly there: readonly { readonly name: string }[]
  readonly refused: readonly { readonly entry: string; readonly reason: string }[]
}
const imported = async (...args: readonly string[]): Promise<Imported> =>
  JSON.parse((await countersign('import', '--json', ...args)).out) as Imported

test('without --write it says what it would do, and makes nothing', async () => {
  put(
    '.claude/settings.json',
    permissions(['Bash(npm run build)', 'Bash', 'Bash(echo \u202ex)'], ['Bash(rm:*)']),
  )
  put('.codex/rules/default.rules', 'prefix_rule(pattern=["git", "log"])\n')
  const { out, code, err } = await countersign('import')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(`2 rules would be added to ${rules} (--write adds them):`)
  expect(out).toContain('commands = ["npm run build"]')
  expect(out).toContain('settings.json: Bash: it stands for any command; a rule names its commands\n')
  expect(out).toContain('Bash(rm:*): it denies;')
  expect(out).not.toContain('\u202e')
  expect(existsSync(join(home, 'state'))).toBe(false)
  expect((await imported('--from', 'codex')).rules.map(({ name }) => name)).toEqual(['Codex: git log *'])
})

test('--write adds the rules behind all that stands in rules.toml, which loads, and adds none twice', async () => {
  const own = '# my own\n[[rule]]\nname = "mine"   # stays\nwrites = ["dist/**"]'
  put('state/rules.toml', own)
  chmodSync(rules, 0o640)
  put('.claude/settings.json', permissions(['Bash(npm run build)', 'Bash(npm run lint:*)']))
  expect(await imported('--write')).toMatchObject({ written: true, rules: [{}, {}] })
  const text = readFileSync(rules, 'utf8')
  expect(text.startsWith(`${own}\n\n[[rule]]\n`)).toBe(true)
  expect(statSync(rules).mode & 0o777).toBe(0o640)
  expect(JSON.parse((await countersign('check', '--json')).out)).toMatchObject({
    ...{ rules: ['mine', 'Claude Code: npm run build', 'Claude Code: npm run lint *'], problem: null },
  })
  expect(await imported('--write')).toMatchObject({ written: false, rules: [], there: [{}, {}] })
  expect(readFileSync(rules, 'utf8')).toBe(text)
})

test('a rules.toml behind a link stays behind it, and one that is wrong is not touched', async () => {
  const real = put('dotfiles/rules.toml', '')
  mkdirSync(join(home, 'state'))
  symlinkSync(real, rules)
  put('.claude/settings.json', permissions(['Bash(make)']))
  expect(await imported('--write')).toMatchObject({ written: true })
  expect([lstatSync(rules).isSymbolicLink(), readFileSync(real, 'utf8').includes('["make"]')]).toEqual([
    true,
    true,
  ])
  writeFileSync(real, '[[rule]]\nname = 7\n')
  const ran = await countersign('import', '--write')
  expect([ran.code, ran.out, ran.err]).toEqual([2, '', expect.stringContaining('rules.toml:2')])
  expect(readFileSync(real, 'utf8')).toBe('[[rule]]\nname = 7\n')
})

test('a project’s permissions are read where it is named alone, and hold there alone', async () => {
  put('shop/.claude/settings.local.json', permissions(['Bash(npm test)']))
  put('shop/.codex/rules/a.rules', 'prefix_rule(pattern=["git", "log"])')
  put('.claude.json', JSON.stringify({ projects: { [join(home, 'old')]: { allowedTools: ['Bash(make)'] } } }))
  expect((await imported()).rules.map(({ name }) => name)).toEqual(['Claude Code: make'])
  const { out } = await countersign('import', join(home, 'shop'))
  expect(out.match(/^where = .*$/gm)).toEqual(['where = ["~/shop"]', 'where = ["~/shop"]'])
})

test('what is no file of permissions, or not there, is said in one line', async () => {
  for (const path of ['gone', put('x.txt', '')])
    expect(await countersign('import', path)).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringMatching(/^countersign: .*; expected .*\n$/) as string },
    })
  expect(await countersign('import')).toMatchObject({
    code: 0,
    out: 'No permissions of agents were found.\n',
  })
})
