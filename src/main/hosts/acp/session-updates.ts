import { resolve } from 'node:path'
import type { SessionUpdate, ToolCall, ToolKind } from '@agentclientprotocol/sdk'
import type { AgentEvent } from '@shared/domain/agent-event'
import { isSetAside } from '@shared/domain/command-outcome'
import { quoteCommand } from '@shared/domain/quote-shell'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import { diffsOf } from './diffs'
import { spacesNamed } from '../visible'
import { outcomeUpdate, patchTitle, textContent, title } from './tool-text'

type Event<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

/** So much of a running command's output is shown, in characters: its end. The whole comes with the outcome. */
const shownOutput = 16_000

/** Answers after which the call goes on. */
const goesOn: ReadonlySet<string> = new Set(['allow', 'apply', 'edit'])

function kindOf(summary: readonly ParsedCommand[] | undefined): ToolKind {
  const types = new Set(summary?.map(({ type }) => type))
  if (types.size === 0 || types.has('unknown')) return 'execute'
  return types.has('search') || types.has('list_files') ? 'search' : 'read'
}

function placesOf({ summary = [], cwd }: Event<'command.started'>): { path: string }[] {
  return summary.flatMap((part) => {
    const path = part.type === 'unknown' ? undefined : part.path
    return path ? [{ path: resolve(cwd, path) }] : []
  })
}

/** What each event is to a client; one that is not here is nothing to it. */
type Emitters = {
  readonly [T in AgentEvent['type']]?: (event: Event<T>, past: boolean) => SessionUpdate[]
}

/** What a session's events are to an ACP client, in their order. One for each session and client; nothing here waits. */
export class Updates {
  /** Calls that the client knows. */
  readonly #reported = new Set<string>()
  /** Messages of which pieces were told. */
  readonly #begun = new Set<string>()
  readonly #output = new Map<string, string>()
  readonly #fresh = new Set<string>()

