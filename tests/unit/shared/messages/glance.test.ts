import { expect, test } from 'vitest'
import type { Assessment } from '@shared/domain/assessment'
import type { Offer } from '@shared/domain/approval'
import type { Act } from '@shared/domain/effect'
import type { Facts, FactTarget } from '@shared/domain/facts'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import {
  doubtsAtAGlance,
  doubtsInWords,
  fateInWords,
  furtherDifferences,
  givesInWords,
  headlineInWords,
} from '@shared/messages/glance'
import { sampleRequest } from '../../../fakes/sample-request'

const deletes: Extract<Act, { kind: 'files' }> = {
  kind: 'files',
  verb: 'delete',
  state: 'tree',
  names: [{ name: '../shared-cache/*.tmp' }],
  things: 6,
  files: 6,
  bytes: 36_000,
  exact: true,
  place: 'outside',
}

test.each([
  [{ act: deletes }, 'Deletes 6 files (36 KB) in ../shared-cache/*.tmp.'],
  [
    { act: deletes, others: 2, from: 'package.json' },
    'Deletes 6 files (36 KB) in ../shared-cache/*.tmp, and 2 more effects.',
  ],
  [{ act: { kind: 'run', text: 'make   all' } }, 'Runs make all.'],
  [
    { act: { ...deletes, names: [{ name: `~/${'long/'.repeat(20)}folder` }] } },
    'Deletes 6 files (36 KB) in ~/long/long/lo…g/long/long/long/long/folder.',
  ],
  [{ act: { kind: 'said', text: 'As it was told.' } }, 'As it was told.'],
] as const)('%j leads as %s', (effect, said) => {
  expect(headlineInWords(effect as Parameters<typeof headlineInWords>[0])).toBe(said)
})

const git = { tracked: 0, modified: 0, untracked: 0, ignored: 0, complete: true }
const target = (change: Partial<FactTarget>): FactTarget => ({
  path: '/srv/x',
  access: 'delete',
  kind: 'file',
  exact: true,
  ...change,
})
const fate = (act: Act, ...targets: readonly FactTarget[]) => {
  const facts = {
    effect: { act },
    rows: [],
    lookThrough: [],
    targets: [...targets],
    hosts: [],
    complete: true,
  }
  const told = fateInWords({ effect: { act }, assessment: { ...sampleRequest.assessment, facts } })
  return told && `${told.head} ${told.text}${told.newestMs === undefined ? '' : ' +age'}`
}

test.each<[string, string | undefined, readonly Partial<FactTarget>[], Act?]>([
  ['nothing that goes', undefined, [{ access: 'read' }]],
  ['what is not there', undefined, [{ kind: 'missing' }]],
  ['what the program leaves', undefined, [{ kind: 'directory', spared: true }]],
  ['a new file', undefined, [{ access: 'create' }], { ...deletes, verb: 'write' }],
  [
    'a file in no repository',
    'Cannot be brought back: in no repository. +age',
    [{ unversioned: true, newestMs: 5 }],
  ],
  ['committed files', 'Can be brought back: git has 4 files.', [{ git: { ...git, tracked: 4 } }]],
  [
    'files with changes',
    'Cannot be brought back: changes in 2 files, 1 untracked. Git has the rest. +age',
    [{ git: { ...git, tracked: 4, modified: 2, untracked: 1 }, newestMs: 5 }],
  ],
  [
    'both kinds',
    'Cannot be brought back: what lies in no repository. Git has the rest.',
    [{ git: { ...git, tracked: 4 } }, { unversioned: true }],
  ],
  [
    'more than was looked at',
    'Not known whether git has all of it.',
    [{ git: { ...git, tracked: 4, complete: false } }],
  ],
  ['what there was no time to look at', 'Not known what of it could be brought back.', [{ kind: 'unknown' }]],
  [
    'what there was no time to look at, beside what git has',
    'Not known whether git has all of it.',
    [{ kind: 'unknown' }, { git: { ...git, tracked: 4 } }],
  ],
  [
    'what is only known at run time',
    'Not known what of it could be brought back.',
    [],
    { ...deletes, state: 'at-run-time' },
  ],
  [
    'what is sent',
    'Cannot be taken back: what was sent stays sent.',
    [],
    { kind: 'send', what: 'data', hosts: [] },
  ],
  ['a connection', 'Cannot be taken back: what is sent there.', [], { kind: 'connect', hosts: ['h:1'] }],
  [
    'a call of a tool',
    'Cannot be undone here: what its server does.',
    [],
    { kind: 'call-tool', server: 's', tool: 't' },
  ],
  ['a text for a process', 'Cannot be undone here: what the process does with it.', [], { kind: 'input' }],
])('of %s is said %s', (_name, said, targets, act = deletes) => {
  expect(fate(act, ...targets.map(target))).toBe(said)
})

