import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { isSetAside } from '@shared/domain/command-outcome'
import {
  answeredItem,
  askedItem,
  closedItem,
  commandItem,
  endedItem,
  fileItem,
  messageItem,
  toolItem,
  userItem,
  type CallItem,
} from './item-of'
import type { ThreadItem } from './protocol/items'
import type { Emitted } from './protocol/notifications'

/** A call that was told to have begun; `ended`: how it stands if nothing of it runs again. */
interface Open {
  readonly item: CallItem
  readonly ended?: CallItem
}

type Event<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>
/** What an event means for the items. `ownId`: what an item is called that has no id of its own. */
type Emitter<E> = (event: E, at: number, ownId: string) => Emitted[]
/** One for each event; one that is not here is none of the items. */
type Emitters = { readonly [T in AgentEvent['type']]?: Emitter<Event<T>> }

/** Whether an event says that nothing of a denied call runs again. */
const settles = (event: AgentEvent): boolean =>
  !/^(approval|grant|command|patch|usage|limits|call|question)\./.test(event.type)

/**
 * The items of a thread as its events tell them (docs/spec/app-server-v2.md): each begins once and ends once, however often a
 * command was tried in between. One for each thread and client; nothing in here waits.
 */
export class TurnItems {
  readonly #threadId: string
  readonly #open = new Map<string, Open>()
  /** Messages of which pieces were told, with when they began. */
  readonly #messages = new Map<string, number>()
  #reasoning: ReasoningItem | undefined
  #turnId = ''
  #last: ThreadItem | undefined

  constructor(threadId: string) {
    this.#threadId = threadId
  }

  /** The turn that runs, or ran last; '' before there is one. */
  get turnId(): string {
    return this.#turnId
  }

  /** The last message of the turn. */
  get lastMessage(): ThreadItem | undefined {
    return this.#last
  }

