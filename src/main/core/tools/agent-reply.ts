import { truncateForModel } from '../text/truncate-output'
import { FaultError } from '@shared/domain/fault'
import type { ChildAgent } from '../agents/child-agents'
import type { TurnContext } from '../turn/turn-context'
import type { ToolCall, ToolReply } from './tool'

/** The names of the tools that start and drive agents; an agent is offered none of them. */
export const agentToolNames = ['spawn_agent', 'send_input', 'wait', 'close_agent'] as const
export type AgentTool = (typeof agentToolNames)[number]

/** How an agent stands, in short. */
export const shortly = ({ id, name, end }: ChildAgent): object => ({
  id,
  name,
  status: end?.outcome ?? 'working',
})

/** How an agent stands, for the model that started it. Its last message is cut as a command's output is, and counts as told. */
export function standing(agent: ChildAgent): object {
  const { id, name, end, activity, pendingApprovals } = agent
  if (!end)
    return {
      ...{ id, name, status: 'working' },
      ...(activity !== '' && { activity }),
      ...(pendingApprovals > 0 && { waits_for_the_user: pendingApprovals }),
    }
  agent.markReported()
  const { outcome: status, lastMessage: last_message, problem } = end
  return {
    ...{ id, name, status },
    ...(last_message !== undefined && { last_message: truncateForModel(last_message, 0) }),
    ...(problem !== undefined && { problem }),
  }
}

/** A reply as JSON, which does not end the turn. */
export const reply = (value: object): ToolReply => ({ text: JSON.stringify(value), ends: false })

/** Ends a call that cannot be done: the transcript and the model are told why. */
export function agentRejected(
  { callId }: ToolCall,
  name: AgentTool,
  reason: string,
  turn: Pick<TurnContext, 'emit'>,
): ToolReply {
  turn.emit({ type: 'tool.rejected', callId, name, reason })
  return { text: `${name}: ${reason}`, ends: false }
}

/** What is wrong with naming an agent so. */
export function noSuchAgent(named: string, turn: Pick<TurnContext, 'agents'>): string {
  const there = (turn.agents?.all() ?? []).map(({ id, name }) => `${id} (${name})`)
  const live = there.length === 0 ? 'there is none' : `expected one of: ${there.join(', ')}`
  return `there is no agent "${named.slice(0, 80)}"; ${live}`
}

/** The reason of a fault that the model can do something about. Throws every other error. */
export function reasonOf(error: unknown): string {
  if (error instanceof FaultError) return error.message
  throw error
}
