import type { Terminals } from '../processes/session-terminal'
import type { Session } from './session'
import type { Sessions } from './sessions'

const placeOf = (session: Session) => ({
  session: session.summary,
  policy: session.limits().sandboxPolicy,
})

/** The terminals in the sessions of one engine. */
export const terminalsOf = (
  sessions: Pick<Sessions, 'get' | 'claim'>,
  refuseWhenClosed: () => void,
): Terminals => ({
  async open(sessionId, size) {
    refuseWhenClosed()
    const session = await sessions.claim(sessionId)
    await session.terminal.open(placeOf(session), size)
  },
  async read(sessionId, run, after) {
    const session = await sessions.get(sessionId)
    return session.terminal.read(placeOf(session), run, after)
  },
  write: async (sessionId, run, text) => (await sessions.get(sessionId)).terminal.write(run, text),
  async resize(sessionId, size) {
    ;(await sessions.get(sessionId)).terminal.resize(size)
  },
  end: async (sessionId) => (await sessions.get(sessionId)).terminal.end(),
})
