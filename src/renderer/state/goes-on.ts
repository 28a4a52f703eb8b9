import type { AgentEvent } from '@shared/domain/agent-event'

/** These come many times while something goes on: nothing new begins with them. */
export const goesOn: ReadonlySet<AgentEvent['type']> = new Set<AgentEvent['type']>([
  'message.delta',
  'message.waiting',
  'reasoning.delta',
  'command.output',
  'command.ports',
  'command.compared',
  'mcp.progress',
  'usage.updated',
  'limits.updated',
  'approval.assessed',
  'approval.rehearsed',
  'turn.diff',
])
