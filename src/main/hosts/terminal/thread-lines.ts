import type { AgentEvent, SessionEvent, TokenUsage } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { isSetAside } from '@shared/domain/command-outcome'
import type { Fault } from '@shared/domain/fault'
import { effectInWords } from '@shared/messages/effect'
import {
  answeredItem,
  askedItem,
  commandItem,
  endedItem,
  fileItem,
  planItem,
  toolItem,
  type ThreadItem,
} from './thread-items'
import { visibleJson } from '../visible'

/** One line of the output, an object with `type`. */
export type ThreadLine = Readonly<Record<string, unknown>> & { readonly type: string }

/** An item that has been started. `ended`: how it stands if nothing of it runs again. */
interface Open {
  readonly id: string
  readonly item: ThreadItem
  readonly ended?: ThreadItem
}

const nothingUsed: TokenUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, totalTokens: 0 }

function sum(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    reasoningTokens: (one.reasoningTokens ?? 0) + (other.reasoningTokens ?? 0),
    totalTokens: one.totalTokens + other.totalTokens,
  }
}

function denialText({ effect, decidedBy }: ApprovalRequest): string {
  const why = decidedBy === 'engine' ? 'nobody could be asked' : 'it was decided so'
  return `Denied, because ${why}: ${effectInWords(effect)}`
}

/**
 * One run as the lines that `codex exec` prints (docs/spec/exec.md): the thread, its turn, the items in it, and an end with the
 * usage. An item that the sandbox stopped is over only when it is not run again. Text in them is untrusted, as in the events.
 */
export class ThreadLines {
  #named = false
  #items = 0
  #usage = nothingUsed
  #reasoning = ''
  #plan: Open | undefined
  #fault: Fault | undefined
  readonly #open = new Map<string, Open>()

