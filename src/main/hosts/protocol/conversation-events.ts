import { z } from 'zod'
import { JsonValue } from './json-value'
import { CustomPrompt } from '@shared/domain/custom-prompt'
import { McpServerStatus } from '@shared/domain/mcp-server'
import { WireReviewOutput } from '@shared/domain/wire-review'

const count = z.number().int().nonnegative()

/** Tokens as the wire counts them; `total_tokens` is input and output together. */
export const WireTokenUsage = z.strictObject({
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  reasoning_output_tokens: count,
  total_tokens: count,
})
export type WireTokenUsage = z.infer<typeof WireTokenUsage>

const limitWindow = z.strictObject({
  used_percent: z.number(),
  window_minutes: count.nullable(),
  resets_at: count.nullable(),
})

/** A provider's limits, where it tells them; null where it does not. `resets_at` is in seconds since the epoch. */
export const RateLimits = z.strictObject({
  primary: limitWindow.nullable(),
  secondary: limitWindow.nullable(),
})
export type RateLimits = z.infer<typeof RateLimits>

/** A tool as its server lists it; everything but the name that it goes by is the server's own words. */
const WireMcpTool = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), JsonValue),
  annotations: z.strictObject({
    title: z.string().optional(),
    readOnlyHint: z.boolean().optional(),
    destructiveHint: z.boolean().optional(),
    idempotentHint: z.boolean().optional(),
    openWorldHint: z.boolean().optional(),
  }),
})

const textItem = z.strictObject({ type: z.literal('text'), text: z.string() })
const userContent = z.discriminatedUnion('type', [
  textItem,
  z.strictObject({ type: z.literal('image'), image_url: z.string() }),
  z.strictObject({ type: z.literal('local_image'), path: z.string() }),
])

/** One item of a turn, under the name of its kind. */
export const TurnItem = z.union([
  z.strictObject({ UserMessage: z.strictObject({ id: z.string(), content: z.array(userContent) }) }),
  z.strictObject({
    AgentMessage: z.strictObject({
      id: z.string(),
      content: z.array(z.strictObject({ Text: z.strictObject({ text: z.string() }) })),
    }),
  }),
])
export type TurnItem = z.infer<typeof TurnItem>

const itemPlace = { thread_id: z.string(), turn_id: z.string(), item: TurnItem }
const text = { text: z.string() }
const delta = { delta: z.string() }
const message = { message: z.string() }

/** The events of a conversation itself: its turns, its messages, its limits (docs/spec/wire.md). */
export const conversationEvents = [
  z.strictObject({
    type: z.literal('session_configured'),
    session_id: z.string(),
    model: z.string(),
    reasoning_effort: z.string().optional(),
    reasoning_summary: z.string().optional(),
    history_log_id: count,
    history_entry_count: count,
    initial_messages: z.array(z.unknown()).optional(),
    rollout_path: z.string(),
  }),
  z.strictObject({ type: z.literal('task_started'), model_context_window: count.nullable() }),
  z.strictObject({ type: z.literal('task_complete'), last_agent_message: z.string().nullable() }),
  z.strictObject({
    type: z.literal('turn_aborted'),
    reason: z.enum(['interrupted', 'replaced', 'review_ended']),
  }),
  z.strictObject({
    type: z.literal('token_count'),
    info: z
      .strictObject({
        total_token_usage: WireTokenUsage,
        last_token_usage: WireTokenUsage,
        model_context_window: count.nullable(),
      })
      .nullable(),
    rate_limits: RateLimits.nullable(),
  }),
  z.strictObject({ type: z.literal('user_message'), ...message, images: z.array(z.string()).optional() }),
  z.strictObject({ type: z.literal('agent_message'), ...message }),
  z.strictObject({ type: z.literal('agent_message_delta'), ...delta }),
  z.strictObject({ type: z.literal('agent_reasoning'), ...text }),
  z.strictObject({ type: z.literal('agent_reasoning_delta'), ...delta }),
  z.strictObject({ type: z.literal('agent_reasoning_raw_content'), ...text }),
  z.strictObject({ type: z.literal('agent_reasoning_raw_content_delta'), ...delta }),
  z.strictObject({ type: z.literal('agent_reasoning_section_break') }),
  z.strictObject({ type: z.literal('item_started'), ...itemPlace }),
  z.strictObject({ type: z.literal('item_completed'), ...itemPlace }),
  /** An item of the history as a record holds it; only for who asked for it. */
  z.strictObject({ type: z.literal('raw_response_item'), item: z.looseObject({ type: z.string() }) }),
  z.strictObject({ type: z.literal('background_event'), ...message }),
  z.strictObject({ type: z.literal('stream_error'), ...message }),
  z.strictObject({ type: z.literal('error'), ...message }),
  z.strictObject({ type: z.literal('shutdown_complete') }),
  z.strictObject({ type: z.literal('undo_started'), message: z.string().optional() }),
  z.strictObject({
    type: z.literal('undo_completed'),
    success: z.boolean(),
    message: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('conversation_path'),
    conversation_id: z.string(),
    path: z.string(),
  }),
  z.strictObject({
    type: z.literal('entered_review_mode'),
    prompt: z.string(),
    user_facing_hint: z.string(),
  }),
  z.strictObject({ type: z.literal('exited_review_mode'), review_output: WireReviewOutput.nullable() }),
  z.strictObject({
    type: z.literal('get_history_entry_response'),
    offset: count,
    log_id: count,
    entry: z.strictObject({ conversation_id: z.string(), ts: count, text: z.string() }).optional(),
  }),
  z.strictObject({
    type: z.literal('mcp_list_tools_response'),
    tools: z.record(z.string(), WireMcpTool),
    resources: z.record(z.string(), z.unknown()),
    resource_templates: z.record(z.string(), z.unknown()),
    auth_statuses: z.record(z.string(), z.enum(['unsupported', 'not_logged_in', 'bearer_token', 'o_auth'])),
    servers: z.array(
      z.strictObject({ name: z.string(), state: McpServerStatus.shape.state, reason: z.string().optional() }),
    ),
  }),
  z.strictObject({
    type: z.literal('list_custom_prompts_response'),
    custom_prompts: z.array(
      CustomPrompt.omit({ argumentHint: true }).extend({ argument_hint: z.string().optional() }),
    ),
  }),
] as const
