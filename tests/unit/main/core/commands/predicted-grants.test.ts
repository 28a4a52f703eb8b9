import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { bashTrees } from '../../../../fakes/bash-trees'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { folderWith } from '../../../../fakes/settings-home'
import { expect, test } from 'vitest'
import type { Offer } from '@shared/domain/approval'
import type { Facts, FactTarget } from '@shared/domain/facts'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import {
  predictedByFacts,
  predictedByRehearsal,
  withPredicted,
  type PredictionContext,
} from '../../../../../src/main/core/commands/predicted-grants'
import { kernelWrite } from '../../../../fakes/fake-world'

const at: PredictionContext = {
  home: '/home/me',
  writable: ['/work'],
  asksHosts: true,
  mayGrant: ({ kind }) => kind !== 'read',
  names: () => false,
  isIncidental: ({ target }) => target.startsWith('/home/me/.cache/'),
}
const target = (
  access: FactTarget['access'],
  path: string,
  kind: FactTarget['kind'] = 'file',
): FactTarget => ({
  access,
  path,
  kind,
  exact: true,
})
const factsOf = (...targets: readonly FactTarget[]): Facts => ({
  effect: { act: { kind: 'run', text: 'x' } },
  rows: [],
  lookThrough: [],
  targets: [...targets],
  hosts: [],
  complete: true,
})
const byFacts = (...targets: readonly FactTarget[]) =>
  predictedByFacts({ facts: factsOf(...targets), judged: { told: { commands: [] } } }, at)
const offers: readonly Offer[] = [
  { id: 'only-this', kind: 'only-this', grants: [], scopes: ['once'], means: { kind: 'run', mayFail: true } },
  {
    id: 'outside',
    kind: 'outside',
    grants: [{ kind: 'unsandboxed' }],
    scopes: ['once'],
    means: { kind: 'run' },
  },
]

test.each([
  ['what it may write to needs nothing', target('delete', '/work/a'), [], []],
  ['what is read needs nothing', target('read', '/srv/a'), [], []],
  [
    'a text that is written',
    target('append', '/srv/a'),
    [{ kind: 'write', path: '/srv/a', extent: 'file' }],
    [],
  ],
  [
    'an entry that goes',
    target('delete', '/srv/a'),
    [{ kind: 'write', path: '/srv/a', extent: 'entry' }],
    [],
  ],
  [
    'a folder of the home that goes: it is emptied and stays',
    target('delete', '/home/me/x', 'directory'),
    [{ kind: 'write', path: '/home/me/x', extent: 'tree' }],
    ['/home/me/x'],
  ],
  ['a file of the home that goes cannot be given alone', target('delete', '/home/me/.zshrc'), [], []],
  ['nor can the home', target('delete', '/home/me', 'directory'), [], []],
  ['nor what holds it', target('write', '/home', 'directory'), [], []],
  ['nor a device', target('write', '/dev/sda', 'device'), [], []],
])('by facts: %s', (_, each, grants, stays) => {
  expect(byFacts(each)).toEqual({ grants, stays })
})

test('what cannot be laid out is not predicted', () => {
  const facts = factsOf(target('append', '/srv/a'))
  expect(
    predictedByFacts({ facts, judged: { told: { commands: [] } } }, { ...at, mayGrant: () => false }).grants,
  ).toEqual([])
})

test('a rehearsal: what the kernel refused as it said, what was changed as an entry, nothing beside the work', () => {
  const created = (path: string) => ({ path, kind: 'created' as const, type: 'file' as const, bytes: 1 })
  const { grants } = predictedByRehearsal(
    {
      evidence: [
        kernelWrite('/srv/a'),
        { kind: 'network', target: 'r.test:443', operation: 'connect', source: 'proxy', backend: 'p' },
        {
          kind: 'network',
          target: 'n.test:443',
          operation: 'forbidden-address',
          source: 'proxy',
          backend: 'p',
        },
      ],
      changes: [created('/srv/a'), created('/opt/b'), created('/work/c'), created('/home/me/.cache/d')],
      whole: false,
      began: 0,
    },
    at,
  )
  expect(grants).toEqual([
    { kind: 'host', host: 'r.test', port: 443 },
    { kind: 'write', path: '/opt/b', extent: 'entry' },
    { kind: 'write', path: '/srv/a', extent: 'file' },
  ])
})

