import type { AgentEvent } from '../domain/agent-event'
import { words } from './spoken'

/** What was put back, in a sentence or two. It may hold names of files, which are untrusted. */
export const restoredInWords = (event: Extract<AgentEvent, { type: 'files.restored' }>): string =>
  words().restore.restored(event)

/** That a conversation was taken back, and what of its folder, in a sentence or two. It may hold names of files. */
export const rewoundInWords = (event: Extract<AgentEvent, { type: 'session.rewound' }>): string =>
  words().restore.rewound(event)

/** Whether what a call wrote outside the folder can be taken back, in a sentence or two. It may hold names of files. */
export const undoableInWords = (event: Extract<AgentEvent, { type: 'call.undoable' }>): string =>
  words().restore.undoable(event)
