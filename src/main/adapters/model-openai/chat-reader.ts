import { assistantMessage } from '@shared/domain/response-item'
import type { TokenUsage } from '@shared/domain/agent-event'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ModelEvent } from '../../core/ports/models'
import { CallSlots } from './call-slots'
import { chatUsage } from './answer-usage'
import { BrokenStream, type AnswerEnd, type AnswerReader, type FinishedItem } from './wire-format'

const text = z.string().nullish()
// Not part of OpenAI's format and of varying shape: what is not text is left out.
const reasoning = text.catch(undefined)

const Delta = z.object({
  content: text,
  refusal: text,
  reasoning_content: reasoning,
  reasoning,
  tool_calls: z
    .array(
      z.object({
        index: z.int().nullish(),
        id: text,
        function: z.object({ name: text, arguments: text }).nullish(),
      }),
    )
    .nullish(),
})

const Chunk = z.object({
  choices: z
    .array(z.object({ index: z.int().nullish(), delta: Delta.nullish(), finish_reason: text }))
    .nullish(),
  usage: z.unknown().optional(),
})

/** Reads a Chat Completions stream. Its end marker is `finish_reason`; the usage may follow in a later chunk. */
export class ChatReader implements AnswerReader {
  readonly ended = false
  private readonly messageId = `msg_${randomUUID()}`
  private readonly reasoningId = `rs_${randomUUID()}`
  private readonly calls = new CallSlots()
  private message = ''
  private reasoning = ''
  private finishReason = ''
  private usage: TokenUsage | undefined

  take(event: unknown): readonly ModelEvent[] {
    const chunk = Chunk.safeParse(event)
    if (!chunk.success) throw new BrokenStream('a chunk has the wrong shape', { cause: chunk.error })
    this.usage = chatUsage(chunk.data.usage) ?? this.usage
    const choice = chunk.data.choices?.find((each) => (each.index ?? 0) === 0)
    if (!choice) return []
    // Some servers send '' in the chunks before the last.
    this.finishReason = choice.finish_reason || this.finishReason
    for (const piece of choice.delta?.tool_calls ?? []) this.calls.add(piece)
    return choice.delta ? this.show(choice.delta) : []
  }

  end(): AnswerEnd {
    const items = this.textItems()
    const message = items.filter(({ item }) => item.type === 'message')
    switch (this.finishReason) {
      case '':
        return { kind: 'unfinished', reason: 'the stream ended without a finish_reason' }
      case 'length':
      case 'max_tokens':
        return { kind: 'cut', why: 'length', items: message }
      case 'content_filter':
        return { kind: 'cut', why: 'content-filter', items: message }
      case 'stop':
      case 'tool_calls':
      case 'function_call':
        break
      default:
        // A reason nobody knows may mean anything, so that no call is let through on it.
        if (this.calls.size > 0)
          return { kind: 'unfinished', reason: 'tool calls ended with an unknown finish_reason' }
    }
    const calls = this.calls.calls()
    if (!calls) return { kind: 'unfinished', reason: 'a tool call has no name' }
    const finished = calls.map((item) => ({ itemId: `fc_${randomUUID()}`, item }))
    return { kind: 'complete', items: [...items, ...finished], usage: this.usage }
  }

  private show(delta: z.infer<typeof Delta>): ModelEvent[] {
    const events: ModelEvent[] = []
    const thought = delta.reasoning_content || delta.reasoning || ''
    if (thought !== '') events.push({ type: 'reasoning-delta', itemId: this.reasoningId, text: thought })
    const said = (delta.content ?? '') + (delta.refusal ?? '')
    if (said !== '') events.push({ type: 'text-delta', itemId: this.messageId, text: said })
    this.reasoning += thought
    this.message += said
    return events
  }

  private textItems(): FinishedItem[] {
    const items: FinishedItem[] = []
    if (this.reasoning !== '') {
      const summary = [{ type: 'summary_text' as const, text: this.reasoning }]
      items.push({ itemId: this.reasoningId, item: { type: 'reasoning', summary } })
    }
    if (this.message !== '') items.push({ itemId: this.messageId, item: assistantMessage(this.message) })
    return items
  }
}
