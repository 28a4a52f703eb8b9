import { describe, expect, test } from 'vitest'
import type { Effect } from '@shared/domain/effect'
import type { Facts, FactTarget } from '@shared/domain/facts'
import type { RehearsedChange, RequestRehearsal, ShownRehearsal } from '@shared/domain/request-rehearsal'
import { messages as german } from '@shared/languages/german/messages'
import {
  appliedInWords,
  keptInWords,
  leadingFate,
  leadingInWords,
  rehearsedInWords,
  undoInWords,
} from '@shared/messages/rehearsal'
import { saidIn } from '@shared/messages/spoken'
import { sampleRequest } from '../../../fakes/sample-request'

const naming = { roots: ['/work'], home: '/home/me' }
const none = { created: 0, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }

/** A rehearsal of these changes: each `kind path`. */
function found(lines: readonly string[], rest: Partial<ShownRehearsal> = {}): ShownRehearsal {
  const changes = lines.map((line): RehearsedChange => {
    const [kind = '', path = ''] = line.split(' ')
    return { path, kind: kind as RehearsedChange['kind'], type: 'file', bytes: 1_000, content: 'none' }
  })
  const counts = { ...none }
  for (const { kind, bytes } of changes) {
    counts[kind] += 1
    if (kind === 'deleted') {
      counts.files += 1
      counts.bytes += bytes
    }
  }
  return {
    ...{ status: 'done', exitCode: 0, changes, counts, attempts: [], limits: [], moreLimits: 0 },
    ...{ durationMs: 1, output: '', ...rest },
  }
}

describe('what would change, as one sentence', () => {
  const rows: readonly (readonly [readonly string[], string, string])[] = [
    [['deleted /work/a'], 'Would delete a (1 KB).', 'Würde a löschen (1 KB).'],
    [
      ['changed /work/a', 'changed /home/me/b', 'created /etc/c'],
      'Would change a and ~/b and create /etc/c.',
      'Würde a und ~/b ändern und /etc/c anlegen.',
    ],
    [
      ['created /work/1', 'created /work/2', 'created /work/3'],
      'Would create 3 files.',
      'Würde 3 Dateien anlegen.',
    ],
    [
      ['deleted /srv/t/1', 'deleted /srv/t/2', 'deleted /srv/t/3'],
      'Would delete 3 files in /srv/t (3 KB).',
      'Würde 3 Dateien in /srv/t löschen (3 KB).',
    ],
    [
      ['deleted /work/a', 'changed /work/b', 'moved /work/c', 'mode /work/d', 'created /work/e'],
      'Would delete a (1 KB) and make 4 other changes.',
      'Würde a löschen (1 KB) und 4 weitere Änderungen machen.',
    ],
  ]
  test.each(rows)('%j', (lines, english, inGerman) => {
    expect(rehearsedInWords(found(lines), naming)).toBe(english)
    expect(saidIn(german, () => rehearsedInWords(found(lines), naming))).toBe(inGerman)
  })

  test('one that did not finish never reads like one that did', () => {
    expect(rehearsedInWords(found(['deleted /work/a'], { status: 'timed-out' }), naming)).toBe(
      'Not finished when it was ended; until then it would delete a (1 KB).',
    )
  })

  test('with a limit it is the least, and none where it could not write everywhere', () => {
    const told = (limit: ShownRehearsal['limits'][number]) =>
      rehearsedInWords(found(['deleted /work/a'], { limits: [limit] }), naming)
    expect(told({ kind: 'network', hosts: ['h:1'] })).toBe('Would at least delete a (1 KB).')
    expect(told({ kind: 'refused', path: '/x/y' })).toBeUndefined()
    expect(told({ kind: 'not-opened', path: '/x' })).toBeUndefined()
  })

  test('more than is listed is counted, whatever it is', () => {
    const one = found(['created /work/a'])
    const many = { ...one, counts: { ...one.counts, created: 700, deleted: 2, files: 9, bytes: 5 } }
    expect(rehearsedInWords(many, naming)).toBe(
      'Would delete 2 files and folders (9 files, 5 bytes) and create 700 files and folders.',
    )
  })

  test('a long name is cut, and one that would pass for a sentence is quoted', () => {
    const text = rehearsedInWords(found([`created /work/${'x'.repeat(100)}`]), naming)
    expect(text?.length).toBeLessThan(70)
    expect(rehearsedInWords(found(['created /work/a\u202eb']), naming)).toContain('"a')
  })
})

