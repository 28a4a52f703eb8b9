/** The words of the inbox. */
export const inbox = {
  title: 'Inbox',
  summary: (requests: number, sessions: number) =>
    `${String(requests)} to decide in ${sessions === 1 ? '1 session' : `${String(sessions)} sessions`}`,
  list: 'Waiting for you',
  nothingWaits: 'Nothing waits.',
  emptyTitle: 'Nothing waits for you',
  emptyText: 'A request appears here, and in its session, the moment it is made.',
  kinds: { command: 'Command', connection: 'Connection', patch: 'Patch', input: 'Input', tool: 'Tool' },
  byRemoteRun: (program: string) => `from ${program}`,
  byAgent: (name: string) => `agent ${name}`,
  ownAgent: 'Countersign',
  counts: {
    title: (days: number) => `Decisions in the last ${String(days)} days`,
    asked: (count: number, ends: string) =>
      `Asked ${String(count)} ${count === 1 ? 'time' : 'times'}: ${ends}.`,
    allowed: (count: number) => `${String(count)} allowed`,
    changed: (count: number) => `${String(count)} edited`,
    denied: (count: number) => `${String(count)} denied`,
    withdrawn: (count: number) => `${String(count)} not answered`,
    people: (count: number, median: string, longest: string) =>
      `People answered ${String(count)}, half of them within ${median}, all within ${longest}.`,
  },
  order: 'By level, then age',
  boundary: {
    sandbox: 'stopped by the sandbox',
    network: 'waits for a host',
    'approval-policy': 'asked by the policy',
    'missing-sandbox': 'no sandbox',
    escalation: 'asked by the agent',
  },
} as const
