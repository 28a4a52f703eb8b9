import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ChildOf, SessionSummary } from '@shared/domain/session'
import type { ChildAgents } from './child-agents'
import type { Limits } from './narrowest'

/** A session as its children know it. */
export interface Parent {
  readonly summary: SessionSummary
  /** What its children may do at most: what is in force now, and no more than the turn that runs began with. */
  limits(): Limits
  events(): readonly SessionEvent[]
  /** Puts an event on its record. */
  emit(event: AgentEvent): void
  /** Shows in its row that a child asks a person, or asks no more. */
  relay(event: AgentEvent): void
}

/** The children of one session, as that session drives them. */
export interface OwnAgents extends ChildAgents {
  /** Ends what they do and closes them; their records stay. Resolves when they are closed. */
  end(): Promise<void>
  /** Ends these, and knows nothing of them any more; their records stay. */
  forget(childIds: readonly string[]): Promise<void>
  /** Stops those that work under more than their parent may by now. */
  narrow(): void
  /** What the parent's model has not been told of them; undefined when nothing. It counts as told then. */
  news(): string | undefined
}

/** The sessions round one session: its parent and its children. */
export interface Family {
  agentsOf(parent: Parent): OwnAgents
  /** The title of a session that is open; '' of another. */
  titleOf(sessionId: string): string
  /** What a child may do now. Throws FaultError `bad-request` when its parent is gone. */
  limitsOf(child: ChildOf): Promise<Limits>
  /** Tells the parent what happened in a child, after it was put on the child's record. */
  heard(child: SessionSummary, event: AgentEvent): void
}
