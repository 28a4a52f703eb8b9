import { z } from 'zod'
import { changeSetSays } from '@shared/messages/change-set'
import { assistantMessage, messageText, outputText } from '@shared/domain/response-item'
import { isUserMessage } from '../../core/conversation/session-prefix'
import type { ModelEvent, ModelStream } from '../../core/ports/models'

const Argv = z.array(z.string()).min(1)

/** The command on the last line of a message; undefined for none. Not by `readJson`: a start would load one file more for it. */
function commandOf(text: string): readonly string[] | undefined {
  try {
    return Argv.safeParse(JSON.parse(text.split('\n').at(-1) ?? '')).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * The provider behind a change set that is put in place: no model, but a script of one command, which stands on the last line of the turn's message as
 * JSON. So the command is decided on, shown, run and undone as any of an agent's is, and nothing knows another way. To anything else it answers that
 * nobody reads it.
 */
export const changeSetModel: ModelStream = {
  // oxlint-disable-next-line typescript/require-await -- a stream, though nothing is waited for
  async *stream(request): AsyncGenerator<ModelEvent> {
    const turn = String(request.input.length)
    const say = (text: string): readonly ModelEvent[] => [
      { type: 'text-delta', itemId: `said-${turn}`, text },
      { type: 'item', itemId: `said-${turn}`, item: assistantMessage(text) },
    ]
    const [message, ...more] = request.input.filter(isUserMessage)
    const last = request.input.at(-1)
    const command = message && more.length === 0 ? commandOf(messageText(message)) : undefined
    if (last?.type === 'function_call_output')
      yield* say(/"exit_code":0\b/.test(outputText(last.output)) ? changeSetSays.done : changeSetSays.failed)
    else if (command)
      yield {
        type: 'item',
        itemId: `call-${turn}`,
        item: {
          ...{ type: 'function_call', name: 'shell', call_id: `call-${turn}` },
          arguments: JSON.stringify({ command }),
        },
      }
    else yield* say(changeSetSays.unread)
    yield { type: 'completed' }
  },
}
