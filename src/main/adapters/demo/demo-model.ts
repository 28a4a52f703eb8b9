import { demoPrompt } from '@shared/messages/demo-prompt'
import { assistantMessage, messageText, outputText, type ResponseItem } from '@shared/domain/response-item'
import type { Clock } from '../../core/ports/system'
import { isUserMessage } from '../../core/conversation/session-prefix'
import type { ModelEvent, ModelRequest, ModelStream } from '../../core/ports/models'
import { scenes, unread, type SceneResult } from './scenes'

/** Between two words of streamed text, in milliseconds. */
const wordPaceMs = 12
/** A question about a connection waits no longer than its command may: a person who reads the demo's takes their time. */
const patienceMs = 600_000

/** What the engine answered to the last call, or undefined when the turn has just begun. */
function lastResult(items: readonly ResponseItem[]): SceneResult | undefined {
  const last = items.at(-1)
  if (last?.type !== 'function_call_output') return undefined
  const output = outputText(last.output)
  if (output.startsWith('exec command rejected by user')) return 'refused'
  return /"exit_code":0\b/.test(output) ? 'done' : 'failed'
}

/** Whether all that a person has said is what the demo is begun with: only then are its scenes played. */
function isBegun(items: readonly ResponseItem[]): boolean {
  const [first, ...more] = items.filter(isUserMessage)
  return more.length === 0 && first !== undefined && messageText(first).trim() === demoPrompt
}

/** The view of the command that a question shows, as JSON; '' for a command that is not the demo's. */
function scriptedView(items: readonly ResponseItem[]): string {
  const question = items.map(messageText).join('\n')
  const scene = scenes.find(({ command }) => question.includes(JSON.stringify(command)))
  if (!scene) return ''
  const { description, level, category } = scene.view
  return JSON.stringify({
    description,
    risk_level: level,
    risk_categories: category === undefined ? [] : [category],
  })
}

/**
 * The built-in demo provider: an agent played from `scenes`, in process, with no key and no network. It goes on
 * according to what it is told about each command, exactly as a model would be. To anything else that a person says it
 * answers that nobody reads it. Asked for an answer in a form it gives its view of the demo's own commands, and no answer for any other.
 */
export function createDemoModel(clock: Clock): ModelStream {
  async function* speak(text: string, itemId: string, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for (const word of text.split(/(?<=\s)/)) {
      await clock.sleep(wordPaceMs, signal)
      yield { type: 'text-delta', itemId, text: word }
    }
    yield { type: 'item', itemId, item: assistantMessage(text) }
  }

  return {
    async *stream(request: ModelRequest, signal: AbortSignal) {
      if (request.output) {
        yield* speak(scriptedView(request.input), 'demo-view', signal)
        yield { type: 'completed' }
        return
      }
      const turn = String(request.input.length)
      if (!isBegun(request.input)) {
        yield* speak(unread, `demo-${turn}`, signal)
        yield { type: 'completed' }
        return
      }
      const count = request.input.filter((item) => item.type === 'function_call').length
      const result = lastResult(request.input)
      const previous = result === undefined ? undefined : scenes[count - 1]?.after[result]
      const scene = scenes[count]
      const text = [previous, scene?.before].filter((part) => part !== undefined).join('\n\n')
      yield* speak(text, `demo-${turn}`, signal)
      if (scene) {
        const { command, justification } = scene
        const callId = `demo-call-${turn}`
        const reason = justification === undefined ? {} : { justification }
        const args = JSON.stringify({ command, timeout_ms: patienceMs, ...reason })
        yield {
          type: 'item',
          itemId: callId,
          item: { type: 'function_call', name: 'shell', arguments: args, call_id: callId },
        }
      }
      yield { type: 'completed' }
    },
  }
}
