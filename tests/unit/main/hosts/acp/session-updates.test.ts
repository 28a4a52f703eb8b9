import type { Decision } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { expect, test } from 'vitest'
import { Updates } from '../../../../../src/main/hosts/acp/session-updates'
import { sampleRequest } from '../../../../fakes/sample-request'

const answered = (decision: Decision | undefined) =>
  new Updates().of({
    type: 'approval.resolved',
    request: {
      ...{ ...sampleRequest, state: 'answered', decidedBy: 'window' },
      ...(decision && { decision }),
    },
  })

test.each<[string, Decision | undefined, 'goes on' | 'failed']>([
  ['a yes', { kind: 'allow', offerId: 'only-this' }, 'goes on'],
  ['a yes that puts in place what was rehearsed', { kind: 'apply', rehearsal: 'h1' }, 'goes on'],
  ['another command', { kind: 'edit', command: ['ls'] }, 'goes on'],
  ['a no', { kind: 'deny' }, 'failed'],
  ['a stop', { kind: 'abort' }, 'failed'],
  ['nobody', undefined, 'failed'],
])('a call is told as failed by a no alone: %s', (_, decision, then) => {
  expect(answered(decision)).toEqual(
    then === 'goes on' ? [] : [{ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'failed' }],
  )
})

test('what was put in place is told as the call that it is', () => {
  const updates = new Updates()
  const outcome: CommandOutcome = {
    ...{ kind: 'exited', exitCode: 0, durationMs: 5 },
    output: { stdout: 'built\n', stderr: '', aggregated: 'built\n', omittedBytes: 0 },
    applied: {
      counts: { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 },
      leftOut: [],
    },
  }
  const told = [
    ...updates.of({
      type: 'command.started',
      ...{ callId: 'c1', attempt: 1, command: ['make'], cwd: '/work', confinement: 'none', grants: [] },
    }),
    ...updates.of({
      type: 'approval.resolved',
      request: { ...sampleRequest, state: 'answered', decision: { kind: 'apply', rehearsal: 'h1' } },
    }),
    ...updates.of({ type: 'command.finished', callId: 'c1', outcome }),
  ]
  expect(told.map((update) => 'status' in update && update.status)).toEqual(['in_progress', 'completed'])
})
