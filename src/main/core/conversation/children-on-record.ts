import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ChildKind } from '@shared/domain/session'
import type { ChildEnd } from '../agents/child-agents'

/** What a session knows of one of its children. Without `end` it works. `queue` is what was sent to it meanwhile. */
export interface KnownChild {
  readonly id: string
  readonly name: string
  readonly kind: ChildKind
  readonly callId: string
  end?: ChildEnd
  /** Whether the parent's model knows how its work ended. */
  reported: boolean
  queue: string[]
  /** What went wrong in its turn, if something has. */
  problem?: string
  /** It is being closed, so that its turn's end is not told besides. */
  closing?: boolean
  /** Who waits for its end. */
  rest?: PromiseWithResolvers<ChildEnd>
}

type Finished = Extract<AgentEvent, { type: 'agent.finished' }>

const endOf = ({ outcome, lastMessage, problem }: Finished): ChildEnd => ({ outcome, lastMessage, problem })

/**
 * The children that a record tells of, and how each stands. What ended in the last turn counts as untold: nobody knows
 * whether the model heard of it.
 */
export function childrenOnRecord(events: readonly SessionEvent[]): Map<string, KnownChild> {
  const known = new Map<string, KnownChild>()
  for (const { event } of events) {
    if (event.type === 'turn.started') for (const child of known.values()) child.reported = true
    if (event.type === 'agent.started') {
      const { childId: id, name, kind, callId } = event
      known.set(id, { ...(known.get(id) ?? { id, name, kind, callId, queue: [] }), reported: true })
      delete known.get(id)?.end
    }
    if (event.type === 'agent.finished') {
      const child = known.get(event.childId)
      if (!child) continue
      child.end = endOf(event)
      child.reported = event.outcome === 'closed'
    }
  }
  return known
}

/** The ends of those that still worked when the record was last written to: they ended with the engine. */
export function leftWorking(events: readonly SessionEvent[]): Finished[] {
  return [...childrenOnRecord(events).values()]
    .filter(({ end }) => !end)
    .map(({ id, callId }) => ({
      type: 'agent.finished',
      callId,
      childId: id,
      outcome: 'interrupted',
      problem: 'The engine ended while it worked.',
    }))
}
