import type { AgentEvent } from '@shared/domain/agent-event'
import type { EventMsg, WireEvent } from '@shared/domain/event-msg'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import type { TurnItem } from '@shared/domain/conversation-events'
import type { UserInput } from '@shared/domain/user-input'
import { CallBook, outputDelta } from './call-book'
import { TokenTotals } from './token-totals'
import { echoedInput } from './echoed-input'

/** What the wire tells of a conversation besides its events. */
export interface WireContext {
  readonly conversationId: string
  readonly rolloutPath: string
  readonly nextId: () => string
  readonly summarise: (command: readonly string[]) => Promise<ParsedCommand[]>
}

/** Reasoning kept for the whole that follows its deltas, in characters; the rest is only streamed. */
const maxReasoning = 1_000_000

/**
 * One conversation's events in the wire's names (docs/spec/wire.md). It keeps what pairs them: begin and end of calls, the
 * turn's submission, the reasoning so far, the sum of tokens. Events go in one at a time, in their order.
 */
export class EventMapper {
  readonly #context: WireContext
  readonly #calls: CallBook
  readonly #tokens = new TokenTotals()
  #submission = ''
  #next: { readonly id: string; readonly input: readonly UserInput[] } = { id: '', input: [] }
  #reasoning = ''
  #configured = false

  constructor(context: WireContext) {
    this.#context = context
    this.#calls = new CallBook(context.summarise)
  }

  /** Names the submission that the next turn belongs to, and what it says, where there is more to it than text. */
  expect(id: string, input: readonly UserInput[] = []): void {
    this.#next = { id, input }
  }

  /** The event in the wire's form: none, one or several messages, each under its submission's id. */
  async map(event: AgentEvent): Promise<WireEvent[]> {
    if (event.type === 'turn.started') this.#submission = this.#next.id
    const messages = [...this.#before(event), ...(await this.#messages(event))]
    return messages.map((msg) => ({ id: this.#submission, msg }))
  }

  /** What an event of this kind brings to its end: the reasoning before it, denied calls that nobody asks about. */
  #before(event: AgentEvent): EventMsg[] {
    if (event.type === 'reasoning.delta') return []
    const text = this.#reasoning
    this.#reasoning = ''
    const reasoning: EventMsg[] = text === '' ? [] : [{ type: 'agent_reasoning', text }]
    return [...reasoning, ...(settles(event) ? this.#calls.settle(callOf(event)) : [])]
  }

  async #messages(event: AgentEvent): Promise<EventMsg[]> {
    switch (event.type) {
      case 'session.configured':
        return this.#configuredOnce(event.model)
      case 'turn.started':
        return [{ type: 'task_started', model_context_window: this.#tokens.window }]
      case 'user.message':
        return this.#said(event.text)
      case 'reasoning.delta':
        if (this.#reasoning.length < maxReasoning) this.#reasoning += event.text
        return [{ type: 'agent_reasoning_delta', delta: event.text }]
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
      case 'command.input':
        return [{ type: 'background_event', message: `input sent: ${event.text}` }]
      case 'command.finished':
      case 'patch.finished':
        return this.#calls.finished(event.callId, event.outcome)
      case 'approval.requested':
        return this.#calls.asked(event.request)
      case 'approval.resolved':
        return this.#calls.answered(event.request)
      case 'approval.assessed':
        // Whoever shows requests tells it with what it knows of this one.
        return []
      case 'turn.noted':
        return [{ type: 'background_event', message: event.text }]
      case 'turn.diff':
        return [{ type: 'turn_diff', unified_diff: event.unifiedDiff }]
      case 'plan.updated': {
        const { explanation = null, plan } = event
        return [{ type: 'plan_update', explanation, plan }]
      }
      case 'tool.rejected':
        return [
          { type: 'background_event', message: `the agent called ${event.name} wrongly: ${event.reason}` },
        ]
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
      case 'usage.updated':
        this.#tokens.add(event.last, event.contextWindow)
        return [this.#tokens.event()]
      case 'error.reported': {
        const { message, remedy } = event.fault
        return [{ type: 'error', message: remedy === undefined ? message : `${message} ${remedy}` }]
      }
      case 'turn.finished':
        return event.outcome === 'interrupted'
          ? [{ type: 'turn_aborted', reason: 'interrupted' }]
          : [{ type: 'task_complete', last_agent_message: event.lastMessage ?? null }]
    }
  }

  /** A message with the pictures that came with it; one from the record only has its text. */
  #said(text: string): EventMsg[] {
    const { input } = this.#next
    this.#next = { id: this.#next.id, input: [] }
    const content = input.length === 0 ? [{ type: 'text' as const, text }] : echoedInput(input)
    const images = content.flatMap((part) => (part.type === 'image' ? [part.image_url] : []))
    return [
      ...this.#item({ UserMessage: { id: this.#context.nextId(), content: [...content] } }),
      { type: 'user_message', message: text, images },
      this.#tokens.event(),
    ]
  }

  #configuredOnce(model: string): EventMsg[] {
    if (this.#configured) return []
    this.#configured = true
    const { conversationId, rolloutPath } = this.#context
    return [
      {
        type: 'session_configured',
        session_id: conversationId,
        model,
        history_log_id: 0,
        history_entry_count: 0,
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

/** Whether an event shows that a denied call will not be tried again: the turn has gone on to something else. */
function settles(event: AgentEvent): boolean {
  return (
    event.type !== 'usage.updated' &&
    event.type !== 'approval.assessed' &&
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
