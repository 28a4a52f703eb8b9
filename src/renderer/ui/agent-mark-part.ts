import { onDemand } from '../lib/on-demand'

/** The marks of agents: a window with none but our own does not load them. */
export const agentMark = onDemand(async () => (await import('./agent-mark')).AgentMark)
