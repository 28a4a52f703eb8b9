import type { AgentEvent, TokenUsage } from '@shared/domain/agent-event'
import type { SessionSummary } from '@shared/domain/session'
import { writtenItem, type ResponseItem } from '@shared/domain/response-item'
import { wireReview } from '@shared/domain/wire-review'
import type { StoreLine } from '../../core/ports/session-store'

/** What a line is written with: the time, this program's version, and whether the record is still empty. */
export interface LineContext {
  readonly now: string
  readonly version: string
  readonly first: boolean
}

const line = (timestamp: string, type: string, payload: unknown): string =>
  `${JSON.stringify({ timestamp, type, payload })}\n`

const tokens = (usage: TokenUsage): unknown => ({
  input_tokens: usage.inputTokens,
  cached_input_tokens: usage.cachedInputTokens,
  output_tokens: usage.outputTokens,
  reasoning_output_tokens: usage.reasoningTokens ?? 0,
  total_tokens: usage.totalTokens,
})

/** What other readers know by another name, under that name; undefined for what only we know. */
function sharedEvent(event: AgentEvent): unknown {
  if (event.type === 'user.message') {
    const { text: message, steered, clientId } = event
    // What says so stands in front, where it is found without reading the text.
    const given = steered && { countersign_steered: true, countersign_client_id: clientId }
    return { type: 'user_message', ...given, message, images: [] }
  }
  if (event.type === 'message.completed')
    return { type: 'agent_message', message: event.text, countersign_item_id: event.itemId }
  if (event.type === 'usage.updated') {
    const info = {
      total_token_usage: tokens(event.total ?? event.last),
      last_token_usage: tokens(event.last),
      model_context_window: event.contextWindow ?? null,
    }
    return { type: 'token_count', info, rate_limits: null }
  }
  return undefined
}

/** What other readers know by another name and with less in it; it stands before our own line. */
function storedEvent(event: AgentEvent): unknown {
  if (event.type === 'turn.finished' && event.outcome === 'interrupted')
    return { type: 'turn_aborted', reason: 'interrupted' }
  if (event.type === 'review.entered')
    return { type: 'entered_review_mode', prompt: event.prompt, user_facing_hint: event.hint }
  if (event.type === 'review.exited')
    return { type: 'exited_review_mode', review_output: wireReview(event.output) }
  return undefined
}

function encodeEvent(at: string, event: AgentEvent): string {
  const shared = sharedEvent(event)
  if (shared !== undefined) return line(at, 'event_msg', shared)
  const before = storedEvent(event)
  const own = line(at, 'countersign_event', event)
  // Behind our own, which is what counts where only a part was written.
  if (event.type === 'session.rewound' && event.messages > 0)
    return own + line(at, 'event_msg', { type: 'thread_rolled_back', num_turns: event.messages })
  return (before === undefined ? '' : line(at, 'event_msg', before)) + own
}

function encodeItem(now: string, item: ResponseItem): string {
  const thoughts = item.type === 'reasoning' ? item.summary : []
  return (
    line(now, 'response_item', writtenItem(item)) +
    thoughts.map(({ text }) => line(now, 'event_msg', { type: 'agent_reasoning', text })).join('')
  )
}

/** Words that other readers know: with another one they would leave the session out of their lists, as they do a child. */
function sourceOf({ child }: SessionSummary): unknown {
  if (!child) return 'cli'
  if (child.kind === 'review') return { subagent: 'review' }
  return { subagent: { thread_spawn: { parent_thread_id: child.parentId, depth: 1 } } }
}

function encodeMeta({ summary, git }: Extract<StoreLine, { type: 'meta' }>, context: LineContext): string {
  const { rolloutPath: _, ...kept } = summary
  const { commands: __, ...agent } = summary.agent ?? {}
  const changed = line(context.now, 'countersign_summary', { ...kept, ...(summary.agent && { agent }) })
  if (!context.first) return changed
  const head = {
    id: summary.id,
    timestamp: summary.createdAt,
    cwd: summary.cwd,
    originator: 'countersign',
    cli_version: context.version,
    instructions: null,
    source: sourceOf(summary),
    model_provider: summary.provider,
    ...(git === undefined
      ? {}
      : { git: { commit_hash: git.commit, branch: git.branch, repository_url: git.repositoryUrl } }),
  }
  return line(context.now, 'session_meta', head) + changed
}

/** Writes a line as rollout JSON (docs/spec/records.md), with its newline; some become two lines. */
export function encodeLine(stored: StoreLine, context: LineContext): string {
  const { now } = context
  switch (stored.type) {
    case 'meta':
      return encodeMeta(stored, context)
    case 'context': {
      const { cwd, approvalPolicy, sandboxPolicy, model } = stored.summary
      const payload = { cwd, approval_policy: approvalPolicy, sandbox_policy: sandboxPolicy, model }
      return line(now, 'turn_context', { ...payload, summary: 'auto' })
    }
    case 'item':
      return encodeItem(now, stored.item)
    case 'compacted':
      return line(now, 'compacted', {
        message: stored.message,
        replacement_history: stored.items.map(writtenItem),
      })
    case 'event':
      return encodeEvent(stored.at, stored.event)
  }
}
