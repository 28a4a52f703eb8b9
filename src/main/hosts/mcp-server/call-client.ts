import type { EventMsg, WireEvent } from '../protocol/event-msg'

/**
 * The client of one tool call. `ask` sends an elicitation and resolves with whatever was answered; it rejects for an
 * error, a client that is gone, and when `signal` is aborted, of which the client is told.
 */
export interface CallClient {
  /** The id of the call's request, as text. */
  readonly callId: string
  /** Aborted when the client cancels the call or is gone. */
  readonly signal: AbortSignal
  /** Whether it says that it can ask a person by a form. */
  readonly canAsk: boolean
  readonly emit: (event: WireEvent) => void
  /** One more step of the work; nothing happens where the client did not ask for progress. */
  readonly progress: (text: string) => void
  readonly ask: (params: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>
}

/** Events that only show early what a later one holds as a whole: left out for a client that does not keep up. */
export const spareEvents: ReadonlySet<EventMsg['type']> = new Set<EventMsg['type']>([
  'exec_command_output_delta',
  'agent_message_delta',
  'agent_reasoning_delta',
])
