import type { AgentEvent } from '../domain/agent-event'
import { messages } from './spoken'

/** What was put back, in a sentence or two. It may hold names of files, which are untrusted. */
export const restoredInWords = (event: Extract<AgentEvent, { type: 'files.restored' }>): string =>
  messages().restore.restored(event)

/** That a conversation was taken back, and what of its folder, in a sentence or two. It may hold names of files. */
export const rewoundInWords = (event: Extract<AgentEvent, { type: 'session.rewound' }>): string =>
  messages().restore.rewound(event)

/** Whether what a call wrote outside the folder can be taken back, in a sentence or two. It may hold names of files. */
export const undoableInWords = (event: Extract<AgentEvent, { type: 'call.undoable' }>): string =>
  messages().restore.undoable(event)