test.each<[string, boolean, readonly Pick<RehearsalChange, 'path' | 'kind' | 'type'>[]]>([
  ['a folder that is made in the home', true, [{ path: '/home/me/d', kind: 'created', type: 'folder' }]],
  ['a file of the home that goes', true, [{ path: '/home/me/f', kind: 'deleted', type: 'file' }]],
  ['what may be written to anyway', false, [{ path: '/work/d', kind: 'created', type: 'folder' }]],
  ['what is beside the work', false, [{ path: '/home/me/.cache/d', kind: 'created', type: 'folder' }]],
  ['an entry of a folder that can be opened', false, [{ path: '/srv/d', kind: 'created', type: 'folder' }]],
  [
    'what lies in such an entry',
    false,
    [
      { path: '/srv/d', kind: 'created', type: 'folder' },
      { path: '/srv/d/x', kind: 'created', type: 'file' },
    ],
  ],
  ['a file that is made in the home', false, [{ path: '/home/me/n', kind: 'created', type: 'file' }]],
  ['a file that comes there', true, [{ path: '/home/me/n', kind: 'moved', type: 'file' }]],
  ['a file that the kernel named', false, [{ path: '/home/me/named', kind: 'created', type: 'file' }]],
])('no grant gives %s: %s', (_, lacks, changes) => {
  const evidence = [kernelWrite('/home/me/named')]
  const seen = { evidence, changes: changes.map((each) => ({ ...each, bytes: 1 })), whole: true, began: 0 }
  expect(predictedByRehearsal(seen, at).lacks).toBe(lacks)
})

test('no grant gives a lock of the home folder, whatever the text that comes of it', () => {
  const lock = { ...kernelWrite('/home/me/.gitconfig.lock'), operation: 'openat_excl' }
  const changes = [{ path: '/home/me/.gitconfig', kind: 'created' as const, type: 'file' as const, bytes: 1 }]
  expect(predictedByRehearsal({ evidence: [lock], changes, whole: true, began: 0 }, at).lacks).toBe(true)
})

test('an offer that becomes another by a rehearsal has another id; the one outside stays', () => {
  const predicted = byFacts(target('append', '/srv/a'))
  expect(withPredicted(offers, predicted, 'facts')?.[0]).toMatchObject({
    id: 'only-this',
    means: { mayFail: true },
  })
  const [only, outside] = withPredicted(offers, predicted, 'rehearsal') ?? []
  expect([only?.id, only?.means, outside]).toEqual(['only-this-rehearsed', { kind: 'run' }, offers[1]])
})

test('nothing predicted, or more than anybody would read, changes no offer', () => {
  const many = Array.from({ length: 33 }, (_, number) => target('append', `/srv/${String(number)}`))
  expect([
    withPredicted(offers, byFacts(), 'facts'),
    withPredicted(offers, byFacts(...many), 'facts'),
  ]).toEqual([undefined, undefined])
})

test('a port that only a text outside names is in no offer', async () => {
  const { at: of } = folderWith({ 'work/x': '', 'outside.sh': 'curl https://a.example:4711/\n' })
  const limits = fakeReadLimits((path) => (path === of('outside.sh') ? 'outside' : 'inside'))
  const looked = await assessCommand(
    {
      argv: ['bash', '-lc', `curl https://a.example/; sh ${of('outside.sh')}`],
      cwd: of('work'),
      policy: sandboxPolicyForMode('workspace-write'),
    },
    { reader: createFactsReader(limits), trees: bashTrees, home: '/home/me', now: () => 0 },
  )
  expect(looked.judged.commands).not.toHaveLength(looked.judged.told.commands.length)
  expect(predictedByFacts(looked, { ...at, asksHosts: true }).grants).toEqual([
    { kind: 'host', host: 'a.example', port: 443 },
  ])
})
