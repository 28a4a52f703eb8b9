import { counting } from './counting'

const { forms, number } = counting

/** Why something waits. */
export const stop = {
  nouns: {
    write: { one: 'a write to', many: 'writes' },
    read: { one: 'a read of', many: 'reads' },
    network: { one: 'a connection to', many: 'connections' },
    syscall: { one: 'the system call', many: 'system calls' },
  },
  because: {
    protected: 'it is protected',
    'read-only': 'the sandbox is read-only',
    'no-root': 'it is under no writable root',
    credentials: 'credential stores are not readable',
    'past-proxy': 'it goes past the proxy, and nothing else leads out',
    'not-granted': 'nobody has granted that host',
    'never-allowed': 'its address is never allowed',
    'not-allowed': 'the sandbox does not allow it',
  },
  firstOf: (many: string, target: string) => `${many}, the first to ${target}`,
  protectedBy: (path: string) => `${path} is protected`,
  stopped: (what: string, because: string) => `Sandbox: ${what}; ${because}.`,
  unreported: 'Sandbox: stopped, without a report of what.',
  unchanged: ' Nothing was changed.',
  protocols: { http: 'plain HTTP', connect: 'a tunnel, as HTTPS uses', socks5: 'a SOCKS5 tunnel' },
  asksHost: (place: string) =>
    `Network: the running command asks for ${place}, which nobody has granted. It waits for your answer.`,
  notListed: 'The command is not on the known-safe list.',
  effects: 'It does more than may happen without a question.',
  danger: (what: string) => `${what}. It is asked about before it runs.`,
  dangerUnconfined: (what: string) => `${what}. No sandbox is in force, so it is asked about before it runs.`,
  managed: {
    sure: (rule: string) => `The rule “${rule}” of this machine is about it`,
    perhaps: (rule: string) => `The rule “${rule}” of this machine may be about it`,
    because: (reason: string) => `: ${reason}`,
    unread: (problem: string) => `The rules of this machine cannot be gone by (${problem})`,
  },
  managedAsks: (what: string) => `${what}. It is asked about.`,
  escalated: 'The agent asks to run this outside the sandbox.',
  again: 'You have it run again. It is asked about before it runs, and the agent is told what came of it.',
  edited: 'You changed this command. It is asked about before it runs, and the agent is told of the change.',
  noSandbox: {
    command: (reason: string) =>
      `There is no working sandbox: ${reason}. Nothing contains this command, so it runs only if you allow it.`,
    patch: (reason: string) =>
      `There is no working sandbox: ${reason}. Nothing contains this patch, so it is applied only if you allow it.`,
    contained: (reason: string, unheld: string) =>
      `There is no working sandbox: ${reason}. The container alone does not ensure ${unheld}, so it runs only if you allow it.`,
    unheld: {
      'read-only': 'that nothing is written',
      'no-network': 'that it connects to nobody',
      'own-folders': 'that it stays in the session’s folders',
      effects: 'that it is seen on copies first',
    },
  },
  everyPatch: 'The approval policy is untrusted: every patch is asked about before it is applied.',
  patch: (parts: string) => `The patch is asked about before it is applied: ${parts}.`,
  guarded: (paths: string) => `it touches the protected ${paths}`,
  outside: (paths: string) => `it writes outside of the writable roots: ${paths}`,
  really: (path: string, place: string) => `${path} (really ${place})`,
  more: (count: number) => ` and ${number(count)} more`,
  inputLimits: (policy: string) => `The process was started under other limits (${policy}) and keeps them.`,
  inputOutside: 'The process runs outside the sandbox: what it is given can do everything you may do.',
  tool: (tool: string, server: string) =>
    `The agent wants to call ${tool} of the MCP server ${server}. What that does cannot be checked.`,
  doubts: {
    contradicts: ' It says that it only reads, and that it destroys.',
    restated: ' It says that it only reads, and said otherwise before in this session.',
    unread: ' It said that it only reads; its list of tools has changed since, and it has not told how.',
  },
  acpAgent: (agent: string, where: string) =>
    `${agent} asks before it does this. It does it itself, ${where}; what is shown here is what it says.`,
  inSandbox: 'inside the sandbox of this session',
  withoutSandbox: 'without a sandbox',
  desk: (agent: string) => `${agent} asks, in its own session; the run is outside this sandbox.`,
  /** What the reviewer of an agent says of its refusal is untrusted. */
  deskRefused: (agent: string) =>
    `The own reviewer of ${agent} refused this and says no reason. With a yes it runs outside this sandbox; with a no its own stands, without your words.`,
  deskRefusedSaying: (agent: string, reason: string) =>
    `The own reviewer of ${agent} refused this, and says: “${reason}”. With a yes it runs outside this sandbox; with a no its own stands, without your words.`,
  deskEdited: (agent: string) =>
    `You changed this command. ${agent} runs it as it stands here, in its own session, outside this sandbox.`,
  besides: (given: string) => ` Its run is given as well: ${given}`,
  /** What changed since a yes, as a sentence. */
  changes: (paths: string) => `Changed since it was allowed: ${paths}.`,
  /** What changed and is not told by its name. */
  untold: 'a name that stands in a text outside the workspace',
  /** Why nothing narrow can be added, as a sentence. */
  noOnlyThis: (target: string, because: string, more: string) =>
    `${target} cannot be added on its own: it ${because}${more}.`,
  noOnlyThisMore: forms(', and so is 1 more', (count) => `, and so are ${count} more`, ''),
  notAdded: {
    guess: 'was only read in the output',
    connection: 'is no connection that could be let through',
    read: 'is a read, and those are opened in the settings alone',
    'system-call': 'is no file',
    'home-entry': 'is an entry of the home folder or above it, which would have to be opened as a whole',
    'part-of-path': 'is no whole path',
    shut: 'lies where the sandbox opens nothing to a command',
  },
  /** Why no lines of a changed file are shown, or that it is gone. */
  unseen: {
    gone: 'is not there any more',
    secret: 'may hold keys or passwords: named, never shown',
    large: 'changed in more than can be shown here',
    unshown: 'changed; what it held then, or holds now, cannot be shown',
  },
} as const
