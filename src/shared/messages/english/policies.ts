/** What policies mean. */
export const policies = {
  sandbox: {
    'danger-full-access': 'Full access, no sandbox',
    'danger-no-network': 'All files, no network',
    'read-only': (network: string) => `Read only, ${network}`,
    'workspace-write': (network: string) => `Workspace write, ${network}`,
    network: 'with network',
    noNetwork: 'no network',
    noTemporary: ', no temporary folders',
  },
  /** Each in one sentence. */
  approval: {
    untrusted: 'Ask before everything that is not on the known-safe list',
    effects: 'Run it on copies; ask about what leaves the folder or is lost',
    'on-failure': 'Run in the sandbox, ask when it stops a command',
    'on-request': 'Ask when the agent requests more, or a command looks dangerous',
    never: 'Never ask; what is stopped stays stopped',
    asOnRequest: 'As on-request',
    butRefuse: (names: string) => `As on-request, but refuse without asking: ${names}`,
  },
} as const
