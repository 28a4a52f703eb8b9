import type { SessionEvent } from '@shared/domain/agent-event'
import type { EngineService, SessionInput } from '../../core/engine/engine-service'
import type { Ids, Log } from '../../core/ports/system'
import type { ShellParser } from '../../core/shell/parse'
import { EventMapper } from '../protocol/event-mapper'
import { summariseCommand } from '../../core/shell/summarise-command'

/** The engine and what else a conversation needs of the machine. */
export interface McpEngine {
  readonly engine: EngineService
  readonly log: Log
  readonly ids: Ids
  readonly parser: ShellParser
}

/**
 * A conversation that a tool call has begun. `untold` are the events of its beginning, which belong to the first call;
 * `running` while a call drives it, since only one may.
 */
export interface Conversation {
  readonly id: string
  readonly composed: McpEngine
  readonly mapper: EventMapper
  unreported: readonly SessionEvent[]
  running: boolean
}

/** Makes a session and what is kept about it here. Throws what the engine throws. */
export async function beginConversation(composed: McpEngine, input: SessionInput): Promise<Conversation> {
  const { engine, ids, parser } = composed
  const { id } = await engine.createSession(input)
  const { session, events } = await engine.openSession(id)
  const mapper = new EventMapper({
    conversationId: id,
    rolloutPath: session.rolloutPath ?? '',
    history: await engine.home.history.log(),
    nextId: () => ids.next(),
    summarise: (command) => summariseCommand(command, parser),
  })
  return { id, composed, mapper, unreported: events, running: false }
}
