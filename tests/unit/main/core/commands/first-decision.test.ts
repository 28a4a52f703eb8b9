import { expect, test } from 'vitest'
import { NamedApprovalPolicy, type ApprovalPolicy } from '@shared/domain/approval-policy'
import type { Unheld } from '@shared/domain/approval'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { SandboxMode } from '@shared/domain/sandbox-policy'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { decideFirst } from '../../../../../src/main/core/commands/first-decision'

const available: SandboxStatus = { kind: 'available', backend: 'bubblewrap', version: '0.8.0' }
const missing: SandboxStatus = {
  kind: 'unavailable',
  reason: 'bubblewrap is missing',
  remedy: 'sudo apt install bubblewrap',
}
const kinds = {
  safe: { classification: { safe: true, danger: undefined }, escalated: false },
  other: { classification: { safe: false, danger: undefined }, escalated: false },
  dangerous: {
    classification: { safe: false, danger: 'rm with force deletes without asking' },
    escalated: false,
  },
  escalated: { classification: { safe: true, danger: undefined }, escalated: true },
}

function outcome(
  policy: ApprovalPolicy,
  mode: SandboxMode,
  kind: keyof typeof kinds,
  sandbox: SandboxStatus | { readonly status: SandboxStatus; readonly unheld: Unheld | undefined },
): string {
  const inContainer = 'status' in sandbox ? { unheld: sandbox.unheld } : undefined
  const decision = decideFirst({
    inContainer,
    approvalPolicy: policy,
    sandboxPolicy: sandboxPolicyForMode(mode),
    sandbox: 'status' in sandbox ? sandbox.status : sandbox,
    ...kinds[kind],
  })
  switch (decision.kind) {
    case 'run':
      return `run:${decision.permit.because}:${decision.permit.confinement}`
    case 'ask':
      return `ask:${decision.stop.boundary}:${decision.offers.map((offer) => offer.kind).join('+')}`
    case 'refuse':
      return 'refuse'
  }
}

const sandboxed = 'run:policy-sandboxed:sandbox'
const open = 'run:policy-full-access:none'
const asks = 'ask:approval-policy:only-this+outside'
const asksOpen = 'ask:approval-policy:outside'

/** With a sandbox: policy, kind → in a sandboxed mode, under full access. */
const matrix: [NamedApprovalPolicy, keyof typeof kinds, string, string][] = [
  ['untrusted', 'safe', sandboxed, open],
  ['untrusted', 'other', asks, asksOpen],
  ['untrusted', 'dangerous', asks, asksOpen],
  ['untrusted', 'escalated', 'refuse', 'refuse'],
  ['effects', 'safe', sandboxed, open],
  ['effects', 'other', asks, asksOpen],
  ['effects', 'dangerous', asks, asksOpen],
  ['effects', 'escalated', 'ask:escalation:only-this+outside', 'ask:escalation:outside'],
  ['on-failure', 'safe', sandboxed, open],
  ['on-failure', 'other', sandboxed, open],
  ['on-failure', 'dangerous', sandboxed, asksOpen],
  ['on-failure', 'escalated', 'refuse', 'refuse'],
  ['on-request', 'safe', sandboxed, open],
  ['on-request', 'other', sandboxed, open],
  ['on-request', 'dangerous', asks, asksOpen],
  ['on-request', 'escalated', 'ask:escalation:only-this+outside', 'ask:escalation:outside'],
  ['never', 'safe', sandboxed, open],
  ['never', 'other', sandboxed, open],
  ['never', 'dangerous', 'refuse', 'refuse'],
  ['never', 'escalated', 'refuse', 'refuse'],
]

test.each(matrix)('%s, %s command', (policy, kind, confined, unconfined) => {
  expect([
    outcome(policy, 'read-only', kind, available),
    outcome(policy, 'workspace-write', kind, available),
    outcome(policy, 'danger-full-access', kind, available),
  ]).toEqual([confined, confined, unconfined])
})