  /** Tells a call, or what is new of one that the client knows. */
  call(call: ToolCall): SessionUpdate {
    if (this.#reported.has(call.toolCallId)) return { sessionUpdate: 'tool_call_update', ...call }
    this.#reported.add(call.toolCallId)
    return { sessionUpdate: 'tool_call', ...call }
  }

  /** The output that came since it was last told. */
  output(): SessionUpdate[] {
    const updates = [...this.#fresh].map((toolCallId): SessionUpdate => ({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      content: textContent(this.#output.get(toolCallId) ?? ''),
    }))
    this.#fresh.clear()
    return updates
  }

  /** Keeps a piece of output until it is told. */
  print({ callId, text }: Event<'command.output'>): void {
    this.#output.set(callId, `${this.#output.get(callId) ?? ''}${text}`.slice(-shownOutput))
    this.#fresh.add(callId)
  }

  #over(callId: string): void {
    this.#output.delete(callId)
    this.#fresh.delete(callId)
  }

  readonly #emitters: Emitters = {
    'user.message': (event, past) => {
      return past
        ? [{ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: event.text } }]
        : []
    },
    'reasoning.delta': (event) => {
      return [{ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: event.text } }]
    },
    'message.delta': (event) => {
      this.#begun.add(event.itemId)
      return [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: event.text } }]
    },
    'message.completed': (event) => {
      return this.#begun.delete(event.itemId)
        ? []
        : [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: event.text } }]
    },
    'command.started': (event) => {
      this.#over(event.callId)
      return [
        this.call({
          toolCallId: event.callId,
          title: title(spacesNamed(quoteCommand(event.command))),
          kind: kindOf(event.summary),
          status: 'in_progress',
          rawInput: { command: event.command, cwd: event.cwd },
          locations: placesOf(event),
          content: [],
        }),
      ]
    },
    'command.finished': (event) => {
      return this.#finished(event)
    },
    'patch.finished': (event) => {
      return this.#finished(event)
    },
    'patch.started': (event) => {
      return [
        this.call({
          toolCallId: event.callId,
          title: patchTitle(Object.keys(event.changes)),
          kind: 'edit',
          status: 'in_progress',
          locations: Object.keys(event.changes).map((path) => ({ path })),
          content: diffsOf(event.changes),
        }),
      ]
    },
    'plan.updated': (event) => {
      return [
        {
          sessionUpdate: 'plan',
          entries: event.plan.map(({ step, status }) => ({ content: step, status, priority: 'medium' })),
        },
      ]
    },
    'usage.updated': (event) => {
      return event.contextWindow === undefined
        ? []
        : [{ sessionUpdate: 'usage_update', used: event.last.totalTokens, size: event.contextWindow }]
    },
    'mcp.started': (event) => {
      return [
        this.call({
          toolCallId: event.callId,
          title: title(`${event.invocation.server}: ${event.invocation.tool}`),
          kind: 'other',
          status: 'in_progress',
          rawInput: event.invocation,
        }),
      ]
    },
    'mcp.finished': (event) => {
      const { result } = event
      const answered = result.kind === 'answered'
      return [
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: event.callId,
          status: answered && !result.failed ? 'completed' : 'failed',
          content: textContent(answered ? result.text : result.reason),
        },
      ]
    },
    'image.viewed': (event) => {
      return [
        this.call({
          toolCallId: event.callId,
          title: title(event.label),
          kind: 'read',
          status: 'completed',
          locations: [{ path: event.path }],
        }),
      ]
    },
    'search.started': (event) => {
      return [
        this.call({ toolCallId: event.callId, title: 'Web search', kind: 'fetch', status: 'in_progress' }),
      ]
    },
    'search.finished': (event) => {
      return [
        this.call({
          toolCallId: event.callId,
          title: title(event.query === '' ? 'Web search' : `Web search: ${event.query}`),
          kind: 'fetch',
          status: 'completed',
        }),
      ]
    },
    'agent.started': (event) => {
      return [
        this.call({
          toolCallId: event.childId,
          title: title(`${event.name}: ${event.task}`),
          kind: 'think',
          status: 'in_progress',
        }),
      ]
    },
    'agent.finished': (event) => {
      return [
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: event.childId,
          status: event.outcome === 'completed' || event.outcome === 'closed' ? 'completed' : 'failed',
          content: textContent(event.lastMessage ?? event.problem ?? ''),
        },
      ]
    },
    'tool.rejected': (event) => {
      return [
        this.call({
          toolCallId: event.callId,
          title: title(event.name),
          kind: 'other',
          status: 'failed',
          content: textContent(event.reason),
        }),
      ]
    },
    'approval.resolved': (event) => {
      const { decision, stage, callId } = event.request
      // A connection that is refused ends no command; an edited command is asked about by itself.
      if (stage === 'network' || (decision && goesOn.has(decision.kind))) return []
      return [{ sessionUpdate: 'tool_call_update', toolCallId: callId, status: 'failed' }]
    },
    'turn.noted': (event) => {
      return [{ sessionUpdate: 'notice', severity: 'info', title: title(event.text) }]
    },
    'model.retrying': (event) => {
      return [
        {
          sessionUpdate: 'notice',
          severity: 'warning',
          title: title(`The model is asked again: ${event.reason}`),
        },
      ]
    },
  }

  /** What an event is to the client. `past`: it happened before the client was there, and the person's own messages are told too. */
  of(event: AgentEvent, past = false): SessionUpdate[] {
    const emit = this.#emitters[event.type] as
      | ((event: AgentEvent, past: boolean) => SessionUpdate[])
      | undefined
    return emit?.(event, past) ?? []
  }

  #finished(event: Event<'command.finished' | 'patch.finished'>): SessionUpdate[] {
    if (isSetAside(event.outcome)) return []
    this.#over(event.callId)
    return [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: event.callId,
        ...(event.type === 'patch.finished' && event.outcome.kind === 'exited' && event.outcome.exitCode === 0
          ? { status: 'completed' as const }
          : outcomeUpdate(event.outcome)),
      },
    ]
  }
}
