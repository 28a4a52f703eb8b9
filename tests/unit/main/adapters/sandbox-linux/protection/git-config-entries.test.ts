import { describe, expect, test } from 'vitest'
import type { GitSetting } from '@shared/domain/grant'
import {
  areHarmless,
  changesOnly,
  configEntries,
} from '../../../../../../src/main/adapters/sandbox-linux/protection/git-config-entries'

const before = `[core]
\trepositoryformatversion = 0
\thooksPath = .husky/_
[remote "up.Stream"]
\turl = https://h/a.git
[alias]
\tst = status
`
const origin: GitSetting[] = [
  { name: 'remote.origin.url', value: 'https://h/b.git' },
  { name: 'remote.origin.fetch', value: '+refs/heads/*:refs/remotes/origin/*' },
]
const added = `[remote "origin"]
\turl = https://h/b.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
`
const user: GitSetting[] = [{ name: 'user.name', value: 'b; "c" #1' }]

test('a configuration is read as git reads it', () => {
  const text = `; a note\n[Core]\n\tBare\n[remote "a\\"b.C"] \n  URL = "x # y" z ; note\n\tfetch = \\"q\\"\\t\n`
  expect(configEntries(text)).toEqual([
    { name: 'core.bare', value: 'true' },
    { name: 'remote.a"b.C.url', value: 'x # y z' },
    { name: 'remote.a"b.C.fetch', value: '"q"\t' },
  ])
})

test.each([
  ['a line that goes on', '[core]\n\ta = b\\\nhooksPath = x\n'],
  ['a quote that does not end', '[core]\n\ta = "b\n'],
  ['a setting beside its header', '[core] hooksPath = x\n'],
  ['a section of the old form', '[remote.origin]\n\turl = x\n'],
  ['a setting outside of any section', 'hooksPath = x\n'],
  ['a mark of the byte order', '\uFEFF[core]\n\tbare = false\n'],
  ['a NUL', '[core]\n\tba\0re = false\n'],
])('%s is not understood', (_, text) => {
  expect(configEntries(text)).toBeUndefined()
  expect(changesOnly(before, `${before}${text}`, origin)).toBe(false)
})

describe('a change by named keys alone', () => {
  test.each<[string, string, readonly GitSetting[]]>([
    ['nothing', before, origin],
    ['both keys', before + added, origin],
    ['one of them', `${before}[remote "origin"]\n\turl = "https://h/b.git"\n`, origin],
    ['a value in quotes', `${before}[user]\n\tname = "b; \\"c\\" #1"\n`, user],
    ['a key that goes', before.replace('[alias]\n\tst = status\n', ''), [{ name: 'alias.st' }]],
  ])('%s', (_, after, settings) => {
    expect(changesOnly(before, after, settings)).toBe(true)
  })

  test.each<[string, string, readonly GitSetting[]]>([
    ['another key besides', `${before}${added}[core]\n\tfsmonitor = ./x\n`, origin],
    ['another value', before + added.replace('h/b', 'h/evil'), origin],
    ['a second value', `${before}${added}\turl = https://h/evil.git\n`, origin],
    ['the same key of another subsection', before + added.replace('origin', 'Origin'), origin],
    ['another key that goes', (before + added).replace('\thooksPath = .husky/_\n', ''), origin],
    ['another key that changes', (before + added).replace('.husky/_', './x'), origin],
    ['keys in another order', `${added}${before.slice(0, -1)}\n[core]\n\tbare = true\n`, origin],
    [
      'a key that is to go and stays with another value',
      before.replace('status', '!sh'),
      [{ name: 'alias.st' }],
    ],
  ])('not %s', (_, after, settings) => {
    expect(changesOnly(before, after, settings)).toBe(false)
  })
})

test('keys are harmless as the allow-list of configuration says', () => {
  const of = (name: string, value?: string): boolean =>
    areHarmless([{ name, ...(value !== undefined && { value }) }], '/w/.git')
  expect(of('user.name', 'b')).toBe(true)
  expect(of('remote.a.b"c.url', 'https://h/a')).toBe(true)
  expect(of('color.ui', 'auto')).toBe(true)
  const dangerous: [string, string?][] = [
    ['core.hookspath', 'h'],
    ['core.fsmonitor', './x'],
    ['alias.st', 'status'],
    ['alias.st'],
    ['filter.x.clean', './x'],
    ['url.https://evil/.insteadof', 'https://h/'],
    ['include.path', '../x'],
    ['core.worktree', '/root'],
    ['remote.origin.url', 'ext::sh -c x'],
    ['remote.origin.uploadpack', './x'],
    ['credential.helper', './x'],
    ['user.name', 'a\\'],
  ]
  expect(dangerous.filter(([name, value]) => of(name, value))).toEqual([])
})
