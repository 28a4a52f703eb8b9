import { z } from 'zod'
import { AgentEvent } from '@shared/domain/agent-event'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { readItem, type ResponseItem } from '@shared/domain/response-item'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { SessionSummary } from '@shared/domain/session'
import { todaysEvent } from './older-event'

const SessionMeta = z.object({
  id: z.string().min(1).max(100),
  timestamp: z.string(),
  cwd: z.string(),
  originator: z.string().optional(),
  model_provider: z.string().nullish(),
})

const TurnContext = z.object({
  cwd: z.string(),
  approval_policy: ApprovalPolicy,
  // Later writers of the reference system name the mode `type`.
  sandbox_policy: z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || !('type' in value)) return value
    const { type, ...rest } = value
    return { mode: type, ...rest }
  }, SandboxPolicy),
  model: z.string(),
})

const Tokens = z
  .object({
    input_tokens: z.int().nonnegative(),
    cached_input_tokens: z.int().nonnegative(),
    output_tokens: z.int().nonnegative(),
    reasoning_output_tokens: z.int().nonnegative().nullish(),
    total_tokens: z.int().nonnegative(),
  })
  .transform((wire) => ({
    inputTokens: wire.input_tokens,
    cachedInputTokens: wire.cached_input_tokens,
    outputTokens: wire.output_tokens,
    // Every record has the number; 0 says as little as none.
    ...(wire.reasoning_output_tokens ? { reasoningTokens: wire.reasoning_output_tokens } : {}),
    totalTokens: wire.total_tokens,
  }))

const EventMsg = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('user_message'),
    message: z.string(),
    countersign_steered: z.literal(true).optional().catch(undefined),
    countersign_client_id: z.string().optional().catch(undefined),
  }),
  z.object({
    type: z.literal('agent_message'),
    message: z.string(),
    countersign_item_id: z.string().optional(),
  }),
  z.object({ type: z.literal('agent_reasoning'), text: z.string() }),
  z.object({
    type: z.literal('token_count'),
    info: z.object({
      total_token_usage: Tokens,
      last_token_usage: Tokens,
      model_context_window: z.int().positive().nullish().catch(undefined),
    }),
  }),
  z.object({ type: z.literal('turn_aborted') }),
  z.object({
    type: z.literal('entered_review_mode'),
    prompt: z.string().trim().min(1).max(100_000),
    user_facing_hint: z.string().max(1000),
  }),
  z.object({ type: z.literal('exited_review_mode'), review_output: z.unknown() }),
])

const Compacted = z.object({ message: z.string(), replacement_history: z.array(z.unknown()).optional() })

/** What one line of a record says, as far as we understand it. */
export type RolloutRecord = { readonly at: string } & (
  | { readonly kind: 'meta'; readonly meta: z.infer<typeof SessionMeta> }
  | { readonly kind: 'summary'; readonly summary: SessionSummary }
  | { readonly kind: 'context'; readonly context: z.infer<typeof TurnContext> }
  | { readonly kind: 'item'; readonly item: ResponseItem }
  | {
      readonly kind: 'compacted'
      readonly message: string
      readonly items: readonly ResponseItem[] | undefined
    }
  | { readonly kind: 'event'; readonly event: AgentEvent }
  | { readonly kind: 'message'; readonly message: z.infer<typeof EventMsg> }
)

/** One rollout line (docs/spec/records.md). Other types belong to other writers and are kept. */
interface RolloutLine {
  readonly timestamp: string
  readonly type: string
  readonly payload?: unknown
}

const isLine = (value: unknown): value is RolloutLine =>
  typeof value === 'object' &&
  value !== null &&
  'timestamp' in value &&
  typeof value.timestamp === 'string' &&
  'type' in value &&
  typeof value.type === 'string'

type Read = RolloutRecord extends infer R ? (R extends RolloutRecord ? Omit<R, 'at'> : never) : never

const validItems = (items: readonly unknown[]): ResponseItem[] =>
  items.flatMap((each) => readItem(each) ?? [])

function readPayload(type: string, payload: unknown): Read | undefined {
  switch (type) {
    case 'session_meta': {
      const meta = SessionMeta.safeParse(payload)
      return meta.success ? { kind: 'meta', meta: meta.data } : undefined
    }
    case 'countersign_summary': {
      const summary = SessionSummary.safeParse(payload)
      return summary.success ? { kind: 'summary', summary: summary.data } : undefined
    }
    case 'turn_context': {
      const context = TurnContext.safeParse(payload)
      return context.success ? { kind: 'context', context: context.data } : undefined
    }
    case 'response_item': {
      const item = readItem(payload)
      return item && { kind: 'item', item }
    }
    case 'compacted': {
      const compacted = Compacted.safeParse(payload)
      if (!compacted.success) return undefined
      const { message, replacement_history } = compacted.data
      return { kind: 'compacted', message, items: replacement_history && validItems(replacement_history) }
    }
    case 'countersign_event': {
      const event = AgentEvent.safeParse(todaysEvent(payload))
      return event.success ? { kind: 'event', event: event.data } : undefined
    }
    case 'event_msg': {
      const message = EventMsg.safeParse(payload)
      return message.success ? { kind: 'message', message: message.data } : undefined
    }
    default:
      return undefined
  }
}

/** The value of a JSON text; undefined for a torn or unreadable one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Reads one line; undefined for a torn, foreign or unreadable one, which is skipped and left in the file. */
export function decodeLine(text: string): RolloutRecord | undefined {
  const line = parseJson(text)
  if (!isLine(line)) return undefined
  const { type, payload, timestamp: at } = line
  const read = readPayload(type, payload)
  return read && { at, ...read }
}
