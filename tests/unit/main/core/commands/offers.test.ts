import { describe, expect, test } from 'vitest'
import type { Evidence } from '@shared/domain/evidence'
import { describeGrant } from '@shared/domain/grant'
import { grantsFor } from '../../../../../src/main/core/commands/offers'

const home = '/home/me'
const write = (target: string, operation = 'openat', protectedBy?: string): Evidence => ({
  kind: 'write',
  target,
  operation,
  source: 'kernel',
  backend: 'bubblewrap',
  ...(protectedBy === undefined ? {} : { protectedBy }),
})
const words = (evidence: readonly Evidence[]): readonly string[] | undefined =>
  grantsFor(evidence, home)?.map(describeGrant)

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
      name: 'a read gives nothing',
      evidence: [{ kind: 'read', target: '/home/me/.ssh', source: 'guess', backend: 'bubblewrap' }],
      grants: undefined,
    },
    { name: 'a relative path gives nothing', evidence: [write('x')], grants: undefined },
  ])('$name', ({ evidence, grants }) => {
    expect(words(evidence)).toEqual(grants)
  })
})
