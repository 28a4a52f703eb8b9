/** The words of the inbox. */
export const inbox = {
  title: 'Inbox',
  summary: (requests: number, sessions: number) =>
    `${String(requests)} to decide in ${sessions === 1 ? '1 session' : `${String(sessions)} sessions`}`,
  list: 'Waiting for you',
  emptyTitle: 'Nothing waits for you',
  emptyText: 'A request appears here, and in its session, the moment it is made.',
  kinds: { command: 'Command', connection: 'Connection', patch: 'Patch', input: 'Input' },
  order: 'By level, then age',
  boundary: {
    sandbox: 'stopped by the sandbox',
    network: 'waits for a host',
    'approval-policy': 'asked by the policy',
    'missing-sandbox': 'no sandbox',
    escalation: 'asked by the agent',
  },
} as const