const beyond = { inside: false, unversioned: true, files: 1, bytes: 10, newestMs: 5 } as const
const within = { ...beyond, inside: true } as const
test.each<
  [string, string, readonly Partial<FactTarget>[], { others?: number; folder?: true; unread?: true }?]
>([
  ['all of it', 'Can be undone here for 30 days.', [beyond]],
  [
    'all of it, beside another effect',
    'Can be undone here for 30 days; this says nothing of the other effects.',
    [beyond],
    { others: 1 },
  ],
  ['all that was read', 'Not known whether all of it can be undone here.', [beyond], { unread: true }],
  [
    'all that lies outside, and not what lies in the folder',
    'Cannot be brought back: in no repository. What else goes can be undone here. +age',
    [beyond, within],
  ],
  ['all of it, the folder as well', 'Can be undone here for 30 days.', [beyond, within], { folder: true }],
  [
    'as much as there is room for',
    'Cannot be brought back: in no repository. What else goes can be undone here. +age',
    [beyond, { ...beyond, bytes: 95 }],
  ],
  [
    'nothing, since it is too large',
    'Cannot be brought back: in no repository. +age',
    [{ ...beyond, bytes: 101 }],
  ],
])('where copies are made of %s, it says %s', (_name, said, targets, { others, folder, unread } = {}) => {
  const effect = { act: deletes, ...(others !== undefined && { others }) }
  const facts: Facts = {
    ...{ effect, lookThrough: [], hosts: [], complete: true },
    rows: unread ? [{ kind: 'not-complete', part: 'time' } as unknown as Facts['rows'][number]] : [],
    targets: targets.map(target),
  }
  const undo = { bytes: 100, days: 30, ...(folder && { folder }) }
  const told = fateInWords({ effect, assessment: { ...sampleRequest.assessment, facts }, undo })
  expect(told && `${told.head} ${told.text}${told.newestMs === undefined ? '' : ' +age'}`).toBe(said)
})

const offer = (change: Partial<Offer>): Offer => ({
  id: 'o',
  kind: 'only-this',
  grants: [],
  scopes: ['once'],
  means: { kind: 'run' },
  ...change,
})
const naming = { roots: ['/home/ada/project'], home: '/home/ada' }
const entry = (name: string) => ({ kind: 'write', path: `/home/ada/cache/${name}`, extent: 'entry' }) as const

test.each<[Partial<Offer>, string]>([
  [{}, 'one run inside the sandbox.'],
  [{ onceOnly: true }, 'one run inside the sandbox. Only once: a part of it could not be read.'],
  [
    { means: { kind: 'run', mayFail: true } },
    'one run inside the sandbox, where it may fail: the agent asked for more.',
  ],
  [
    { means: { kind: 'run', mayFail: 'lacks' } },
    'one run inside the sandbox, where it is stopped again: not all that it does can be given.',
  ],
  [{ kind: 'outside' }, 'one run without the sandbox, with everything you may do.'],
  [
    {
      means: { kind: 'run-again', before: 1, stays: [] },
      grants: [entry('a'), { kind: 'write', path: '/home/ada/.pi', extent: 'tree' }],
    },
    'write in ~/.pi and below, this run, still sandboxed.',
  ],
  [
    { means: { kind: 'run-again', before: 0, stays: [] }, grants: ['a', 'b', 'c', 'd'].map(entry) },
    'make, move or remove exactly these 4 entries of ~/cache, this run, still sandboxed.',
  ],
  [
    { means: { kind: 'connect' }, grants: [{ kind: 'host', host: 'example.org', port: 443 }] },
    'connect to example.org:443, until this run ends.',
  ],
])('a yes to %j gives %s', (change, said) => {
  expect(
    givesInWords(offer(change), { naming, sandboxPolicy: sandboxPolicyForMode('workspace-write') }),
  ).toBe(said)
})

