import type { NarrowerRule, StoredGrant } from '@shared/domain/stored-grant'
import { expect, test } from 'vitest'
import type { RuleStore } from '../../../../../src/main/core/ports/session-store'
import { GrantBook } from '../../../../../src/main/core/approvals/grant-book'
import { narrowRule } from '../../../../../src/main/core/approvals/narrow-rule'
import { bashParser } from '../../../../fakes/bash-parser'
import { steppedClock } from '../../../../fakes/fake-views'
import { fakeRequestAssessor } from '../../../../fakes/request-assessor'

const parts = {
  parser: bashParser(),
  assessments: fakeRequestAssessor({
    clock: steppedClock(),
    ids: { next: () => 'id' },
    files: { '/work/package.json': JSON.stringify({ scripts: { build: 'tsc -b' } }) },
  }),
}
const host = (name: string) => ({ kind: 'host', host: name, port: 443 }) as const
const prefix: StoredGrant = {
  id: 'r1',
  scope: 'rule',
  sessionId: 's1',
  turnId: 't1',
  key: 'k',
  command: ['npm', 'run', 'build'],
  covers: 'prefix',
  cwd: '/work',
  kind: 'only-this',
  grants: [{ kind: 'write', path: '/srv/a', extent: 'file' }, host('a.example')],
  createdAt: '2026-01-02T03:04:05.000Z',
}
const search: StoredGrant = { ...prefix, command: ['rg'] }
const hosts: StoredGrant = {
  ...prefix,
  id: 'r2',
  covers: 'host',
  command: [],
  grants: [host('a.example'), host('b.example')],
}
const { covers: _, ...exact } = prefix

test.each<[string, StoredGrant, NarrowerRule, Partial<StoredGrant>]>([
  [
    'more words before the star',
    prefix,
    { text: 'npm run build --silent *' },
    { command: ['npm', 'run', 'build', '--silent'] },
  ],
  ['the same words', prefix, { text: ' npm  run  build * ' }, {}],
  [
    'a quoted word',
    prefix,
    { text: "npm run build '--silent' *" },
    { command: ['npm', 'run', 'build', '--silent'] },
  ],
  ['less added', prefix, { without: [0] }, { grants: [host('a.example')] }],
  ['nothing added', exact, { without: [0, 1] }, { grants: [] }],
  ['fewer hosts', hosts, { without: [1, 1] }, { grants: [host('a.example')] }],
])('a rule becomes narrower: %s', async (_name, rule, to, change) => {
  expect(await narrowRule(rule, to, parts)).toEqual({ ...rule, ...change })
})

test.each<[string, StoredGrant, NarrowerRule, string]>([
  ['fewer words', prefix, { text: 'npm run *' }, 'only become narrower'],
  ['another command', prefix, { text: 'rm -rf *' }, 'only become narrower'],
  ['a word that only begins so', prefix, { text: 'npm run builder *' }, 'only become narrower'],
  ['an option that starts a program', search, { text: 'rg --pre ./evil *' }, 'covers less than it did'],
  [
    'an option that leads elsewhere',
    { ...prefix, command: ['git', 'diff'] },
    { text: 'git diff --output=/work/x *' },
    'covers less than it did',
  ],
  [
    'a path out of the folder',
    { ...prefix, command: ['eslint'] },
    { text: 'eslint ../other *' },
    'covers less than it did',
  ],
  ['what cannot be seen', prefix, { text: 'npm run build --sil\u200bent *' }, 'covers less than it did'],
  ['no star', prefix, { text: 'npm run build' }, 'only become narrower'],
  ['two commands', prefix, { text: 'npm run build a; id *' }, 'one plain command'],
  ['what a shell fills in', prefix, { text: 'npm run build $(id) *' }, 'one plain command'],
  ['a variable', prefix, { text: 'npm run build "$X" *' }, 'one plain command'],
  ['nothing', prefix, { text: '' }, 'one plain command'],
  ['text for what is exact', exact, { text: 'npm run build *' }, 'no text to change'],
  ['text for hosts', hosts, { text: 'npm run *' }, 'no text to change'],
  ['no host left', hosts, { without: [0, 1] }, 'revoke it'],
  ['what is not there', hosts, { without: [2] }, 'changed meanwhile'],
  ['what is no rule', { ...prefix, scope: 'session' }, { without: [0] }, 'Only a rule'],
])('it never covers more, and says what was expected: %s', async (_name, rule, to, problem) => {
  await expect(narrowRule(rule, to, parts)).rejects.toThrow(problem)
})

test('in the book it is on file first, takes the place of its equal, and is left as it was when refused', async () => {
  let saved: readonly StoredGrant[] = [
    prefix,
    hosts,
    { ...prefix, id: 'r3', command: ['npm', 'run', 'build', '--silent'] },
  ]
  let told = 0
  const store: RuleStore = {
    load: () => Promise.resolve(saved),
    async change(edit) {
      const rules = await edit(saved)
      saved = rules ?? saved
      return rules !== undefined
    },
  }
  const book = new GrantBook(store, () => (told += 1))
  const to = (narrower: NarrowerRule) => (rule: StoredGrant) => narrowRule(rule, narrower, parts)
  await expect(book.narrow('r1', to({ text: 'npm *' }))).rejects.toThrow('narrower')
  expect([saved.length, told, await book.narrow('gone', to({}))]).toEqual([3, 0, false])
  expect(await book.narrow('r1', to({ text: 'npm run build --silent *' }))).toBe(true)
  expect([saved.map(({ id, command }) => [id, command]), told]).toEqual([
    [
      ['r2', []],
      ['r1', ['npm', 'run', 'build', '--silent']],
    ],
    1,
  ])
})
