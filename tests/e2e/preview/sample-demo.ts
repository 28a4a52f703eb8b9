import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { approvals } from './sample-sessions'

const cwd = '/tmp/countersign-demo-k3JxQ2/project'
const output = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }

/** A demo that has ended: one of two questions was denied, a rule answered once, and what was deleted can be undone. */
export function demoEvents(): AgentEvent[] {
  const counts = { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }
  return [
    ...scene('d1', 'cp CHANGELOG.md ../outbox/release-notes.md', { kind: 'deny' }),
    { type: 'message.completed', itemId: 'm1', text: 'Understood: the release notes stay here.' },
    started('d2', 'cp README.md ../site/index.md'),
    {
      type: 'command.finished',
      callId: 'd2',
      outcome: {
        ...{ kind: 'exited', exitCode: 0, durationMs: 12, output },
        applied: { counts, leftOut: [], rule: 'demo site' },
      },
    },
    ...scene('d3', 'rm -f ../shared-cache/*.tmp', { kind: 'allow', offerId: 'only-this' }),
    started('d3', 'rm -f ../shared-cache/*.tmp', 2),
    {
      type: 'command.finished',
      callId: 'd3',
      outcome: { kind: 'exited', exitCode: 0, durationMs: 9, output },
    },
    { type: 'call.undoable', callId: 'd3', id: 'u3', files: 6, not: [] },
    { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
  ]
}

function started(callId: string, script: string, attempt = 1): AgentEvent {
  const command = ['bash', '-c', script]
  return {
    type: 'command.started',
    ...{ callId, attempt, command, cwd, confinement: 'bubblewrap', grants: [] },
  }
}

function scene(callId: string, script: string, decision: Decision): AgentEvent[] {
  const [sample] = approvals
  if (sample === undefined) return []
  const request: ApprovalRequest = {
    ...{ ...sample, id: `a-${callId}`, sessionId: 's7', callId, command: ['bash', '-c', script], cwd },
    ...{ state: 'answered', decision, decidedBy: 'browser' },
  }
  return [
    started(callId, script),
    {
      type: 'command.finished',
      callId,
      outcome: { kind: 'denied', exitCode: 1, durationMs: 21, output, evidence: sample.stop.evidence },
    },
    { type: 'approval.requested', request: { ...request, state: 'pending' } },
    { type: 'approval.resolved', request },
  ]
}
