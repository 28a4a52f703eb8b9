import { messageText } from '@shared/domain/response-item'
import type { ModelEvent } from '../../ports'

/** Longest answer that is read, in characters: forty times what was asked for. */
const longestAnswer = 20_000

/** The text of a whole answer; `too-long` for one that was given up on. */
export type AnswerText =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'none' } | { readonly kind: 'too-long' }

/**
 * Reads a stream to its end. The last message with words in it is the answer; tool calls, which nobody offered, and
 * reasoning are not. `onText` gets the text so far with every piece. Throws what the stream throws.
 */
export async function readAnswer(
  events: AsyncIterable<ModelEvent>,
  onText: (text: string) => void,
): Promise<AnswerText> {
  let streamed = ''
  let answer = ''
  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
        streamed += event.text
        if (streamed.length > longestAnswer) return { kind: 'too-long' }
        onText(streamed)
        break
      case 'item':
        answer = messageText(event.item).trim() || answer
        break
      case 'retrying':
        streamed = ''
        answer = ''
        break
      case 'reasoning-delta':
      case 'search':
      case 'limits':
      case 'completed':
        break
    }
  }
  if (answer.length > longestAnswer) return { kind: 'too-long' }
  return answer === '' ? { kind: 'none' } : { kind: 'text', text: answer }
}
