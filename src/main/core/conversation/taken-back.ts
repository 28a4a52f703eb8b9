import type { AgentEvent } from '@shared/domain/agent-event'

/** What an event is about that can have begun earlier. */
function subjectsOf(event: AgentEvent): readonly string[] {
  if ('request' in event) return [event.request.id]
  if ('requestId' in event) return [event.requestId]
  if ('question' in event) return [event.question.id]
  if ('childId' in event) return [event.childId]
  if (event.type === 'files.restored') return event.run ? [event.run.callId] : []
  return 'callId' in event ? [event.callId] : []
}

const begins = new Set<AgentEvent['type']>([
  'command.started',
  'patch.started',
  'mcp.started',
  'search.started',
  'agent.started',
  'approval.requested',
  'question.asked',
])

/** What is told of something that began in an earlier turn. */
const goesOn = new Set<AgentEvent['type']>([
  'command.output',
  'command.kept',
  'command.ports',
  'command.input',
  'command.finished',
  'command.compared',
  'call.undoable',
  'files.restored',
  'agent.finished',
  'approval.resolved',
  'question.resolved',
])

/** Where the events of a turn and of all behind it begin; undefined: there is no such turn in force. */
export function startOfTurn(
  events: readonly { readonly event: AgentEvent }[],
  turnNumber: number,
): number | undefined {
  const at = events.findIndex(({ event }) => event.type === 'turn.started' && event.turnNumber >= turnNumber)
  const found = events[at]?.event
  return found?.type === 'turn.started' && found.turnNumber === turnNumber ? at : undefined
}

/**
 * The events without those of a turn and all behind it. What became meanwhile of things that began before it stays: a process that ended, a
 * run that was undone; so do settings, and what was used of a provider.
 */
export function withoutTurns<Emitted extends { readonly event: AgentEvent }>(
  events: readonly Emitted[],
  turnNumber: number,
): readonly Emitted[] {
  const start = startOfTurn(events, turnNumber)
  if (start === undefined) return events
  const kept = events.slice(0, start)
  const known = new Set(kept.flatMap(({ event }) => subjectsOf(event)))
  const later = events.slice(start).flatMap((reported): Emitted[] => {
    const { event } = reported
    if (event.type === 'session.configured' || event.type === 'limits.updated') return [reported]
    if (event.type === 'usage.updated') {
      const { contextWindow: _, ...used } = event
      return [{ ...reported, event: used }]
    }
    const subjects = subjectsOf(event)
    // The same name given again is another thing.
    if (begins.has(event.type)) for (const each of subjects) known.delete(each)
    return goesOn.has(event.type) && subjects.some((each) => known.has(each)) ? [reported] : []
  })
  return [...kept, ...later]
}

/** The number of the last turn that a record tells of, taken back or not; 0 for none. */
export const lastTurnNumber = (events: readonly { readonly event: AgentEvent }[]): number =>
  events.reduce((last, { event }) => {
    if (event.type === 'turn.started') return Math.max(last, event.turnNumber)
    return event.type === 'session.rewound' ? Math.max(last, event.lastTurn) : last
  }, 0)
