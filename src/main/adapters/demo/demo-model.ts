import { demo as english } from '@shared/languages/english/demo'
import { languages } from '@shared/languages/languages'
import { demoPrompt } from '@shared/messages/demo-prompt'
import { assistantMessage, messageText, outputText, type ResponseItem } from '@shared/domain/response-item'
import type { Clock } from '../../core/ports/system'
import { isUserMessage } from '../../core/conversation/session-prefix'
import type { ModelEvent, ModelRequest, ModelStream } from '../../core/ports/models'
import { scenes, type DemoWords, type SceneResult } from './scenes'

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

/** The words of the language whose message begins the demo; undefined for anything else. Another language is loaded for that. */
async function wordsFor(message: string): Promise<DemoWords | undefined> {
  if (message === demoPrompt) return english
  for (const { load } of Object.values(languages)) {
    const { strings, demo } = await load()
    if (strings.start.demoPrompt === message) return demo
  }
  return undefined
}

/** The view of the command that a question shows, as JSON; '' for a command that is not the demo's. */
function scriptedView(items: readonly ResponseItem[], words: DemoWords): string {
  const question = items.map(messageText).join('\n')
  const scene = scenes.find(({ command }) => question.includes(JSON.stringify(command)))
  if (!scene) return ''
  const { name, level, category } = scene
  return JSON.stringify({
    description: words[name].view,
    risk_level: level,
    risk_categories: category === undefined ? [] : [category],
  })
}

/**
 * The built-in demo provider: an agent played from `scenes`, in process, with no key and no network. It goes on
 * according to what it is told about each command, exactly as a model would be. To anything else that a person says it
 * answers that nobody reads it. Asked for an answer in a form it gives its view of the demo's own commands, and no answer for any other.
 * It speaks the language of the message that it is begun with; a view, which is asked without one, that of the demo that went on last.
 */
export function createDemoModel(clock: Clock): ModelStream {
  async function* speak(text: string, itemId: string, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for (const word of text.split(/(?<=\s)/)) {
      await clock.sleep(wordPaceMs, signal)
      yield { type: 'text-delta', itemId, text: word }
    }
    yield { type: 'item', itemId, item: assistantMessage(text) }
  }

  let spoken: DemoWords = english
  return {
    async *stream(request: ModelRequest, signal: AbortSignal) {
      if (request.output) {
        yield* speak(scriptedView(request.input, spoken), 'demo-view', signal)
        yield { type: 'completed' }
        return
      }
      const turn = String(request.input.length)
      const [first, ...more] = request.input.filter(isUserMessage)
      const words = first && (await wordsFor(messageText(first).trim()))
      spoken = words ?? english
      // Its scenes are played only where it has been told nothing else.
      if (!words || more.length > 0) {
        yield* speak(spoken.unread, `demo-${turn}`, signal)
        yield { type: 'completed' }
        return
      }
      const count = request.input.filter((item) => item.type === 'function_call').length
      const result = lastResult(request.input)
      const previous = scenes[count - 1]
      const scene = scenes[count]
      const after = previous && result && words[previous.name][result]
      const before = scene && words[scene.name].before
      const text = [after, before].filter((part) => part !== undefined && part !== '').join('\n\n')
      yield* speak(text, `demo-${turn}`, signal)
      if (scene) {
        const said = words[scene.name]
        const callId = `demo-call-${turn}`
        const reason = 'why' in said ? { justification: said.why } : {}
        const args = JSON.stringify({ command: scene.command, timeout_ms: patienceMs, ...reason })
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
