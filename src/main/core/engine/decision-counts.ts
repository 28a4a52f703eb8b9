import type { ApprovalRequest } from '@shared/domain/approval'
import type {
  AgentCounts,
  DecisionCounts,
  DecisionLine,
  DecisionOutcome,
} from '@shared/domain/decision-counts'
import { hookAgentNames } from '@shared/domain/hook-agent'
import { outcomeOf } from '../approvals/outcome-of'
import type { DecisionLog } from '../ports/home-files'
import type { EngineNotice } from './engine-service'
import type { Log } from '../ports/system'

/** So far back it is counted. */
const days = 30

const dayMs = 86_400_000

/** Our own agent, and what works for it. */
const own = 'Countersign'

/** What a person decides with; the rest is a rule, a flag, a grant or an end. */
const people: ReadonlySet<DecisionLine['by']> = new Set(['window', 'browser', 'terminal', 'client'])

/** The line of a request that is over; undefined for one that waits. `acpAgent` is the agent that works in its session in place of ours. */
export function lineOf(request: ApprovalRequest, acpAgent: string | undefined): DecisionLine | undefined {
  const outcome = outcomeOf(request)
  const { desk, createdAt, decidedAt, decidedBy: by = 'engine', assessment } = request
  if (outcome === undefined || decidedAt === undefined) return undefined
  const waitedMs = Math.max(0, Date.parse(decidedAt) - Date.parse(createdAt))
  const agent = desk ? hookAgentNames[desk.agent] : (acpAgent ?? own)
  return { at: decidedAt, agent, outcome, by, level: assessment.level, waitedMs }
}

/** Counts what ended within the last 30 days before `now`, in milliseconds since the epoch. */
export function countDecisions(lines: readonly DecisionLine[], now: number): DecisionCounts {
  const recent = lines.filter(({ at }) => Date.parse(at) > now - days * dayMs)
  const agents = Map.groupBy(recent, ({ agent }) => agent)
  const counted = [...agents].map(([agent, of]) => countsOf(agent, of))
  return {
    days,
    agents: counted.toSorted((a, b) => b.asked - a.asked || a.agent.localeCompare(b.agent)),
  }
}

function countsOf(agent: string, lines: readonly DecisionLine[]): AgentCounts {
  const ended = (outcome: DecisionOutcome): number => lines.filter((line) => line.outcome === outcome).length
  const waits = lines
    .filter(({ by, outcome }) => people.has(by) && outcome !== 'withdrawn')
    .map(({ waitedMs }) => waitedMs)
    .toSorted((a, b) => a - b)
  const [medianMs, longestMs] = [waits[Math.floor((waits.length - 1) / 2)], waits.at(-1)]
  return {
    ...{ agent, asked: lines.length, byPeople: waits.length },
    ...{ allowed: ended('allowed'), changed: ended('changed') },
    ...{ denied: ended('denied'), withdrawn: ended('withdrawn') },
    ...(medianMs !== undefined && { medianMs }),
    ...(longestMs !== undefined && { longestMs }),
  }
}

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
