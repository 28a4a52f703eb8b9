import { describe, expect, test } from 'vitest'
import { emptyOutput } from '@shared/domain/command-outcome'
import { rehearsalBounds } from '../../../../../src/main/core/rehearsal/rehearsal-bounds'
import { beyondOf, rehearsalOf, rehearsedPolicy } from '../../../../../src/main/core/rehearsal/rehearse-typed'
import type { FoundRehearsal } from '../../../../../src/main/core/rehearsal/rehearser'

const bounds = rehearsalBounds(undefined)
const evidence = [
  { kind: 'network', target: 'example.org:443', source: 'proxy', backend: 'b', operation: 'connect' },
  { kind: 'network', target: 'example.org:443', source: 'kernel', backend: 'b' },
  { kind: 'write', target: '/etc/x', source: 'kernel', backend: 'b' },
  { kind: 'read', target: '/secret', source: 'guess', backend: 'b' },
] as const
const ran = (over?: 'bytes'): FoundRehearsal => ({
  kind: 'ran',
  result: { kind: 'exited', exitCode: 3, durationMs: 1, output: emptyOutput, evidence },
  changes: [],
  limits: [{ kind: 'socket' }],
  ...(over && { over }),
})
const limits = [
  { kind: 'network', hosts: ['example.org:443'] },
  { kind: 'socket' },
  { kind: 'refused', path: '/etc/x' },
  { kind: 'closed', path: '/secret' },
]
const attempts = [
  { kind: 'network', target: 'example.org:443' },
  { kind: 'socket', target: 'Unix socket' },
]

describe('what a rehearsal comes to', () => {
  test('a command that ended: its code, each attempt once, each limit', () => {
    expect(rehearsalOf(ran(), bounds, 5)).toEqual({
      ...{ status: 'done', exitCode: 3, changes: [], attempts, limits, durationMs: 5 },
    })
  })

  test('one that a bound ended is none that worked', () => {
    expect(rehearsalOf(ran('bytes'), bounds, 5)).toMatchObject({
      status: 'refused',
      exitCode: null,
      limits: [{ kind: 'bytes', limit: 1_000_000_000 }, ...limits],
    })
  })

  test.each(['timed-out', 'cancelled'] as const)('one that was %s has no exit code and says so', (kind) => {
    const result = { kind, durationMs: 1, output: emptyOutput, evidence: [] }
    expect(rehearsalOf({ kind: 'ran', result, changes: [], limits: [] }, bounds, 5)).toMatchObject(
      kind === 'timed-out'
        ? { status: 'timed-out', exitCode: null, limits: [{ kind: 'time', ms: 10_000 }] }
        : { status: 'refused', exitCode: null, limits: [{ kind: 'cancelled' }] },
    )
  })

  test.each(['unavailable', 'refused'] as const)('where it is %s the reason is kept', (kind) => {
    expect(rehearsalOf({ kind, reason: 'so it is' }, bounds, 5)).toEqual({
      ...{
        status: kind,
        reason: 'so it is',
        exitCode: null,
        changes: [],
        attempts: [],
        limits: [],
        durationMs: 5,
      },
    })
  })
})

test.each([
  { mode: 'read-only', network_access: true },
  { mode: 'danger-no-network' },
  { mode: 'danger-full-access' },
  {
    mode: 'workspace-write',
    network_access: true,
    writable_roots: [],
    exclude_slash_tmp: false,
    exclude_tmpdir_env_var: false,
  },
] as const)('under $mode it is rehearsed in its folder, without a network', (policy) => {
  expect(
    rehearsedPolicy({ ...policy, ...('writable_roots' in policy && { writable_roots: [] }) } as never),
  ).toEqual({
    ...{ mode: 'workspace-write', network_access: false, writable_roots: [] },
    ...{ exclude_slash_tmp: false, exclude_tmpdir_env_var: false },
  })
})

test('a connection that a shell makes by a name of a file is no write', () => {
  const target = { access: 'write', inside: false, kind: 'missing', exact: true } as const
  const targets = [
    { ...target, path: '/dev/tcp/example.org/80' },
    { ...target, path: '/srv/x/y' },
  ]
  expect(beyondOf({ targets })).toEqual(['/srv/x'])
})
