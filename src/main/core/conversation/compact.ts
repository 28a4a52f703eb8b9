import { FaultError } from '@shared/domain/fault'
import { messageText, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { compactedHistory } from './compacted-history'
import { environmentContext, type Place } from './environment-context'
import { normaliseHistory, withoutOldest } from './history'
import { baseInstructions } from './instructions'
import { isUserMessage } from './session-prefix'
import type { TurnWork } from './turn'

/** What a compaction works with. `replace` puts the new history on record, whole or not at all. */
export interface CompactWork extends Pick<TurnWork, 'model' | 'request' | 'context' | 'items'> {
  readonly place: Place
  /** What the summary is asked for with; absent: our own words. */
  readonly prompt?: string | undefined
  /** Tokens that the history takes now. */
  readonly tokens: number
  replace(summary: string, items: readonly ResponseItem[]): Promise<void>
}

const usualPrompt = `This conversation is about to be replaced by a summary, to make room. Write that summary now, as a hand-over to the colleague who goes on with the work: besides the user's own messages they will see nothing else of it.

Say, in this order and only where there is something to say:
- what the user wants, with every condition they set;
- what was done, and what came of it: files with their paths, commands with the results that still matter, exact error texts;
- what the user or the sandbox refused, so that it is not tried again;
- what was decided, and why;
- what is still to be done, and the very next step.

Write plain text, as short as it can be without losing any of this. Call no tool.`

/**
 * Replaces the history by the user's messages and a summary that the model writes. When the model says that even this is
 * too long, the oldest items go, in pairs. Throws what the model's stream throws, and FaultError `bad-request` when
 * there is nothing to compact, `bad-stream` when no summary came; the history is untouched then.
 */
export async function compact(work: CompactWork, trigger: 'manual' | 'automatic'): Promise<void> {
  const items = work.items()
  if (!items.some(isUserMessage))
    throw new FaultError({ code: 'bad-request', message: 'There is no conversation to compact yet.' })
  work.context.emit({ type: 'context.compacting', trigger })
  const summary = await summarise(work, normaliseHistory(items))
  await work.replace(summary, compactedHistory(items, summary, environmentContext(work.place, [])))
  work.context.emit({ type: 'context.compacted', trigger, summary, tokensBefore: work.tokens })
}

async function summarise(work: CompactWork, history: readonly ResponseItem[]): Promise<string> {
  let left = history
  for (let drop = 1; ; drop *= 2) {
    try {
      return await askForSummary(work, left)
    } catch (error) {
      const tooLong = error instanceof FaultError && error.code === 'context-length'
      if (!tooLong || left.length <= 1) throw error
      // Twice as many each time: a long history would else be sent hundreds of times.
      for (let count = 0; count < drop && left.length > 1; count += 1) left = withoutOldest(left)
    }
  }
}

async function askForSummary(work: CompactWork, history: readonly ResponseItem[]): Promise<string> {
  const { context, model, prompt = usualPrompt } = work
  const request = {
    ...work.request,
    sessionId: context.sessionId,
    instructions: baseInstructions,
    input: [...history, userMessage(prompt)],
    tools: [],
  }
  let summary = ''
  for await (const event of model.stream(request, context.signal)) {
    context.signal.throwIfAborted()
    switch (event.type) {
      case 'item':
        if (event.item.type === 'message') summary = messageText(event.item).trim()
        break
      case 'retrying':
        context.emit({ type: 'model.retrying', attempt: event.attempt, reason: event.reason })
        break
      case 'text-delta':
      case 'reasoning-delta':
      case 'search':
      case 'limits':
      case 'completed':
        break
    }
  }
  if (summary !== '') return summary
  throw new FaultError({
    code: 'bad-stream',
    message: 'The model gave no summary, so the conversation was not compacted.',
    remedy: 'Try again, or choose another model',
  })
}
