import { lineOf, type DecisionLog } from './decision-log'
import type { EngineNotice } from './engine-service'
import type { Log } from './ports'

/** A listener of the engine that keeps how each request ended. What cannot be written is logged and keeps nobody. */
export function followDecisions(decisions: DecisionLog, log: Log): (notice: EngineNotice) => void {
  const acpAgents = new Map<string, string>()
  return (notice) => {
    if (notice.kind === 'session' && notice.session.agent)
      acpAgents.set(notice.session.id, notice.session.agent.id)
    if (notice.kind !== 'event' || notice.event.event.type !== 'approval.resolved') return
    const line = lineOf(notice.event.event.request, acpAgents.get(notice.event.sessionId))
    if (!line) return
    decisions.add(line).catch((error: unknown) => {
      log.error('a decision cannot be kept for counting', error)
    })
  }
}
