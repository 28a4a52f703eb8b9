import type { Question } from '@shared/domain/question'
import type { McpTool } from '@shared/domain/mcp-server'
import type { McpCallWorld } from '../mcp/mcp-servers'
import { readElicitation } from '../mcp/read-elicitation'
import type { CommandParts, TurnContext } from '../turn/turn-context'

/** A call may have so many questions open, and ask so many in all; what it asks beyond that is cancelled. */
const maxOpen = 3
const maxAsked = 20

/** The call that a server asks in. */
export interface AskingCall {
  readonly callId: string
  readonly tool: Pick<McpTool, 'server' | 'name'>
}

/**
 * How a server's questions of one call reach a person: put on record, told, waited for, withdrawn with the call. What cannot be
 * put to anyone (nobody there, a form that cannot be shown whole, too many) is declined or cancelled, and a note says so.
 */
export function questionAsker(
  { callId, tool }: AskingCall,
  turn: TurnContext,
  { questions, clock, ids }: Pick<CommandParts, 'questions' | 'clock' | 'ids'>,
): McpCallWorld['elicit'] {
  let asked = 0
  let open = 0
  let reported = false
  const note = (text: string): void => {
    turn.emit({ type: 'turn.noted', turnId: turn.turnId, text })
  }
  return async (question, signal) => {
    const over = AbortSignal.any([signal, turn.signal])
    if (asked >= maxAsked || open >= maxOpen) {
      if (!reported)
        note(
          `${tool.server} asks too much in one call: what goes beyond ${String(maxOpen)} open questions, or ${String(maxAsked)} in all, is cancelled.`,
        )
      reported = true
      return { action: 'cancel' }
    }
    asked += 1
    open += 1
    try {
      const { approvalPolicy } = turn
      if (typeof approvalPolicy !== 'string' && !approvalPolicy.granular.mcp_elicitations) {
        note(`${tool.server} asked something that was declined: granular.mcp_elicitations is off.`)
        return { action: 'decline' }
      }
      if (!(await questions.attended(turn))) {
        note(`${tool.server} asked something that can only be answered in the window; it was declined.`)
        return { action: 'decline' }
      }
      const read = readElicitation(question)
      if ('problem' in read) {
        note(`${tool.server} asked something that was declined: ${read.problem}.`)
        return { action: 'decline' }
      }
      const put: Question = {
        id: ids.next(),
        sessionId: turn.sessionId,
        sessionTitle: turn.sessionTitle,
        ...(turn.askedBy && { askedBy: turn.askedBy }),
        turnId: turn.turnId,
        callId,
        server: tool.server,
        tool: tool.name,
        ...read,
        createdAt: new Date(clock.now()).toISOString(),
        state: 'pending',
      }
      return await questions.ask(put, { record: turn.recordQuestion, signal: over })
    } finally {
      open -= 1
    }
  }
}
