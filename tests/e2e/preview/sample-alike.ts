import type { ApprovalRequest } from '@shared/domain/approval'

/** The low request again, in another session and by an agent; and once with another claim, which is not the same. */
function identical(low: ApprovalRequest): ApprovalRequest[] {
  const askedBy = {
    childId: 's12',
    childName: 'tester',
    parentId: 's6',
    parentTitle: 'Explain the retry queue',
  }
  return [
    { ...low, id: 'a4-2', sessionId: 's5', sessionTitle: 'Add CSV export', turnId: 't9', callId: 'c9' },
    {
      ...low,
      id: 'a4-3',
      sessionId: 's12',
      sessionTitle: 'tester',
      askedBy,
      createdAt: new Date().toISOString(),
    },
    {
      ...low,
      id: 'a4-4',
      sessionId: 's6',
      sessionTitle: 'Explain the retry queue',
      justification: 'Another claim.',
    },
  ]
}

/** The low request of a run of another process, and what an agent of another one asks. */
function remoteRuns(low: ApprovalRequest): ApprovalRequest[] {
  const remoteRun = { program: 'exec', folder: '/home/me/src/relay', pid: 48_213 }
  const askedBy = { childId: 'g3', childName: 'writer', parentId: 'g2', parentTitle: 'Nightly clean-up' }
  const claim = 'Another claim.'
  return [
    { ...low, id: 'g1-1', sessionId: 'g1', sessionTitle: 'Release notes from the SDK', remoteRun },
    {
      ...low,
      id: 'g2-1',
      sessionId: 'g3',
      sessionTitle: 'writer',
      askedBy,
      remoteRun: { ...remoteRun, pid: 50_002 },
      justification: claim,
    },
  ]
}

/** A call of a server's tool, and text for a process that runs. */
function otherKinds(low: ApprovalRequest): ApprovalRequest[] {
  const { rehearsal: _, editable: __, ...rest } = low
  const once: ApprovalRequest = {
    ...rest,
    stage: 'first',
    assessment: { ...low.assessment, level: 'not-assessed', floor: undefined, facts: undefined },
  }
  const [only] = low.offers
  if (only === undefined) return []
  return [
    {
      ...once,
      ...{ id: 'tool-1', sessionId: 's6', sessionTitle: 'Explain the retry queue', kind: 'tool' },
      command: ['tickets__create_ticket', '{}'],
      effect: { act: { kind: 'call-tool', server: 'tickets', tool: 'create_ticket' } },
      stop: {
        boundary: 'approval-policy',
        why: { kind: 'tool', server: 'tickets', tool: 'create_ticket' },
        evidence: [],
      },
      tool: {
        invocation: {
          server: 'tickets',
          tool: 'create_ticket',
          arguments: {
            project: 'CI',
            title: 'Pin the actions',
            body: 'Each action is pinned by its hash.\nSee https://example.org/pinning for why.',
            labels: ['security', 'chore'],
          },
        },
        offeredAs: 'tickets__create_ticket',
        description: 'Makes a ticket in a project.',
        annotations: { destructive: false, openWorld: true },
      },
      offers: [{ ...only, grants: [], means: { kind: 'call', server: 'tickets', tool: 'create_ticket' } }],
      justification: 'A ticket keeps track of it.',
    },
    {
      ...once,
      ...{ id: 'input-1', sessionId: 's5', sessionTitle: 'Add CSV export', kind: 'input' },
      command: ['bash', '-lc', 'psql reports'],
      input: 'DELETE FROM exports WHERE made < now();\n',
      effect: { act: { kind: 'said', text: 'Writes to the running process of session 7.' } },
      stop: {
        boundary: 'approval-policy',
        why: { kind: 'input-limits', policy: low.sandboxPolicy },
        evidence: [],
      },
      offers: [{ ...only, grants: [], means: { kind: 'input' } }],
      justification: '',
    },
  ]
}

/** With the others ten that wait, in two sessions more. */
const four = (low: ApprovalRequest): ApprovalRequest[] =>
  ['lint', 'vet', 'build', 'bench'].map((task, at) => ({
    ...low,
    id: `a4-${task}`,
    ...(at < 2
      ? { sessionId: 's5', sessionTitle: 'Add CSV export' }
      : { sessionId: 's6', sessionTitle: 'Explain the retry queue' }),
    callId: `c-${task}`,
    command: ['bash', '-lc', `make ${task}`],
  }))

/** A patch again, in another session and by an agent. */
const patches = (patch: ApprovalRequest): ApprovalRequest[] =>
  ['s5', 's6'].map((sessionId) => ({
    ...patch,
    id: `${patch.id}-${sessionId}`,
    sessionId,
    callId: sessionId,
  }))

/** What waits beside another request than the low one, by scene. */
export const likened: Readonly<Record<string, string>> = { 'identical-patch': 'a6' }

/** By scene: what waits beside the low request and looks like it. */
export const alike: Readonly<Record<string, (low: ApprovalRequest) => ApprovalRequest[]>> = {
  identical,
  'identical-patch': patches,
  ten: four,
  'remote-run': remoteRuns,
  kinds: otherKinds,
}
