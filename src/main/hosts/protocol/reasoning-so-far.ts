import type { AgentEvent } from '@shared/domain/agent-event'
import type { EventMsg } from './event-msg'

/** Reasoning kept for the whole that follows its deltas, in characters of each kind; the rest is only streamed. */
const maxKept = 1_000_000

/** The reasoning of one answer as the wire tells it: pieces as they come, and each part as a whole when it is over. */
export class ReasoningSoFar {
  #summary = ''
  #raw = ''

  /** What a piece is told as. A new part of the summary ends the one before it. */
  take({ text, raw, section }: Extract<AgentEvent, { type: 'reasoning.delta' }>): EventMsg[] {
    if (section) return [...this.#endSummary(), { type: 'agent_reasoning_section_break' }]
    if (raw) {
      if (this.#raw.length < maxKept) this.#raw += text
      return [{ type: 'agent_reasoning_raw_content_delta', delta: text }]
    }
    if (this.#summary.length < maxKept) this.#summary += text
    return [{ type: 'agent_reasoning_delta', delta: text }]
  }

  /** The wholes of what came since the last end. */
  end(): EventMsg[] {
    const raw = this.#raw
    this.#raw = ''
    const whole: EventMsg[] = raw === '' ? [] : [{ type: 'agent_reasoning_raw_content', text: raw }]
    return [...this.#endSummary(), ...whole]
  }

  #endSummary(): EventMsg[] {
    const text = this.#summary
    this.#summary = ''
    return text === '' ? [] : [{ type: 'agent_reasoning', text }]
  }
}
