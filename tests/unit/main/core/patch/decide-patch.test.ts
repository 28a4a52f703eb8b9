import { describe, expect, test } from 'vitest'
import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode, sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { decidePatch, type PatchQuestion } from '../../../../../src/main/core/patch/decide-patch'
import type { TouchedPath } from '../../../../../src/main/core/patch/patch-grants'

const at = (place: string, path = place): TouchedPath => ({
  path,
  place,
  effect: 'write',
  target: { kind: 'file', place, mode: 0o644, links: 1, text: '' },
})
const inside = at('/work/a')
const outside = at('/etc/hosts')
const guarded = at('/work/.git/hooks/pre-commit')
const available = { kind: 'available', backend: 'bubblewrap', version: '1' } as const
const unavailable = { kind: 'unavailable', reason: 'bubblewrap is missing', remedy: 'install it' } as const

function question(change: Partial<PatchQuestion> = {}): PatchQuestion {
  const sandboxPolicy = change.sandboxPolicy ?? sandboxPolicyForMode('workspace-write')
  return {
    changes: [inside],
    approvalPolicy: 'on-request',
    sandboxPolicy,
    writableRoots: sandboxPolicy.mode === 'workspace-write' ? ['/work'] : [],
    protectedPaths: ['.git', '.codex', '/work/settings'],
    sandbox: available,
    ...change,
  }
}
const short = (change: Partial<PatchQuestion>): string => {
  const decision = decidePatch(question(change))
  switch (decision.kind) {
    case 'auto-approve':
      return `auto ${decision.confinement}`
    case 'ask':
      return `ask ${decision.boundary}`
    case 'reject':
      return decision.reason
  }
}
const settings = 'rejected by user approval settings'
const beyond = `writing outside of the project; ${settings}`

/** Rows: approval policy and mode. Columns: a file inside, outside, protected; and inside without a sandbox. */
describe('the matrix of policies', () => {
  test.each([
    [
      'untrusted',
      'workspace-write',
      ['ask approval-policy', 'ask approval-policy', 'ask approval-policy', 'ask approval-policy'],
    ],
    [
      'untrusted',
      'read-only',
      ['ask approval-policy', 'ask approval-policy', 'ask approval-policy', 'ask approval-policy'],
    ],
    [
      'untrusted',
      'danger-full-access',
      ['ask approval-policy', 'ask approval-policy', 'ask approval-policy', 'ask approval-policy'],
    ],
    ['on-failure', 'workspace-write', ['auto sandbox', 'auto sandbox', 'ask sandbox', 'ask missing-sandbox']],
    ['on-failure', 'read-only', ['auto sandbox', 'auto sandbox', 'auto sandbox', 'ask missing-sandbox']],
    ['on-failure', 'danger-full-access', ['auto none', 'auto none', 'auto none', 'auto none']],
    ['on-request', 'workspace-write', ['auto sandbox', 'ask sandbox', 'ask sandbox', 'ask missing-sandbox']],
    ['on-request', 'read-only', ['ask sandbox', 'ask sandbox', 'ask sandbox', 'ask missing-sandbox']],
    ['on-request', 'danger-full-access', ['auto none', 'auto none', 'auto none', 'auto none']],
    [
      'never',
      'workspace-write',
      [
        'auto sandbox',
        beyond,
        `writing to a protected path (${guarded.place}); ${settings}`,
        `no working sandbox (bubblewrap is missing); ${settings}`,
      ],
    ],
    ['never', 'read-only', [beyond, beyond, beyond, beyond]],
    ['never', 'danger-full-access', ['auto none', 'auto none', 'auto none', 'auto none']],
  ])('%s, %s', (policy, mode, expected) => {
    const rules = {
      approvalPolicy: NamedApprovalPolicy.parse(policy),
      sandboxPolicy: sandboxPolicyForMode(SandboxMode.parse(mode)),
    }
    expect([
      short({ ...rules, changes: [inside] }),
      short({ ...rules, changes: [outside] }),
      short({ ...rules, changes: [guarded] }),
      short({ ...rules, changes: [inside], sandbox: unavailable }),
    ]).toEqual(expected)
  })
})

test('an empty patch is rejected under every policy', () => {
  for (const approvalPolicy of NamedApprovalPolicy.options)
    expect(decidePatch(question({ approvalPolicy, changes: [] }))).toEqual({
      kind: 'reject',
      reason: 'empty patch',
    })
})

test('one file outside is enough to ask, and is what is named', () => {
  expect(decidePatch(question({ changes: [inside, outside] }))).toEqual({
    kind: 'ask',
    boundary: 'sandbox',
    why: { kind: 'patch', guarded: [], outside: [{ path: '/etc/hosts' }] },
    beyond: [outside],
  })
})

test.each<[string, TouchedPath, boolean]>([
  ['a link inside that leads outside counts as outside', at('/etc/hosts', '/work/link'), true],
  ['a link outside that leads inside counts as inside', at('/work/a', '/elsewhere/link'), false],
  ['a folder whose name only begins like a root is outside', at('/workshop/a'), true],
  ['a protected name in a nested folder', at('/work/sub/.git/config'), true],
  ['a protected name in other case', at('/work/.GIT/config'), true],
  ['a link under a protected name that leads inside', at('/work/a', '/work/.git/a'), true],
  ['a name that only begins like a protected one', at('/work/.gitignore'), false],
  ['an absolute protected path', at('/work/settings/x'), true],
  ['a name that only begins like an absolute protected path', at('/work/settings-2'), false],
])('%s', (_, change, asks) => {
  expect(decidePatch(question({ changes: [change] })).kind).toBe(asks ? 'ask' : 'auto-approve')
})

test('protected names above a writable root do not count', () => {
  const roots = ['/home/me/.codex/worktrees/x']
  expect(short({ changes: [at('/home/me/.codex/worktrees/x/a')], writableRoots: roots })).toBe('auto sandbox')
})

describe('where the container is the boundary', () => {
  const container = { ...unavailable, container: { kind: 'boundary', sign: '/.dockerenv' } } as const
  test.each(NamedApprovalPolicy.options)(
    '%s applies what stays in the folders, and nothing else',
    (policy) => {
      const of = (change: Partial<PatchQuestion>): string =>
        short({ approvalPolicy: policy, sandbox: container, ...change })
      const asks = policy === 'untrusted' ? 'ask approval-policy' : 'ask missing-sandbox'
      expect(of({})).toBe(policy === 'untrusted' ? 'ask approval-policy' : 'auto container')
      for (const change of [
        { changes: [outside] },
        { changes: [guarded] },
        { sandboxPolicy: sandboxPolicyForMode('read-only') },
      ])
        expect(of(change)).toMatch(
          policy === 'never' ? / by user approval settings$/ : new RegExp(`^${asks}$`),
        )
    },
  )
  test('no container that does not count applies anything', () => {
    const unused = { ...unavailable, container: { kind: 'unused', why: 'no-sign' } } as const
    expect(short({ sandbox: unused })).toBe('ask missing-sandbox')
  })
})
