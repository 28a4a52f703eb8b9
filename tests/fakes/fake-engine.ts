import { Assessment } from '@shared/domain/assessment'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { SessionSummary } from '@shared/domain/session'
import type { EngineNotice, EngineService, EngineState } from '../../src/main/core/engine-service'
import { noSettings } from './fake-settings'
import type { Log } from '../../src/main/core/ports'

const at = '2026-01-02T03:04:05.000Z'
const policy = {
  mode: 'workspace-write',
  writable_roots: [],
  network_access: false,
  exclude_tmpdir_env_var: false,
  exclude_slash_tmp: false,
} as const satisfies SessionSummary['sandboxPolicy']

/** A session that fits the contract. */
export function sampleSession(change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: 's1',
    title: 'Tidy the cache',
    cwd: '/home/ada/project',
    provider: 'demo',
    model: 'demo',
    approvalPolicy: 'on-failure',
    sandboxPolicy: policy,
    status: 'running',
    activity: '',
    pendingApprovals: 0,
    createdAt: at,
    updatedAt: at,
    ...change,
  }
}

/** A pending request that fits the contract. */
export function sampleRequest(change: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id: 'r1',
    sessionId: 's1',
    sessionTitle: 'Tidy the cache',
    turnId: 't1',
    turnNumber: 1,
    callId: 'c1',
    stage: 'retry',
    command: ['touch', '/srv/x'],
    cwd: '/home/ada/project',
    effect: 'Write to /srv/x',
    stop: {
      boundary: 'sandbox',
      text: 'The sandbox stopped it',
      policyLine: 'Workspace write',
      evidence: [],
    },
    sandboxPolicy: policy,
    assessment: Assessment.parse({ level: 'not-assessed', categories: [], reason: 'not built yet' }),
    offers: [],
    createdAt: at,
    state: 'pending',
    ...change,
  }
}

/** An event of session `s1`, or another one. */
export function sampleEvent(seq: number, event: AgentEvent, sessionId = 's1'): SessionEvent {
  return { sessionId, seq, at, event }
}

/** A piece of a streamed message. */
export function delta(seq: number, text: string, change: { itemId?: string; sessionId?: string } = {}) {
  const event: AgentEvent = { type: 'message.delta', itemId: change.itemId ?? 'm1', text }
  return sampleEvent(seq, event, change.sessionId)
}

/** An engine that does nothing but record its calls; `answers` replaces single methods, `emit` sends a notice. */
export interface FakeEngine extends EngineService {
  readonly calls: readonly (readonly unknown[])[]
  readonly listeners: ReadonlySet<(notice: EngineNotice) => void>
  emit(notice: EngineNotice): void
}

/** Makes one. Its answers fit the contract. */
export function createFakeEngine(answers: Partial<EngineService> = {}): FakeEngine {
  const calls: unknown[][] = []
  const listeners = new Set<(notice: EngineNotice) => void>()
  const state: EngineState = {
    sandbox: { kind: 'available', backend: 'bubblewrap', version: '0.11.0' },
    models: [{ provider: 'demo', providerName: 'Demo', model: 'demo', demo: true }],
    defaults: { provider: 'demo', model: 'demo', approvalPolicy: 'on-request', sandboxPolicy: policy },
    sessions: [sampleSession()],
    approvals: [],
  }
  const record = <T>(name: string, args: unknown[], answer: T): Promise<T> => {
    calls.push([name, ...args])
    return Promise.resolve(answer)
  }
  return {
    calls,
    listeners,
    emit: (notice) => {
      for (const listener of listeners) listener(notice)
    },
    state: () => record('state', [], state),
    createSession: (input) => record('createSession', [input], sampleSession()),
    openSession: (id) => record('openSession', [id], { session: sampleSession(), events: [] }),
    configureSession: (id, change) => record('configureSession', [id, change], sampleSession()),
    listSessions: (query) =>
      record('listSessions', [query], {
        items: [{ ...sampleSession(), rolloutPath: '/r/s1.jsonl', preview: 'Tidy', archived: false }],
      }),
    resumeSession: (which) => record('resumeSession', [which], { session: sampleSession(), events: [] }),
    forkSession: (id, n) => record('forkSession', [id, n], sampleSession({ id: 's2' })),
    renameSession: (id, title) => record('renameSession', [id, title], sampleSession({ title })),
    archiveSession: (id) => record('archiveSession', [id], undefined),
    unarchiveSession: (id) => record('unarchiveSession', [id], sampleSession()),
    deleteSession: (id) => record('deleteSession', [id], undefined),
    exportSession: (id, format) =>
      record('exportSession', [id, format], {
        fileName: 's.md',
        mediaType: 'text/markdown',
        text: '# A session',
      }),
    startTurn: (id, text, overrides) =>
      record('startTurn', overrides ? [id, text, overrides] : [id, text], { turnId: 't1' }),
    catalogue: {
      list: (fresh) => record('listModels', [fresh], { choices: [], local: [], problems: [] }),
      localServers: () => record('localServers', [], []),
      saveKey: (provider) => record('saveKey', [provider], 'the keyring'),
      addProvider: (added) => record('addProvider', [added], { provider: 'ours', file: '/c/config.toml' }),
    },
    retryTurn: (id) => record('retryTurn', [id], { turnId: 't1' }),
    compactSession: (id) => record('compactSession', [id], { turnId: 't1' }),
    stopProcess: (id, processId) => record('stopProcess', [id, processId], true),
    interruptTurn: (id) => record('interruptTurn', [id], undefined),
    viewAgain: (id) => record('viewAgain', [id], true),
    decide: (id, decision, by) => record('decide', [id, decision, by], { kind: 'accepted' }),
    checkRule: (id, rule) => record('checkRule', [id, rule], { kind: 'valid' }),
    listGrants: () => record('listGrants', [], []),
    revokeGrant: (id) => record('revokeGrant', [id], true),
    readSettings: (cwd) => record('readSettings', cwd === undefined ? [] : [cwd], noSettings),
    writeSettings: (version, edits) =>
      record('writeSettings', [version, edits], { kind: 'written', view: noSettings }),
    doctor: () => record('doctor', [], { sandbox: state.sandbox, checks: [] }),
    close: () => record('close', [], undefined),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...answers,
  }
}

/** A log that keeps its lines. */
export function createFakeLog(): Log & { readonly lines: readonly string[] } {
  const lines: string[] = []
  return {
    lines,
    error: (message) => {
      lines.push(message)
    },
  }
}
