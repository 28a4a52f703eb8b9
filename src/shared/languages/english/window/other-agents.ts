/** Having an agent of another maker ask in this window. */
export const otherAgents = {
  found: (agent: string) => `${agent} found, not connected.`,
  asks: (agent: string) => `${agent} asks in this window, from its next session on.`,
  connect: 'Connect',
  disconnect: 'Disconnect',
  connectTitle: (agent: string) => `Have ${agent} ask here`,
  disconnectTitle: (agent: string) => `Have ${agent} ask here no more`,
  change: 'This changes in its settings:',
  nothing: 'Its settings stay as they are.',
  listens:
    'This window listens to it then (desk = true). What you allow runs in the agent, outside this sandbox.',
  cancel: 'Cancel',
} as const
