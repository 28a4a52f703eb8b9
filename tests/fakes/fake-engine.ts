import { noPast, noPermissions } from './no-past'
import { Assessment } from '@shared/domain/assessment'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { SessionSummary } from '@shared/domain/session'
import type { EngineNotice, EngineService, EngineState } from '../../src/main/core/engine/engine-service'
import type { HookGatewayOfHome } from '../../src/main/core/ports/hook-settings'
import { noSettings } from './fake-settings'
import type { Log } from '../../src/main/core/ports/system'

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
    effect: { act: { kind: 'said', text: 'Write to /srv/x' } },
    stop: {
      boundary: 'sandbox',
      why: { kind: 'said', text: 'The sandbox stopped it', policyLine: 'Workspace write' },
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
    questions: [],
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
    archiveSession: (id, removeWorktree) =>
      record('archiveSession', removeWorktree === undefined ? [id] : [id, removeWorktree], undefined),
    worktreeState: (id) => record('worktreeState', [id], { kind: 'clean', ignored: ['node_modules/'] }),
    unarchiveSession: (id) => record('unarchiveSession', [id], sampleSession()),
    deleteSession: (id, removeWorktree) =>
      record('deleteSession', removeWorktree === undefined ? [id] : [id, removeWorktree], undefined),
    exportSession: (id, format) =>
      record('exportSession', [id, format], {
        fileName: 's.md',
        mediaType: 'text/markdown',
        text: '# A session',
      }),
    startTurn: (id, text, overrides) =>
      record('startTurn', overrides ? [id, text, overrides] : [id, text], { turnId: 't1' }),
    steerTurn: (id, text, wish) =>
      record('steerTurn', wish ? [id, text, wish] : [id, text], { turnId: 't1' }),
    hookGateway: { ask: (ask) => record('askHookGateway', [ask], { kind: 'none' }) },
    terminals: {
      open: (id, size) => record('openTerminal', [id, size], { run: 1, begun: true }),
      read: (id, run, after) =>
        record('readTerminal', [id, run, after], { run: 1, from: 0, text: '$ ', mode: 'workspace-write' }),
      write: (id, text) => record('writeTerminal', [id, text], true),
      resize: (id, size) => record('resizeTerminal', [id, size], undefined),
      end: (id, run) => record('endTerminal', [id, run], undefined),
    },
    restores: {
      list: (folder) => record('listRestores', [folder], { found: [], left: [] }),
      changes: (id, turn) => record('changesOfTurn', [id, turn], undefined),
      look: (id, way) => record('lookAtRestore', [id, way], { kind: 'nothing', way }),
      restore: (id, wish) => record('restore', [id, wish], { files: 1, left: [] }),
      lookRewind: (id, turn) => record('lookAtRewind', [id, turn], { kind: 'unavailable', why: 'no' }),
      rewind: (id, wish) => record('rewind', [id, wish], undefined),
    },
    effectRules: {
      close: () => undefined,
      managed: () => Promise.resolve({ file: '', rules: [] }),
      offered: (id) => record('offerRules', [id], { rules: [] }),
      save: (id, wish, by) => record('saveRule', [id, wish, by], { kind: 'written', name: 'builds' }),
      list: () => record('listRules', [], { file: '/c/rules.toml', rules: [] }),
      suggestion: () => record('suggestion', [], undefined),
      answerSuggestion: (key, take) =>
        record('answerSuggestion', [key, take], { kind: 'written', name: key }),
      suspend: (name, suspended) => record('suspendRule', [name, suspended], { kind: 'written', name }),
      remove: (name) => record('removeRule', [name], { kind: 'written', name }),
    },
    folders: {
      complete: (typed) => record('completeFolders', [typed], ['/home/ada']),
      look: (path) => record('lookAtFolder', [path], { kind: 'missing', problem: 'no' }),
      trust: (path, trust) => record('trustFolder', [path, trust], { kind: 'missing', problem: 'no' }),
    },
    catalogue: {
      list: (fresh) => record('listModels', [fresh], { choices: [], local: [], problems: [] }),
      localServers: () => record('localServers', [], []),
      saveKey: (provider) => record('saveKey', [provider], 'the keyring'),
      removeKey: (provider) => record('removeKey', [provider], undefined),
      providers: () => [],
      test: (provider) => record('testProvider', [provider], { kind: 'answers', models: 1, durationMs: 2 }),
      addProvider: (added) => record('addProvider', [added], { provider: 'ours', file: '/c/config.toml' }),
    },
    home: {
      prompts: { list: () => record('listPrompts', [], []) },
      history: {
        log: () => record('historyLog', [], { id: 0, entries: 0 }),
        add: (id, text) => record('addToHistory', [id, text], undefined),
        entry: (id, offset) => record('historyEntry', [id, offset], undefined),
      },
      records: { find: (text, cursor) => record('findInRecords', [text, cursor], { sessions: [] }) },
      decisions: { add: () => Promise.resolve(), read: () => Promise.resolve([]) },
      connections: {
        look: () => record('lookForAgents', [], []),
        connect: (wish) => record('connectAgent', [wish], { path: '/home/ada/s', change: '', made: false }),
      },
      past: {
        replay: (since) => record('replayPast', [since], noPast),
        importRules: (write) => record('importRules', [write], noPermissions),
      },
      kept: { read: () => record('readKept', [], { home: '/home/ada/.config/countersign', kinds: [] }) },
    },
    files: { read: (path, roots) => record('readFile', [path, roots], { kind: 'text', text: 'a\n' }) },
    unloadSession: (id) => record('unloadSession', [id], undefined),
    mcpServers: (id) => record('mcpServers', [id], []),
    retryTurn: (id) => record('retryTurn', [id], { turnId: 't1' }),
    runAgain: (id, callId) => record('runAgain', [id, callId], { turnId: 't1' }),
    startReview: (id, target) => record('startReview', [id, target], { turnId: 't1' }),
    compactSession: (id) => record('compactSession', [id], { turnId: 't1' }),
    openPort: (id, callId, port) =>
      record('openPort', [id, callId, port], { url: 'http://127.0.0.1:49152/' }),
    stopCommand: (id, callId) => record('stopCommand', [id, callId], true),
    interruptTurn: (id) => record('interruptTurn', [id], undefined),
    leavesOut: (id, _who, some) => {
      calls.push(['leavesOut', id, some])
      return true
    },
    viewAgain: (id) => {
      calls.push(['viewAgain', id])
      return true
    },
    rehearse: (id) => {
      calls.push(['rehearse', id])
      return true
    },
    pendingApproval: (id) => state.approvals.find((each) => each.id === id),
    decide: (id, decision, by) => record('decide', [id, decision, by], { kind: 'accepted' }),
    askAboutRefused: (id, callId) => {
      void record('askAboutRefused', [id, callId], undefined)
    },
    checkRule: (id, rule) => record('checkRule', [id, rule], { kind: 'valid' }),
    mcp: {
      list: () => record('listServers', [], []),
      enable: (id, enabled) => record('enableServer', [id, enabled], undefined),
      restart: (id) => void calls.push(['restartServer', id]),
      signIn: (id) =>
        record('signIn', [id], { url: 'https://a.example/', host: 'a.example', done: Promise.resolve() }),
      signInAddress: () => undefined,
      signOut: (id) => record('signOut', [id], undefined),
    },
    questions: {
      attend: () => undefined,
      attendElsewhere: () => () => undefined,
      get: (id) => state.questions.find((each) => each.id === id),
      answer: (id, answer, by) => record('answerQuestion', [id, answer, by], true),
    },
    explain: (asked) =>
      record('explain', [asked], {
        ...{ decision: 'run', by: { kind: 'policy', name: 'on-request' }, reason: '' },
        ...{ effects: [], outside: [] },
      }),
    listAcpAgents: () => record('listAcpAgents', [], []),
    listGrants: () => record('listGrants', [], []),
    revokeGrant: (id) => record('revokeGrant', [id], true),
    suspendRules: (key, suspended) => record('suspendRules', [key, suspended], undefined),
    allSuspended: () => record('allSuspended', [], false),
    narrowGrant: (id, to) => record('narrowGrant', [id, to], true),
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

/** A desk that is off, in a home that has none. */
export const noHookGateway: HookGatewayOfHome = {
  file: {
    read: () => Promise.resolve(undefined),
    open: () => Promise.reject(new Error('there is no home')),
    keep: () => Promise.resolve(),
  },
  hooks: {
    plan: () => Promise.reject(new Error('there is no home')),
    make: () => Promise.resolve(),
    isThere: () => Promise.resolve(false),
    installed: () => Promise.resolve([]),
  },
  diff: { hunks: () => '' },
  keepOpen: () => () => Promise.resolve(),
}
