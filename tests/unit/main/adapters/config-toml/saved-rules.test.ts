import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { rulesOfHome } from '../../../../fakes/rules-of-home'
import { runsBySeed } from '../../../../fakes/by-seed'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'saved-rules-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
})
const fileOf = (name: string): string => join(home, name)
const now = (): string => readFileSync(fileOf('rules.toml'), 'utf8')

const rule = (id: string, more: Partial<StoredGrant> = {}): StoredGrant => ({
  ...{ id, scope: 'rule', kind: 'only-this', sessionId: 's', turnId: 't', cwd: '/work' },
  key: JSON.stringify([['npm', id], '/work', { mode: 'workspace-write' }, false, ['/usr/bin/npm']]),
  ...{ command: ['npm', id], grants: [], createdAt: '2026-11-21T09:00:00.000Z' },
  ...more,
})
/** Everything that a rule can have. */
const full = rule('full', {
  grants: [
    {
      kind: 'write',
      path: '/out/“x” \\ \n',
      extent: 'tree',
      was: { realPath: '/out', kind: 'directory', folder: '1' },
    },
    { kind: 'host', host: '*.example.org', port: 443 },
    {
      kind: 'git-settings',
      path: '/work/.git/config',
      settings: [{ name: 'a.b' }, { name: 'c.d', value: '' }],
    },
  ],
  whatWasRead: [{ path: '/work/package.json', digest: `sha256:${'0'.repeat(64)}` }],
  shown: { by: 'rehearsal', paths: [{ path: '/work/x', goes: true }, { path: '/work/y' }], hosts: ['h:1'] },
  lastRun: { by: 'facts', watched: 'part', more: [{ path: '/z', kind: 'deleted' }], moreCount: 1, hosts: [] },
  suspended: true,
  ends: { at: '2026-12-01T18:00:00+01:00', runs: 5, branch: 'main' },
})
const oldFile = (rules: readonly unknown[]): string => JSON.stringify({ version: 1, rules })

test('a rule stands there as a person reads it, beside rules of effects, whose text stays', async () => {
  const mine = '# mine\n[[rule]] # one\nname = "builds"\nwrites = [ "out/**" ]\n'
  writeFileSync(fileOf('rules.toml'), mine)
  const { saved, file } = rulesOfHome(home)
  await saved.change((rules) => [...rules, rule('test', { covers: 'prefix', key: '["prefix","/work"]' })])
  expect(now()).toBe(
    `${mine}\n[[saved]]\nid = "test"\ncommand = ["npm", "test"]\ncovers = "prefix"\ncwd = "/work"\ngrants = []\n` +
      'createdAt = "2026-11-21T09:00:00.000Z"\nsessionId = "s"\nturnId = "t"\nkey = "[\\"prefix\\",\\"/work\\"]"\n',
  )
  expect(await file.load()).toMatchObject({ rules: [{ rule: { name: 'builds' } }] })
  await saved.change((rules) => [...rules, full])
  expect(await saved.load()).toMatchObject([{ id: 'test' }, full])
  await saved.change((rules) => rules.filter(({ id }) => id !== 'test'))
  expect([await saved.load(), now().startsWith(mine)]).toEqual([[full], true])
  await saved.change(() => [])
  expect(now().trimEnd()).toBe(mine.trimEnd())
  expect(readdirSync(home)).toEqual(['rules.toml'])
})

test.each([
  [
    'another command than its key',
    (text: string) => text.replace('"npm", "a"', '"npm", "b"'),
    ':9: key is that of another command',
  ],
  [
    'another folder',
    (text: string) => text.replace('cwd = "/work"', 'cwd = "/"'),
    'key is that of another command',
  ],
  [
    'an unknown key',
    (text: string) => text.replace('grants =', 'grant ='),
    ':5: unknown key "grant" (did you mean "grants"?)',
  ],
  [
    'no grants',
    (text: string) => text.replace('grants = []\n', ''),
    ':1: grants is missing; expected an entry as it was saved',
  ],
  ['one that runs outside', (text: string) => `${text}kind = "outside"\n`, 'unknown key "kind"'],
  ['one entry twice', (text: string) => text + text, 'there are two saved rules with the id "a"'],
  [
    'a rule of effects that is wrong',
    (text: string) => `${text}[[rule]]\nname = "a"\nwrites = ["~/**"]\n`,
    'cannot be in a rule',
  ],
])('%s: no rule of the file counts, nothing is written, and it is said where', async (_, edited, said) => {
  const { saved, file } = rulesOfHome(home)
  await saved.change(() => [rule('a'), rule('c')].slice(0, 1))
  const wrong = edited(now())
  writeFileSync(fileOf('rules.toml'), wrong)
  await expect(saved.load()).rejects.toThrow(said)
  await expect(saved.change((rules) => [...rules, rule('b')])).rejects.toThrow('were not written')
  expect((await file.load()).problem).toContain(said)
  expect([now(), readdirSync(home)]).toEqual([wrong, ['rules.toml']])
})

