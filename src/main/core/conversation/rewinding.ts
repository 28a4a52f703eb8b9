import type { AgentEvent } from '@shared/domain/agent-event'
import type { RewindScope } from '../checkpoints/session-rewind'
import type { GrantBook } from '../approvals/grant-book'
import type { OwnAgents } from '../agents/family'
import type { ProcessTable } from '../processes/process-table'
import type { ContextWindow } from './context-window'
import { statusOf } from './restore-session'
import type { SessionHead } from './session-head'
import type { SessionRecord } from './session-record'
import type { TurnPlace } from './turn-place'
import { startOfTurn, withoutTurns } from './taken-back'

/** The parts of a session that a rewind changes. */
interface RewindWorld {
  readonly record: SessionRecord
  readonly head: SessionHead
  readonly processes: ProcessTable
  readonly agents: OwnAgents | undefined
  readonly contextWindow: ContextWindow
  readonly grants: Pick<GrantBook, 'keep'>
  readonly place: TurnPlace
}

/** Taking one session's conversation back to before a turn (decision 117). */
export class Rewinding {
  readonly #world: RewindWorld

  constructor(world: RewindWorld) {
    this.#world = world
  }

  /** Does something during which no turn can begin. Throws FaultError `turn-running`. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    return this.#world.place.alone(act)
  }

  /** What goes with a turn and all behind it; undefined: there is no such turn, or it is taken back already. */
  scope(turnNumber: number): RewindScope | undefined {
    const { record } = this.#world
    const start = startOfTurn(record.events(), turnNumber)
    if (start === undefined || !record.knowsStartOf(turnNumber)) return undefined
    const scope = { turns: 0, messages: 0, lastTurn: turnNumber }
    const outside = new Set<string>()
    for (const { event } of record.events().slice(start)) {
      if (event.type === 'turn.started') {
        scope.turns += 1
        scope.lastTurn = event.turnNumber
      }
      if (event.type === 'user.message') scope.messages += 1
      if (event.type === 'call.undoable' && event.id !== undefined) outside.add(event.id)
      if (event.type === 'files.restored' && event.run) outside[setting[event.way]](event.run.id)
    }
    return { ...scope, outside: outside.size }
  }

  /** The first turn from there on that may have changed something; Infinity: none did. What an ACP agent does it need not tell. */
  acts(turnNumber: number): number {
    const { record, head } = this.#world
    if (head.summary.agent !== undefined) return turnNumber
    const events = record.events()
    let turn = turnNumber
    for (const { event } of events.slice(startOfTurn(events, turnNumber) ?? events.length)) {
      if (event.type === 'turn.started') turn = event.turnNumber
      else if (!changesNothing.has(event.type)) return turn
    }
    return Infinity
  }

  /** Ends what those turns left working: processes that were kept, and agents. Nothing is told of them any more. */
  async endWork(turnNumber: number): Promise<void> {
    const { record, processes, agents } = this.#world
    const events = record.events()
    const gone = events.slice(startOfTurn(events, turnNumber) ?? events.length)
    const calls = gone.flatMap(({ event }) => (event.type === 'command.kept' ? [event.callId] : []))
    const stays = childrenIn(withoutTurns(events, turnNumber))
    const children = childrenIn(gone).filter((id) => !stays.includes(id))
    await Promise.all([processes.forget(calls), agents?.forget(children)])
  }

  /**
   * Takes the turns back: on file first, then for the model, for the rows, and for the grants that were given in them. Throws FaultError
   * `store-failed`, and nothing is taken back then.
   */
  async takeBack(event: Extract<AgentEvent, { type: 'session.rewound' }>): Promise<void> {
    const { record, head, contextWindow, grants } = this.#world
    await record.rewind(event)
    contextWindow.restart()
    const events = record.events()
    const turns = events.flatMap((each) => (each.event.type === 'turn.started' ? [each.event.turnId] : []))
    grants.keep(head.summary.id, turns)
    head.update({ status: statusOf(events), activity: '', updatedAt: head.now() })
    head.note()
  }
}

/** What a turn consists of in which no call did anything. */
const changesNothing = new Set<AgentEvent['type']>([
  'session.configured',
  'user.message',
  'message.waiting',
  'reasoning.delta',
  'message.delta',
  'message.completed',
  'turn.noted',
  'tool.rejected',
  'model.retrying',
  'usage.updated',
  'limits.updated',
  'context.compacting',
  'context.compacted',
  'error.reported',
  'turn.finished',
])

const setting = { undo: 'delete', redo: 'add' } as const

const childrenIn = (events: readonly { readonly event: AgentEvent }[]): readonly string[] =>
  events.flatMap(({ event }) => (event.type === 'agent.started' ? [event.childId] : []))