describe('what leads a request', () => {
  const request = sampleRequest
  test('its effect, until its rehearsal showed a change', () => {
    const effect = leadingInWords(request)
    expect(leadingInWords({ ...request, rehearsal: { state: 'running' } })).toBe(effect)
    expect(leadingInWords({ ...request, rehearsal: { state: 'found', found: found([]) } })).toBe(effect)
    const nowhere = found(['deleted /work/a'], { status: 'unavailable' })
    expect(leadingInWords({ ...request, rehearsal: { state: 'found', found: nowhere } })).toBe(effect)
    const shown = found(['deleted /work/a'])
    expect(leadingInWords({ ...request, naming, rehearsal: { state: 'found', found: shown } })).toBe(
      'Would delete a (1 KB).',
    )
  })

  const made = found(['created /work/a'])
  const connects: Effect = { act: { kind: 'connect', hosts: ['x.example'] } }
  const tried = { kind: 'network', target: 'x.example:443', source: 'proxy', backend: '' } as const
  test.each<[string, Partial<ShownRehearsal>, Partial<typeof request>]>([
    ['failed', { exitCode: 1 }, {}],
    ['was ended', { status: 'timed-out' }, {}],
    ['was limited', { limits: [{ kind: 'too-many', what: 'changes' } as never] }, {}],
    ['wanted to connect', { attempts: [tried] as never }, {}],
    ['cannot show what the checks know', {}, { effect: connects }],
    ['shows one of two grave effects', {}, { effect: { ...request.effect, also: connects.act } }],
  ])('its effect as well where a rehearsal %s', (_, rest, more) => {
    const asked = { ...request, ...more, naming }
    const effect = leadingInWords(asked)
    const shown = { ...made, ...rest }
    expect(leadingInWords({ ...asked, rehearsal: { state: 'found', found: shown } })).toBe(effect)
  })

  test('nothing is said to be lost beside one that went through and changed nothing', () => {
    const effect: Effect = { act: { kind: 'send', what: 'data', hosts: [] } }
    const fateWith = (rehearsal: RequestRehearsal) => leadingFate({ ...request, effect, rehearsal })?.head
    const state = (rest: Partial<ShownRehearsal>) => ({ state: 'found', found: found([], rest) }) as const
    expect([state({}), state({ exitCode: 1 }), { state: 'running' } as const].map(fateWith)).toEqual([
      undefined,
      'Cannot be taken back:',
      'Cannot be taken back:',
    ])
  })
})

test.each([
  [{ tracked: 3, modified: 0, untracked: 0, ignored: 0, complete: true }, 'git has all of it'],
  [{ tracked: 0, modified: 0, untracked: 0, ignored: 0, complete: true }, 'git does not know it'],
  [
    { tracked: 3, modified: 1, untracked: 2, ignored: 0, complete: false },
    'lost: 2 untracked and changes in 1 file; git has the rest, as far as was looked at',
  ],
  [{ tracked: 0, modified: 0, untracked: 2, ignored: 5, complete: true }, 'lost: 2 untracked and 5 ignored'],
])('of what git has %j is said: %s', (git, said) => {
  expect(keptInWords(git)).toBe(said)
})

const unknownToGit = { tracked: 0, modified: 0, untracked: 0, ignored: 0, complete: true }
const deletions = (git: typeof unknownToGit) => {
  const { changes, ...rest } = found(['created /srv/a', 'deleted /work/b', 'deleted /work/c'])
  const gone = changes.map((change) => (change.kind === 'deleted' ? { ...change, files: 3, git } : change))
  return { ...rest, changes: gone, applies: { kind: 'possible', id: 'r' } as const }
}
test.each([
  [unknownToGit, 'Cannot be brought back: 6 files.'],
  [{ ...unknownToGit, tracked: 2, ignored: 1 }, 'Cannot be brought back: 2 files.'],
  [{ ...unknownToGit, tracked: 2 }, undefined],
  [{ ...unknownToGit, complete: false }, undefined],
])('what is deleted and nobody else has is counted: %j', (git, said) => {
  const effect: Effect = { act: { kind: 'run', text: 'x' } }
  const rehearsal = { state: 'found', found: deletions(git) } as const
  const fate = leadingFate({ ...sampleRequest, effect, naming, rehearsal })
  expect(fate && `${fate.head} ${fate.text}`).toBe(said)
})