  /** The lines of one event of the run's session or of an agent that works for it. Often there are none. */
  take({ sessionId, event }: SessionEvent): ThreadLine[] {
    const named = this.#named ? [] : [{ type: 'thread.started', thread_id: sessionId }]
    this.#named = true
    return [...named, ...this.#settle(event), ...this.#emit(event)]
  }

  /** What was held back until it was known how things go on, and is over with this event. */
  #settle(event: AgentEvent): ThreadLine[] {
    if (event.type === 'message.waiting') return []
    const lines: ThreadLine[] = []
    if (this.#reasoning !== '' && (event.type !== 'reasoning.delta' || event.section)) {
      lines.push(this.#whole({ type: 'reasoning', text: this.#reasoning }))
      this.#reasoning = ''
    }
    // The last one before a failure is its reason; any other was got over.
    const gotOver =
      event.type === 'error.reported' || (event.type === 'turn.finished' && event.outcome === 'completed')
    if (this.#fault && gotOver) {
      lines.push(this.#whole({ type: 'error', message: faultText(this.#fault) }))
      this.#fault = undefined
    }
    if (!/^(approval|grant|command|patch|usage|limits)\./.test(event.type)) lines.push(...this.#closeEnded())
    return lines
  }

  #emit(event: AgentEvent): ThreadLine[] {
    switch (event.type) {
      case 'turn.started':
        return [{ type: 'turn.started' }]
      case 'message.completed':
        return [this.#whole({ type: 'agent_message', text: event.text })]
      case 'reasoning.delta':
        if (!event.raw) this.#reasoning += event.text
        return []
      case 'command.started':
        return this.#start(event.callId, commandItem(event.command))
      case 'patch.started':
        return this.#start(event.callId, fileItem(event.changes))
      case 'mcp.started':
        return this.#start(event.callId, toolItem(event.invocation))
      case 'search.started':
        return this.#start(event.callId, { type: 'web_search', query: '' })
      case 'command.finished':
      case 'patch.finished': {
        const open = this.#open.get(event.callId)
        const { outcome } = event
        if (!open)
          return outcome.kind === 'refused' || outcome.kind === 'failed'
            ? [this.#whole({ type: 'error', message: `Not run: ${outcome.reason}` })]
            : []
        if (isSetAside(outcome)) return []
        const ended = endedItem(open.item, outcome)
        if (outcome.kind !== 'denied') return this.#end(event.callId, ended)
        this.#open.set(event.callId, { ...open, ended })
        return []
      }
      case 'mcp.finished': {
        const started = this.#start(event.callId, toolItem(event.invocation))
        const item = this.#open.get(event.callId)?.item ?? toolItem(event.invocation)
        return [...started, ...this.#end(event.callId, answeredItem(item, event.result))]
      }
      case 'search.finished': {
        const started = this.#start(event.callId, { type: 'web_search', query: '' })
        return [...started, ...this.#end(event.callId, { type: 'web_search', query: event.query })]
      }
      case 'plan.updated':
        return this.#planned(planItem(event))
      case 'approval.requested': {
        const { request } = event
        const item = askedItem(request)
        const known = item === undefined || request.askedBy !== undefined || this.#open.has(request.callId)
        return known ? [] : this.#start(request.callId, item)
      }
      case 'approval.resolved':
        return this.#resolved(event.request)
      case 'tool.rejected':
        return [this.#whole({ type: 'error', message: `${event.name}: ${event.reason}` })]
      case 'model.retrying':
        return [this.#whole({ type: 'error', message: `${event.reason}: trying again` })]
      case 'turn.noted':
        return [this.#whole({ type: 'error', message: event.text })]
      case 'files.restored':
      case 'session.rewound':
        return []
      case 'error.reported':
        this.#fault = event.fault
        return []
      case 'usage.updated':
        this.#usage = event.total ?? sum(this.#usage, event.last)
        return []
      case 'turn.finished':
        return [...this.#closeAll(), ...this.#finished(event.outcome)]
      case 'session.configured':
      case 'user.message':
      case 'message.waiting':
      case 'message.delta':
      case 'command.output':
      case 'call.undoable':
      case 'command.kept':
      case 'command.ports':
      case 'command.input':
      case 'turn.diff':
      case 'review.entered':
      case 'review.exited':
      case 'mcp.progress':
      case 'image.viewed':
      case 'agent.started':
      case 'agent.finished':
      case 'approval.assessed':
      case 'approval.rehearsed':
      case 'question.asked':
      case 'question.resolved':
      case 'command.compared':
      case 'grant.applied':
      case 'limits.updated':
      case 'context.compacting':
      case 'context.compacted':
        return []
    }
  }

  #finished(outcome: 'completed' | 'interrupted' | 'failed'): ThreadLine[] {
    if (outcome === 'completed') {
      const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens = 0 } = this.#usage
      const usage = {
        input_tokens: inputTokens,
        cached_input_tokens: cachedInputTokens,
        // No provider of ours tells it apart.
        cache_write_input_tokens: 0,
        output_tokens: outputTokens,
        reasoning_output_tokens: reasoningTokens,
      }
      return [{ type: 'turn.completed', usage }]
    }
    const fault = this.#fault
    const message =
      outcome === 'interrupted' ? 'The turn was stopped.' : fault ? faultText(fault) : 'The turn failed.'
    this.#fault = undefined
    return [
      { type: 'error', message },
      { type: 'turn.failed', error: { message } },
    ]
  }

  #resolved(request: ApprovalRequest): ThreadLine[] {
    const { kind } = request.decision ?? { kind: 'deny' }
    if (kind === 'allow' || kind === 'apply' || kind === 'edit') return []
    const { ended } = this.#open.get(request.callId) ?? {}
    return [
      ...(ended ? this.#end(request.callId, ended) : []),
      ...(request.state === 'answered' ? [this.#whole({ type: 'error', message: denialText(request) })] : []),
    ]
  }

  #planned(item: ThreadItem): ThreadLine[] {
    const type = this.#plan ? 'item.updated' : 'item.started'
    this.#plan = { id: this.#plan?.id ?? this.#nextId(), item }
    return [{ type, item: { id: this.#plan.id, ...item } }]
  }

  /** One more attempt at what is open already is the same item. */
  #start(callId: string, item: ThreadItem): ThreadLine[] {
    const known = this.#open.get(callId)
    const id = known?.id ?? this.#nextId()
    this.#open.set(callId, { id, item })
    return known ? [] : [{ type: 'item.started', item: { id, ...item } }]
  }

  #end(callId: string, item: ThreadItem): ThreadLine[] {
    const id = this.#open.get(callId)?.id ?? this.#nextId()
    this.#open.delete(callId)
    return [{ type: 'item.completed', item: { id, ...item } }]
  }

  #closeEnded(): ThreadLine[] {
    return [...this.#open].flatMap(([callId, { ended }]) => (ended ? this.#end(callId, ended) : []))
  }

  /** What still runs ends with the run, and the plan is as it is. */
  #closeAll(): ThreadLine[] {
    const items = [...this.#open].flatMap(([callId, { item }]) =>
      this.#end(callId, 'status' in item ? { ...item, status: 'failed' } : item),
    )
    const plan = this.#plan
      ? [{ type: 'item.completed', item: { id: this.#plan.id, ...this.#plan.item } }]
      : []
    this.#plan = undefined
    return [...items, ...plan]
  }

  #whole(item: ThreadItem): ThreadLine {
    return { type: 'item.completed', item: { id: this.#nextId(), ...item } }
  }

  #nextId(): string {
    const id = `item_${String(this.#items)}`
    this.#items += 1
    return id
  }
}

function faultText({ message, remedy }: Fault): string {
  return remedy === undefined ? message : `${message.replace(/(?<![.!?])$/, '.')} ${remedy}`
}

/** A line as it is written. Readers of lines take U+2028 and U+2029 for ends of them, JSON does not: here they are escaped, as all that nobody sees. */
export const lineText = (line: ThreadLine): string => `${visibleJson(line)}\n`
