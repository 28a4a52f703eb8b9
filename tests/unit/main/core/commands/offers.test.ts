import { noOnlyThisInWords } from '@shared/messages/stop'
import { describe, expect, test } from 'vitest'
import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import { describeGrant } from '@shared/messages/grant'
import {
  grantsFor,
  offerMissing,
  offerInSandbox,
  staysAsSaid,
  whyNoOffer,
} from '../../../../../src/main/core/commands/offers'

const home = '/home/me'
const write = (target: string, operation = 'openat', protectedBy?: string): Evidence => ({
  kind: 'write',
  target,
  operation,
  source: 'kernel',
  backend: 'bubblewrap',
  ...(protectedBy === undefined ? {} : { protectedBy }),
})
const closed: Evidence = { kind: 'read', target: '/home/me/.ssh', source: 'command', backend: 'bubblewrap' }
const words = (evidence: readonly Evidence[]): readonly string[] | undefined =>
  grantsFor(evidence, { home, names: (path) => path === '/home/me/named' })?.map(describeGrant)

describe('the narrowest grant for what the kernel named', () => {
  test.each<{ name: string; evidence: Evidence[]; grants: string[] | undefined }>([
    { name: 'a write into a file is that file', evidence: [write('/srv/x')], grants: ['write to /srv/x'] },
    {
      name: 'a removal is that entry of its folder',
      evidence: [write('/srv/x', 'unlinkat')],
      grants: ['make, move or remove /srv/x'],
    },
    {
      name: 'a rename is both names',
      evidence: [write('/srv/x', 'renameat2'), write('/srv/y', 'renameat2')],
      grants: ['make, move or remove /srv/x', 'make, move or remove /srv/y'],
    },
    {
      name: 'a write into what is removed as well needs no grant of its own',
      evidence: [write('/srv/x', 'openat'), write('/srv/x', 'unlink')],
      grants: ['make, move or remove /srv/x'],
    },
    {
      name: 'what lies in a removed folder needs none either',
      evidence: [write('/srv/d/x', 'unlinkat'), write('/srv/d', 'rmdir')],
      grants: ['make, move or remove /srv/d'],
    },
    {
      name: 'many entries of one folder are the folder',
      evidence: Array.from({ length: 17 }, (_, at) => write(`/srv/d/${String(at)}`, 'unlinkat')),
      grants: ['write in /srv/d and below'],
    },
    {
      name: 'a lock in the home directory has none: a file made for it is in its way',
      evidence: [write('/home/me/.gitconfig.lock', 'openat_excl')],
      grants: undefined,
    },
    {
      name: 'a file that the command names and makes is that file',
      evidence: [write('/home/me/named', 'openat_excl')],
      grants: ['write to /home/me/named'],
    },
    {
      name: 'an entry of the home directory has none',
      evidence: [write('/home/me/x', 'mkdir')],
      grants: undefined,
    },
    {
      name: 'an entry of the folder around it has none',
      evidence: [write('/home/x', 'mkdir')],
      grants: undefined,
    },
    { name: 'an entry of the root has none', evidence: [write('/x', 'mkdir')], grants: undefined },
    {
      name: 'a file in the home directory is that file',
      evidence: [write('/home/me/x')],
      grants: ['write to /home/me/x'],
    },
    {
      name: 'a protected file is that file, though it was renamed over',
      evidence: [write('/w/.git/config', 'renameat', '/w/.git/config')],
      grants: ['write to /w/.git/config'],
    },
    {
      name: 'a write below a protected folder is the folder',
      evidence: [write('/w/.git/hooks/x', 'openat', '/w/.git/hooks')],
      grants: ['write in /w/.git/hooks and below'],
    },
    { name: 'nothing gives nothing', evidence: [], grants: undefined },
    {
      name: 'a guess gives nothing',
      evidence: [{ kind: 'write', target: '/srv/x', source: 'guess', backend: 'bubblewrap' }],
      grants: undefined,
    },
    {
      name: 'a read that was only read in the output gives nothing',
      evidence: [{ kind: 'read', target: '/home/me/.ssh', source: 'guess', backend: 'bubblewrap' }],
      grants: undefined,
    },
    {
      name: 'a store that the command logs in with is opened, and nothing beside it',
      evidence: [closed, write('/srv/x')],
      grants: ['read /home/me/.ssh, where keys are kept', 'write to /srv/x'],
    },
    { name: 'a relative path gives nothing', evidence: [write('x')], grants: undefined },
  ])('$name', ({ evidence, grants }) => {
    expect(words(evidence)).toEqual(grants)
  })
})

