import type { SessionSummary } from '@shared/domain/session'
import type { EngineService } from '../../core/engine-service'

/** A session as it is now, also one that is not open. Throws FaultError for one that is not known. */
export async function sessionOf(engine: EngineService, sessionId: string): Promise<SessionSummary> {
  const { sessions } = await engine.state()
  return sessions.find(({ id }) => id === sessionId) ?? (await engine.openSession(sessionId)).session
}
