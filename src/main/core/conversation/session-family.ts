import type { AgentEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import type { ChildOf, SessionSummary } from '@shared/domain/session'
import type { Family, OwnAgents, Parent } from '../agents/family'
import { childLimits, type Limits } from '../agents/narrowest'
import { ParentAgents, type ChildWorld } from './parent-agents'

/** What children and parents find one another by. `open` gives the session if it is open, `get` opens it. */
export interface FamilyWorld extends ChildWorld {
  get(sessionId: string): Promise<Parent>
}

/** The parents and children among the sessions of one engine. */
export class SessionFamily implements Family {
  readonly #world: FamilyWorld
  readonly #agents = new WeakMap<Parent, ParentAgents>()

  constructor(world: FamilyWorld) {
    this.#world = world
  }

  agentsOf(parent: Parent): OwnAgents {
    const agents = new ParentAgents(parent, this.#world)
    this.#agents.set(parent, agents)
    return agents
  }

  titleOf(sessionId: string): string {
    return this.#world.open(sessionId)?.summary.title ?? ''
  }

  async limitsOf(child: ChildOf): Promise<Limits> {
    try {
      return childLimits((await this.#world.get(child.parentId)).limits(), child)
    } catch (error) {
      if (!(error instanceof FaultError) || error.fault.code !== 'unknown-session') throw error
      throw new FaultError(
        {
          code: 'bad-request',
          message: 'The session that this agent worked for is gone, so it takes no more work.',
          remedy: 'Read it, or begin a session of your own.',
        },
        error,
      )
    }
  }

  heard(child: SessionSummary, event: AgentEvent): void {
    const parent = this.#world.open(child.child?.parentId ?? '')
    if (parent) this.#agents.get(parent)?.heard(child.id, event)
  }
}
