import type { AgentEvent } from '@shared/domain/agent-event'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { RunChange } from '@shared/domain/run-promise'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import type { GrantKeys } from '../../../../../src/main/core/approvals/grant-key'
import { promiseOf } from '../../../../../src/main/core/execution/kept-promise'
import { allow } from '../../../../../src/main/core/policy/permit'
import type { CommandParts, TurnContext } from '../../../../../src/main/core/turn/turn-context'

const output = { stdout: '', stderr: '', aggregated: '' } as unknown as Extract<
  CommandOutcome,
  { kind: 'exited' }
>['output']
const ended = { exitCode: 1, durationMs: 1, output }
const outcomes: Record<string, CommandOutcome> = {
  exited: { kind: 'exited', ...ended },
  denied: { kind: 'denied', ...ended, evidence: [] },
  cancelled: { kind: 'cancelled', durationMs: 1, output },
  'timed-out': { kind: 'timed-out', durationMs: 1, timeoutMs: 1, output },
}

/** What is told of a run that was shown to remove one path, and what is noted with the yes that let it through. */
async function comparedOf(outcome: CommandOutcome, changes: readonly RunChange[]) {
  const told: AgentEvent[] = []
  const noted: unknown[] = []
  const parts = {
    watcher: { open: () => Promise.resolve({ see: () => Promise.resolve({ changes, whole: true }) }) },
    workspace: { environment: () => ({}), home: () => '/home/u' },
    patches: { places: () => Promise.resolve({ writable: ['/work'] }) },
    grants: {
      find: () => Promise.resolve({ records: [{ id: 'g1' }] }),
      ran: (...ran: unknown[]) => {
        noted.push(ran)
        return Promise.resolve()
      },
    },
  } as unknown as CommandParts
  const turn = {
    ...{ sessionId: 's1', cwd: '/work', sandboxPolicy: sandboxPolicyForMode('workspace-write') },
    emit: (event: AgentEvent) => told.push(event),
  } as unknown as TurnContext
  const begin = promiseOf(
    { callId: 'c1', wanted: {} as GrantKeys, targets: [] },
    {
      permit: allow('person-widened'),
      yes: { kind: 'only-this', grants: [], whatWasRead: [] },
      shown: { by: 'rehearsal', paths: [{ path: '/work/old', below: true, goes: true }], hosts: [] },
    },
    turn,
    parts,
  )
  const watched = await begin?.()
  await watched?.ended(outcome)
  return { told: told.map(({ type }) => type), noted: noted.length }
}

const shown: RunChange = { path: '/work/old/a', kind: 'deleted' }
const more: RunChange = { path: '/work/other', kind: 'deleted' }

test('a run that ended by itself is told to have done what was shown', async () => {
  const { exited } = outcomes
  expect(exited && (await comparedOf(exited, [shown]))).toEqual({ told: ['command.compared'], noted: 1 })
})

test.each(['denied', 'cancelled', 'timed-out'])('one that was stopped (%s) is not', async (kind) => {
  const outcome = outcomes[kind]
  expect(outcome && (await comparedOf(outcome, [shown]))).toEqual({ told: [], noted: 0 })
})

test.each(['exited', 'denied', 'cancelled', 'timed-out'])(
  'that it did more is told however it ended: %s',
  async (kind) => {
    const outcome = outcomes[kind]
    expect(outcome && (await comparedOf(outcome, [shown, more]))).toEqual({
      told: ['command.compared'],
      noted: 1,
    })
  },
)