test('what the change itself throws is passed on, and nothing is written', async () => {
  const { saved } = rulesOfHome(home)
  const own = new Error('its own')
  await expect(saved.change(() => Promise.reject(own))).rejects.toBe(own)
  expect(await saved.change(() => undefined)).toBe(false)
  expect(readdirSync(home)).toEqual([])
})

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
test('whatever a rule says is read back as it was', async () => {
  const { saved } = rulesOfHome(home)
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        command: fc.array(text, { maxLength: 30 }),
        cwd: text,
        key: text.map((each) => `k${each}`),
        grants: fc.array(
          fc.record({
            kind: fc.constant('write' as const),
            path: text,
            extent: fc.constant('file' as const),
          }),
          { maxLength: 9 },
        ),
      }),
      async (given) => {
        await saved.change(() => [rule('x', given)])
        expect(await saved.load()).toEqual([rule('x', given)])
      },
    ),
    { numRuns: runsBySeed(100) },
  )
})

test('rules of an earlier version move there with their meaning, once, beside what stands there', async () => {
  const mine = '# mine\n[[rule]]\nname = "a"\n'
  writeFileSync(fileOf('rules.toml'), mine)
  const outside = rule('outside', { kind: 'outside', grants: [{ kind: 'unsandboxed' }] })
  const ofSession = rule('session', { scope: 'session' })
  writeFileSync(fileOf('rules.json'), oldFile([rule('a'), outside, full, ofSession]))
  const { saved } = rulesOfHome(home)
  expect(await saved.load()).toEqual([rule('a'), full])
  expect([readdirSync(home), now().startsWith(mine)]).toEqual([['rules.toml'], true])
  // An engine of the earlier version, which goes on, adds one of its own: that moves too, and what was taken out does not come back.
  await saved.change((rules) => rules.filter(({ id }) => id !== 'a'))
  writeFileSync(fileOf('rules.json'), oldFile([rule('b')]))
  expect((await rulesOfHome(home).saved.load()).map(({ id }) => id)).toEqual(['full', 'b'])
  expect(existsSync(fileOf('rules.json'))).toBe(false)
})

test('what a start that was killed had moved is there once', async () => {
  writeFileSync(fileOf('rules.json'), oldFile([rule('a'), full]))
  await rulesOfHome(home).saved.load()
  writeFileSync(fileOf('rules.json'), oldFile([rule('a'), full]))
  expect(await rulesOfHome(home).saved.load()).toEqual([rule('a'), full])
  expect(readdirSync(home)).toEqual(['rules.toml'])
})

test('two that start at once move each rule once', async () => {
  const many = Array.from({ length: 20 }, (_, nth) => rule(String(nth)))
  writeFileSync(fileOf('rules.json'), oldFile(many))
  const both = await Promise.all([rulesOfHome(home).saved.load(), rulesOfHome(home).saved.load()])
  expect(both).toEqual([many, many])
  expect(readdirSync(home)).toEqual(['rules.toml'])
})

test.each([
  ['is no JSON', 'x', 'rules.json is damaged; expected {"version": 1'],
  ['has another form', oldFile([{ id: 1 }]), 'rules.json is damaged; expected {"version": 1'],
])(
  'an earlier file that %s stays where it is, and is said once; the other rules count',
  async (_, damaged, why) => {
    writeFileSync(fileOf('rules.json'), damaged)
    const said: string[] = []
    const { saved, old } = rulesOfHome(home, said)
    await saved.change(() => [rule('a')])
    expect([await saved.load(), await saved.load()]).toEqual([[rule('a')], [rule('a')]])
    expect(old.problem()).toContain(why)
    expect(said).toEqual([old.problem()])
    expect(readFileSync(fileOf('rules.json'), 'utf8')).toBe(damaged)
    writeFileSync(fileOf('rules.json'), oldFile([rule('b')]))
    expect([await saved.load(), old.problem()]).toEqual([[rule('a'), rule('b')], undefined])
  },
)

test('where rules.toml is wrong an earlier file stays, and moves once it is mended', async () => {
  writeFileSync(fileOf('rules.json'), oldFile([rule('a')]))
  writeFileSync(fileOf('rules.toml'), '[[rule]\n')
  const said: string[] = []
  const { saved, old } = rulesOfHome(home, said)
  await expect(saved.load()).rejects.toThrow('rules.toml:1: not valid TOML')
  await expect(saved.load()).rejects.toThrow('rules.toml:1: not valid TOML')
  expect(said).toEqual([
    expect.stringMatching(/rules\.json could not be moved into rules\.toml: .*rules\.toml:1/),
  ])
  expect(old.problem()).toBe(said[0])
  writeFileSync(fileOf('rules.toml'), '')
  expect([await saved.load(), old.problem()]).toEqual([[rule('a')], undefined])
})
