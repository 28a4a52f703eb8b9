import type { Terminals } from '../processes/session-terminal'
import type { Session } from './session'
import type { Sessions } from './sessions'

const placeOf = (session: Session) => ({
  session: session.summary,
  policy: session.limits().sandboxPolicy,
})

/** The terminals in the sessions of one engine. */
export const terminalsOf = (
  sessions: Pick<Sessions, 'get' | 'claim' | 'opened'>,
  refuseWhenClosed: () => void,
): Terminals => ({
  async open(sessionId, size) {
    refuseWhenClosed()
    const session = await sessions.claim(sessionId)
    return session.terminal.open(placeOf(session), size)
  },
  async read(sessionId, run, after) {
    const session = await sessions.get(sessionId)
    return session.terminal.read(placeOf(session), run, after)
  },
  // Nothing runs in one that is not open, and one that is being put away is not opened again for it.
  write: async (sessionId, run, text) =>
    (await sessions.opened(sessionId)?.terminal.write(run, text)) ?? false,
  resize(sessionId, size) {
    sessions.opened(sessionId)?.terminal.resize(size)
    return Promise.resolve()
  },
  end: async (sessionId, run) => sessions.opened(sessionId)?.terminal.end(run),
})