const guess: Evidence = { kind: 'write', target: '/srv/y', source: 'guess', backend: 'bubblewrap' }

test.each<[string, Evidence[], string | undefined]>([
  ['nothing reported', [], undefined],
  ['all of it can be added', [write('/srv/x')], undefined],
  [
    'one of two paths cannot',
    [write('/srv/x'), write('/home/me/x', 'mkdir')],
    '/home/me/x cannot be added on its own: it is an entry of the home folder or above it, which would have to be opened as a whole.',
  ],
  [
    'two of three cannot',
    [write('/srv/x'), guess, { ...guess, target: '/srv/z' }],
    '/srv/y cannot be added on its own: it was only read in the output, and so is 1 more.',
  ],
])('why there is no narrow yes, with %s', (_, evidence, why) => {
  const found = whyNoOffer(evidence, { home })
  expect(found && noOnlyThisInWords(found, undefined)).toBe(why)
  expect(why === undefined || grantsFor(evidence, { home }) === undefined).toBe(true)
})

test('a yes that opens keys is no standing rule', () => {
  const scopes = (evidence: readonly Evidence[]) => offerMissing(evidence, [], { home })?.scopes
  expect(scopes([closed, write('/srv/x')])).toEqual(['once', 'turn', 'session'])
  expect(scopes([write('/srv/x')])).toContain('rule')
})

test('what the sandbox would open to nobody is not offered, and said', () => {
  const evidence = [write('/srv/x'), write('/srv/own/sockets/y')]
  const where = {
    home,
    mayGrant: (grant: Grant) => !(grant.kind === 'write' && grant.path.startsWith('/srv/own/')),
  }
  expect(offerMissing(evidence, [], where)).toBeUndefined()
  expect(offerMissing(evidence.slice(0, 1), [], where)).toBeDefined()
  const found = whyNoOffer(evidence, where)
  expect(found && noOnlyThisInWords(found, undefined)).toBe(
    '/srv/own/sockets/y cannot be added on its own: it lies where the sandbox opens nothing to a command.',
  )
})

test('an agent that asked for more gets the narrow yes, of which it is known that it may fail', () => {
  expect(offerInSandbox(true).means).toEqual({ kind: 'run', mayFail: true })
  expect(offerInSandbox().means).toEqual({ kind: 'run' })
})

describe('a folder of the home that was opened to be emptied', () => {
  const opened = [{ kind: 'write', path: '/home/me/old', extent: 'tree' }] as const
  const inIt = [{ kind: 'write', path: '/home/me/old/a', extent: 'entry' }] as const
  const inOther = [{ kind: 'write', path: '/home/me/other/a', extent: 'entry' }] as const
  const guessed: Evidence = { ...write('/home/me/old', 'rmdir'), source: 'guess' }

  test.each([
    ['its own removal is as its yes said', write('/home/me/old', 'unlinkat'), opened, true],
    ['also with rmdir', write('/home/me/old', 'rmdir'), opened, true],
    ['its renaming is not', write('/home/me/old', 'rename'), opened, false],
    ['nor is the removal of another', write('/home/me/new', 'rmdir'), opened, false],
    ['nor what is only guessed', guessed, opened, false],
    ['nor where it was never opened', write('/home/me/old', 'rmdir'), [], false],
    ['what lay in it was opened, and the command names it', write('/home/me/old', 'rmdir'), inIt, true],
    ['it was, and the command does not', write('/home/me/other', 'rmdir'), inOther, false],
  ] as const)('%s', (_, evidence, already, stays) => {
    const names = (folder: string): boolean => folder.endsWith('/old')
    expect(staysAsSaid(already, { home, names })(evidence)).toBe(stays)
  })
})
