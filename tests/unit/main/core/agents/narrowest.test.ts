import { expect, test } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { exceeds, narrowest, narrowestSandbox } from '../../../../../src/main/core/agents/narrowest'

const policy = (value: unknown): SandboxPolicy => SandboxPolicy.parse(value)
const openWrite = policy({ mode: 'workspace-write', network_access: true, writable_roots: ['/w'] })
const files = policy({ mode: 'danger-no-network' })
const full = policy({ mode: 'danger-full-access' })

test.each([
  [full, files, files],
  [files, files, files],
  [openWrite, files, { ...openWrite, network_access: false }],
  [policy({ mode: 'read-only', network_access: true }), files, policy({ mode: 'read-only' })],
])('what %o and every file without a network have in common', (one, other, both) => {
  expect([narrowestSandbox(one, other), narrowestSandbox(other, one)]).toEqual([both, both])
})

test('neither a network nor all files are within the other', () => {
  const limits = (sandboxPolicy: SandboxPolicy) => ({
    cwd: '/w',
    approvalPolicy: 'never' as const,
    sandboxPolicy,
  })
  expect([
    exceeds(limits(openWrite), limits(files)),
    exceeds(limits(files), limits(openWrite)),
    exceeds(limits(files), limits(full)),
    exceeds(limits(full), limits(files)),
  ]).toEqual([true, true, false, true])
})

const write = (...writable_roots: readonly string[]) => policy({ mode: 'workspace-write', writable_roots })

test.each<[string, string, SandboxPolicy, boolean]>([
  ['/a', '/a', write(), false],
  ['/a/sub', '/a', write(), false],
  ['/a', '/b', write(), true],
  ['/a', '/a/sub', write(), true],
  ['/ab', '/a', write(), true],
  ['/a', '/b', write('/a'), false],
  ['/a', '/b', full, false],
])(
  'the folder %s can be written to, which counts where the session is in %s now',
  (cwd, now, bound, more) => {
    const mine = { cwd, approvalPolicy: 'never' as const, sandboxPolicy: write() }
    const its = { cwd: now, approvalPolicy: 'never' as const, sandboxPolicy: bound }
    expect([exceeds(mine, its), narrowest(mine, its).sandboxPolicy.mode]).toEqual([
      more,
      more ? 'read-only' : 'workspace-write',
    ])
  },
)
