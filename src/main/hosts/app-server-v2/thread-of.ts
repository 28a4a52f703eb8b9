import type { SessionListItem, SessionSummary } from '@shared/domain/session'
import { untitled } from '../../core/conversation/session-title'
import type {
  OpenedThread,
  ThreadSettings,
  ThreadStatus,
  WireThread,
  WireTurn,
} from './protocol/wire-threads'
import { wireSandbox, wireApproval } from './sandbox-of'

/** What a thread is told with besides its session. `originator` is the client's name. */
export interface ThreadFacts {
  readonly version: string
  readonly originator: string
  readonly turns?: readonly WireTurn[]
  readonly forkedFromId?: string | undefined
  readonly loaded?: boolean
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000)

const environments = (cwd: string) => [{ environmentId: 'local' as const, cwd, runtimeWorkspaceRoots: [cwd] }]

/** A session's title; null while nobody has said anything in it. */
export const nameOf = ({ title }: Pick<SessionSummary, 'title'>): string | null =>
  title === untitled ? null : title

/** What a session does now. */
export function statusOf({ status, pendingApprovals }: SessionSummary): ThreadStatus {
  if (pendingApprovals > 0) return { type: 'active', activeFlags: ['waitingOnApproval'] }
  return status === 'running' || status === 'needs-you'
    ? { type: 'active', activeFlags: [] }
    : { type: 'idle' }
}

/** A session as a thread. */
export function threadOf(
  session: SessionSummary & Partial<Pick<SessionListItem, 'preview'>>,
  { version, originator, turns = [], forkedFromId, loaded = true }: ThreadFacts,
): WireThread {
  const { id, cwd, branch } = session
  return {
    id,
    environments: environments(cwd),
    extra: null,
    sessionId: id,
    forkedFromId: forkedFromId ?? null,
    attachedToThreadId: null,
    parentThreadId: session.child?.parentId ?? null,
    preview: session.preview ?? nameOf(session) ?? '',
    ephemeral: false,
    section: null,
    sectionEnteredAt: null,
    projectId: null,
    historyMode: 'paginated',
    modelProvider: session.provider,
    model: session.model,
    reasoningEffort: session.reasoningEffort ?? null,
    createdAt: seconds(session.createdAt),
    updatedAt: seconds(session.updatedAt),
    recencyAt: seconds(session.updatedAt),
    status: loaded ? statusOf(session) : { type: 'notLoaded' },
    path: session.rolloutPath ?? null,
    cwd,
    cliVersion: version,
    originator,
    source: 'vscode',
    canAcceptDirectInput: true,
    threadSource: null,
    agentNickname: null,
    agentRole: null,
    gitInfo: branch === undefined ? null : { branch, sha: null, originUrl: null },
    name: nameOf(session),
    daybreakEnabled: null,
    turns: [...turns],
  }
}

/** The answer to a request that made or took up a session. */
export function openedThread(session: SessionSummary, facts: ThreadFacts): OpenedThread {
  const { cwd } = session
  return {
    thread: threadOf(session, facts),
    model: session.model,
    modelProvider: session.provider,
    serviceTier: null,
    disabledPluginIds: [],
    cwd,
    runtimeWorkspaceRoots: [cwd],
    instructionSources: [],
    approvalPolicy: wireApproval(session.approvalPolicy),
    approvalsReviewer: 'user',
    sandbox: wireSandbox(session.sandboxPolicy),
    activePermissionProfile: null,
    reasoningEffort: session.reasoningEffort ?? null,
    multiAgentMode: 'explicitRequestOnly',
  }
}

/** The settings of a session's next turn. */
export function settingsOf(session: SessionSummary): ThreadSettings {
  const { cwd, model } = session
  const effort = session.reasoningEffort ?? null
  return {
    disabledPluginIds: [],
    cwd,
    environments: environments(cwd),
    approvalPolicy: wireApproval(session.approvalPolicy),
    approvalsReviewer: 'user',
    sandboxPolicy: wireSandbox(session.sandboxPolicy),
    activePermissionProfile: null,
    model,
    modelProvider: session.provider,
    serviceTier: null,
    effort,
    summary: session.reasoningSummary ?? null,
    collaborationMode: {
      mode: 'default',
      settings: { model, reasoning_effort: effort, developer_instructions: null },
    },
    multiAgentMode: 'explicitRequestOnly',
    personality: null,
  }
}