test('where every file is open, no yes is said to be held by a sandbox', () => {
  const asked = { naming, sandboxPolicy: sandboxPolicyForMode('danger-no-network') }
  const again: Offer['means'] = { kind: 'run-again', before: 0, stays: [] }
  expect([
    givesInWords(offer({}), asked),
    givesInWords(offer({ means: again, grants: [entry('a')] }), asked),
    givesInWords(offer({ means: { kind: 'apply' } }), asked),
  ]).toEqual([
    'one run with every file open, without a network.',
    'make, move or remove ~/cache/a, this run, with every file open.',
    'these changes once, with every file open.',
  ])
})

const lower = { kind: 'model-lower', model: 'low', floor: 'high' } as const
const higher = { kind: 'model-higher', model: 'high', floor: 'low' } as const
const claim = { kind: 'claim', claim: 'only-reads', effect: { act: deletes } } as const

test.each<[string, Partial<Assessment>, readonly string[]]>([
  ['nothing', { level: 'low' }, []],
  [
    'the graver of two',
    { level: 'high', differs: [lower, higher] },
    ['The model says high; the checks alone say low.'],
  ],
  [
    'a contradicted claim before all',
    { level: 'high', differs: [lower, claim] },
    ['The agent says “only reads”; it deletes 6 files (36 KB) in ../shared-cache/*.tmp.'],
  ],
  [
    'why nothing was assessed',
    { level: 'not-assessed', view: { status: 'timeout', limitMs: 5000, model: 'm', durationMs: 5000 } },
    ['Not assessed: no rule applies, and the model timed out after 5 s.'],
  ],
])('the doubt is %s', (_name, change, said) => {
  const { reason: _reason, ...rest } = sampleRequest.assessment
  expect(doubtsInWords({ ...rest, ...change })).toEqual(said)
})

test('below a headline a contradicted claim is told alone, since what speaks against it is the headline', () => {
  const { reason: _reason, ...rest } = sampleRequest.assessment
  const other = { kind: 'claim', claim: 'only-reads', level: 'high' } as const
  expect(doubtsAtAGlance({ ...rest, level: 'high', differs: [lower, claim, other] })).toEqual([
    { of: 'difference', text: 'But the agent says “only reads”.' },
    { of: 'difference', text: 'The agent says “only reads”; the checks say high.' },
  ])
  expect(furtherDifferences([lower, claim, other])).toEqual([lower])
})

test('a path of a doubt has the name that the rest of its request gives it', () => {
  const { reason: _reason, ...rest } = sampleRequest.assessment
  const because = { rule: 'write.outside', level: 'medium', detail: '/srv/shared/a.json' } as const
  const assessment = {
    ...rest,
    differs: [{ ...lower, because: { ...because, category: 'system_modification' } }],
  } as Assessment
  const naming = { roots: ['/srv/work'], home: '/home/me' }
  expect(doubtsAtAGlance(assessment, naming).map(({ text }) => text)).toEqual([
    'The model says low; stays high: it writes ../shared/a.json, outside the workspace.',
  ])
})

test('a level that nobody could tell is no difference, and neither is a part that was not read', () => {
  const { reason: _reason, ...rest } = sampleRequest.assessment
  const view = { status: 'timeout', limitMs: 5000, model: 'm', durationMs: 5000 } as const
  const of = (change: Partial<typeof rest>): readonly string[] =>
    doubtsAtAGlance({ ...rest, ...change }).map((each) => each.of)
  expect(of({ level: 'not-assessed', differs: [], view })).toEqual(['level'])
  expect(of({ level: 'high', differs: [lower] })).toEqual(['difference'])
})

test('what is not told as a doubt is left for the details', () => {
  expect(furtherDifferences([lower, claim])).toEqual([lower])
  expect(furtherDifferences([lower])).toEqual([])
})
