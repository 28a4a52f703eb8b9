import { Assessment } from '@shared/domain/assessment'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { sampleQuestion } from './sample-question'
import { sampleRequest } from './sample-request'

/** A request with the text wherever an agent, a model, a server or the disk could have put it. */
export const hostileRequest = (text: string): ApprovalRequest => ({
  ...sampleRequest,
  sessionTitle: text,
  command: ['bash', '-lc', text],
  cwd: `/work/${text}`,
  justification: text,
  effect: { act: { kind: 'said', text } },
  askedBy: { parentId: 'p', parentTitle: text, childId: 'k', childName: text },
  stop: {
    ...sampleRequest.stop,
    why: { kind: 'said', text, policyLine: text },
    evidence: [{ kind: 'write', target: text, operation: text, source: 'kernel', backend: 'bubblewrap' }],
  },
  changes: {
    [text]: { type: 'add', content: text },
    [`${text}2`]: { type: 'update', unified_diff: text, move_path: text },
    [`${text}3`]: { type: 'delete', content: text },
  },
  input: text,
  assessment: Assessment.parse({
    level: 'high',
    categories: [],
    view: {
      status: 'success',
      model: text,
      durationMs: 1,
      view: { level: 'high', categories: [], description: text.slice(0, 500) },
    },
  }),
  offers: sampleRequest.offers.map((offer) => ({ ...offer, means: { kind: 'said', text } })),
})

/** Events of every kind that a person reads, with the text wherever it could stand. */
export function hostileEvents(text: string): readonly AgentEvent[] {
  const callId = 'c'
  const turnId = 't'
  const output = { stdout: text, stderr: text, aggregated: text, omittedBytes: 0 }
  const evidence = hostileRequest(text).stop.evidence
  const exited = { kind: 'exited', exitCode: 0, durationMs: 1, output, refused: evidence }
  const outcomes = [
    exited,
    { kind: 'denied', exitCode: 1, durationMs: 1, output, evidence },
    { kind: 'failed', reason: text },
  ] as unknown as CommandOutcome[]
  const invocation = { server: text, tool: text, arguments: { [text]: text } }
  const answered = { kind: 'answered', failed: false, text, images: [], durationMs: 1 } as const
  const stopped = { kind: 'stopped', cause: 'malformed', reason: text, durationMs: 1 } as const
  const request = hostileRequest(text)
  const place = { path: text, lines: { start: 1, end: 2 } }
  const findings = [{ id: 'f', title: text, body: text, priority: 1, place }]
  const question = { ...sampleQuestion(), server: text, tool: text, message: text, sessionTitle: text }
  const ran = {
    callId,
    attempt: 1,
    confinement: 'bubblewrap',
    grants: [{ kind: 'write', path: text, extent: 'file' }],
  } as const
  return [
    { type: 'user.message', text, images: [text] },
    { type: 'message.delta', itemId: 'm', text },
    { type: 'message.completed', itemId: 'm', text },
    { type: 'command.started', ...ran, command: ['bash', '-lc', text], cwd: text },
    { type: 'command.output', callId, stream: 'stdout', text },
    { type: 'command.input', callId, text },
    { type: 'patch.started', ...ran, autoApproved: true, changes: request.changes ?? {} },
    ...outcomes.flatMap((outcome): AgentEvent[] => [
      { type: 'command.finished', callId, outcome },
      { type: 'patch.finished', callId, outcome },
    ]),
    { type: 'turn.noted', turnId, text },
    {
      type: 'command.compared',
      callId,
      promise: {
        ...{ by: 'facts', watched: 'part', moreCount: 1, hosts: [text] },
        more: [{ path: text, kind: 'created' }],
      },
    },
    { type: 'files.restored', way: 'undo', turnNumber: 1, files: 1, left: [text] },
    { type: 'call.undoable', callId, id: text, files: 1, not: [{ path: text, why: 'too-large' }] },
    { type: 'files.restored', way: 'redo', run: { id: text, callId, title: text }, files: 1, left: [text] },
    {
      ...{ type: 'session.rewound', id: text, turnNumber: 9, lastTurn: 9, turns: 1, messages: 1 },
      files: { files: 1, left: [text] },
    },
    { type: 'turn.diff', turnId, unifiedDiff: text },
    { type: 'plan.updated', callId, explanation: text, plan: [{ step: text, status: 'pending' }] },
    { type: 'review.entered', turnId, target: { kind: 'custom', text }, hint: text, prompt: text },
    {
      type: 'review.exited',
      turnId,
      output: { findings, correctness: text, explanation: text, leftOut: 0 },
      files: [],
    },
    { type: 'mcp.started', callId, invocation },
    { type: 'mcp.finished', callId, invocation, result: answered },
    { type: 'mcp.finished', callId, invocation, result: stopped },
    { type: 'image.viewed', callId, path: text, label: text },
    { type: 'search.finished', callId, query: text },
    { type: 'agent.started', callId, childId: 'k', name: text, kind: 'worker', task: text },
    { type: 'agent.finished', callId, childId: 'k', outcome: 'failed', lastMessage: text, problem: text },
    { type: 'tool.rejected', callId, name: text, reason: text },
    { type: 'approval.requested', request },
    {
      type: 'approval.resolved',
      request: {
        ...request,
        state: 'answered',
        decision: { kind: 'deny', message: text },
        decidedBy: 'window',
      },
    },
    {
      type: 'approval.resolved',
      request: {
        ...request,
        state: 'answered',
        decision: { kind: 'edit', command: [text] },
        decidedBy: 'window',
      },
    },
    { type: 'question.asked', question },
    { type: 'model.retrying', attempt: 2, reason: text },
    { type: 'context.compacted', trigger: 'manual', summary: text, tokensBefore: 1 },
    { type: 'error.reported', fault: { code: 'model-failed', message: text, remedy: text } },
    { type: 'turn.finished', turnId, outcome: 'completed', lastMessage: text },
  ] as AgentEvent[]
}
