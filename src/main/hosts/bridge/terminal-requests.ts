import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { terminalChannels } from '@shared/ipc/terminal-channels'
import type { Terminals } from '../../core/processes/session-terminal'

type Channel = keyof typeof terminalChannels

/** What is asked of the terminals that a person opens in sessions. */
export const terminalRequests = (
  terminals: Terminals,
): { readonly [C in Channel]: (request: RequestOf<C>) => Promise<ResponseOf<C>> } => ({
  'terminal.open': ({ sessionId, ...size }) => terminals.open(sessionId, size),
  'terminal.read': ({ sessionId, run, after }) => terminals.read(sessionId, run, after),
  'terminal.write': async ({ sessionId, run, text }) => ({
    taken: await terminals.write(sessionId, run, text),
  }),
  'terminal.resize': async ({ sessionId, ...size }) => {
    await terminals.resize(sessionId, size)
    return {}
  },
  'terminal.end': async ({ sessionId, run }) => {
    await terminals.end(sessionId, run)
    return {}
  },
})
