import { restoredInWords, rewoundInWords, undoableInWords } from '@shared/messages/restore'
import { mcpEnd } from './wire-mcp'
import { wireReview } from '@shared/domain/wire-review'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { HistoryLog } from '../../core/ports/home-files'
import type { EventMsg, WireEvent } from './event-msg'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import type { TurnItem } from './conversation-events'
import type { UserInput } from '@shared/domain/user-input'
import { writtenItem, type ResponseItem } from '@shared/domain/response-item'
import { didMore } from '@shared/domain/run-promise'
import { promiseInWords } from '@shared/messages/promise'
import { isOfChild, isUnderParent } from './under-parent'
import { CallBook, outputDelta } from './call-book'
import { TokenTotals } from './token-totals'

/** What the wire tells of a conversation besides its events. */
export interface WireContext {
  readonly conversationId: string
  readonly rolloutPath: string
  /** The history of messages as it was when the conversation was begun. */
  readonly history: HistoryLog
  readonly nextId: () => string
  readonly summarise: (command: readonly string[]) => Promise<ParsedCommand[]>
}

/**
 * One conversation's events in the wire's names (docs/spec/wire.md). It keeps what pairs them: begin and end of calls, the
 * turn's submission, the reasoning so far, the sum of tokens. Events go in one at a time, in their order.
 */
export class EventMapper {
  readonly #context: WireContext
  readonly #calls: CallBook
  readonly #tokens = new TokenTotals()
  #submission = ''
  #inTurn = false
  #next: { readonly id: string; readonly input: readonly UserInput[] } = { id: '', input: [] }
  readonly #reasoning = new ReasoningSoFar()
  readonly #steered = new Map<string, readonly UserInput[]>()
  readonly #children = new Map<string, EventMapper>()
  #configured = false

  constructor(context: WireContext) {
    this.#context = context
    this.#calls = new CallBook(context.summarise)
  }

  /** Names the submission that the next turn belongs to, and what it says, where there is more to it than text. */
  expect(id: string, input: readonly UserInput[] = []): void {
    this.#next = { id, input }
  }

  /** What a message to the running turn says, by the id that it was given under, where there is more to it than text. */
  expectSteered(clientId: string, input: readonly UserInput[]): void {
    this.#steered.set(clientId, input)
  }

  /** The message was not taken, and is none. */
  forgetSteered(clientId: string): void {
    this.#steered.delete(clientId)
  }

  /** An item of the history, under the submission of the turn that runs or begins with it. */
  item(item: ResponseItem): WireEvent {
    return {
      id: this.#inTurn ? this.#submission : this.#next.id,
      msg: { type: 'raw_response_item', item: writtenItem(item) },
    }
  }