  /** What an event means for the items, in order. The same events give the same items and ids, live or from the record. */
  take({ event, at: time, seq }: SessionEvent): Emitted[] {
    // Whole only when it is taken; what goes on meanwhile goes on.
    if (event.type === 'message.waiting') return []
    const at = Date.parse(time)
    const before: Emitted[] = []
    if (this.#reasoning && !this.#reasoning.takes(event)) {
      before.push(this.#completed(this.#reasoning.item(at), at))
      this.#reasoning = undefined
    }
    if (settles(event))
      for (const [id, { ended }] of this.#open) if (ended) before.push(...this.#end(id, ended, at))
    return [...before, ...this.#emit(event, at, `item_${String(seq)}`)]
  }

  /** An item that is begun before anything of it runs, since a person is asked about it. */
  asked(request: ApprovalRequest, at: number): Emitted[] {
    const item = askedItem(request, at)
    return item === undefined || this.#open.has(item.id) ? [] : this.#start(item, at)
  }

  /** The answer to a request: what it was about is over where it was a no, and where it is not told otherwise. */
  answered(request: ApprovalRequest, at: number): Emitted[] {
    const { callId, decision, stage, kind, askedBy } = request
    const open = this.#open.get(callId)
    // A connection that is refused, or text that is not given, ends no command.
    if (!open || stage === 'network' || kind === 'input') return []
    const yes = decision?.kind === 'allow' || decision?.kind === 'apply' || decision?.kind === 'edit'
    if (yes) return askedBy ? this.#end(callId, closedItem(open.item, 'completed', at), at) : []
    return this.#end(callId, closedItem(open.ended ?? open.item, 'declined', at), at)
  }

  readonly #emitters: Emitters = {
    'turn.started': (event) => {
      this.#turnId = event.turnId
      this.#last = undefined
      return []
    },
    'turn.finished': (_, at) =>
      [...this.#open].flatMap(([id, { item, ended }]) =>
        this.#end(id, ended ?? closedItem(item, 'failed', at), at),
      ),
    'user.message': (event, at, ownId) => this.#whole(userItem(ownId, event, at), at),
    'reasoning.delta': (event, at) => {
      const began = this.#reasoning ? [] : [this.#started(reasoningItem(event.itemId, at), at)]
      this.#reasoning ??= new ReasoningItem(event.itemId, at)
      return [...began, ...this.#reasoning.take(event, this.#ids)]
    },
    'message.delta': (event, at) => {
      const { itemId, text } = event
      const began = this.#messages.has(itemId)
      if (!began) this.#messages.set(itemId, at)
      const reported: Emitted = {
        method: 'item/agentMessage/delta',
        params: { ...this.#ids, itemId, delta: text },
      }
      return began ? [reported] : [this.#started(messageItem(itemId, '', at), at), reported]
    },
    'message.completed': (event, at) => {
      const began = this.#messages.get(event.itemId)
      this.#messages.delete(event.itemId)
      const item = messageItem(event.itemId, event.text, began ?? at)
      this.#last = { ...item, completedAtMs: at }
      return began === undefined ? this.#whole(item, at) : [this.#completed(item, at)]
    },
    'command.started': ({ callId, command, cwd, summary }, at) =>
      this.#start(commandItem(callId, { command, cwd, ...(summary && { summary }) }, at), at),
    'command.output': ({ callId, text }) => [
      {
        method: 'item/commandExecution/outputDelta',
        params: { ...this.#ids, itemId: callId, delta: text },
      },
    ],
    'command.input': ({ callId, text }) => [
      {
        method: 'item/commandExecution/terminalInteraction',
        params: { ...this.#ids, itemId: callId, processId: callId, stdin: text },
      },
    ],
    'patch.started': (event, at) => this.#start(fileItem(event.callId, event.changes, at), at),
    'command.finished': (event, at) => this.#finished(event, at),
    'patch.finished': (event, at) => this.#finished(event, at),
    'mcp.started': (event, at) => this.#start(toolItem(event.callId, event.invocation, at), at),
    'mcp.progress': ({ callId, text }) => [
      { method: 'item/mcpToolCall/progress', params: { ...this.#ids, itemId: callId, message: text } },
    ],
    'mcp.finished': ({ callId, invocation, result }, at) => {
      const began = this.#start(toolItem(callId, invocation, at), at)
      const item = this.#open.get(callId)?.item
      const ended = item?.type === 'mcpToolCall' ? [answeredItem(item, result, at)] : []
      return [...began, ...ended.flatMap((each) => this.#end(callId, each, at))]
    },
    'search.started': (event, at) => this.#start(searchItem(event.callId, '', at), at),
    'search.finished': ({ callId, query }, at) => [
      ...this.#start(searchItem(callId, '', at), at),
      ...this.#end(callId, searchItem(callId, query, at), at),
    ],
    'image.viewed': ({ callId, path }, at) =>
      this.#whole({ type: 'imageView', id: callId, path, ...from(at) }, at),
    'review.entered': ({ hint }, at, id) =>
      this.#whole({ type: 'enteredReviewMode', id, review: hint, ...from(at) }, at),
    'review.exited': ({ output }, at, id) => {
      const review = output?.explanation ?? 'The review did not come to its end.'
      return this.#whole({ type: 'exitedReviewMode', id, review, ...from(at) }, at)
    },
    'context.compacted': (_, at, id) => this.#whole({ type: 'contextCompaction', id, ...from(at) }, at),
  }

  get #ids() {
    return { threadId: this.#threadId, turnId: this.#turnId }
  }

  #emit(event: AgentEvent, at: number, ownId: string): Emitted[] {
    const emit = this.#emitters[event.type] as Emitter<AgentEvent> | undefined
    return emit?.(event, at, ownId) ?? []
  }

  #finished(event: Event<'command.finished' | 'patch.finished'>, at: number): Emitted[] {
    const open = this.#open.get(event.callId)
    if (!open) return []
    if (isSetAside(event.outcome)) return []
    const ended = endedItem(open.item, event.outcome, at)
    if (event.outcome.kind !== 'denied') return this.#end(event.callId, ended, at)
    this.#open.set(event.callId, { ...open, ended })
    return []
  }

  /** One more attempt at what is open already is the same item. */
  #start(item: CallItem, at: number): Emitted[] {
    const known = this.#open.get(item.id)
    this.#open.set(item.id, { item: known?.item ?? item })
    return known ? [] : [this.#started(item, at)]
  }

  #end(id: string, item: CallItem, at: number): Emitted[] {
    this.#open.delete(id)
    return [this.#completed(item, at)]
  }

  #whole(item: ThreadItem, at: number): Emitted[] {
    return [this.#started(item, at), this.#completed(item, at)]
  }

  #started(item: ThreadItem, startedAtMs: number): Emitted {
    return {
      method: 'item/started',
      params: { item, threadId: this.#threadId, turnId: this.#turnId, startedAtMs },
    }
  }

  #completed(item: ThreadItem, completedAtMs: number): Emitted {
    return {
      method: 'item/completed',
      params: {
        item: { ...item, completedAtMs },
        threadId: this.#threadId,
        turnId: this.#turnId,
        contentTokenCount: null,
        completedAtMs,
      },
    }
  }
}

type Delta = Extract<AgentEvent, { type: 'reasoning.delta' }>

/** One piece of a model's reasoning while it comes: the parts of its summary, and what it thought itself where that is told. */
class ReasoningItem {
  readonly #id: string
  readonly #startedAtMs: number
  readonly #summary: string[] = []
  #raw = ''

  constructor(id: string, startedAtMs: number) {
    this.#id = id
    this.#startedAtMs = startedAtMs
  }

  /** Whether the event belongs to this item; every other one ends it. */
  takes(event: AgentEvent): boolean {
    return event.type === 'reasoning.delta' && event.itemId === this.#id
  }

  /** Takes a piece that belongs to it, and tells it. */
  take(
    { text, raw, section }: Delta,
    turn: { readonly threadId: string; readonly turnId: string },
  ): Emitted[] {
    const ids = { ...turn, itemId: this.#id }
    if (raw) {
      this.#raw += text
      return [{ method: 'item/reasoning/textDelta', params: { ...ids, delta: text, contentIndex: 0 } }]
    }
    const reported: Emitted[] = []
    if (section || this.#summary.length === 0) {
      this.#summary.push('')
      const summaryIndex = this.#summary.length - 1
      reported.push({ method: 'item/reasoning/summaryPartAdded', params: { ...ids, summaryIndex } })
    }
    const summaryIndex = this.#summary.length - 1
    this.#summary[summaryIndex] = `${this.#summary[summaryIndex] ?? ''}${text}`
    if (text !== '')
      reported.push({
        method: 'item/reasoning/summaryTextDelta',
        params: { ...ids, delta: text, summaryIndex },
      })
    return reported
  }

  /** The item with all that came so far. */
  item(completedAtMs: number): ThreadItem {
    const content = this.#raw === '' ? [] : [this.#raw]
    const began = reasoningItem(this.#id, this.#startedAtMs)
    return { ...began, summary: [...this.#summary], content, completedAtMs }
  }
}

/** The item before anything of it has come. */
function reasoningItem(id: string, startedAtMs: number): Extract<ThreadItem, { type: 'reasoning' }> {
  return { type: 'reasoning', id, summary: [], content: [], startedAtMs, completedAtMs: null }
}

const from = (startedAtMs: number) => ({ startedAtMs, completedAtMs: null })

const searchItem = (id: string, query: string, at: number): CallItem => ({
  type: 'webSearch',
  id,
  query,
  action: null,
  ...from(at),
})