test.each<[string, readonly string[], string, Partial<typeof sampleRequest>?, string?]>([
  ['new files beyond the folder', ['created /srv/a', 'created /srv/b'], 'Can be undone here for 30 days.'],
  [
    'files beyond it',
    ['deleted /srv/a', 'changed /srv/b', 'created /srv/c'],
    'Can be undone here for 30 days.',
    {},
    '2 files are',
  ],
  ['new files in the folder', ['created /work/a', 'created /srv/b'], 'Nothing is lost: it only adds.'],
  [
    'new files where nothing is kept',
    ['created /srv/a'],
    'Nothing is lost: it only adds.',
    { undo: undefined },
  ],
  ['more bytes than are kept', ['deleted /srv/a'], '-', { undo: { bytes: 999, days: 30 } }],
  ['what the folder has', ['created /srv/a', 'deleted /work/b'], '-'],
  ['what goes elsewhere', ['moved /srv/a'], '-'],
  [
    'what the checks know more of',
    ['created /srv/a'],
    'Cannot be taken back: what is sent there.',
    { effect: { act: { kind: 'connect', hosts: ['h:1'] } } },
  ],
])('of %s that a yes puts in place is said what can be undone', (...[, lines, said, rest = {}, copied]) => {
  const rehearsal = {
    state: 'found',
    found: found(lines, { applies: { kind: 'possible', id: 'r' } }),
  } as const
  const undo = { bytes: 1_000_000, days: 30 }
  const request = {
    ...sampleRequest,
    effect: { act: { kind: 'run', text: 'x' } } as const,
    naming,
    rehearsal,
    undo,
    ...rest,
  }
  const fate = leadingFate(request)
  expect(fate === undefined ? '-' : `${fate.head} ${fate.text}`).toBe(said)
  // What is new is taken away again: nothing of it is copied.
  if (fate?.undoable) expect(undoInWords(request)?.slice(0, 11)).toBe(copied)
})

test.each([
  [true, 'Can be undone here for 30 days.'],
  [undefined, 'Cannot be brought back: 3 files. What else goes can be undone here.'],
] as const)(
  'what a rehearsal deletes in the folder is lost only where the folder is not kept: %s',
  (folder, said) => {
    const effect: Effect = { act: { kind: 'run', text: 'x' } }
    const { changes, ...rest } = found(['deleted /srv/a', 'deleted /work/b/c'])
    const gone = changes.map((change) => ({ ...change, files: 3, git: unknownToGit }))
    const rehearsal = {
      state: 'found',
      found: { ...rest, changes: gone, applies: { kind: 'possible', id: 'r' } },
    } as const
    const target: FactTarget = {
      ...{ path: '/work/b', access: 'delete', kind: 'directory', exact: true, inside: true },
      ...{ files: 3, bytes: 9 },
    }
    const facts: Facts = { effect, rows: [], lookThrough: [], targets: [target], hosts: [], complete: true }
    const assessment = { ...sampleRequest.assessment, facts }
    const undo = { bytes: 1_000_000, days: 30, ...(folder && { folder }) }
    const fate = leadingFate({ ...sampleRequest, effect, naming, rehearsal, undo, assessment })
    expect(fate && `${fate.head} ${fate.text}`).toBe(said)
  },
)

test('of a rehearsal that lists only some of what goes, what is copied is counted by the facts', () => {
  const effect: Effect = { act: { kind: 'run', text: 'x' } }
  const target: FactTarget = {
    ...{ path: '/srv/t', access: 'delete', kind: 'directory', exact: true, inside: false },
    ...{ files: 1000, bytes: 9 },
  }
  const facts: Facts = { effect, rows: [], lookThrough: [], targets: [target], hosts: [], complete: true }
  const listed = found(['deleted /srv/t/1'], { applies: { kind: 'possible', id: 'r' } })
  const rehearsal = {
    state: 'found',
    found: { ...listed, counts: { ...listed.counts, deleted: 1000 } },
  } as const
  const request = { ...sampleRequest, effect, naming, rehearsal, undo: { bytes: 1_000_000, days: 30 } }
  const said = undoInWords({ ...request, assessment: { ...sampleRequest.assessment, facts } })
  expect(said).toMatch(/^1,000 files are copied/)
})

test('what ran on copies and changed nothing is not said to be put in place', () => {
  const nothing = { counts: none, leftOut: [], unasked: true as const }
  expect(appliedInWords(nothing)).toBe('Run on copies: nothing changed')
  expect(appliedInWords({ ...nothing, counts: { ...none, created: 2 } })).toBe(
    'Run on copies and put in place: 2 created',
  )
  expect(appliedInWords({ ...nothing, counts: { ...none, created: 2 }, git: true })).toBe(
    'Run on copies and put in place: 2 created and .git',
  )
})