  /** What of a child session's event the conversation that it works for tells: calls and questions, each under an id that only it has. */
  async mapOfChild(childId: string, event: AgentEvent): Promise<WireEvent[]> {
    const child = this.#children.get(childId) ?? new EventMapper(this.#context)
    this.#children.set(childId, child)
    return (await child.map(event)).flatMap(({ msg }) =>
      isOfChild(msg) ? [{ id: this.#submission, msg: { ...msg, call_id: `${childId}/${msg.call_id}` } }] : [],
    )
  }

  /** The event in the wire's form: none, one or several messages, each under its submission's id. */
  async map(event: AgentEvent): Promise<WireEvent[]> {
    if (event.type === 'turn.started') this.#submission = this.#next.id
    if (event.type === 'turn.started' || event.type === 'turn.finished')
      this.#inTurn = event.type === 'turn.started'
    const messages = [...this.#before(event), ...(await this.#messages(event))]
    return messages.map((msg) => ({ id: this.#submission, msg }))
  }

  /** What an event of this kind brings to its end: the reasoning before it, denied calls that nobody asks about. */
  #before(event: AgentEvent): EventMsg[] {
    if (event.type === 'reasoning.delta' || event.type === 'message.waiting') return []
    if ('request' in event && isUnderParent(event.request)) return []
    return [...this.#reasoning.end(), ...(settles(event) ? this.#calls.settle(callOf(event)) : [])]
  }

  async #messages(event: AgentEvent): Promise<EventMsg[]> {
    switch (event.type) {
      case 'session.configured':
        return this.#configuredOnce(event)
      case 'turn.started':
        return [{ type: 'task_started', model_context_window: this.#tokens.window }]
      case 'user.message':
        return this.#said(event)
      case 'reasoning.delta':
        return this.#reasoning.take(event)
      case 'message.delta':
        return [{ type: 'agent_message_delta', delta: event.text }]
      case 'message.completed':
        return [
          ...this.#item({
            AgentMessage: { id: this.#context.nextId(), content: [{ Text: { text: event.text } }] },
          }),
          { type: 'agent_message', message: event.text },
        ]
      case 'command.started':
      case 'patch.started':
        return this.#calls.started(event)
      case 'command.output':
        return outputDelta(event.callId, event.stream, event.text)
      case 'command.kept':
        return [{ type: 'background_event', message: `it runs on as session ${String(event.processId)}` }]
      case 'command.ports':
        if (event.ports.length === 0) return []
        return [{ type: 'background_event', message: `it listens on port ${event.ports.join(', ')}` }]
      case 'command.input':
        return [{ type: 'background_event', message: `input sent: ${event.text}` }]
      case 'command.finished':
      case 'patch.finished':
        return this.#calls.finished(event.callId, event.outcome)
      case 'approval.requested':
        return this.#calls.asked(event.request)
      case 'approval.resolved':
        return this.#calls.answered(event.request)
      case 'message.waiting':
      case 'approval.assessed':
      case 'approval.rehearsed':
        // Whoever shows requests tells it with what it knows of this one.
        return []
      case 'mcp.started':
        return [{ type: 'mcp_tool_call_begin', call_id: event.callId, invocation: event.invocation }]
      case 'mcp.progress':
        return [{ type: 'background_event', message: event.text }]
      case 'mcp.finished':
        return [mcpEnd(event)]
      case 'question.asked':
      case 'question.resolved':
        // Nobody on this wire is asked: such a question is declined, and a note says so.
        return []
      case 'search.started':
        return [{ type: 'web_search_begin', call_id: event.callId }]
      case 'search.finished':
        return [{ type: 'web_search_end', call_id: event.callId, query: event.query }]
      case 'image.viewed':
        return [{ type: 'view_image_tool_call', call_id: event.callId, path: event.path }]
      case 'agent.started':
        return [{ type: 'background_event', message: `agent ${event.name} (${event.childId}) started` }]
      case 'agent.finished':
        return [{ type: 'background_event', message: `agent ${event.childId}: ${event.outcome}` }]
      case 'turn.noted':
        return [{ type: 'background_event', message: event.text }]
      case 'call.undoable':
        return [{ type: 'background_event', message: undoableInWords(event) }]
      case 'files.restored':
        return [{ type: 'background_event', message: restoredInWords(event) }]
      case 'session.rewound':
        return [{ type: 'background_event', message: rewoundInWords(event) }]
      case 'turn.diff':
        return [{ type: 'turn_diff', unified_diff: event.unifiedDiff }]
      case 'review.entered':
        return [{ type: 'entered_review_mode', prompt: event.prompt, user_facing_hint: event.hint }]
      case 'review.exited':
        return [{ type: 'exited_review_mode', review_output: wireReview(event.output) }]
      case 'plan.updated': {
        const { explanation = null, plan } = event
        return [{ type: 'plan_update', explanation, plan }]
      }
      case 'tool.rejected':
        return [
          { type: 'background_event', message: `the agent called ${event.name} wrongly: ${event.reason}` },
        ]
      case 'command.compared':
        return [comparedEvent(event)]
      case 'grant.applied':
        return [{ type: 'background_event', message: `allowed by a grant for this ${event.grant.scope}` }]
      case 'context.compacting':
        return [{ type: 'background_event', message: 'compacting the conversation' }]
      case 'context.compacted':
        return [{ type: 'background_event', message: 'the conversation was compacted' }]
      case 'model.retrying':
        return [
          {
            type: 'stream_error',
            message: `${event.reason}; trying again, attempt ${String(event.attempt)}`,
          },
        ]
      case 'limits.updated':
        this.#tokens.limit(event.limits)
        return [this.#tokens.event()]
      case 'usage.updated':
        this.#tokens.add(event.last, event.contextWindow)
        return [this.#tokens.event()]
      case 'error.reported': {
        const { message, remedy } = event.fault
        return [{ type: 'error', message: remedy === undefined ? message : `${message} ${remedy}` }]
      }
      case 'turn.finished':
        return [
          ...this.#calls.endAsked(),
          event.outcome === 'interrupted'
            ? { type: 'turn_aborted', reason: 'interrupted' }
            : { type: 'task_complete', last_agent_message: event.lastMessage ?? null },
        ]
    }
  }

  /** A message with the pictures that came with it; one from the record only has its text. */
  #said({ text, steered, clientId = '' }: Extract<AgentEvent, { type: 'user.message' }>): EventMsg[] {
    const input = steered ? (this.#steered.get(clientId) ?? []) : this.#next.input
    this.#steered.delete(clientId)
    if (!steered) this.#next = { id: this.#next.id, input: [] }
    const content = input.length === 0 ? [{ type: 'text' as const, text }] : echoedInput(input)
    const images = content.flatMap((part) => (part.type === 'image' ? [part.image_url] : []))
    return [
      ...this.#item({ UserMessage: { id: this.#context.nextId(), content: [...content] } }),
      { type: 'user_message', message: text, images },
      this.#tokens.event(),
    ]
  }

  #configuredOnce(event: Extract<AgentEvent, { type: 'session.configured' }>): EventMsg[] {
    const { model, reasoningEffort, reasoningSummary } = event
    if (this.#configured) return []
    this.#configured = true
    const { conversationId, rolloutPath, history } = this.#context
    return [
      {
        type: 'session_configured',
        session_id: conversationId,
        model,
        ...(reasoningEffort && { reasoning_effort: reasoningEffort }),
        ...(reasoningSummary && { reasoning_summary: reasoningSummary }),
        history_log_id: history.id,
        history_entry_count: history.entries,
        rollout_path: rolloutPath,
      },
    ]
  }

  #item(item: TurnItem): EventMsg[] {
    const place = { thread_id: this.#context.conversationId, turn_id: this.#submission, item }
    return [
      { type: 'item_started', ...place },
      { type: 'item_completed', ...place },
    ]
  }
}

/** Reasoning kept for the whole that follows its deltas, in characters of each kind; the rest is only streamed. */
const maxKept = 1_000_000

/** The reasoning of one answer as the wire tells it: pieces as they come, and each part as a whole when it is over. */
class ReasoningSoFar {
  #summary = ''
  #raw = ''

  /** What a piece is told as. A new part of the summary ends the one before it. */
  take({ text, raw, section }: Extract<AgentEvent, { type: 'reasoning.delta' }>): EventMsg[] {
    if (section) return [...this.#endSummary(), { type: 'agent_reasoning_section_break' }]
    if (raw) {
      if (this.#raw.length < maxKept) this.#raw += text
      return [{ type: 'agent_reasoning_raw_content_delta', delta: text }]
    }
    if (this.#summary.length < maxKept) this.#summary += text
    return [{ type: 'agent_reasoning_delta', delta: text }]
  }

  /** The wholes of what came since the last end. */
  end(): EventMsg[] {
    const raw = this.#raw
    this.#raw = ''
    const whole: EventMsg[] = raw === '' ? [] : [{ type: 'agent_reasoning_raw_content', text: raw }]
    return [...this.#endSummary(), ...whole]
  }

  #endSummary(): EventMsg[] {
    const text = this.#summary
    this.#summary = ''
    return text === '' ? [] : [{ type: 'agent_reasoning', text }]
  }
}

/** How an approved run came out beside what was shown for it, as the wire has it. */
export function comparedEvent(event: Extract<AgentEvent, { type: 'command.compared' }>): EventMsg {
  const { callId, promise, suspended = false } = event
  return {
    type: 'run_compared',
    call_id: callId,
    kept: !didMore(promise),
    message: promiseInWords(event, undefined),
    shown_by: promise.by,
    watched: promise.watched,
    more: [...promise.more],
    more_count: promise.moreCount,
    hosts: [...promise.hosts],
    suspended,
  }
}

/** Longest picture that is told back, in characters of its address. */
const longestImage = 1_000_000

/**
 * A message as its sender is told it. A larger picture is left out of it: every message is told three times, and whoever
 * sent it has it.
 */
function echoedInput(input: readonly UserInput[]): readonly UserInput[] {
  return input.filter((part) => part.type !== 'image' || part.image_url.length <= longestImage)
}

/** Whether an event shows that a denied call will not be tried again: the turn has gone on to something else. */
function settles(event: AgentEvent): boolean {
  return (
    event.type !== 'usage.updated' &&
    event.type !== 'limits.updated' &&
    event.type !== 'approval.assessed' &&
    event.type !== 'approval.rehearsed' &&
    event.type !== 'command.compared' &&
    event.type !== 'command.output' &&
    event.type !== 'session.configured' &&
    event.type !== 'turn.diff'
  )
}

/** The call that an event is about, if it is about one. */
function callOf(event: AgentEvent): string | undefined {
  if ('callId' in event) return event.callId
  return 'request' in event ? event.request.callId : undefined
}
