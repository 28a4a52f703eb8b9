import { z } from 'zod'
import { RehearsalReport } from '@shared/messages/rehearsal-report'
import { WireAssessment } from '../../protocol/wire-assessment'
import { ThreadItem } from './items'
import { ThreadSettings, ThreadStatus, TurnError, WireThread, WireTurn } from './wire-threads'

const ofThread = { threadId: z.string() }
const ofTurn = { ...ofThread, turnId: z.string() }
const ofItem = { ...ofTurn, itemId: z.string() }

const Tokens = z.object({
  totalTokens: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  cacheWriteInputTokens: z.number(),
  outputTokens: z.number(),
  reasoningOutputTokens: z.number(),
})

const LimitWindow = z.object({
  usedPercent: z.number(),
  windowDurationMins: z.number().nullable(),
  resetsAt: z.number().nullable(),
})

/** What is known of a provider's limits. */
export const WireLimits = z.object({
  limitId: z.literal('codex'),
  limitName: z.null(),
  normalModelSlug: z.null(),
  primary: LimitWindow.nullable(),
  secondary: LimitWindow.nullable(),
  credits: z.null(),
  individualLimit: z.null(),
  spendControlReached: z.null(),
  planType: z.null(),
  rateLimitReachedType: z.null(),
})
export type WireLimits = z.infer<typeof WireLimits>

/**
 * What the server tells without being asked. Those that begin with `countersign/` are our own: how a request that waits is
 * seen now, with the id that its question carries as `countersign.approvalId`.
 */
export const notifications = {
  'thread/started': z.object({ thread: WireThread }),
  'thread/status/changed': z.object({ ...ofThread, status: ThreadStatus }),
  'thread/settings/updated': z.object({ ...ofThread, threadSettings: ThreadSettings }),
  'thread/name/updated': z.object({ ...ofThread, threadName: z.string().optional() }),
  'thread/archived': z.object(ofThread),
  'thread/unarchived': z.object(ofThread),
  'thread/deleted': z.object(ofThread),
  'thread/tokenUsage/updated': z.object({
    ...ofTurn,
    tokenUsage: z.object({ total: Tokens, last: Tokens, modelContextWindow: z.number().nullable() }),
  }),
  'turn/started': z.object({ ...ofThread, turn: WireTurn }),
  'turn/completed': z.object({ ...ofThread, turn: WireTurn }),
  'turn/diff/updated': z.object({ ...ofTurn, diff: z.string() }),
  'turn/plan/updated': z.object({
    ...ofTurn,
    explanation: z.string().nullable(),
    plan: z.array(z.object({ step: z.string(), status: z.enum(['pending', 'inProgress', 'completed']) })),
  }),
  'item/started': z.object({ item: ThreadItem, ...ofTurn, startedAtMs: z.number() }),
  'item/completed': z.object({
    item: ThreadItem,
    ...ofTurn,
    contentTokenCount: z.null(),
    completedAtMs: z.number(),
  }),
  'item/agentMessage/delta': z.object({ ...ofItem, delta: z.string() }),
  'item/reasoning/summaryTextDelta': z.object({ ...ofItem, delta: z.string(), summaryIndex: z.number() }),
  'item/reasoning/summaryPartAdded': z.object({ ...ofItem, summaryIndex: z.number() }),
  'item/reasoning/textDelta': z.object({ ...ofItem, delta: z.string(), contentIndex: z.number() }),
  'item/commandExecution/outputDelta': z.object({ ...ofItem, delta: z.string() }),
  'item/commandExecution/terminalInteraction': z.object({
    ...ofItem,
    processId: z.string(),
    stdin: z.string(),
  }),
  'item/mcpToolCall/progress': z.object({ ...ofItem, message: z.string() }),
  'item/autoApprovalReview/completed': z.object({
    ...ofTurn,
    startedAtMs: z.number(),
    completedAtMs: z.number(),
    reviewId: z.string(),
    targetItemId: z.null(),
    decisionSource: z.literal('agent'),
    review: z.object({
      status: z.literal('denied'),
      riskLevel: z.null(),
      userAuthorization: z.null(),
      rationale: z.string(),
    }),
    action: z.object({
      type: z.literal('command'),
      source: z.literal('shell'),
      command: z.string(),
      cwd: z.string(),
    }),
  }),
  'command/exec/outputDelta': z.object({
    processId: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    deltaBase64: z.string(),
    capReached: z.boolean(),
  }),
  'serverRequest/resolved': z.object({ ...ofThread, requestId: z.union([z.string(), z.number()]) }),
  'account/login/completed': z.object({ loginId: z.null(), success: z.literal(true), error: z.null() }),
  'account/updated': z.object({ authMode: z.literal('apikey').nullable(), planType: z.null() }),
  'account/rateLimits/updated': z.object({ rateLimits: WireLimits }),
  warning: z.object({ threadId: z.string().nullable(), message: z.string() }),
  error: z.object({ error: TurnError, willRetry: z.boolean(), ...ofTurn }),
  'countersign/approval/assessed': z.object({
    ...ofThread,
    approvalId: z.string(),
    message: z.string(),
    assessment: WireAssessment,
  }),
  'countersign/approval/rehearsed': z.object({
    ...ofThread,
    approvalId: z.string(),
    rehearsal: RehearsalReport,
  }),
} as const satisfies Record<string, z.ZodType>

/** The name of a notification. */
export type Notification = keyof typeof notifications
/** One notification with what it says. */
export type Emitted = {
  readonly [M in Notification]: {
    readonly method: M
    readonly params: z.output<(typeof notifications)[M]>
  }
}[Notification]
