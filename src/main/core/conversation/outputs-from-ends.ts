import type { AgentEvent } from '@shared/domain/agent-event'
import {
  answeredId,
  answerTo,
  asFunctionCall,
  callOutput,
  type ResponseItem,
} from '@shared/domain/response-item'
import { z } from 'zod'
import { withEditNote } from '../commands/edited-command'
import { outcomeText } from '../commands/result-text'
import { replyOf } from '../tools/mcp-tool'
import { readJson } from '../text/read-json'

type Started = Extract<AgentEvent, { type: 'command.started' }>

const Arguments = z.object({ command: z.array(z.string()) })

const commandOf = (text: string): readonly string[] | undefined => readJson(Arguments, text)?.command

/**
 * The outputs of calls of a turn that its record does not have, made from how the calls ended by its events: an engine was killed between the two. Calls
 * of which no end is on file are in none.
 */
export class OutputsFromEnds {
  #started = new Map<string, Started>()
  #ended = new Map<
    string,
    Extract<AgentEvent, { type: 'command.finished' | 'patch.finished' | 'mcp.finished' }>
  >()

  /** Takes note of an event, in order. */
  saw(event: AgentEvent): void {
    if (event.type === 'command.started') this.#started.set(event.callId, event)
    if (event.type === 'command.finished' || event.type === 'patch.finished' || event.type === 'mcp.finished')
      this.#ended.set(event.callId, event)
  }

  /** What is missing behind these items; forgets what it saw. */
  take(items: readonly ResponseItem[]): readonly ResponseItem[] {
    const answered = new Set(items.flatMap((item) => answeredId(item) ?? []))
    const missing = items.flatMap((item) => {
      const call = asFunctionCall(item)
      const end = call && !answered.has(call.id) ? this.#ended.get(call.id) : undefined
      if (!call || !end) return []
      if (end.type === 'mcp.finished') {
        const { text, images } = replyOf(end.result, true)
        return [answerTo(item, call.id, callOutput(text, images))]
      }
      const [asked, ran] = [commandOf(call.arguments), this.#started.get(call.id)?.command]
      const text = outcomeText(end.outcome)
      // Of a command that the person changed, what ran.
      const reported =
        asked && ran ? withEditNote({ text, ran: true }, { command: ran, edited: { command: asked } }) : text
      return [answerTo(item, call.id, reported)]
    })
    this.#started = new Map()
    this.#ended = new Map()
    return missing
  }
}