test.each(NamedApprovalPolicy.options)('without a working sandbox nothing runs by itself (%s)', (policy) => {
  const all = (['safe', 'other', 'dangerous', 'escalated'] as const).flatMap((kind) =>
    (['read-only', 'workspace-write'] as const).map((mode) => outcome(policy, mode, kind, missing)),
  )
  expect(all.filter((each) => each.startsWith('run'))).toEqual([])
  expect(all.filter((each) => each.includes('only-this'))).toEqual([])
})

const granular = (off: Partial<Record<'sandbox_approval' | 'rules', false>>): ApprovalPolicy => ({
  granular: {
    sandbox_approval: true,
    rules: true,
    request_permissions: true,
    mcp_elicitations: true,
    skill_approval: true,
    ...off,
  },
})

test.each([
  ['all on', granular({}), [sandboxed, sandboxed, asks, 'ask:escalation:only-this+outside']],
  [
    'rules off',
    granular({ rules: false }),
    [sandboxed, sandboxed, 'refuse', 'ask:escalation:only-this+outside'],
  ],
  ['sandbox_approval off', granular({ sandbox_approval: false }), [sandboxed, sandboxed, asks, 'refuse']],
] as const)('granular with %s: a prompt that is switched off is refused', (_, policy, expected) => {
  const kindsInOrder = ['safe', 'other', 'dangerous', 'escalated'] as const
  expect(kindsInOrder.map((kind) => outcome(policy, 'workspace-write', kind, available))).toEqual(expected)
})

test('granular with sandbox_approval off refuses what would run without a sandbox', () => {
  expect(outcome(granular({ sandbox_approval: false }), 'workspace-write', 'safe', missing)).toBe('refuse')
})

const contained = 'run:policy-container:none'
const asksOutside = 'ask:missing-sandbox:outside'
/** Where the container is the boundary: policy, kind → where it holds all of the policy for the command, and where not. */
const containers: [NamedApprovalPolicy, keyof typeof kinds, string, string][] = [
  ['untrusted', 'safe', contained, asksOutside],
  ['untrusted', 'other', asksOpen, asksOpen],
  ['untrusted', 'dangerous', asksOpen, asksOpen],
  ['untrusted', 'escalated', 'refuse', 'refuse'],
  ['effects', 'safe', contained, asksOutside],
  ['effects', 'other', asksOpen, asksOpen],
  ['effects', 'dangerous', asksOpen, asksOpen],
  ['effects', 'escalated', 'ask:escalation:outside', 'ask:escalation:outside'],
  ['on-failure', 'safe', contained, asksOutside],
  ['on-failure', 'other', contained, asksOutside],
  ['on-failure', 'dangerous', asksOpen, asksOpen],
  ['on-failure', 'escalated', 'refuse', 'refuse'],
  ['on-request', 'safe', contained, asksOutside],
  ['on-request', 'other', contained, asksOutside],
  ['on-request', 'dangerous', asksOpen, asksOpen],
  ['on-request', 'escalated', 'ask:escalation:outside', 'ask:escalation:outside'],
  ['never', 'safe', contained, 'refuse'],
  ['never', 'other', contained, 'refuse'],
  ['never', 'dangerous', 'refuse', 'refuse'],
  ['never', 'escalated', 'refuse', 'refuse'],
]

test.each(containers)('in a container alone: %s, %s command', (policy, kind, held, unheld) => {
  const inContainer = (what: Unheld | undefined) =>
    outcome(policy, 'workspace-write', kind, { status: missing, unheld: what })
  expect([inContainer(undefined), inContainer('no-network')]).toEqual([held, unheld])
})

test.each(matrix)('a container changes nothing where a sandbox works: %s, %s command', (policy, kind) => {
  for (const mode of ['read-only', 'workspace-write', 'danger-full-access'] as const)
    expect(outcome(policy, mode, kind, { status: available, unheld: undefined })).toBe(
      outcome(policy, mode, kind, available),
    )
})
