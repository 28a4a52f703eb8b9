import { z } from 'zod'
import { GranularSwitches, NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { ThreadItem } from './items'

/** When a person is asked, in this protocol's words. */
export const WireApprovalPolicy = z.union([
  NamedApprovalPolicy.exclude(['on-failure', 'effects']),
  z.object({ granular: GranularSwitches }),
])
export type WireApprovalPolicy = z.output<typeof WireApprovalPolicy>

/** What commands may touch, in this protocol's words. */
export const WireSandbox = z.discriminatedUnion('type', [
  z.object({ type: z.literal('dangerFullAccess') }),
  z.object({ type: z.literal('readOnly'), networkAccess: z.boolean().default(false) }),
  z.object({
    type: z.literal('workspaceWrite'),
    writableRoots: z.array(z.string()).default([]),
    networkAccess: z.boolean().default(false),
    excludeTmpdirEnvVar: z.boolean().default(false),
    excludeSlashTmp: z.boolean().default(false),
  }),
  /** All files, and no network; "enabled" is `dangerFullAccess` here, and has to be called so. */
  z.object({ type: z.literal('externalSandbox'), networkAccess: z.literal('restricted') }),
])
export type WireSandbox = z.infer<typeof WireSandbox>

/** What went wrong with a turn. */
export const TurnError = z.object({
  message: z.string(),
  codexErrorInfo: z.null(),
  additionalDetails: z.string().nullable(),
  misalignment: z.null(),
})
export type TurnError = z.infer<typeof TurnError>

/** One turn; times are in seconds. */
export const WireTurn = z.object({
  id: z.string(),
  rootTurnId: z.string().nullable(),
  items: z.array(ThreadItem),
  itemsView: z.enum(['notLoaded', 'summary', 'full']),
  status: z.enum(['inProgress', 'completed', 'interrupted', 'failed']),
  error: TurnError.nullable(),
  startedAt: z.number().nullable(),
  completedAt: z.number().nullable(),
  durationMs: z.number().nullable(),
})
export type WireTurn = z.infer<typeof WireTurn>

/** What a thread does now. */
export const ThreadStatus = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notLoaded') }),
  z.object({ type: z.literal('idle') }),
  z.object({
    type: z.literal('active'),
    activeFlags: z.array(z.enum(['waitingOnApproval', 'waitingOnUserInput'])),
  }),
])
export type ThreadStatus = z.infer<typeof ThreadStatus>

const Environment = z.object({
  environmentId: z.literal('local'),
  cwd: z.string(),
  runtimeWorkspaceRoots: z.array(z.string()),
})

/** A session as this protocol has it; times are in seconds. */
export const WireThread = z.object({
  id: z.string(),
  environments: z.array(Environment),
  extra: z.null(),
  sessionId: z.string(),
  forkedFromId: z.string().nullable(),
  attachedToThreadId: z.null(),
  parentThreadId: z.string().nullable(),
  preview: z.string(),
  ephemeral: z.literal(false),
  section: z.null(),
  sectionEnteredAt: z.null(),
  projectId: z.null(),
  historyMode: z.literal('paginated'),
  modelProvider: z.string(),
  model: z.string(),
  reasoningEffort: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  recencyAt: z.number(),
  status: ThreadStatus,
  path: z.string().nullable(),
  cwd: z.string(),
  cliVersion: z.string(),
  originator: z.string(),
  source: z.literal('vscode'),
  canAcceptDirectInput: z.literal(true),
  threadSource: z.null(),
  agentNickname: z.null(),
  agentRole: z.null(),
  gitInfo: z.object({ branch: z.string().nullable(), sha: z.null(), originUrl: z.null() }).nullable(),
  name: z.string().nullable(),
  daybreakEnabled: z.null(),
  turns: z.array(WireTurn),
})
export type WireThread = z.infer<typeof WireThread>

/** What a request is answered with that made or took up a thread. */
export const OpenedThread = z.object({
  thread: WireThread,
  model: z.string(),
  modelProvider: z.string(),
  serviceTier: z.null(),
  disabledPluginIds: z.array(z.string()),
  cwd: z.string(),
  runtimeWorkspaceRoots: z.array(z.string()),
  instructionSources: z.array(z.string()),
  approvalPolicy: WireApprovalPolicy,
  approvalsReviewer: z.literal('user'),
  sandbox: WireSandbox,
  activePermissionProfile: z.null(),
  reasoningEffort: z.string().nullable(),
  multiAgentMode: z.literal('explicitRequestOnly'),
})
export type OpenedThread = z.infer<typeof OpenedThread>

const CollaborationMode = z.object({
  mode: z.literal('default'),
  settings: z.object({
    model: z.string(),
    reasoning_effort: z.string().nullable(),
    developer_instructions: z.null(),
  }),
})

/** The same of one that was there before; the cursors lead back from its newest item and turn. */
export const ResumedThread = OpenedThread.extend({
  collaborationMode: CollaborationMode,
  initialTurnsPage: z.null(),
  itemsBackwardsCursor: z.string().nullable(),
  turnsBackwardsCursor: z.string().nullable(),
})
export type ResumedThread = z.infer<typeof ResumedThread>

/** The settings that a thread's next turn runs under. */
export const ThreadSettings = z.object({
  disabledPluginIds: z.array(z.string()),
  cwd: z.string(),
  environments: z.array(Environment),
  approvalPolicy: WireApprovalPolicy,
  approvalsReviewer: z.literal('user'),
  sandboxPolicy: WireSandbox,
  activePermissionProfile: z.null(),
  model: z.string(),
  modelProvider: z.string(),
  serviceTier: z.null(),
  effort: z.string().nullable(),
  summary: z.string().nullable(),
  collaborationMode: CollaborationMode,
  multiAgentMode: z.literal('explicitRequestOnly'),
  personality: z.null(),
})
export type ThreadSettings = z.infer<typeof ThreadSettings>
