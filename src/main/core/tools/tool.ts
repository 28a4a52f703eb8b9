import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { ToolSpec } from '../ports'

/** One function call as a model made it; `arguments` is its raw, untrusted JSON text. */
export interface ToolCall {
  readonly callId: string
  readonly arguments: string
}

/** The text for the model with the addresses of its pictures, and whether the turn is over (the person said so, or it was interrupted). */
export interface ToolReply {
  readonly text: string
  readonly images?: readonly string[]
  readonly ends: boolean
}

/** A tool of the agent's. `run` never throws for bad arguments: it tells the model what was expected. */
export interface Tool {
  readonly spec: ToolSpec
  /** All that it does goes by `perform`, which waits for TurnContext.kept itself: a person is asked before. Absent: it is waited for. */
  readonly byPerform?: true
  run(call: ToolCall, turn: TurnContext, parts: CommandParts): Promise<ToolReply>
}
