import type { EventMsg } from '../protocol/event-msg'

/** Events that only show early what a later one holds as a whole. */
export const spare = new Set<EventMsg['type']>([
  'exec_command_output_delta',
  'agent_message_delta',
  'agent_reasoning_delta',
])

/** The events of a finished conversation that are told again when it is taken up. */
export const replayed = new Set<EventMsg['type']>([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'token_count',
  'turn_aborted',
])
