import type { AgentEvent, SessionEvent, TokenUsage } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import {
  mostDecisions,
  mostTurns,
  type SessionDecision,
  type SessionOverview,
  type TurnUsage,
} from '@shared/domain/session-overview'
import { outcomeOf } from '../approvals/outcome-of'

type Event<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

/** Reads a session's record for its decisions, the use of its turns and its last plan. */
export function overviewOf(events: readonly SessionEvent[]): SessionOverview {
  const [decisions, moreDecisions] = lastOf(decisionsOf(events), mostDecisions)
  const [turns, moreTurns] = lastOf(usageOf(events), mostTurns)
  const planned = events.findLast((each) => each.event.type === 'plan.updated')
  const plan = planned?.event.type === 'plan.updated' ? planned.event : undefined
  return {
    ...{ decisions, moreDecisions, turns, moreTurns },
    ...(planned &&
      plan && {
        plan: {
          ...{ seq: planned.seq, plan: plan.plan },
          ...(plan.explanation !== undefined && { explanation: plan.explanation }),
        },
      }),
  }
}

const lastOf = <T>(all: readonly T[], most: number): [T[], number] => [
  all.slice(-most),
  Math.max(0, all.length - most),
]

/** A request stands where it was asked, as it stood last. */
function decisionsOf(events: readonly SessionEvent[]): readonly SessionDecision[] {
  const decisions = new Map<string, SessionDecision>()
  const commands = new Map<string, readonly string[]>()
  for (const { seq, at, event } of events) {
    if (event.type === 'command.started') commands.set(event.callId, event.command)
    else if (event.type === 'approval.requested' || event.type === 'approval.resolved') {
      const before = decisions.get(event.request.id)
      decisions.set(event.request.id, requestOf(event.request, before ?? { seq, at }))
    } else if (event.type === 'grant.applied') {
      const { callId, grant } = event
      decisions.set(`e${String(seq)}`, { kind: 'grant', seq, at, callId, grant })
    } else if (event.type === 'command.finished') {
      const by = ruleOf(event)
      const command = [...(commands.get(event.callId) ?? [])]
      if (by)
        decisions.set(`e${String(seq)}`, { kind: 'rule', seq, at, callId: event.callId, command, ...by })
    }
  }
  return [...decisions.values()]
}

/** What answered in place of a person; undefined: one was asked, or nothing was to be asked. */
function ruleOf({ outcome }: Event<'command.finished'>): { readonly name?: string } | undefined {
  if (!('applied' in outcome) || !outcome.applied) return undefined
  const { rule, unasked } = outcome.applied
  if (rule !== undefined) return { name: rule }
  return unasked && {}
}

function requestOf(
  request: ApprovalRequest,
  { seq, at }: { readonly seq: number; readonly at: string },
): SessionDecision {
  const { callId, effect, assessment, decision, decidedBy: by, decidedAt: answeredAt, offers } = request
  const allowed = decision?.kind === 'allow' ? decision : undefined
  const scope = allowed?.scope
  const offer = offers.find(({ id }) => id === allowed?.offerId)
  const message = decision?.kind === 'deny' ? decision.message : undefined
  return {
    ...{ kind: 'request', seq, at, callId, effect, level: assessment.level },
    outcome: outcomeOf(request) ?? 'waiting',
    ...(by && { by }),
    ...(scope !== undefined && scope !== 'once' && { scope }),
    ...(offer?.kind === 'outside' && { outside: true as const }),
    ...(message !== undefined && { message }),
    ...(answeredAt !== undefined && { answeredAt }),
  }
}

/** One row for each turn in which a model answered. */
function usageOf(events: readonly SessionEvent[]): readonly TurnUsage[] {
  const turns: TurnUsage[] = []
  let model = ''
  let turn = 0
  for (const { at, event } of events) {
    if (event.type === 'session.configured') model = `${event.provider}/${event.model}`
    if (event.type === 'turn.started') turn = event.turnNumber
    if (event.type !== 'usage.updated') continue
    const { last, contextWindow: window } = event
    const before = turns.at(-1)?.turn === turn ? turns.pop() : undefined
    const tokens = { ...before?.tokens, [model]: sumOf(before?.tokens[model], last) }
    const context = window === undefined ? {} : { context: { used: last.totalTokens, window } }
    turns.push({ turn, at, tokens, ...context })
  }
  return turns
}

function sumOf(had: TokenUsage | undefined, more: TokenUsage): TokenUsage {
  if (!had) return more
  return {
    inputTokens: had.inputTokens + more.inputTokens,
    cachedInputTokens: had.cachedInputTokens + more.cachedInputTokens,
    outputTokens: had.outputTokens + more.outputTokens,
    totalTokens: had.totalTokens + more.totalTokens,
  }
}
