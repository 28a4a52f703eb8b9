import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { runAttempt } from '../../../../../src/main/core/execution/command-action'
import { allow } from '../../../../../src/main/core/policy/permit'

/** One attempt under a yes that was given on a script, and what of it is another text when it is to run. */
async function attemptWith(late: readonly string[]) {
  const events: AgentEvent[] = []
  let runs = 0
  const result = {
    kind: 'exited',
    exitCode: 0,
    durationMs: 1,
    output: { stdout: '', stderr: '', aggregated: '', truncated: false },
    evidence: [],
  }
  const parts = {
    sandbox: {
      confinement: 'bubblewrap',
      run: () => {
        runs += 1
        return Promise.resolve(result)
      },
    },
    workspace: { environment: () => ({}), home: () => '/home/me' },
    assessments: {
      standing: (paths: readonly string[]) => Promise.resolve(paths.map(() => 'as it was')),
      changed: () => Promise.resolve(late),
    },
    grants: { list: () => Promise.resolve([]) },
  } as unknown as Parameters<typeof runAttempt>[3]
  const turn = {
    sessionId: 's',
    cwd: '/w',
    sandboxPolicy: sandboxPolicyForMode('workspace-write'),
    attempt: 1,
    signal: new AbortController().signal,
    emit: (event: AgentEvent) => events.push(event),
  } as unknown as Parameters<typeof runAttempt>[2]
  const call = {
    callId: 'c',
    command: ['sh', 'build.sh'],
    cwd: '/w',
    timeoutMs: 1000,
    escalated: false,
    justification: undefined,
    mayConnect: false,
    yes: { kind: 'only-this', grants: [], whatWasRead: [{ path: '/w/build.sh', digest: 'a' }] },
  } as unknown as Parameters<typeof runAttempt>[0]
  const outcome = await runAttempt(call, allow('person-widened'), turn, parts)
  return { outcome, runs, events }
}

test('a text that is another one just before the run is not run, and the outcome names it', async () => {
  const { outcome, runs, events } = await attemptWith(['/w/build.sh'])
  expect(runs).toBe(0)
  expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('build.sh') as string })
  expect(events.map(({ type }) => type)).toEqual(['command.started', 'command.finished'])
})

test('one that is what it was is', async () => {
  const { outcome, runs } = await attemptWith([])
  expect([runs, outcome.kind]).toEqual([1, 'exited'])
})
