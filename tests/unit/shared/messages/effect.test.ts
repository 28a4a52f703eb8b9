import { Effect, type Act, type FileAct } from '@shared/domain/effect'
import { effectInWords, effectPhrase, wordToType } from '@shared/messages/effect'
import { expect, test } from 'vitest'

const tree: FileAct = {
  kind: 'files',
  verb: 'delete',
  state: 'tree',
  names: [{ name: '../shared-cache', path: '/srv/shared-cache' }],
  things: 1,
  files: 6,
  bytes: 36_000,
  exact: true,
  place: 'outside',
}
const file: FileAct = {
  ...tree,
  verb: 'change-mode',
  state: 'one',
  names: [{ name: '~/x', path: '/home/me/x' }],
}

test.each<[Act, string, string]>([
  [tree, 'Deletes 6 files (36 KB) in ../shared-cache, outside the workspace.', 'delete'],
  [{ ...file, bytes: 10 }, 'Changes the mode of ~/x (10 bytes), outside the workspace.', 'change'],
  [
    { ...tree, verb: 'overwrite', state: 'below', place: 'temporary' },
    'Overwrites files in ../shared-cache, in the temporary folder.',
    'overwrite',
  ],
  [
    { kind: 'patch', names: [{ name: 'a' }], files: 4, removes: 1, beyond: 3 },
    'Writes 4 files, deletes 1 of them, 3 of them outside the writable folders.',
    'write',
  ],
  [
    { kind: 'patch', names: [{ name: 'src/a b' }], files: 1, removes: 1, beyond: 0 },
    'Deletes "src/a b", inside the writable folders.',
    'delete',
  ],
  [
    {
      kind: 'git-settings',
      settings: [{ name: 'remote.up.url', value: 'https://h/a b' }, { name: 'alias.x' }],
    },
    'Sets remote.up.url to "https://h/a b" and alias.x to nothing in the repository’s own settings of git.',
    'set',
  ],
  [
    { kind: 'send', what: 'environment', hosts: [] },
    'Sends the environment to a host that is not known.',
    'send',
  ],
  [
    { kind: 'send', what: 'output', of: 'pass', hosts: ['x.example'] },
    'Sends what pass prints to x.example.',
    'send',
  ],
  [
    {
      kind: 'push',
      verb: 'send',
      scope: 'current',
      branches: ['main'],
      deletes: [],
      commits: 1,
      remote: 'origin',
    },
    'Sends 1 commit on main to origin.',
    'send',
  ],
  [
    { kind: 'push', verb: 'overwrite', scope: 'named', branches: ['main'], deletes: ['old'] },
    'Overwrites main on the remote, and deletes old.',
    'overwrite',
  ],
  [
    { kind: 'push', verb: 'delete', scope: 'pruned', branches: [], deletes: [] },
    'Deletes branches on the remote that are not here.',
    'delete',
  ],
  [{ kind: 'fetch', hosts: [] }, 'Connects to the remote of the repository.', 'connect'],
  [
    { kind: 'install', program: 'npm', names: ['a', 'b', 'c'] },
    'Installs a, b and 1 more with npm.',
    'install',
  ],
  [{ kind: 'general', what: 'start-up' }, 'Changes what starts by itself.', 'change'],
  [{ kind: 'input', session: '3' }, 'Writes to the running process of session 3.', 'write'],
  [{ kind: 'input' }, 'Types into a running command.', 'type'],
  [{ kind: 'run', text: 'Deletes everything' }, 'Runs Deletes everything.', 'run'],
  [{ kind: 'said', text: '312 files go' }, '312 files go', 'allow'],
])('%j is told, and asks for a word of its own', (act, words, word) => {
  const effect = Effect.parse({ act })
  expect(effectInWords(effect)).toBe(words)
  expect(wordToType(effect)).toBe(word)
})

test('says where it comes from and how much else there is, with or without a full stop', () => {
  const effect: Effect = { act: tree, from: 'clean.sh', others: 2 }
  const words =
    'Deletes 6 files (36 KB) in ../shared-cache, outside the workspace, from clean.sh, and 2 more effects'
  expect([effectPhrase(effect), effectInWords({ ...effect, others: 1 })]).toEqual([
    words,
    words.replace('2 more effects', '1 more effect.'),
  ])
})

test('of many names two are told, and a name cannot pass for words of ours', () => {
  const names = ['a', 'b, outside', 'c'].map((name) => ({ name }))
  expect(effectInWords({ act: { ...tree, names, moreNames: 4, place: 'inside' } })).toBe(
    'Deletes 6 files (36 KB) in a, "b, outside" and 5 more, inside the workspace.',
  )
})
