import type { TokenUsage } from '@shared/domain/agent-event'
import type { ResponseItem } from '@shared/domain/response-item'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ModelEvent } from '../../core/ports/models'
import { responseItem } from './responses-item'
import { responsesUsage } from './answer-usage'
import {
  BrokenStream,
  ReportedError,
  type AnswerEnd,
  type AnswerReader,
  type FinishedItem,
} from './wire-format'

const place = { output_index: z.int().nullish(), item_id: z.string().nullish() }
const delta = { ...place, delta: z.string() }

const Item = z.looseObject({ type: z.string() })
const Answer = z.object({
  output: z.array(Item).nullish().catch(undefined),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish().catch(undefined),
})

const Known = z.discriminatedUnion('type', [
  z.object({ type: z.literal('response.output_text.delta'), ...delta }),
  z.object({ type: z.literal('response.refusal.delta'), ...delta }),
  z.object({ type: z.literal('response.reasoning_summary_text.delta'), ...delta }),
  z.object({ type: z.literal('response.reasoning_text.delta'), ...delta }),
  z.object({
    type: z.literal('response.reasoning_summary_part.added'),
    ...place,
    summary_index: z.int().nullish(),
  }),
  z.object({ type: z.literal('response.output_item.added'), output_index: z.int().nullish(), item: Item }),
  z.object({ type: z.literal('response.output_item.done'), output_index: z.int().nullish(), item: Item }),
  z.object({ type: z.literal('response.completed'), response: Answer }),
  z.object({ type: z.literal('response.incomplete'), response: Answer }),
  z.object({ type: z.literal('response.failed'), response: Answer }),
  z.looseObject({ type: z.literal('error') }),
])
type Known = z.infer<typeof Known>

/** Calls that somebody here answers. */
const toolCalls = new Set(['function_call', 'custom_tool_call', 'local_shell_call'])

const Action = z.object({
  query: z.string().nullish(),
  queries: z.array(z.string()).nullish(),
  url: z.string().nullish(),
  pattern: z.string().nullish(),
})

/** What a search at the server was for, in its own words: the queries, or the page it opened. */
function searchedFor(action: unknown): string {
  const { query, queries, url, pattern } = Action.safeParse(action).data ?? {}
  const asked = queries && queries.length > 0 ? queries.join('; ') : query
  return (asked ?? [pattern, url].filter(Boolean).join(' in ')).slice(0, 2000)
}

const knownTypes = new Set<string>(Known.options.map((option) => option.shape.type.value))

/** Reads a Responses stream. Its end markers are `response.completed` and `response.incomplete`. */
export class ResponsesReader implements AnswerReader {
  private readonly ids = new Map<string, string>()
  private readonly items: FinishedItem[] = []
  private readonly openCalls = new Set<string>()
  private finish:
    | { why: 'completed' | 'length' | 'content-filter'; usage: TokenUsage | undefined }
    | undefined

  get ended(): boolean {
    return this.finish !== undefined
  }

  take(event: unknown): readonly ModelEvent[] {
    const named = Item.safeParse(event)
    if (!named.success) throw new BrokenStream('an event has no type', { cause: named.error })
    if (!knownTypes.has(named.data.type)) return []
    const known = Known.safeParse(event)
    if (!known.success)
      throw new BrokenStream(`${named.data.type} has the wrong shape`, { cause: known.error })
    return this.takeKnown(known.data)
  }

  end(): AnswerEnd {
    if (!this.finish) return { kind: 'unfinished', reason: 'the stream ended before response.completed' }
    const { why, usage } = this.finish
    if (why !== 'completed')
      return { kind: 'cut', why, items: this.items.filter(({ item }) => item.type === 'message') }
    if (this.openCalls.size > 0)
      return { kind: 'unfinished', reason: 'a tool call was begun and not finished' }
    return { kind: 'complete', items: this.items, usage }
  }

  private takeKnown(event: Known): readonly ModelEvent[] {
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return [{ type: 'text-delta', itemId: this.idOf(event), text: event.delta }]
      case 'response.reasoning_summary_text.delta':
        return [{ type: 'reasoning-delta', itemId: this.idOf(event), text: event.delta }]
      case 'response.reasoning_text.delta':
        return [{ type: 'reasoning-delta', itemId: this.idOf(event), text: event.delta, raw: true }]
      case 'response.reasoning_summary_part.added':
        if (!event.summary_index) return []
        return [{ type: 'reasoning-delta', itemId: this.idOf(event), text: '\n\n', section: true }]
      case 'response.output_item.added':
        if (toolCalls.has(event.item.type)) this.openCalls.add(this.idOf(event))
        if (event.item.type !== 'web_search_call') return []
        return [{ type: 'search', itemId: this.idOf(event) }]
      case 'response.output_item.done': {
        this.openCalls.delete(this.idOf(event))
        const item = responseItem(event.item)
        this.keep(this.idOf(event), item)
        if (item?.type !== 'web_search_call') return []
        return [{ type: 'search', itemId: this.idOf(event), done: searchedFor(item['action']) }]
      }
      case 'response.completed':
        // Some servers announce no items on the way.
        if (this.items.length === 0)
          for (const item of event.response.output ?? [])
            this.keep(`item_${randomUUID()}`, responseItem(item))
        this.finish = { why: 'completed', usage: responsesUsage(event.response.usage) }
        return []
      case 'response.incomplete': {
        const filtered = event.response.incomplete_details?.reason === 'content_filter'
        this.finish = {
          why: filtered ? 'content-filter' : 'length',
          usage: responsesUsage(event.response.usage),
        }
        return []
      }
      case 'response.failed':
        throw new ReportedError(event.response.error)
      case 'error':
        throw new ReportedError(event['error'] ?? event)
    }
  }

  private keep(itemId: string, item: ResponseItem | undefined): void {
    if (item) this.items.push({ itemId, item })
  }

  /** Our own id for the item at a place in the answer: servers' ids may repeat from one attempt to the next. */
  private idOf(event: {
    output_index?: number | null | undefined
    item_id?: string | null | undefined
  }): string {
    const place = String(event.output_index ?? event.item_id ?? 0)
    const known = this.ids.get(place)
    if (known !== undefined) return known
    const id = `item_${randomUUID()}`
    this.ids.set(place, id)
    return id
  }
}
